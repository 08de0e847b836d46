"""The command `koloda`, also as `python -m koloda`."""

import sys

from koloda.core.exit_codes import INTERRUPTED


def main() -> int:
    """Run one command and return its exit code. Ctrl+C ends it quietly, even while it is still being imported."""
    try:
        from koloda.cli.main import main

        return main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
