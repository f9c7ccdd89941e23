"""The definitions, one topic a module: ordinary arithmetic on whole numbers, formulas or sympy symbols alike.

A function's docstring is its line in docs/vocabulary.md. Nothing here imports numpy; what measures these
quantities lives in `measurements` and shares nothing with them but the names.
"""
