"""The one table of keys. Bindings, the key bar, the help screen and docs/keys.md are all made from it.

While an answer line has focus printable keys type, so commands there are function keys; a letter beside a
function key (`f2,h`) works wherever nothing is typed. A user's keymap names a key by its `id`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from textual.binding import Binding, BindingType

#: Where keys work, in the order of the help screen: name → title.
PLACES: Mapping[str, str] = {
    "everywhere": "Everywhere",
    "home": "Home",
    "answer": "Answering: typed",
    "choices": "Answering: choices",
    "speak": "Answering aloud",
    "sure": "How sure",
    "reveal": "After the answer",
    "rubric": "Points and red flags",
    "waiting": "Waiting for a card",
    "finished": "Session over",
    "decks": "Decks",
    "browser": "Cards",
    "card": "A card",
    "drill": "Drill a model",
    "plan": "Interview plan",
    "statistics": "Statistics",
    "settings": "Settings",
    "setting": "Typing a setting",
    "preview": "Preview of a deck",
    "labs": "Labs",
    "lab": "In a lab",
    "slider": "Slider",
    "checks": "Check boxes",
    "map": "Heat map",
    "list": "Any list",
    "page": "Any page of text",
}


@dataclass(frozen=True, slots=True)
class Key:
    """One command on a key. `owner` is the screen or widget that carries it, `places` where it works there.

    `rank` orders the key bar (lowest first); 0 keeps the key out of it.
    """

    id: str
    keys: str
    label: str
    help: str
    action: str
    owner: str
    places: tuple[str, ...]
    rank: int = 0


def _rows(owner: str, places: str, rows: Iterable[tuple[str, str, str, str, str, int]]) -> tuple[Key, ...]:
    return tuple(
        Key(f"{owner}.{name}", keys, label, text, action, owner, tuple(places.split()), rank)
        for name, keys, label, text, action, rank in rows
    )


_EVERYWHERE = _rows(
    "app",
    "everywhere",
    [
        ("help", "f1,question_mark", "help", "Keys and how things work; F1 where you type", "app.help", 90),
        ("palette", "ctrl+p", "commands", "Every command, deck and lab by name", "app.command_palette", 95),
        ("theme", "f12", "light/dark", "Switch between the dark and the light theme", "app.turn_theme", 0),
        ("suspend", "ctrl+z", "suspend", "Back to the shell; fg returns", "app.suspend_process", 0),
        ("interrupt", "ctrl+c", "quit", "Pressed twice: quit (once: copy selected text)", "app.interrupt", 0),
        ("quit", "ctrl+q", "quit", "Quit at once; every answer given is already saved", "app.quit", 0),
    ],
)
_HOME = _rows(
    "home",
    "home",
    [
        ("study", "enter", "study", "Start today's session", "study", 1),
        ("quiz", "t", "quiz", "Ten questions that leave scheduling alone", "quiz", 2),
        ("decks", "d", "decks", "The decks, and what is wrong with a broken one", "decks", 3),
        ("browse", "b,slash", "cards", "Look through and search all cards", "browse", 92),
        ("labs", "l", "labs", "The live models", "labs", 5),
        ("drill", "r", "drill a model", "A quiz about one real model, or about a config.json", "drill", 10),
        ("mock", "m", "mock", "A mock interview of half an hour, with a report", "mock", 6),
        ("plan", "p", "plan", "Interview date and forecast", "plan", 7),
        ("statistics", "s", "statistics", "What you know, how sure, which wrong ideas", "statistics", 8),
        ("settings", "o", "settings", "Daily limits, colours, what is asked and shown", "settings", 9),
        ("quit", "q,escape", "quit", "Leave; every answer given is already saved", "app.quit", 91),
    ],
)
_STUDY = (
    _rows(
        "study",
        "answer",
        [("submit", "enter", "submit", "Hand in what you typed", "submit_line", 1)],
    )
    + _rows(
        "study",
        "choices",
        [("submit_choice", "enter", "submit", "Hand in what is chosen", "submit_choice", 2)],
    )
    + _rows(
        "study",
        "speak",
        [
            ("speak", "space", "start and stop", "Start the clock, answer aloud, stop and see", "speak", 1),
            ("speak_reveal", "enter", "show answer", "See the answer", "speak_stop", 2),
        ],
    )
    + _rows(
        "study",
        "answer choices speak",
        [("hint", "f2,h", "hint", "The next hint; a hinted answer is rated lower", "hint", 10)],
    )
    + _rows(
        "study",
        "answer choices",
        [("give_up", "f5", "don't know", "Give up and see the answer", "give_up", 14)],
    )
    + _rows(
        "study",
        "answer choices speak reveal",
        [
            ("lab", "f3,l", "lab", "Open this card's lab, or the list of labs", "lab", 12),
            ("mark", "f7,m", "mark", "Mark the card to find it again", "mark", 0),
            ("bury", "f6,b", "bury", "Not again today", "bury", 0),
            ("suspend", "f8,z", "suspend card", "Never again, until you bring it back", "suspend_card", 0),
            ("edit", "f9,e", "edit", "Open the card's source in $EDITOR at its line, then reload", "edit", 0),
        ],
    )
    + _rows(
        "study",
        "answer choices speak sure reveal waiting finished",
        [("undo", "f4,u", "undo", "Take back the last answer; as often as you like", "undo", 20)],
    )
    + _rows(
        "study",
        "sure",
        [
            ("sure_1", "1", "guess", "A guess", "sure(1)", 1),
            ("sure_2", "2,enter", "fairly sure", "Fairly sure; Enter means this too", "sure(2)", 2),
            ("sure_3", "3", "certain", "Certain: wrong answers come back first", "sure(3)", 3),
        ],
    )
    + _rows(
        "study",
        "reveal",
        [
            ("next", "enter", "next", "Take the marked rating and go on", "next", 1),
            ("rate_1", "1", "again", "Rate: not known", "rate(1)", 0),
            ("rate_2", "2", "hard", "Rate: known with effort", "rate(2)", 0),
            ("rate_3", "3", "good", "Rate: known", "rate(3)", 0),
            ("rate_4", "4", "easy", "Rate: too easy", "rate(4)", 0),
            ("confirm", "y", "that was it", "Yes, that is the slip I made: count it", "confirm", 3),
            ("full", "f", "full answer", "The full answer", "detail('full')", 4),
            ("flags", "x", "red flags", "Wrong answers that interviewers hear", "detail('red_flags')", 5),
            ("recap", "r", "recap", "The sixty-second recap", "detail('recap')", 6),
            ("sources", "s", "sources", "Where it can be looked up", "detail('sources')", 7),
            ("followups", "w", "follow-ups", "What would be asked next", "detail('followups')", 8),
            ("question", "p", "prompt", "The whole prompt, where it was cut", "detail('prompt')", 2),
        ],
    )
    + _rows(
        "study",
        "waiting",
        [
            ("wait", "w", "wait", "Wait here; the card shows when its time comes", "wait", 1),
            ("show_now", "enter,n", "show now", "Show the card at once", "show_now", 2),
            ("finish", "f", "finish", "End the session", "finish", 3),
        ],
    )
    + _rows(
        "study",
        "finished",
        [
            ("done", "enter,q", "home", "Back to home", "done", 1),
            ("tonight", "a", "do them tonight", "Put the report's cards into today's queue", "tonight", 2),
        ],
    )
    + _rows(
        "study",
        "answer choices speak sure reveal waiting finished",
        [("leave", "escape", "home", "Back to home; the session goes on where you left it", "leave", 30)],
    )
)
_STUDY += _rows(
    "study",
    "answer choices speak sure reveal waiting finished",
    [
        ("scroll_up", "up,k", "up", "A line up", "scroll(-1)", 0),
        ("scroll_down", "down,j", "down", "A line down", "scroll(1)", 0),
        ("page_up", "pageup", "page up", "A page up", "scroll(-2)", 0),
        ("page_down", "pagedown", "page down", "A page down", "scroll(2)", 0),
    ],
)
_PICKER = _rows(
    "picker",
    "choices",
    [
        ("pick", "1,2,3,4,5,6,7,8,9", "choose", "Choose by number", "pick_number", 1),
        ("toggle", "space", "tick", "Choose or tick the line under the cursor", "tick", 3),
        ("clear", "backspace", "clear", "Take the last choice back", "clear", 0),
    ],
) + _rows(
    "picker",
    "choices rubric",
    [
        ("up", "up,k", "up", "Cursor up", "up", 0),
        ("down", "down,j", "down", "Cursor down", "down", 0),
    ],
)
_RUBRIC = _rows(
    "rubric",
    "rubric",
    [("tick", "space", "tick", "Tick what you said and go to the next line", "tick", 2)],
)
_DECKS = _rows(
    "decks",
    "decks",
    [
        ("study", "enter", "study", "Study this deck", "study", 1),
        ("quiz", "t", "quiz", "A quiz of this deck", "quiz", 2),
        ("browse", "b", "cards", "The deck's cards", "browse", 3),
        ("back", "escape,q", "back", "Back", "app.back", 9),
    ],
)
_BROWSER = _rows(
    "browser",
    "browser",
    [
        ("search", "slash", "search", "Search prompts, tags and misconceptions", "search", 1),
        ("open", "enter", "open", "The card with its history", "open", 2),
        ("filter", "f", "filter", "Marked, suspended, missed often (leech), due, all", "filter", 3),
        ("mark", "m", "mark", "Mark the card to find it again, or take the mark away", "mark", 4),
        ("suspend", "z", "suspend", "Take it out of study, or bring it back", "suspend_card", 5),
        ("back", "escape", "back", "Clear the search, then go back", "back", 9),
    ],
)
_CARD = _rows(
    "card",
    "card",
    [
        ("practise", "enter", "practise", "Answer it now; scheduling stays as it is", "practise", 1),
        ("suspend", "z", "suspend", "Take it out of study, or bring it back", "suspend_card", 2),
        ("edit", "e", "edit", "Open its source in $EDITOR at its line", "edit", 3),
        ("lab", "l", "lab", "Open its lab", "lab", 4),
        ("back", "escape,q", "back", "Back", "app.back", 9),
    ],
)
_DRILL = _rows(
    "drill",
    "drill",
    [
        ("start", "enter", "start", "A dozen questions about this model", "start", 1),
        (
            "search",
            "slash",
            "name or path",
            "Search the list, or type the path of a config.json",
            "search",
            2,
        ),
        ("back", "escape", "back", "Clear the line, then go back", "back", 9),
    ],
)
_PLAN = _rows(
    "plan",
    "plan",
    [
        ("save", "enter", "save", "Set the date and the minutes a day", "save", 1),
        ("other", "tab,down,up", "other line", "Between date and minutes", "other", 2),
        ("clear", "f5", "no interview", "Take the interview off the calendar", "clear", 3),
        ("back", "escape", "back", "Back", "app.back", 9),
    ],
)
_STATISTICS = _rows(
    "statistics",
    "statistics",
    [
        ("page", "tab", "next page", "The next page", "page(1)", 2),
        ("page_back", "shift+tab", "page before", "The page before", "page(-1)", 0),
        ("drill", "enter", "drill", "Ten questions at most about this wrong idea", "drill", 1),
        ("back", "escape,q", "back", "Back", "app.back", 9),
    ],
)
_SETTINGS = _rows(
    "settings",
    "settings",
    [
        ("change", "enter", "change", "Turn it, or type a value", "change", 1),
        ("more", "right,plus,equals_sign", "next value", "The next value", "step(1)", 2),
        ("less", "left,minus", "value before", "The value before", "step(-1)", 0),
        ("default", "r,f4", "default", "Back to the default", "default", 4),
        ("back", "escape,q", "back", "Back", "back", 9),
    ],
) + _rows(
    "settings",
    "setting",
    [
        ("set", "enter", "set", "Take what is typed", "set", 1),
        ("leave", "escape", "as it was", "Leave the value as it was", "leave", 2),
    ],
)
_PREVIEW = _rows(
    "preview",
    "preview",
    [
        ("card", "right,n", "next card", "The next card", "card(1)", 2),
        ("card_back", "left,p", "card before", "The card before", "card(-1)", 0),
        ("draw", "v", "other numbers", "The same card with its next draw", "draw(1)", 3),
        ("draw_back", "V", "numbers before", "The same card with the draw before", "draw(-1)", 0),
        ("answer", "enter", "answer it", "Answer it as a learner does; nothing is kept", "answer", 1),
        ("edit", "e,f9", "edit", "Open its source in $EDITOR at its line", "edit", 4),
        ("back", "escape,q", "back", "Back", "app.back", 9),
    ],
)
_LABS = _rows(
    "labs",
    "labs",
    [
        ("open", "enter", "open", "Open the lab", "open", 1),
        ("back", "escape,q", "back", "Back", "app.back", 9),
    ],
)
_LAB = _rows(
    "lab",
    "lab",
    [
        ("picture", "tab", "next picture", "Show the next picture", "picture(1)", 2),
        ("picture_back", "shift+tab", "picture before", "Show the picture before", "picture(-1)", 0),
        ("control", "down,j", "control", "The next control; left and right turn it", "control(1)", 1),
        ("control_back", "up,k", "control before", "The control before", "control(-1)", 0),
        ("subject", "s,f3", "other job", "Turn the picture to the next job or head", "subject(1)", 3),
        ("explore", "e,f6", "cells", "Walk over the cells of a map and read their values", "explore", 4),
        ("tasks", "t,f2", "tasks", "What to try; ticked off as you do it", "tasks", 5),
        ("cards", "c,f7", "cards", "The cards about this lab", "cards", 6),
        ("more", "pagedown", "more lines", "The next lines of a picture made of words", "scroll(1)", 4),
        ("less", "pageup", "lines before", "The lines before", "scroll(-1)", 0),
        ("search", "o,f5", "search", "Search for better scores of each rank; again: stop", "search", 8),
        ("words", "w,f8", "in words", "All that changed and why, newest first", "words", 8),
        ("reset", "r,f4", "reset", "Back to the settings it opened with", "reset", 7),
        ("back", "escape,q", "back", "Out of a map, then out of the lab", "leave", 9),
    ],
)
_SLIDER = _rows(
    "slider",
    "slider",
    [
        ("less", "left,minus,h", "less", "One step down", "step(-1)", 0),
        ("more", "right,plus,equals_sign", "more", "One step up", "step(1)", 1),
        ("least", "home", "least", "Smallest value", "end(-1)", 0),
        ("most", "end", "most", "Largest value", "end(1)", 0),
        ("type", "0,1,2,3,4,5,6,7,8,9", "type", "Type a value; Enter sets the nearest legal one", "digit", 0),
    ],
)
_CHECKS = _rows(
    "checks",
    "checks",
    [
        ("left", "left", "left", "Box to the left", "move(-1)", 0),
        ("right", "right", "right", "Box to the right", "move(1)", 0),
        ("toggle", "space,enter", "tick", "Tick or untick", "tick", 1),
    ],
)
_MAP = _rows(
    "map",
    "map",
    [
        ("left", "left", "left", "Cell to the left", "move(0, -1)", 0),
        ("right", "right", "right", "Cell to the right", "move(0, 1)", 0),
        ("up", "up", "up", "Cell above", "move(-1, 0)", 1),
        ("down", "down", "down", "Cell below", "move(1, 0)", 0),
    ],
)
_LIST = _rows(
    "list",
    "list",
    [
        ("up", "up,k", "up", "Up", "up", 0),
        ("down", "down,j", "down", "Down", "down", 0),
        ("page_up", "pageup", "page up", "A page up", "page(-1)", 0),
        ("page_down", "pagedown", "page down", "A page down", "page(1)", 0),
        ("first", "home,g", "first", "First line", "first", 0),
        ("last", "end,G", "last", "Last line", "last", 0),
    ],
)
_PAGE = _rows(
    "page",
    "page",
    [("back", "escape,q,f1", "back", "Back", "app.back", 9)],
)

KEYS: tuple[Key, ...] = (
    _EVERYWHERE + _HOME + _STUDY + _PICKER + _RUBRIC + _DECKS + _BROWSER + _CARD + _DRILL + _PLAN
    + _STATISTICS + _SETTINGS + _PREVIEW + _LABS + _LAB + _SLIDER + _CHECKS + _MAP + _LIST + _PAGE
)  # fmt: skip

BY_ID: Mapping[str, Key] = {key.id: key for key in KEYS}


def bindings(owner: str) -> list[BindingType]:
    """The bindings of one screen or widget. Ids are the table's, so that a keymap can move them."""
    return [
        Binding(key.keys, key.action, key.label, show=key.rank > 0, id=key.id)
        for key in KEYS
        if key.owner == owner
    ]


@lru_cache(maxsize=256)
def places_of(owner: str, action: str) -> frozenset[str]:
    """Where an action of `owner` works: `rate` covers `rate(1)` … `rate(4)`; empty for an unknown action."""
    return frozenset(
        place
        for key in KEYS
        if key.owner == owner and key.action.partition("(")[0] == action
        for place in key.places
    )
