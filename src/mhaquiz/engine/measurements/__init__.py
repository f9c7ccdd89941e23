"""The second route: numpy does the thing and counts what it did.

Nothing here calls a closed form or a helper of one. One module a topic, beside those of `closed_forms`.
"""

from __future__ import annotations

from mhaquiz.engine.measurements import compute, heads, memory, scores, serving, weights
from mhaquiz.engine.measurements.instruments import MEASUREMENTS

__all__ = ["MEASUREMENTS", "compute", "heads", "memory", "scores", "serving", "weights"]
