"""The console script. Imports nothing but the command table, so that --version and --help stay instant."""

import sys


def main() -> int:
    """Run one command and return its exit code: 0 done, 1 something was found wrong, 2 usage."""
    from mhaquiz.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
