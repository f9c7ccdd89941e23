"""mhaquiz: interview practice on multi-head attention, in the terminal.

Rooms (each its own package) and the arrows between them are drawn in docs/architecture.md and held by the
import contracts in pyproject.toml.
"""

__version__ = "0.1.0"
