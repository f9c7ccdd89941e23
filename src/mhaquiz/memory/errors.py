"""What goes wrong with a profile, as one line that says where, what and how to mend it."""

from __future__ import annotations


class ProfileError(Exception):
    """A profile, log, backup or plan that cannot be used as asked. The message is one line for the person."""
