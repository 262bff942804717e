"""A program that `annotator.texts.patterns` starts: it runs regular expressions, and can be ended at any moment.

Each line of input is a request and each line of output its answer, in JSON. The program imports nothing of Pyramidion,
so that it starts fast.
"""

import json
import resource
import sys
import time
from contextlib import suppress
from functools import lru_cache
from typing import Any

import regex

MAX_MEMORY = 400 * 1024**2
"""Bytes of address space."""


@lru_cache(maxsize=16)
def compiled(pattern: str, *, has_nested_sets: bool) -> regex.Pattern[str]:
    version = regex.VERSION1 if has_nested_sets else regex.VERSION0  # only version 1 has nested sets
    return regex.compile(pattern, regex.ASCII | version, cache_pattern=False)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return {task name: result}; {"error": clause} if the pattern is invalid or takes too long."""
    try:
        pattern = compiled(request["pattern"], has_nested_sets=request["has_nested_sets"])
    except (regex.error, RecursionError, MemoryError, OverflowError, ValueError) as error:
        return {"error": f"cannot be understood ({str(error).partition(' at position')[0]})"}
    try:
        return {request["task"]: TASKS[request["task"]](pattern, request)}
    except (TimeoutError, MemoryError):
        return {"error": "takes too long"}


def group_names(pattern: regex.Pattern[str], _: dict[str, Any]) -> list[str]:
    return list(pattern.groupindex)


def spans(pattern: regex.Pattern[str], request: dict[str, Any]) -> list[tuple[int, int]]:
    """The bounds of the matches that are not empty: at most ``max_matches``, plus one to show that there are more."""
    bounds: list[tuple[int, int]] = []
    for match in pattern.finditer(request["text"], timeout=request["seconds"]):
        if match.end() > match.start():
            bounds.append(match.span())
        if len(bounds) > request["max_matches"]:
            break
    return bounds


def first_groups(pattern: regex.Pattern[str], request: dict[str, Any]) -> dict[str, str] | None:
    match = pattern.search(request["text"], timeout=request["seconds"])
    return None if match is None else {name: value for name, value in match.groupdict().items() if value is not None}


TASKS = {"group_names": group_names, "spans": spans, "first_groups": first_groups}


def main() -> None:
    with suppress(ValueError, OSError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    for line in sys.stdin:
        start_time = time.process_time()  # CPU seconds; the answer says how many the request took
        result = answer(json.loads(line))
        print(json.dumps({**result, "took": time.process_time() - start_time}), flush=True)


if __name__ == "__main__":
    main()
