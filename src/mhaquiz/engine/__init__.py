"""The numbers: closed forms in plain arithmetic and, apart from them, numpy measurements.

Importing this room costs no numpy, sympy or yaml; `verified` imports numpy when it is first called.
"""

from __future__ import annotations

from mhaquiz.engine.config_file import model_config
from mhaquiz.engine.derivation import Derivation, derive
from mhaquiz.engine.edits import Edit, explain_wrong
from mhaquiz.engine.errors import EngineError, RoutesDiffer
from mhaquiz.engine.models import MODELS, ModelConfig, model
from mhaquiz.engine.quantity import Quantity
from mhaquiz.engine.verification import Measurement, Verified, verified
from mhaquiz.engine.vocabulary import QUANTITIES, evaluate

__all__ = [
    "MODELS",
    "QUANTITIES",
    "Derivation",
    "Edit",
    "EngineError",
    "Measurement",
    "ModelConfig",
    "Quantity",
    "RoutesDiffer",
    "Verified",
    "derive",
    "evaluate",
    "explain_wrong",
    "model",
    "model_config",
    "verified",
]
