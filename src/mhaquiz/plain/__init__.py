"""The same sessions line by line: pipes, screen readers, terminals that cannot draw."""
