"""The lab on head width: what a narrow head cannot store, and what it can do all the same."""

from mhaquiz.labs.rank_ceiling.describe import describe_change
from mhaquiz.labs.rank_ceiling.model import Result, Settings, run
from mhaquiz.labs.rank_ceiling.optimiser import Optimised, optimise_curve, optimise_head

__all__ = ["Optimised", "Result", "Settings", "describe_change", "optimise_curve", "optimise_head", "run"]
