"""A deck as data: strict YAML with positions, cards, author expressions, templates, checks and messages."""
