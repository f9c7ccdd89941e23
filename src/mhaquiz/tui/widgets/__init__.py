"""Widgets shared by the screens; each draws a plain object and owns no logic."""
