"""Regular expressions from users and files: in Java's syntax, with bounded length and time.

DUCView is a Java program, so `startDocumentRegEx` is a Java pattern. The package `regex` knows most of its syntax and,
unlike `re`, has a timeout.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

import regex

from annotator.texts.errors import FormatError

MAX_PATTERN = 1_000
MAX_MATCHES = 1_000
SECONDS = 1.0
SECONDS_TOGETHER = 10.0
"""For all patterns within one `shared_time_limit`."""
MAX_COUNTED = 10_000
"""How many characters a pattern may require by counts (``a{1000,}``); nested counts multiply."""

_ESCAPES = {
    "Z": r"(?=\n?\Z)",
    "z": r"\Z",
    "e": r"\x1b",
    "k": r"\g",
}

_VERTICAL = r"\n\x0b\f\r\x85\u2028\u2029"

_JAVA_CLASSES = {
    "javaLowerCase": "Ll",
    "javaUpperCase": "Lu",
    "javaWhitespace": "White_Space",
    "javaAlphabetic": "Alphabetic",
    "javaLetter": "L",
    "javaDigit": "Nd",
    "javaLetterOrDigit": "Alnum",
}

# What stands in braces after a letter is a name, but digits alone count: the compiler takes \\g{9} for nine times "g".
_ESCAPE = re.compile(r"\\Q.*?(?:\\E|\Z)|\\x\{[0-9A-Fa-f]+\}|\\[pPNgk]\{[^{}]*[^{}0-9,][^{}]*\}|\\.?", re.DOTALL)
_GROUP = re.compile(r"\((?!\?)|\(\?(?:[:=!>]|<[=!]|P?<\w+>|P=\w+\)|[aidmsuU]*(?:-[idmsuU]+)?[:)])")
_COUNT = re.compile(r"\{([0-9]+)(?:,[0-9]*)?\}")

_SECONDS_LEFT: ContextVar[list[float] | None] = ContextVar("seconds left", default=None)


class PatternError(FormatError):
    """A regular expression that cannot be used; the message is a clause about it, such as "takes too long"."""


@lru_cache(maxsize=16)
def compile_pattern(pattern: str) -> regex.Pattern[str]:
    r"""A Java (or Python) pattern, compiled; ``\w``, ``\d`` and ``\s`` are ASCII as in Java.

    Raises:
        PatternError: longer than `MAX_PATTERN`, more than `MAX_COUNTED` characters required, or invalid.
    """
    if len(pattern) > MAX_PATTERN:
        raise PatternError(f"is longer than {MAX_PATTERN} characters")
    _check_counts(pattern)
    translated, nested = _translate(pattern)
    try:
        return regex.compile(
            translated, regex.ASCII | (regex.VERSION1 if nested else regex.VERSION0), cache_pattern=False
        )
    except (regex.error, RecursionError, MemoryError, OverflowError, ValueError) as error:
        raise PatternError(f"cannot be understood ({str(error).partition(' at position')[0]})") from error


def find_all(pattern: str, text: str) -> list[tuple[int, int]]:
    """The bounds of every match that is not empty, in text order.

    Raises:
        PatternError: invalid, more than `MAX_MATCHES` matches, or more than `SECONDS`.
    """
    matches: list[tuple[int, int]] = []
    with _timed() as seconds:
        for match in compile_pattern(pattern).finditer(text, timeout=seconds):
            if match.end() > match.start():
                matches.append(match.span())
            if len(matches) > MAX_MATCHES:
                raise PatternError(f"matches more than {MAX_MATCHES} times")
    return matches


def search_groups(pattern: str, text: str) -> dict[str, str] | None:
    """The named groups of the first match that are set, or None without a match.

    Raises:
        PatternError: invalid, or more than `SECONDS`.
    """
    with _timed() as seconds:
        match = compile_pattern(pattern).search(text, timeout=seconds)
    return None if match is None else {name: value for name, value in match.groupdict().items() if value is not None}


@contextmanager
def shared_time_limit() -> Iterator[None]:
    """Within it all patterns share `SECONDS_TOGETHER`, so that those of many files do not add up to minutes."""
    token = _SECONDS_LEFT.set([SECONDS_TOGETHER])
    try:
        yield
    finally:
        _SECONDS_LEFT.reset(token)


@contextmanager
def _timed() -> Iterator[float]:
    """The seconds that a pattern may take; the time it does take is subtracted from the shared time.

    Raises:
        PatternError: it took longer.
        FormatError: the shared time is used up; the file is then refused, not read as if it had no pattern.
    """
    left = _SECONDS_LEFT.get() or [SECONDS]
    if left[0] <= 0:
        raise FormatError("The regular expressions of the files before it took too long: import it separately.")
    began = time.thread_time()
    try:
        yield min(SECONDS, left[0])
    except (TimeoutError, MemoryError) as error:
        raise PatternError("takes too long") from error
    finally:
        left[0] -= time.thread_time() - began


def _translate(pattern: str) -> tuple[str, bool]:
    """The pattern with Java's own escapes replaced, and whether it has nested sets (`regex` version 1)."""
    out: list[str] = []
    nested, depth, index = "&&" in pattern, 0, 0
    while index < len(pattern):
        char = pattern[index]
        if char == "\\" and index + 1 < len(pattern):
            piece, index = _translate_escape(pattern, index, in_set=depth > 0)
            out.append(piece)
            continue
        if char == "[":
            nested = nested or depth > 0
            depth += 1
        elif char == "]" and depth > 0:
            depth -= 1
        out.append(char)
        index += 1
    return "".join(out), nested


