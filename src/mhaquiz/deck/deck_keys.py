"""The keys of a deck as a whole; `keys` has those of its cards."""

from __future__ import annotations

from mhaquiz.deck.cards import PRIORITIES
from mhaquiz.deck.keys import CARD_ID, LEVEL, STAGES, TEXT, VERSION, text_or
from mhaquiz.deck.records import Key, ListOf, Record
from mhaquiz.deck.shapes import Amount, OneOf, Text

FORMAT = 1
MAX_CARDS = 20_000

AUTHOR = Record(
    "an author",
    (
        Key("name", TEXT, "name", required=True),
        Key("url", Text("an address", r"https?://\S+", "a web address", "E408"), "home page"),
    ),
)
MISCONCEPTION = Record(
    "a misconception",
    (
        Key("title", TEXT, "the wrong idea in a few words", required=True),
        Key("fix", TEXT, "one sentence that puts it right"),
    ),
)
DEFAULTS = Record(
    "defaults",
    (
        Key("level", LEVEL, "level of cards that state none"),
        Key("min_sigfigs", Amount(least=1, most=12), "digits a rounded answer needs"),
        Key(
            "minutes", Amount(least=0, most=120, whole=False, above=True), "minutes of cards that state none"
        ),
        Key("stage", OneOf(STAGES), "stage of cards that state none"),
        Key("priority", OneOf(PRIORITIES), "priority of cards that state none"),
    ),
)
DECK = Record(
    "deck",
    (
        Key("id", CARD_ID, "names the deck for ever", required=True),
        Key("title", TEXT, "what learners read", required=True),
        Key("version", VERSION, "of the deck, such as 1.2.0"),
        Key("language", TEXT, "language tag, such as en"),
        Key("authors", ListOf(text_or(AUTHOR), title="a list of authors"), "who wrote it"),
        Key("license", TEXT, "SPDX name of the licence"),
        Key("description", TEXT, "one line for the deck list"),
        Key("start", ListOf(CARD_ID, title="a list of cards"), "a newcomer's first cards"),
        Key("defaults", DEFAULTS, "what cards need not repeat"),
    ),
)
