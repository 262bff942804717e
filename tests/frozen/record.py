"""`python -m tests.frozen.record [FOLDER]`: write the records anew, and the full outputs into a folder."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import pytest

from tests.frozen.records import RECORD

FOLDER = Path(__file__).parent
TESTS = (str(FOLDER), f"{FOLDER.parent}/access/test_routes.py")


def main() -> int:
    """Run the tests that compare, so that they record; the exit status of pytest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="for the full outputs (default: a new temporary folder)")
    folder = parser.parse_args().folder or Path(tempfile.mkdtemp(prefix="frozen-full-"))
    os.environ[RECORD] = str(folder.resolve())
    status = int(pytest.main(["-n", "0", "-q", *TESTS]))
    sys.stdout.write(f"The full outputs are in {folder}.\n")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
