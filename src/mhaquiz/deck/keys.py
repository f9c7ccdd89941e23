"""The one table of keys: what a deck, a card and each kind of card may say, and in which shape.

The validator reads it, the JSON Schema is made from it, and the documentation lists it.
"""

from __future__ import annotations

from mhaquiz.deck.cards import LEVELS, LEVELS_TOLD, PRIORITIES, Kind
from mhaquiz.deck.records import Either, Key, ListOf, Located, Record, TableOf
from mhaquiz.deck.shapes import Amount, AnyValue, ExpressionText, Flag, OneOf, Text

KEBAB = r"[a-z0-9]+(?:-[a-z0-9]+)*"
#: The log keeps the key deck-id/card-id with every answer, and refuses a long one when it is merged.
LONGEST_ID = 80
_ID_RULE = "an id: lower-case letters, digits and single hyphens, at most 80 characters"
CARD_ID = Text("an id", KEBAB, _ID_RULE, "E106", longest=LONGEST_ID)
PART_ID = Text("an id", r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}", "an id: letters, digits, - and _", "E106")
CARD_KEY = Text(
    "a card's id", rf"{KEBAB}(?:/{KEBAB})?", "a card: card-id, or deck-id/card-id of another deck", "E106"
)
#: Each is worked out in every variant: a bound keeps the check of a hostile deck short.
MOST_CONDITIONS = 40
NAME = Text("a name", r"[^\W\d]\w{0,39}", "a name: letters, digits and _, not starting with a digit", "E106")
#: What was drawn is kept with every answer, as is the deck's version.
DRAWN = AnyValue(longest=100)
VERSION = Text("a version", rule="a version: at most 60 characters, such as 1.2.0", longest=60)
TAG = Text("a tag", r"[^\s,]{1,60}", "a tag: one word without spaces or commas", "E106")

TEXT = Text()
EXPRESSION = ExpressionText()
TEXTS = ListOf(TEXT, title="a list of texts")

STAGES = ("screen", "onsite")
FORMS = ("exact", "rounded", "expression", "estimate", "set", "token")
LEVEL = OneOf(LEVELS, LEVELS_TOLD)
IN_BYTES = "answers are plain bytes; learners may type MiB, GB and the like with `unit: bytes`"
SCORINGS = ("per_choice", "all_or_nothing")


def text_or(record: Record) -> Either:
    return Either({"scalar": TEXT, "mapping": record}, f"a text, or {record.title}")


