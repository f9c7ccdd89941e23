"""The lab on head width: what a narrow head cannot store, and what it can do all the same."""

from mhaquiz.labs.rank_ceiling.describe import describe_change
from mhaquiz.labs.rank_ceiling.model import Result, Settings, run

__all__ = ["Result", "Settings", "describe_change", "run"]
