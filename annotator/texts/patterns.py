"""Regular expressions from users and files: in Java's syntax, with bounded length and time.

DUCView is a Java program, so `startDocumentRegEx` is a Java pattern. The package `regex` knows most of its syntax and,
unlike `re`, has a timeout. Patterns are compiled and run in a child process, because that does not block the threads of
the server and can be ended at any time (docs/adr/0181-patterns-in-a-process.md).
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from annotator.texts.errors import FormatError
from annotator.texts.pattern_process import PROCESS

MAX_PATTERN = 1_000  # characters
MAX_MATCHES = 1_000
MAX_SECONDS = 1.0
"""Time limit for one pattern."""
MAX_SECONDS_TOGETHER = 3.0
"""Time limit for all patterns within one `shared_time_limit`."""
MAX_REQUIRED = 10_000
"""A pattern with counts, such as ``a{1000,}``, may require at most this many characters; nested counts multiply."""

_JAVA_ESCAPES = {  # translated to the syntax of `regex`
    "Z": r"(?=\n?\Z)",
    "z": r"\Z",
    "e": r"\x1b",
    "k": r"\g",
}

_VERTICAL_SPACES = r"\n\x0b\f\r\x85\u2028\u2029"

_JAVA_CLASSES = {
    "javaLowerCase": "Ll",
    "javaUpperCase": "Lu",
    "javaWhitespace": "White_Space",
    "javaAlphabetic": "Alphabetic",
    "javaLetter": "L",
    "javaDigit": "Nd",
    "javaLetterOrDigit": "Alnum",
}

# Braces after an escaped letter contain a name. Digits alone are a count: the compiler reads \g{9} as nine times "g".
_ESCAPE = r"\\Q.*?(?:\\E|\Z)|\\x\{[0-9A-Fa-f]+\}|\\[pPNgk]\{[^{}]*[^{}0-9,][^{}]*\}|\\.?"
_GROUP = r"\((?!\?)|\(\?(?:[:=!>]|<[=!]|P?<\w+>|P=\w+\)|[aidmsuU]*(?:-[idmsuU]+)?[:)])"
_COUNT = r"\{(?P<times>[0-9]+)(?:,[0-9]*)?\}"
_TOKEN = re.compile(rf"(?P<escape>{_ESCAPE})|(?P<group>{_GROUP})|(?P<count>{_COUNT})|.", re.DOTALL)

# A list of one number, so that all patterns within a `shared_time_limit` can reduce the same number.
_REMAINING_SECONDS: ContextVar[list[float] | None] = ContextVar("remaining seconds", default=None)


class PatternError(FormatError):
    """A regular expression cannot be used. The message is a clause without its subject, such as "takes too long"."""


def group_names(pattern: str) -> list[str]:
    r"""The names of the groups of a Java (or Python) pattern; ``\w``, ``\d`` and ``\s`` are ASCII as in Java.

    Raises:
        PatternError: the pattern is invalid, longer than `MAX_PATTERN`, or requires over `MAX_REQUIRED` characters.
    """
    names: list[str] = _run(pattern, "group_names")
    return names


def find_all(pattern: str, text: str) -> list[tuple[int, int]]:
    """The bounds of every match that is not empty, in text order.

    Raises:
        PatternError: the pattern is invalid, has more than `MAX_MATCHES` matches, or takes longer than `MAX_SECONDS`.
    """
    spans = _run(pattern, "spans", text=text, max_matches=MAX_MATCHES)
    if len(spans) > MAX_MATCHES:
        raise PatternError(f"matches more than {MAX_MATCHES} times")
    return [(start, end) for start, end in spans]


def search_groups(pattern: str, text: str) -> dict[str, str] | None:
    """The named groups of the first match, without groups that matched nothing; None if there is no match.

    Raises:
        PatternError: the pattern is invalid, or takes longer than `MAX_SECONDS`.
    """
    groups: dict[str, str] | None = _run(pattern, "first_groups", text=text)
    return groups


@contextmanager
def shared_time_limit() -> Iterator[None]:
    """A context in which all patterns share `MAX_SECONDS_TOGETHER`; without it, many files could take minutes."""
    token = _REMAINING_SECONDS.set([MAX_SECONDS_TOGETHER])
    try:
        yield
    finally:
        _REMAINING_SECONDS.reset(token)


def _run(pattern: str, task: str, **arguments: Any) -> Any:
    """The result of a task of `pattern_matcher`. The time that the task takes is subtracted from the shared time.

    Raises:
        PatternError: the pattern is refused, or took too long.
        FormatError: the shared time is used up. The file is then refused instead of being read without its pattern.
    """
    translated, has_nested_sets = _translate(pattern)
    remaining = _REMAINING_SECONDS.get() or [MAX_SECONDS]
    if remaining[0] <= 0:
        raise FormatError("The regular expressions of the files before it took too long: import it separately.")
    seconds = min(MAX_SECONDS, remaining[0])
    request = {"task": task, "pattern": translated, "has_nested_sets": has_nested_sets, "seconds": seconds}
    answer = PROCESS.ask({**request, **arguments}, seconds=seconds) or {"error": "takes too long", "took": seconds}
    remaining[0] -= answer["took"]
    if "error" in answer:
        raise PatternError(answer["error"])
    return answer[task]


def _translate(pattern: str) -> tuple[str, bool]:
    """The pattern in the syntax of `regex`, and whether it has nested sets. Raises PatternError."""
    if len(pattern) > MAX_PATTERN:
        raise PatternError(f"is longer than {MAX_PATTERN} characters")
    tokens = list(_tokens(pattern))
    _check_counts(tokens)
    has_nested_sets = "&&" in pattern or any(token[0] == "[" and depth > 0 for token, depth in tokens)
    return "".join(_to_python(token, in_set=depth > 0) for token, depth in tokens), has_nested_sets


def _tokens(pattern: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield escapes, openings of groups, counts and single characters, each with the number of ``[sets]`` around it."""
    depth = 0
    for token in _TOKEN.finditer(pattern):
        yield token, depth
        if token[0] == "[":
            depth += 1
        elif token[0] == "]" and depth > 0:
            depth -= 1