RANGE = Record(
    "a range",
    (
        Key("from", Amount(), "first value", required=True),
        Key("to", Amount(), "last value, included where a step meets it", required=True),
        Key("step", Amount(least=1), "distance of the values, 1 where left out"),
    ),
    strict=True,
)
POINT = Record(
    "a point",
    (
        Key("text", TEXT, "what a good answer says", required=True),
        Key("must", Flag(), "missing it means Again"),
    ),
)
RED_FLAG = Record(
    "a red flag",
    (
        Key("text", TEXT, "a wrong answer that interviewers hear", required=True),
        Key("why", TEXT, "why it is wrong"),
        Key("is", CARD_ID, "id of the misconception behind it"),
    ),
)
SOURCE = Record(
    "a source",
    (
        Key("title", TEXT, "title of the paper, book or page", required=True),
        Key("where", TEXT, "section, page or table"),
        Key("year", Amount(least=1600, most=2200), "year of publication"),
        Key(
            "url",
            Text("an address", r"https?://\S+", "a web address that begins with https://", "E408"),
            "address",
        ),
    ),
)
LAB = Record(
    "a lab",
    (
        Key("name", TEXT, "name of the lab", required=True),
        Key(
            "with",
            TableOf(AnyValue(nested=True), NAME, "settings"),
            "settings to open it at; texts are templates. Without it the lab opens at the drawn values that "
            "it has settings of the very name for, where it takes all of them",
        ),
    ),
    strict=True,
)
MISTAKE = Record(
    "a mistake",
    (
        Key("answer", EXPRESSION, "the wrong answer", required=True),
        Key("is", CARD_ID, "id of the misconception behind it"),
        Key("why", TEXT, "why it is wrong"),
    ),
    strict=True,
)
SHAPE_ANSWER = ListOf(EXPRESSION, least=1, most=12, title="a list of dimensions")
SHAPE_MISTAKE = Record(
    "a mistake",
    (Key("answer", SHAPE_ANSWER, "the wrong shape", required=True), *MISTAKE.keys[1:]),
    strict=True,
)
CHOICE = Record(
    "a choice",
    (
        Key("id", PART_ID, "what tests and logs call it", required=True),
        Key("text", TEXT, "what the learner reads", required=True),
        Key("correct", Flag(), "true for a right choice"),
        Key("why", TEXT, "why it is wrong, or why a right one is right"),
        Key("is", CARD_ID, "id of the misconception behind it"),
        Key("last", Flag(), "stays at the end when choices are shuffled"),
    ),
    strict=True,
)
STEP = Record(
    "a step",
    (
        Key("id", PART_ID, "what tests and logs call it", required=True),
        Key("text", TEXT, "what the learner reads", required=True),
        Key("after", ListOf(PART_ID, title="a list of step ids"), "steps that must come before it"),
        Key("extra", Flag(), "belongs nowhere: placing it is wrong"),
        Key("why", TEXT, "why it stands there, or nowhere"),
    ),
    strict=True,
)
TEST = Record(
    "a test",
    (
        Key(
            "with", TableOf(AnyValue(), NAME, "values of the parameters"), "the draw; needless without params"
        ),
        Key(
            "type",
            Either({"scalar": TEXT, "sequence": TEXTS}, "a text or a list"),
            "what is typed",
            required=True,
        ),
        Key("expect", TEXT, "a verdict, a misconception, or mistake-2", required=True),
    ),
    strict=True,
)
TOLERANCE = Record(
    "a tolerance",
    (
        Key("rel", Amount(least=0, most=1, whole=False, above=True), "relative, such as 0.01"),
        Key("abs", Amount(least=0, whole=False, above=True), "absolute, in the answer's unit"),
    ),
    strict=True,
)
ACCEPT = Record(
    "accept",
    (
        Key("unit", OneOf(("count", "bytes"), IN_BYTES), "count or bytes"),
        Key("forms", ListOf(OneOf(FORMS), least=1, title="a list of forms"), "how an answer may be written"),
        Key("min_sigfigs", Amount(least=1, most=12), "digits a rounded answer needs"),
        Key(
            "within",
            Amount(least=1, whole=False, above=True),
            "ratio within which an estimate is right, nearer to the answer than to any mistake",
        ),
        Key("seconds", Amount(least=1, most=3600), "time limit of an estimate"),
        Key("tolerance", TOLERANCE, "of a real-valued answer; may also stand beside `answer`"),
    ),
    strict=True,
)

_VALUES = Either(
    {"sequence": ListOf(DRAWN, least=1, title="a list of values"), "mapping": RANGE}, "a list or a range"
)
_EXPRESSIONS = TableOf(EXPRESSION, NAME, "expressions by name")
_LABEL = Text("a name", r"[^\s,:{}\[\]]{1,40}", "a short name without spaces", "E106")

#: Keys of every card, in the order documentation lists them.
COMMON: tuple[Key, ...] = (
    Key("id", CARD_ID, "deck-id/card-id names the card's history for ever", required=True),
    Key("kind", OneOf(tuple(kind.value for kind in Kind)), "how it is answered", required=True),
    Key("level", LEVEL, LEVEL.meaning),
    Key("tags", ListOf(TAG, title="a list of tags"), "words to filter by; topic/… sets the topic"),
    Key("group", CARD_ID, "cards of one group are not shown on one study day"),
    Key("params", TableOf(_VALUES, NAME, "values by name"), "what is drawn afresh each time"),
    Key("let", _EXPRESSIONS, "names for what follows from the parameters"),
    Key(
        "require",
        ListOf(EXPRESSION, most=MOST_CONDITIONS, title="a list of conditions"),
        "true in every drawn variant",
    ),
    Key("regions", TableOf(EXPRESSION, _LABEL, "conditions by name"), "drawn evenly, reported apart"),
    Key("prompt", TEXT, "the question"),
    Key("hints", TEXTS, "shown one at a time; each costs"),
    Key("short", TEXT, "the answer in one breath"),
    Key("full", TEXT, "the whole answer"),
    Key("why", TEXT, "why the right answer is right"),
    Key("points", ListOf(text_or(POINT), title="a list of points"), "a rubric to tick off"),
    Key(
        "red_flags",
        ListOf(text_or(RED_FLAG), title="a list of red flags"),
        "wrong answers interviewers hear",
    ),
    Key("recap", TEXTS, "the 60-second bullets"),
    Key("followups", ListOf(CARD_KEY, title="a list of cards"), "asked next, usually one level up"),
    Key("minutes", Amount(least=0, most=120, whole=False, above=True), "how long a good answer takes"),
    Key("roles", ListOf(TAG, title="a list of roles"), "who is asked this"),
    Key("stage", OneOf(STAGES), "screen or onsite"),
    Key("priority", OneOf(PRIORITIES), "what to cut first when time is short"),
    Key("analogy", TEXT, "a picture for it"),
    Key("breaks_when", TEXTS, "where the statement stops being true"),
    Key("seen_in", TEXTS, "real models and papers that show it"),
    Key("lab", text_or(LAB), "opens inline"),
    Key("sources", ListOf(text_or(SOURCE), title="a list of sources"), "where it can be looked up"),
    Key("confusable", ListOf(CARD_KEY, title="a list of cards"), "cards that are easily mixed up with it"),
    Key("renamed_from", ListOf(CARD_ID, title="a list of ids"), "former ids, whose history moves here"),
    Key("tests", ListOf(Located(TEST), title="a list of tests"), "the author's tests"),
)

