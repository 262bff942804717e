"""Writes the JSON of a project (docs/project-format.md). Pure.

The same values always give the same bytes: keys in the given order, one item a line, short lists of numbers and small
objects on one line.
"""

import json
from collections.abc import Iterator
from json.encoder import encode_basestring
from typing import Any

LONGEST_LINE = 110


def write(value: Any) -> Iterator[str]:
    """The file in pieces; an iterator among the values is written as a list, item by item."""
    yield from _pieces(value, 0)
    yield "\n"


def _pieces(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, Iterator):
        yield from _joined((_pieces(item, depth + 1) for item in value), "[", "]", depth)
    elif isinstance(value, dict) and any(isinstance(item, Iterator) for item in value.values()):
        yield from _joined((_member(key, item, depth + 1) for key, item in value.items()), "{", "}", depth)
    else:
        yield _text(value, depth)


def _joined(items: Iterator[Iterator[str]], start: str, end: str, depth: int) -> Iterator[str]:
    empty = True
    yield start
    for item in items:
        yield f"{'' if empty else ','}\n{' ' * (depth + 1)}"
        yield from item
        empty = False
    yield end if empty else f"\n{' ' * depth}{end}"


def _member(key: str, value: Any, depth: int) -> Iterator[str]:
    yield f"{encode_basestring(key)}: "
    yield from _pieces(value, depth)


def _text(value: Any, depth: int) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    if isinstance(value, dict):
        items = [f"{encode_basestring(key)}: {_text(item, depth + 1)}" for key, item in value.items()]
        return _lines(items, list(value.values()), "{", "}", depth)
    if isinstance(value, list):
        return _lines([_text(item, depth + 1) for item in value], value, "[", "]", depth)
    return json.dumps(value, allow_nan=False)


def _lines(items: list[str], values: list[Any], start: str, end: str, depth: int) -> str:
    """The items on one line if they fit on it or are all numbers, else one a line."""
    if not any(isinstance(value, dict | list) for value in values):
        line = f"{start}{', '.join(items)}{end}"
        if len(line) <= LONGEST_LINE or not any(isinstance(value, str) for value in values):
            return line
    pad = "\n" + " " * (depth + 1)
    return f"{start}{pad}{f',{pad}'.join(items)}\n{' ' * depth}{end}"