def _translate_escape(pattern: str, index: int, *, in_set: bool) -> tuple[str, int]:
    """The escape at `index` in the syntax of `regex`, and the index behind it."""
    letter = pattern[index + 1]
    after = index + 2
    if letter == "Q":
        stop = pattern.find(r"\E", after)
        literal = pattern[after:] if stop < 0 else pattern[after:stop]
        return regex.escape(literal, special_only=False), len(pattern) if stop < 0 else stop + 2
    if letter == "v":
        return (_VERTICAL if in_set else f"[{_VERTICAL}]"), after
    if letter in "pPx" and pattern[after : after + 1] == "{":
        stop = pattern.find("}", after)
        name = pattern[after + 1 : stop]
        if letter == "x" and stop > 0 and all(digit in "0123456789abcdefABCDEF" for digit in name):
            return f"\\U{name:0>8}", stop + 1
        if name in _JAVA_CLASSES:
            return f"\\{letter}{{{_JAVA_CLASSES[name]}}}", stop + 1
    return _ESCAPES.get(letter, f"\\{letter}") if not in_set else f"\\{letter}", after


def _check_counts(pattern: str) -> None:
    """Raise PatternError for more than `MAX_COUNTED`, and for constructs that Java does not have."""
    sizes = [0]  # of the whole pattern and the open groups
    last = 0  # size of the character, set or group that a count would repeat
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
            raise PatternError(f"requires more than {MAX_COUNTED:,} characters by its counts")
        at = after


def _end(shape: re.Pattern[str], pattern: str, at: int) -> int:
    match = shape.match(pattern, at)
    return match.end() if match else at + 1


def _end_of_set(pattern: str, at: int) -> int:
    """The index behind the ``]`` of the set that begins at ``at``; sets may be nested."""
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
    match = _GROUP.match(pattern, at)
    if match is None:
        raise PatternError(f"cannot be understood (“{pattern[at : at + 4]}” is not in Java's regular expressions)")
    return match.end()


def _count(pattern: str, at: int) -> tuple[int, int]:
    match = _COUNT.match(pattern, at)
    if match is None:
        raise PatternError("cannot be understood (a brace without a count; write \\{ for the character)")
    return match.end(), int(match[1])
