"""The numbers: closed forms in plain arithmetic and, apart from them, numpy measurements."""