def _to_python(token: re.Match[str], *, in_set: bool) -> str:
    """A token in the syntax of `regex`."""
    text = token[0]
    if token.lastgroup != "escape":
        return text
    letter, name = text[1:2], text[3:-1]
    if letter == "Q":
        return re.escape(text[2:].removesuffix(r"\E"))
    if letter == "v":
        return _VERTICAL_SPACES if in_set else f"[{_VERTICAL_SPACES}]"
    if letter == "x" and name:
        return f"\\U{name:0>8}"
    if letter in "pP" and name in _JAVA_CLASSES:
        return f"\\{letter}{{{_JAVA_CLASSES[name]}}}"
    return text if in_set else _JAVA_ESCAPES.get(letter, text[:2]) + text[2:]


def _check_counts(tokens: Iterable[tuple[re.Match[str], int]]) -> None:
    """Raise PatternError if more than `MAX_REQUIRED` characters are required, or for syntax that Java does not have."""
    sizes = [0]  # characters required by the pattern so far, and by each open group
    last_size = 0  # characters required by the element before the token, which a count would repeat
    for token, depth in tokens:
        text = token[0]
        if depth > 0:
            continue
        if token.lastgroup == "group":
            last_size = 1
            if not text.endswith(")"):  # "(?i)" opens no group
                sizes.append(1)  # an empty group counts as one character too, because it can be repeated
        elif token.lastgroup == "count":
            times = int(token["times"])
            sizes[-1] += last_size * max(times - 1, 0)
            last_size *= max(times, 1)
        elif text in "({":
            raise PatternError(f"cannot be understood ({_not_in_java(token)})")
        elif text == ")":
            last_size = sizes.pop() if len(sizes) > 1 else 0
            sizes[-1] += last_size
        elif text not in "*+?|":
            last_size = 1
            sizes[-1] += len(text) if text.startswith(r"\Q") else 1
        if sizes[-1] > MAX_REQUIRED:
            raise PatternError(f"requires more than {MAX_REQUIRED:,} characters by its counts")


def _not_in_java(token: re.Match[str]) -> str:
    """A clause on a brace or an opening of a group that Java does not have."""
    if token[0] == "{":
        return "a brace without a count; write \\{ for the character"
    return f"“{token.string[token.start() :][:4]}” is not in Java's regular expressions"
