"""Regular expressions that people and files give: Java's syntax understood, length and time bounded.

DUCView is a Java program, so `startDocumentRegEx` is a Java pattern. The package `regex` knows most of its syntax and,
unlike `re`, stops after a given time.
"""

from __future__ import annotations

import regex

from annotator.formats.documents import FormatError

MAX_PATTERN = 1_000
MAX_MATCHES = 1_000
SECONDS = 1.0

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


class PatternError(FormatError):
    """A regular expression that cannot be used; the message is a clause about it, such as "takes too long"."""


def compile_pattern(pattern: str) -> regex.Pattern[str]:
    r"""A Java (or Python) pattern, compiled; ``\w``, ``\d`` and ``\s`` are ASCII as in Java.

    Raises:
        PatternError: longer than `MAX_PATTERN`, or not understood.
    """
    if len(pattern) > MAX_PATTERN:
        raise PatternError(f"is longer than {MAX_PATTERN} characters")
    translated, nested = _translate(pattern)
    try:
        return regex.compile(translated, regex.ASCII | (regex.VERSION1 if nested else regex.VERSION0))
    except (regex.error, RecursionError, MemoryError, OverflowError, ValueError) as error:
        raise PatternError(f"cannot be understood ({str(error).partition(' at position')[0]})") from error


def find_all(pattern: str, text: str) -> list[tuple[int, int]]:
    """The bounds of every match that is not empty, in text order.

    Raises:
        PatternError: not understood, more than `MAX_MATCHES` matches, or more than `SECONDS`.
    """
    compiled = compile_pattern(pattern)
    found: list[tuple[int, int]] = []
    try:
        for match in compiled.finditer(text, timeout=SECONDS):
            if match.end() > match.start():
                found.append(match.span())
            if len(found) > MAX_MATCHES:
                raise PatternError(f"matches more than {MAX_MATCHES} times")
    except (TimeoutError, MemoryError) as error:
        raise PatternError("takes too long") from error
    return found


def search_groups(pattern: str, text: str) -> dict[str, str] | None:
    """The named groups of the first match (those that took part), or None without a match.

    Raises:
        PatternError: not understood, or more than `SECONDS`.
    """
    try:
        match = compile_pattern(pattern).search(text, timeout=SECONDS)
    except (TimeoutError, MemoryError) as error:
        raise PatternError("takes too long") from error
    return None if match is None else {name: value for name, value in match.groupdict().items() if value is not None}


def _translate(pattern: str) -> tuple[str, bool]:
    """The pattern with Java's own escapes replaced, and whether it has sets within sets (`regex` version 1)."""
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
    """The escape at `index` in the syntax of `regex`, and where the pattern goes on."""
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
