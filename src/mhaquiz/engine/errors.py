"""What the engine refuses, and how it says so in one line."""

from __future__ import annotations


class EngineError(ValueError):
    """A parameter, a formula or a configuration that has no exact answer.

    The message is one line: it names the parameter, its value and the rule. `parameter` repeats the name for
    programs, or is empty where no single parameter is to blame.
    """

    def __init__(self, message: str, parameter: str = "") -> None:
        super().__init__(message)
        self.parameter = parameter


class TooLarge(EngineError):  # noqa: N818 - as RoutesDiffer below
    """A value that is too large to work out, or for a float."""


class DivisionByZero(EngineError):  # noqa: N818
    """A division by zero, or zero to a negative power."""


class RoutesDiffer(EngineError):  # noqa: N818 - it says what happened; callers know it by this name
    """The closed form and the measurement disagree, so the engine answers nothing.

    `closed_form` and `measured` are the two values; the message shows both.
    """

    def __init__(self, name: str, closed_form: object, measured: object, how: str) -> None:
        super().__init__(
            f"{name}: the closed form gives {closed_form}, the measurement {measured} ({how}); "
            "no answer is given while the two routes differ"
        )
        self.closed_form = closed_form
        self.measured = measured
