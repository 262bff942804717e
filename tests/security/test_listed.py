"""docs/security.md lists this suite: what it tries stands there, and what stands there is tried."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent.parent
PAGE = (TESTS.parent / "docs" / "security.md").read_text(encoding="utf-8")
TEST = re.compile(r"`((?:[\w/]+/)?test_\w+\.py)(?:::(\w+))?`")
NAMED = TEST.findall(PAGE)


def test_every_file_of_the_suite_has_a_row() -> None:
    files = {str(path.relative_to(TESTS)) for path in (TESTS / "security").glob("test_*.py")}
    assert files - {file for file, _ in NAMED} == set()


def test_every_row_names_tests_that_exist() -> None:
    missing = [f"{file}::{test}" for file, test in NAMED if not _there(TESTS / file, test)]
    assert NAMED
    assert missing == []


def test_each_class_of_fault_of_the_trial_has_a_row_with_its_tests() -> None:
    rows = re.findall(r"^\| (\d+) \|(.+)\|$", PAGE, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 17))
    assert [number for number, row in rows if not TEST.search(row)] == []


def _there(path: Path, test: str) -> bool:
    if not path.is_file():
        return False
    parts = ast.parse(path.read_text(encoding="utf-8")).body
    return not test or test in {part.name for part in parts if isinstance(part, ast.FunctionDef)}
