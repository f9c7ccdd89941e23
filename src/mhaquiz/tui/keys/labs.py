"""The keys of labs and of what is turned in them."""

from __future__ import annotations

from mhaquiz.tui.keys.row import rows

LABS = rows(
    "labs",
    "labs",
    [
        ("open", "enter", "open", "Open the lab", "open", 1),
        ("back", "escape,q", "back", "Back", "app.back", 9),
    ],
)
LAB = rows(
    "lab",
    "lab",
    [
        ("picture", "tab", "picture", "Show the next picture", "picture(1)", 2),
        ("picture_back", "shift+tab", "picture before", "Show the picture before", "picture(-1)", 0),
        ("control", "down,j", "control", "The next control; left and right turn it", "control(1)", 1),
        ("control_back", "up,k", "control before", "The control before", "control(-1)", 0),
        ("subject", "s,f3", "other", "Turn the picture to the next job, head or slice", "subject(1)", 3),
        ("explore", "e,f6", "cells", "Walk over the cells of a map and read their values", "explore", 4),
        ("tasks", "t,f2", "tasks", "What to try; ticked off as you do it", "tasks", 5),
        ("cards", "c,f7", "cards", "The cards about this lab", "cards", 7),
        ("more", "pagedown", "more lines", "The next lines of a picture made of words", "scroll(1)", 4),
        ("less", "pageup", "lines before", "The lines before", "scroll(-1)", 0),
        ("search", "o,f5", "search", "Search for better scores of each rank; again: stop", "search", 9),
        ("words", "w,f8", "words", "All that changed and why, newest first", "words", 6),
        ("reset", "r,f4", "reset", "Back to the settings it opened with", "reset", 8),
        (
            "back",
            "escape,q",
            "back",
            "Out of a map, then out of the lab: back, or home where it came first",
            "leave",
            9,
        ),
    ],
)
SLIDER = rows(
    "slider",
    "slider",
    [
        ("less", "left,minus,h", "less", "One step down", "step(-1)", 0),
        ("more", "right,plus,equals_sign", "turn", "One step up", "step(1)", 8),
        ("least", "home", "least", "Smallest value", "end(-1)", 0),
        ("most", "end", "most", "Largest value", "end(1)", 0),
        ("type", "0,1,2,3,4,5,6,7,8,9", "type", "Type a value; Enter sets the nearest legal one", "digit", 0),
    ],
)
CHECKS = rows(
    "checks",
    "checks",
    [
        ("left", "left", "left", "Box to the left", "move(-1)", 0),
        ("right", "right", "right", "Box to the right", "move(1)", 0),
        ("toggle", "space,enter", "tick", "Tick or untick", "tick", 1),
    ],
)
MAP = rows(
    "map",
    "map",
    [
        ("left", "left", "left", "Cell to the left", "move(0, -1)", 0),
        ("right", "right", "right", "Cell to the right", "move(0, 1)", 0),
        ("up", "up", "up", "Cell above", "move(-1, 0)", 1),
        ("down", "down", "down", "Cell below", "move(1, 0)", 0),
    ],
)
