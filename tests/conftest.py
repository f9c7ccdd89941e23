"""For all tests: the commands they start may keep their compiled modules, wherever the caller forbids it.

Some two hundred processes are started; compiling the package anew in each takes a third of their time.
"""

import os

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
