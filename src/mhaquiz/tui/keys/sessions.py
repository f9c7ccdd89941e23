"""The keys of a session: answering, how sure, the reveal, waiting, the end; and of its lists."""

from __future__ import annotations

from mhaquiz.tui.keys.row import rows

STUDY = (
    rows(
        "study",
        "answer",
        [("submit", "enter", "submit", "Hand in what you typed", "submit_line", 1)],
    )
    + rows(
        "study",
        "choices",
        [("submit_choice", "enter", "submit", "Hand in what is chosen", "submit_choice", 2)],
    )
    + rows(
        "study",
        "speak",
        [
            ("speak", "space", "start and stop", "Start the clock, answer aloud, stop and see", "speak", 1),
            ("speak_reveal", "enter", "show answer", "See the answer", "speak_stop", 2),
        ],
    )
    + rows(
        "study",
        "answer choices speak",
        [("hint", "f2,h", "hint", "The next hint; a hinted answer is rated lower", "hint", 10)],
    )
    + rows(
        "study",
        "answer choices",
        [("give_up", "f5", "don't know", "Give up and see the answer", "give_up", 14)],
    )
    + rows(
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
    + rows(
        "study",
        "answer choices speak sure reveal waiting finished",
        [("undo", "f4,u", "undo", "Take back the last answer; as often as you like", "undo", 20)],
    )
    + rows(
        "study",
        "sure",
        [
            ("sure_1", "1", "guess", "A guess", "sure(1)", 1),
            ("sure_2", "2,enter", "fairly sure", "Fairly sure; Enter means this too", "sure(2)", 2),
            ("sure_3", "3", "certain", "Certain: wrong answers come back first", "sure(3)", 3),
        ],
    )
    + rows(
        "study",
        "reveal",
        [
            ("next", "enter", "next", "Take the marked rating and go on", "next", 1),
            ("rate_1", "1", "again", "Rate: not known", "rate(1)", 0),
            ("rate_2", "2", "hard", "Rate: known with effort", "rate(2)", 0),
            ("rate_3", "3", "good", "Rate: known", "rate(3)", 0),
            ("rate_4", "4", "easy", "Rate: too easy", "rate(4)", 0),
            ("confirm", "y", "that was it", "Yes, that is the slip I made: count it", "confirm(0)", 3),
            ("confirm_2", "i", "it was (2)", "The second slip named is the one I made", "confirm(1)", 4),
            ("confirm_3", "o", "it was (3)", "The third slip named is the one I made", "confirm(2)", 5),
            ("full", "f", "full answer", "The full answer", "detail('full')", 6),
            ("flags", "x", "red flags", "Wrong answers that interviewers hear", "detail('red_flags')", 7),
            ("recap", "r", "recap", "The sixty-second recap", "detail('recap')", 8),
            ("sources", "s", "sources", "Where it can be looked up", "detail('sources')", 9),
            ("followups", "w", "follow-ups", "What would be asked next", "detail('followups')", 10),
            ("question", "p", "prompt", "The whole prompt, where it was cut", "detail('prompt')", 2),
            ("copy", "c", "copy", "Copy the question with its worked line, as plain text", "copy", 0),
            ("note", "n", "note", "Write a note on the card; its page shows them", "note", 13),
        ],
    )
    + rows(
        "study",
        "waiting",
        [
            ("wait", "w", "wait", "Wait here; the card shows when its time comes", "wait", 1),
            ("show_now", "enter,n", "show now", "Show the card at once", "show_now", 2),
            ("finish", "f", "finish", "End the session", "finish", 3),
        ],
    )
    + rows(
        "study",
        "finished",
        [
            ("done", "enter,escape,q", "home", "Back to where it was opened, or home", "done", 1),
            ("tonight", "a", "do them tonight", "Put the report's cards into today's queue", "tonight", 2),
        ],
    )
    + rows(
        "study",
        "answer choices speak sure reveal waiting",
        [
            (
                "leave",
                "escape",
                "home",
                "Close what is open, else leave; it goes on later",
                "leave",
                30,
            )
        ],
    )
)
STUDY += rows(
    "study",
    "answer choices speak sure reveal waiting finished",
    [
        ("scroll_up", "up,k", "up", "A line up", "scroll(-1)", 0),
        ("scroll_down", "down,j", "down", "A line down", "scroll(1)", 0),
        ("page_up", "pageup", "page up", "A page up", "scroll(-2)", 0),
        ("page_down", "pagedown", "page down", "A page down", "scroll(2)", 0),
    ],
)
LEAVING = rows(
    "leaving",
    "leaving",
    [
        ("leave", "enter", "leave", "Leave; it waits as it is until you come back or quit", "leave", 1),
        ("finish", "f", "end it", "End it now and see what it came to", "finish", 2),
        ("back", "escape,q", "go on", "Go on with it", "back", 9),
    ],
)
QUITTING = rows(
    "quitting",
    "quitting",
    [
        ("quit_now", "enter,y", "quit", "Quit; what waits is lost", "quit_now", 1),
        ("stay", "escape,n", "stay", "Stay, and go on where you were", "stay", 9),
    ],
)
NOTE = rows(
    "note",
    "note",
    [
        ("keep", "enter", "keep", "Keep the note", "keep", 1),
        ("leave", "escape", "leave", "Leave without a note", "leave", 9),
    ],
)
PICKER = rows(
    "picker",
    "choices",
    [
        ("pick", "1,2,3,4,5,6,7,8,9", "choose", "Choose by number", "pick_number", 1),
        ("word", "t,f", "true, false", "Choose true or false, where those are the choices", "pick_word", 0),
        ("toggle", "space", "tick", "Choose or tick the line under the cursor", "tick", 3),
        ("clear", "backspace", "clear", "Take the last choice back", "clear", 0),
    ],
) + rows(
    "picker",
    "choices rubric",
    [
        ("up", "up,k", "up", "Cursor up", "up", 0),
        ("down", "down,j", "down", "Cursor down", "down", 0),
    ],
)
RUBRIC = rows(
    "rubric",
    "rubric",
    [("tick", "space", "tick", "Tick what you said and go to the next line", "tick", 2)],
)
