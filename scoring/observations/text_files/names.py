"""Finds the topic and the summarizer in the name of a file of texts.

Known names are those of DUC and TAC, ``D0601.M.250.A.1`` and ``D1101-A.M.100.A.12``: topic (and set), M or P, length,
selector, and summarizer. A summarizer whose name has only letters is a person.
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from annotator.texts.errors import FormatError
from annotator.texts.patterns import PatternError, group_names, search_groups

SUFFIXES = frozenset({".txt", ".html", ".htm", ".sgml", ".spl", ".see"})
GROUPS = ("topic", "summarizer")
EXAMPLES = "D0601.M.250.A.1 or D1101-A.M.100.A.12"

_DUC = re.compile(r"(?P<topic>[^.]+)\.[MP]\.[0-9]+\.[A-Za-z]+\.(?P<summarizer>[^.]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TextName:
    """The topic and the summarizer of the summary in a file."""

    topic: str
    summarizer: str

    @property
    def is_person(self) -> bool:
        return self.summarizer.isascii() and self.summarizer.isalpha()


def stem(name: str) -> str:
    """Returns the name of a file without the folder, and without the suffix of a text."""
    path = PurePosixPath(name)
    return path.stem if path.suffix.lower() in SUFFIXES else path.name


def check_name_regex(pattern: str) -> None:
    """Raises FormatError if the pattern is not a regular expression with the groups topic and summarizer."""
    try:
        groups = group_names(pattern)
    except PatternError as error:
        raise FormatError(f"The name regex {error}.") from error
    if missing := [group for group in GROUPS if group not in groups]:
        raise FormatError(f"The name regex needs a group (?<{missing[0]}>...).")


def parse_name(path: str, name_regex: str | None = None) -> TextName | None:
    """Returns the topic and summarizer in a path with "/" between folders; None if one of them is missing.

    ``name_regex`` searches the path, instead of the known names. Raises FormatError if it takes too long.
    """
    if name_regex is None:
        match = _DUC.fullmatch(stem(path))
        return TextName(match["topic"], match["summarizer"]) if match else None
    try:
        groups = search_groups(name_regex, path) or {}
    except PatternError as error:
        raise FormatError(f"The name regex {error}.") from error
    topic, summarizer = (groups.get(group) or "" for group in GROUPS)
    return TextName(topic, summarizer) if topic and summarizer else None
