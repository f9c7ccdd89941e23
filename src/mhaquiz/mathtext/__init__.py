"""Formulas as terminal text: one-line Unicode, two-dimensional, ASCII. Imports no other room."""
