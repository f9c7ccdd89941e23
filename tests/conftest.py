"""For all tests: what the commands they start would otherwise do anew each time, done once."""

import os
import sys

import pytest

#: Tests of a real terminal need pseudo-terminals and /proc.
collect_ignore = [] if sys.platform.startswith("linux") else ["terminal"]

# Compiling the package anew takes a third of the time of a command, and some hundreds are started.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(scope="session")
def built_in():
    """The built-in decks, read once; they do not change."""
    from mhaquiz.deck.library import load_library
    from mhaquiz.deck.places import builtin_decks

    return load_library([builtin_decks()])


@pytest.fixture(scope="session")
def compiled_decks(tmp_path_factory):
    """The cache folder of the built-in decks; copied into a home, it saves reading all the YAML."""
    from mhaquiz.cli.context import cache_dir, load_decks

    environ = {"MHAQUIZ_HOME": str(tmp_path_factory.mktemp("home"))}
    load_decks(environ=environ)
    return cache_dir(environ)
