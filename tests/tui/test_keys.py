"""The table of keys is the truth: every row acts, none collides, and the page in docs says the same."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from mhaquiz.tui import key_names, keys

OWNERS = {
    "app": ("mhaquiz.tui.app", "MhaquizApp"),
    "home": ("mhaquiz.tui.screens.home", "HomeScreen"),
    "study": ("mhaquiz.tui.screens.study", "StudyScreen"),
    "picker": ("mhaquiz.tui.widgets.picker", "Picker"),
    "rubric": ("mhaquiz.tui.widgets.picker", "Rubric"),
    "decks": ("mhaquiz.tui.screens.decks", "DecksScreen"),
    "browser": ("mhaquiz.tui.screens.browser", "BrowserScreen"),
    "card": ("mhaquiz.tui.screens.card", "CardScreen"),
    "drill": ("mhaquiz.tui.screens.drill", "DrillScreen"),
    "leaving": ("mhaquiz.tui.screens.leaving", "LeavingScreen"),
    "quitting": ("mhaquiz.tui.screens.leaving", "QuittingScreen"),
    "note": ("mhaquiz.tui.screens.note", "NoteScreen"),
    "mock": ("mhaquiz.tui.screens.mock", "MockScreen"),
    "plan": ("mhaquiz.tui.screens.plan", "PlanScreen"),
    "statistics": ("mhaquiz.tui.screens.statistics", "StatisticsScreen"),
    "settings": ("mhaquiz.tui.screens.settings", "SettingsScreen"),
    "preview": ("mhaquiz.tui.screens.preview", "PreviewScreen"),
    "labs": ("mhaquiz.tui.screens.labs", "LabsScreen"),
    "lab": ("mhaquiz.tui.screens.lab", "LabScreen"),
    "slider": ("mhaquiz.tui.widgets.controls", "Slider"),
    "checks": ("mhaquiz.tui.widgets.check_boxes", "CheckBoxes"),
    "map": ("mhaquiz.tui.widgets.heat_map", "HeatMap"),
    "list": ("mhaquiz.tui.widgets.row_list", "RowList"),
    "text": ("mhaquiz.tui.widgets.text_page", "TextPage"),
    "page": ("mhaquiz.tui.screens.page", "PageScreen"),
}
#: Keys with these owners may share a letter in one place: the focused widget's comes first.
WIDGETS = {"picker", "rubric", "slider", "checks", "map", "list", "text"}


def owner_class(name: str) -> type:
    module, cls = OWNERS[name]
    return getattr(import_module(module), cls)


def test_ids_are_unique() -> None:
    counted = Counter(key.id for key in keys.KEYS)
    assert [name for name, number in counted.items() if number > 1] == []


@pytest.mark.parametrize("key", keys.KEYS, ids=lambda key: key.id)
def test_every_key_acts(key: keys.Key) -> None:
    name = key.action.partition("(")[0]
    cls = owner_class("app") if name.startswith("app.") else owner_class(key.owner)
    assert hasattr(cls, "action_" + name.removeprefix("app.")), f"{key.id}: no action {name}"


@pytest.mark.parametrize("key", keys.KEYS, ids=lambda key: key.id)
def test_every_key_has_words_and_a_place(key: keys.Key) -> None:
    assert key.label
    assert key.help
    assert key.places
    assert set(key.places) <= set(keys.PLACES)


def test_no_key_means_two_things_in_one_place() -> None:
    met: dict[tuple[str, str], list[str]] = {}
    for key in keys.KEYS:
        for place in key.places:
            for one in key.keys.split(","):
                met.setdefault((place, one), []).append(key.id)
    clashes = {where: ids for where, ids in met.items() if len(ids) > 1}
    allowed = {
        (place, one) for (place, one), ids in clashes.items() if WIDGETS & {i.split(".")[0] for i in ids}
    }
    assert {where: clashes[where] for where in clashes.keys() - allowed} == {}


def test_typing_places_have_no_letter_without_a_function_key() -> None:
    """Where one types, a command must be reachable without a printable key."""
    for key in keys.KEYS:
        if "answer" in key.places:
            assert any(len(one) > 1 and one != "space" for one in key.keys.split(",")), key.id


@pytest.mark.parametrize("owner", sorted({key.owner for key in keys.KEYS}))
def test_bindings_are_the_table(owner: str) -> None:
    made = {(b.id, b.key, b.action) for b in keys.bindings(owner)}  # type: ignore[union-attr]
    assert made == {(key.id, key.keys, key.action) for key in keys.KEYS if key.owner == owner}
    carried = {getattr(b, "id", None) for b in owner_class(owner).BINDINGS}
    assert {key.id for key in keys.KEYS if key.owner == owner} <= carried


def test_the_page_in_docs_is_made_from_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "keys.md"
    assert page.read_text(encoding="utf-8") == key_names.markdown()


def test_keys_are_written_for_people() -> None:
    assert key_names.shown("f1") == "F1"
    assert key_names.shown("ctrl+p") == "Ctrl+P"
    assert key_names.shown("question_mark") == "?"
    assert key_names.all_shown("1,2,3") == "1–3"
