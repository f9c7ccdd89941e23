"""Reading what was typed: numbers with units, formulas, shapes and lists. Nothing typed is ever evaluated.

Every reader takes text of at most 200 characters, answers with exact values, and raises `Unreadable` with a
reason and the place where reading stopped.
"""

from mhaquiz.quiz.reading.numbers import Reading, Written, read_number
from mhaquiz.quiz.reading.unreadable import Unreadable

__all__ = ["Reading", "Unreadable", "Written", "read_number"]
