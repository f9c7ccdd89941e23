"""One question before one person: draw a variant, read what was typed, grade it, explain it; sessions."""
