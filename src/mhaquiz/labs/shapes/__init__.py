"""The lab on shapes: split, attend, combine, and the reshape that forgets a transpose."""

from mhaquiz.labs.shapes.model import Result, Source, attend, describe_change, run, split
from mhaquiz.labs.shapes.steps import Settings, Step

__all__ = ["Result", "Settings", "Source", "Step", "attend", "describe_change", "run", "split"]