_ANSWER = Key("answer", EXPRESSION, "an engine function or a formula", required=True)
_NUMBER: tuple[Key, ...] = (
    _ANSWER,
    Key("verify", EXPRESSION, "an independent route; must agree on every variant"),
    Key("accept", ACCEPT, "how an answer may be written"),
    Key("tolerance", TOLERANCE, "of a real-valued answer"),
    Key(
        "mistakes",
        ListOf(MISTAKE, most=MOST_CONDITIONS, title="a list of mistakes"),
        "wrong answers that get a name",
    ),
)
_SHUFFLE = Key("shuffle", Flag(), "false keeps the written order")
_CHOICES = Key(
    "choices", ListOf(CHOICE, least=2, title="a list of choices"), "what to choose from", required=True
)

#: What each kind says beside the common keys.
KINDS: dict[Kind, tuple[Key, ...]] = {
    Kind.RECALL: (),
    Kind.TRUE_FALSE: (
        Key("answer", EXPRESSION, "true, false, or a condition", required=True),
        Key("mistake", CARD_ID, "the misconception that the wrong answer shows"),
    ),
    Kind.SINGLE_CHOICE: (_CHOICES, _SHUFFLE),
    Kind.MULTI_CHOICE: (
        _CHOICES,
        _SHUFFLE,
        Key("scoring", OneOf(SCORINGS), "per_choice or all_or_nothing"),
    ),
    Kind.NUMERIC: _NUMBER,
    Kind.SYMBOLIC: (
        Key(
            "symbols", TableOf(TEXT, NAME, "meanings by symbol"), "what each letter stands for", required=True
        ),
        _ANSWER,
        Key(
            "mistakes",
            ListOf(MISTAKE, most=MOST_CONDITIONS, title="a list of mistakes"),
            "wrong formulas that get a name",
        ),
    ),
    Kind.SHAPE: (
        Key("answer", SHAPE_ANSWER, "one expression a dimension", required=True),
        Key(
            "mistakes",
            ListOf(SHAPE_MISTAKE, most=MOST_CONDITIONS, title="a list of mistakes"),
            "wrong shapes that get a name",
        ),
    ),
    Kind.ORDER: (
        Key("steps", ListOf(STEP, least=2, title="a list of steps"), "what to put in order", required=True),
        _SHUFFLE,
    ),
    Kind.CLOZE: (
        Key("text", TEXT, "text with [[gap | alternative]]", required=True),
        Key("any_order", Flag(), "true where the gaps may change places"),
    ),
    Kind.SPOT_BUG: (
        Key("language", TEXT, "for highlighting"),
        Key("code", TEXT, "never a template", required=True),
        Key(
            "bug_lines",
            ListOf(Amount(least=1), least=1, title="a list of line numbers"),
            "where it is",
            required=True,
        ),
    ),
    Kind.DEMO: _NUMBER,
}
_PROMPTED = frozenset(Kind) - {Kind.CLOZE, Kind.SPOT_BUG}


def _card_record(kind: Kind) -> Record:
    needed = {"prompt"} if kind in _PROMPTED else set()
    if kind is Kind.DEMO:
        needed.add("lab")
    common = (
        Key(key.name, key.shape, key.summary, required=True) if key.name in needed else key for key in COMMON
    )
    return Record(f"a {kind.value} card", (*common, *KINDS[kind]))


CARDS: dict[Kind, Record] = {kind: _card_record(kind) for kind in Kind}
