"""Textual, and nothing but drawing and keys: app, screens/, widgets/."""
