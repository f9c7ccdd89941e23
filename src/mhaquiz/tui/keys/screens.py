"""The keys that work everywhere, and those of the screens around a session."""

from __future__ import annotations

from mhaquiz.tui.keys.row import rows

EVERYWHERE = rows(
    "app",
    "everywhere",
    [
        ("help", "f1,question_mark", "help", "Keys and how things work; F1 where you type", "app.help", 90),
        ("palette", "ctrl+p", "commands", "Every command, deck and lab by name", "app.command_palette", 95),
        ("theme", "f12", "light/dark", "Switch between the dark and the light theme", "app.turn_theme", 0),
        ("suspend", "ctrl+z", "suspend", "Back to the shell; fg returns", "app.suspend_process", 0),
        ("interrupt", "ctrl+c", "quit", "Pressed twice: quit (once: copy selected text)", "app.interrupt", 0),
        ("quit", "ctrl+q", "quit", "Quit; asks first where a quiz or mock would be lost", "app.quit", 0),
    ],
)
HOME = rows(
    "home",
    "home",
    [
        ("study", "enter", "study", "Start today's session", "study", 1),
        ("quiz", "t", "quiz", "Ten questions that leave scheduling alone", "quiz", 2),
        ("decks", "d", "decks", "The decks, and what is wrong with a broken one", "decks", 9),
        ("browse", "b", "cards", "Look through and search all cards", "browse", 10),
        ("search", "slash", "search", "Search all cards: what you type next is the search", "search", 0),
        ("labs", "l", "labs", "Labs: live models to turn the knobs of", "labs", 5),
        ("drill", "r", "drill", "Drill a model: a quiz about one real model or a config.json", "drill", 11),
        ("mock", "m", "mock", "A mock interview against the clock, with a report", "mock", 3),
        ("plan", "p", "plan", "Plan: the date of the interview, and what to expect", "plan", 6),
        ("settings", "o", "settings", "Settings: daily limits, colours, what is asked", "settings", 7),
        ("statistics", "s", "stats", "Statistics: what you know, how sure, wrong ideas", "statistics", 8),
        ("quit", "escape,q", "quit", "Leave; asks first where a quiz or mock would be lost", "app.quit", 91),
    ],
)
DECKS = rows(
    "decks",
    "decks",
    [
        ("study", "enter", "study", "Study this deck", "study", 1),
        ("faults", "f", "all faults", "All that is wrong with a broken deck", "faults", 1),
        ("quiz", "t", "quiz", "A quiz of this deck", "quiz", 2),
        ("browse", "b", "cards", "The deck's cards", "browse", 3),
        ("back", "escape,q", "back", "Back", "app.back", 9),
    ],
)
BROWSER = rows(
    "browser",
    "browser",
    [
        ("search", "slash", "search", "Search prompts, tags and misconceptions", "search", 1),
        ("open", "enter", "open", "The card with its history", "open", 2),
        ("filter", "f", "filter", "Marked, suspended, missed often (leech), due, all", "filter", 3),
        ("mark", "m", "mark", "Mark the card to find it again, or take the mark away", "mark", 4),
        ("suspend", "z", "suspend", "Take it out of study; again: bring it back", "suspend_card", 5),
        ("back", "escape", "back", "Clear the search, then go back", "back", 9),
    ],
)
CARD = rows(
    "card",
    "card",
    [
        ("practise", "enter", "practise", "Answer it now; scheduling stays as it is", "practise", 1),
        ("suspend", "z", "suspend", "Take it out of study, or bring it back", "suspend_card", 2),
        ("edit", "e", "edit", "Open its source in $EDITOR at its line", "edit", 3),
        ("lab", "l", "lab", "Open its lab", "lab", 4),
        ("copy", "c", "copy", "Copy the question with its worked line, as plain text", "copy", 5),
        ("note", "n", "note", "Write a note on the card", "note", 6),
        ("back", "escape,q", "back", "Back", "app.back", 9),
    ],
)
DRILL = rows(
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
MOCK = rows(
    "mock",
    "mock",
    [
        ("start", "enter", "start", "Begin; the clock runs from the first question", "start", 1),
        ("more", "right,plus,equals_sign", "more", "More minutes, the next level; a topic in", "turn(1)", 2),
        ("less", "left,minus", "less", "Fewer minutes, the level before; a topic out", "turn(-1)", 3),
        ("tick", "space", "tick", "A topic in or out", "tick", 4),
        ("back", "escape,q", "back", "Back", "app.back", 9),
    ],
)
PLAN = rows(
    "plan",
    "plan",
    [
        ("save", "enter", "save", "Set the date and the minutes a day", "save", 1),
        ("other", "tab,down,up", "other line", "Between date and minutes", "other", 2),
        ("clear", "f5", "no interview", "Take the interview off the calendar", "clear", 3),
        ("back", "escape", "back", "Back", "app.back", 9),
    ],
)
STATISTICS = rows(
    "statistics",
    "statistics",
    [
        ("page", "tab", "next page", "The next page", "page(1)", 2),
        ("page_back", "shift+tab", "page before", "The page before", "page(-1)", 0),
        ("drill", "enter", "drill", "Ten questions at most about this wrong idea", "drill", 1),
        ("back", "escape,q", "back", "Back", "app.back", 9),
    ],
)
SETTINGS = rows(
    "settings",
    "settings",
    [
        ("change", "enter", "change", "Turn it, or type a value", "change", 1),
        ("more", "right,plus,equals_sign", "next value", "The next value", "step(1)", 2),
        ("less", "left,minus", "value before", "The value before", "step(-1)", 0),
        ("default", "r,f4", "default", "Back to the default", "default", 4),
        ("back", "escape,q", "back", "Back", "back", 9),
    ],
) + rows(
    "settings",
    "setting",
    [
        ("set", "enter", "set", "Take what is typed", "set", 1),
        ("leave", "escape", "as it was", "Leave the value as it was", "leave", 2),
    ],
)
PREVIEW = rows(
    "preview",
    "preview",
    [
        ("card", "right,n", "next card", "The next card", "card(1)", 2),
        ("card_back", "left,p", "card before", "The card before", "card(-1)", 0),
        ("draw", "v", "other numbers", "The same card with its next draw", "draw(1)", 3),
        ("draw_back", "V", "numbers before", "The same card with the draw before", "draw(-1)", 0),
        ("answer", "enter", "answer it", "Answer it as a learner does; nothing is kept", "answer", 1),
        ("edit", "e,f9", "edit", "Open its source in $EDITOR at its line", "edit", 4),
        ("back", "escape,q", "quit", "Back to the shell", "app.back", 9),
    ],
)
LIST = rows(
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
TEXT = rows(
    "text",
    "text",
    [
        ("up", "up,k", "up", "A line up", "lines(-1)", 0),
        ("down", "down,j", "down", "A line down", "lines(1)", 0),
        ("page_up", "pageup", "page up", "A page up", "page(-1)", 0),
        ("page_down", "pagedown", "page down", "A page down", "page(1)", 0),
        ("first", "home,g", "top", "To the top", "first", 0),
        ("last", "end,G", "end", "To the end", "last", 0),
    ],
)
PAGE = rows(
    "page",
    "page",
    [("back", "escape,q,f1", "back", "Back", "app.back", 9)],
)
