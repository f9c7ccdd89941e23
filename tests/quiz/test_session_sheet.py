"""The revision sheet: what is weakest first, with the mistakes made; the core where nothing was studied."""

from pathlib import Path

import pytest

from mhaquiz.deck.library import load_library
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import Rating, Review
from mhaquiz.memory.profile import Profile
from mhaquiz.quiz.sheet import make_sheet

DECK = Path(__file__).with_name("session_deck.yaml")
DAY = 86_400_000


class Clock:
    ms = 1_700_000_000_000

    def __call__(self):
        return Moment(self.ms, 0)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="module")
def library():
    return load_library([DECK])


@pytest.fixture
def profile(tmp_path, clock):
    with Profile.open(tmp_path / "profile.sqlite3", clock) as opened:
        yield opened


def review(profile, card, rating, **more):
    profile.record_review(f"small/{card}", Review(rating, "correct" if rating > 1 else "wrong", **more))


def test_the_weakest_comes_first_and_the_unseen_stays_away(profile, library, clock):
    review(profile, "heads-cost", Rating.EASY)
    review(profile, "params-total", Rating.AGAIN, misconception="forgot-wo")
    review(profile, "mask-where", Rating.GOOD)
    clock.ms += 10 * DAY
    sheet = make_sheet(profile, library, library.cards(), clock())
    text = sheet.markdown()
    assert sheet.reviewed
    assert len(sheet.entries) == 3
    assert sheet.entries[0].topic == "weights"
    assert "Why are the scores" not in text
    assert "4·d_model² = 4·" in text
    assert "- **Forgets the output projection** (1×). Q, K, V and O: four matrices" in text


def test_a_suspicion_is_not_a_mistake_one_made(profile, library, clock):
    review(profile, "params-total", Rating.AGAIN, misconception="K and V with all heads", suspected=True)
    assert make_sheet(profile, library, library.cards(), clock()).mistakes == ()


def test_the_page_stays_a_page(profile, library, clock):
    for card in ("heads-cost", "params-total", "mask-where"):
        review(profile, card, Rating.GOOD)
    assert len(make_sheet(profile, library, library.cards(), clock(), count=2).entries) == 2


def test_a_newcomer_gets_the_core(profile, library, clock):
    sheet = make_sheet(profile, library, library.cards(), clock())
    assert not sheet.reviewed
    assert len(sheet.entries) == len(library.cards())
    assert "this is the core" in sheet.markdown()


def test_every_answer_stands_on_the_sheet(profile, library, clock):
    text = make_sheet(profile, library, library.cards(), clock()).markdown()
    assert (
        "**With d_model fixed, doubling the heads of an MHA block doubles its weights.** False. Each head"
        in text
    )
    assert "to the scores, before the softmax" in text
    assert "To keep the softmax out of saturation." in text
