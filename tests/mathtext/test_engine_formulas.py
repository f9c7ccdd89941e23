"""What the engine writes as LaTeX, this room reads: every quantity, with symbols and with numbers."""

from __future__ import annotations

import pytest

from mhaquiz.engine import QUANTITIES, EngineError, derive
from mhaquiz.mathtext import display_width, one_line, two_dimensional


@pytest.mark.parametrize("name", sorted(QUANTITIES))
def test_every_formula_of_the_engine_is_read(name: str) -> None:
    parameters = QUANTITIES[name].parameters
    values = {each.name: each.default if isinstance(each.default, int) else 4 for each in parameters}
    try:
        source = derive(name, **values).latex()
    except EngineError:
        pytest.skip("no formula at these values")
    assert "\\" not in one_line(source)
    assert one_line(source, ascii_only=True).isascii()
    box = two_dimensional(source)
    assert {display_width(line) for line in box.lines} == {box.width}
