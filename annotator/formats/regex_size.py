"""What a regular expression asks of whoever compiles it, seen before it is compiled.

A counted repetition is written out by the compiler: ``a{100000000}`` fills the memory before any time limit begins. And
the package `regex` knows recursion and matching with errors, which no Java pattern has.
"""

from __future__ import annotations

import re

from annotator.formats.documents import FormatError

MAX_COUNTED = 10_000
"""How many characters a pattern may ask for by least counts (``a{1000,}``), those within others multiplied."""

# What stands in braces after a letter is a name, but digits alone count: the compiler takes \\g{9} for nine times "g".
_ESCAPE = re.compile(r"\\Q.*?(?:\\E|\Z)|\\x\{[0-9A-Fa-f]+\}|\\[pPNgk]\{[^{}]*[^{}0-9,][^{}]*\}|\\.?", re.DOTALL)
_GROUP = re.compile(r"\((?!\?)|\(\?(?:[:=!>]|<[=!]|P?<\w+>|P=\w+\)|[aidmsuU]*(?:-[idmsuU]+)?[:)])")
_COUNT = re.compile(r"\{([0-9]+)(?:,[0-9]*)?\}")


class PatternError(FormatError):
    """A regular expression that cannot be used; the message is a clause about it, such as "takes too long"."""


def check_bounded(pattern: str) -> None:
    """Raise PatternError for more than `MAX_COUNTED`, and for constructs that Java does not have."""
    sizes = [0]  # of the groups that are open, the whole at first
    last = 0  # of the character, set or group that a count would be about
    at = 0
    while at < len(pattern):
        char, after = pattern[at], at + 1
        if char == "\\":
            after, last = _end(_ESCAPE, pattern, at), 1
            sizes[-1] += after - at if pattern.startswith(r"\Q", at) else 1
        elif char == "[":
            after, last = _end_of_set(pattern, at), 1
            sizes[-1] += 1
        elif char == "(":
            after, last = _end_of_opening(pattern, at), 1
            if pattern[after - 1] != ")":
                sizes.append(1)
        elif char == ")":
            last = sizes.pop() if len(sizes) > 1 else 0
            sizes[-1] += last
        elif char == "{":
            after, times = _count(pattern, at)
            sizes[-1] += last * max(times - 1, 0)
            last *= max(times, 1)
        elif char not in "*+?|":
            last = 1
            sizes[-1] += 1
        if sizes[-1] > MAX_COUNTED:
            raise PatternError(f"asks for more than {MAX_COUNTED:,} characters by counting")
        at = after


def _end(shape: re.Pattern[str], pattern: str, at: int) -> int:
    found = shape.match(pattern, at)
    return found.end() if found else at + 1


def _end_of_set(pattern: str, at: int) -> int:
    """Behind the ``]`` of the set that begins at ``at``; sets may stand within sets, and ``]`` first in one."""
    depth, place = 0, at
    while place < len(pattern):
        char = pattern[place]
        if char == "\\":
            place = _end(_ESCAPE, pattern, place)
            continue
        depth += (char == "[") - (char == "]")
        place += 1
        if depth == 0:
            return place
    return place


def _end_of_opening(pattern: str, at: int) -> int:
    found = _GROUP.match(pattern, at)
    if found is None:
        raise PatternError(f"cannot be understood (“{pattern[at : at + 4]}” is not in Java's regular expressions)")
    return found.end()


def _count(pattern: str, at: int) -> tuple[int, int]:
    found = _COUNT.match(pattern, at)
    if found is None:
        raise PatternError("cannot be understood (a brace that counts nothing; write \\{ for the character)")
    return found.end(), int(found[1])
