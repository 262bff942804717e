"""`python -m tests.annotator.api.record_examples`: write the examples of the API's description anew."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from annotator.interchange.project_file.writing import write

RECORD = "RECORD_API_EXAMPLES"
"""Variable of the environment: write what the API answers into the file of examples."""
LONGEST_TEXT, MAX_NUMBERS, MAX_ITEMS = 160, 6, 1
RANDOM = re.compile(
    r"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|\+00:00))"
    r"|(?P<uuid>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
    r"|(?P<key>\b\d{11,16}\b)"
)


def shortened(value: Any) -> Any:
    """The value without most items of its lists, and without the ends of long texts."""
    if isinstance(value, dict):
        items = [*value.items()]
        few = items[:MAX_ITEMS] if all(RANDOM.fullmatch(key) for key in value) else items
        return {key: shortened(item) for key, item in few}
    if isinstance(value, list):
        few = value[: MAX_NUMBERS if all(isinstance(item, int) for item in value) else MAX_ITEMS]
        return [shortened(item) for item in few]
    return value[:LONGEST_TEXT] if isinstance(value, str) else value


def normal(value: Any, numbers: dict[Any, int], name: str = "") -> Any:
    """The value with other times and ids. ``numbers``: those given to ids so far; ``name``: the key of the value."""
    if name == "made_by":
        value = {**value, "version": "1.0.0", "date": "2026-01-31"}
    if isinstance(value, dict):
        return {normal(key, numbers): normal(item, numbers, key) for key, item in value.items()}
    if isinstance(value, list):
        return [normal(item, numbers) for item in value]
    if isinstance(value, str):
        return RANDOM.sub(lambda match: _replacement(match, numbers), value)
    if isinstance(value, int) and (value > 10**10 or name in ("id", "summary")):
        return int(_key(value, numbers))
    return value


def _replacement(match: re.Match[str], numbers: dict[Any, int]) -> str:
    if match["time"]:
        return "2026-01-31T09:30:00Z"
    if match["uuid"]:
        return f"7c0ffee0-0000-4000-8000-{_number(match[0], numbers):012}"
    return _key(int(match[0]), numbers)


def _key(value: int, numbers: dict[Any, int]) -> str:
    number = _number(value, numbers)
    return str(1_000_000_000_000_000 + number if value > 10**10 else number)


def _number(value: Any, numbers: dict[Any, int]) -> int:
    return numbers.setdefault(value, len(numbers) + 1)


def write_examples(path: Path, examples: dict[str, Any]) -> None:
    """Replace the file."""
    path.write_text("".join(write(dict(sorted(examples.items())))), encoding="utf-8")


if __name__ == "__main__":
    os.environ[RECORD] = "1"
    raise SystemExit(pytest.main(["-n", "0", "-q", str(Path(__file__).with_name("test_recorded_examples.py"))]))
