"""A whole project as JSON (docs/project-format.md), written line by line. Pure.

The same values always give the same bytes: keys in the order given, one item a line, short lists of numbers and small
objects on one line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from json.encoder import encode_basestring
from typing import Any

from annotator.texts.errors import FormatError

FORMAT = "pyramidion-project"
VERSION = 1
LONGEST_LINE = 110


class ProjectFileError(FormatError):
    """A file that is no project; ``path`` is where in its JSON, as ``topics[0].key``."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}" if path else why)


def timestamp(at: datetime) -> str:
    """A moment in UTC, exact to the microsecond, always of the same length."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def write(value: Any) -> Iterator[str]:
    """The file in pieces; an iterator among the values is a list whose items are made when they are written."""
    yield from _pieces(value, 0)
    yield "\n"


def _pieces(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, Iterator):
        yield from _joined((_pieces(item, depth + 1) for item in value), "[", "]", depth)
    elif isinstance(value, dict) and any(isinstance(one, Iterator) for one in value.values()):
        yield from _joined((_member(key, one, depth + 1) for key, one in value.items()), "{", "}", depth)
    else:
        yield _text(value, depth)


def _joined(items: Iterator[Iterator[str]], start: str, end: str, depth: int) -> Iterator[str]:
    filled = False
    yield start
    for item in items:
        yield f"{',' if filled else ''}\n{' ' * (depth + 1)}"
        yield from item
        filled = True
    yield f"\n{' ' * depth}{end}" if filled else end


def _member(key: str, value: Any, depth: int) -> Iterator[str]:
    yield f"{encode_basestring(key)}: "
    yield from _pieces(value, depth)


def _text(value: Any, depth: int) -> str:
    if not isinstance(value, dict | list):
        return encode_basestring(value) if isinstance(value, str) else json.dumps(value, allow_nan=False)
    named = isinstance(value, dict)
    inside = [f"{encode_basestring(key)}: " for key in value] if named else [""] * len(value)
    values: list[Any] = list(value.values()) if isinstance(value, dict) else value
    items = [f"{name}{_text(one, depth + 1)}" for name, one in zip(inside, values, strict=True)]
    start, end = ("{", "}") if named else ("[", "]")
    if not any(isinstance(one, dict | list) for one in values):
        line = f"{start}{', '.join(items)}{end}"
        if len(line) <= LONGEST_LINE or not any(isinstance(one, str) for one in values):
            return line
    pad = "\n" + " " * (depth + 1)
    return f"{start}{pad}{f',{pad}'.join(items)}\n{' ' * depth}{end}"
