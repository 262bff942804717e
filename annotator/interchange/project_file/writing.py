"""Writes the JSON of a project file (docs/project-format.md). Pure: no Django, no database.

The same values always give the same bytes: keys stay in their order, and each item has its own line, except in lists of
numbers and in objects that fit on one line.
"""

import json
from collections.abc import Iterator
from json.encoder import encode_basestring
from typing import Any

LONGEST_LINE = 110


def write(value: Any) -> Iterator[str]:
    """The file in pieces. An iterator among the values is written as a list, item by item, to save memory."""
    yield from _pieces(value, 0)
    yield "\n"


def _pieces(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, Iterator):
        yield from _bracketed((_pieces(item, depth + 1) for item in value), "[", "]", depth)
    elif isinstance(value, dict) and any(isinstance(item, Iterator) for item in value.values()):
        yield from _bracketed((_key_and_value(key, item, depth + 1) for key, item in value.items()), "{", "}", depth)
    else:
        yield _text(value, depth)


def _bracketed(items: Iterator[Iterator[str]], opening: str, closing: str, depth: int) -> Iterator[str]:
    """Yield the items, each given in pieces, on separate lines between brackets."""
    is_empty = True
    yield opening
    for item in items:
        yield f"{'' if is_empty else ','}\n{' ' * (depth + 1)}"
        yield from item
        is_empty = False
    yield closing if is_empty else f"\n{' ' * depth}{closing}"


def _key_and_value(key: str, value: Any, depth: int) -> Iterator[str]:
    yield f"{encode_basestring(key)}: "
    yield from _pieces(value, depth)


def _text(value: Any, depth: int) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    if isinstance(value, dict):
        items = [f"{encode_basestring(key)}: {_text(item, depth + 1)}" for key, item in value.items()]
        return _bracketed_text(items, list(value.values()), "{", "}", depth)
    if isinstance(value, list):
        return _bracketed_text([_text(item, depth + 1) for item in value], value, "[", "]", depth)
    return json.dumps(value, allow_nan=False)


def _bracketed_text(items: list[str], values: list[Any], opening: str, closing: str, depth: int) -> str:
    """``items``, the texts of ``values``, on one line if they fit or are all numbers; else each on its own line."""
    if not any(isinstance(value, dict | list) for value in values):
        line = f"{opening}{', '.join(items)}{closing}"
        if len(line) <= LONGEST_LINE or not any(isinstance(value, str) for value in values):
            return line
    line_start = "\n" + " " * (depth + 1)
    return f"{opening}{line_start}{f',{line_start}'.join(items)}\n{' ' * depth}{closing}"
