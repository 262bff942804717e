"""Who annotated what of whom: from the names of DUCView files and of document headers.

DUC's own: `100.D0601.M.250.A.1.pan` is annotator 100, topic D0601, summarizer 1; `D0701.M.250.A.12.pan` and
`D0703-A.M.100.A.52.pan` have no annotator; `D0703-A-ACDJ.pyr` is topic D0703-A with models A, C, D and J. Our own:
`<topic>.<owner>.r<N>.pyr` and `<owner>.<topic>.<peer>.pan`, a second one of the same with `.copy2` at its end.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from annotator.duc.documents import ModelSpan
from annotator.texts.errors import FormatError
from annotator.texts.patterns import PatternError, compile_pattern, search_groups

GROUPS = ("annotator", "topic", "summarizer")

_TOPIC = r"(?P<topic>[A-Z]{1,3}\d{2,5}(?:-[A-Z])?)"
_ANNOTATOR = r"(?:(?P<annotator>[^.]+)\.)?"
_DUC_SUMMARY = re.compile(rf"{_ANNOTATOR}{_TOPIC}\.[MP]\.\d+\.[A-Z]+\.(?P<summarizer>[A-Za-z0-9]+)")
_DUC_PYRAMID = re.compile(rf"{_ANNOTATOR}{_TOPIC}(?:-(?P<letters>[A-Z]{{2,26}}))?")
_OUR_PYRAMID = re.compile(r"(?P<topic>[^.]+)\.(?P<annotator>[^.]+)\.r\d+(?:\.copy\d+)?")
_OUR_PEER = re.compile(r"(?P<annotator>[^.]+)\.(?P<topic>[^.]+)\.(?P<summarizer>[^.]+)(?:\.copy\d+)?")


@dataclass(frozen=True, slots=True)
class Names:
    """What a name says; None where it says nothing. `stem` is the file's name without folder and ending."""

    stem: str
    annotator: str | None = None
    topic: str | None = None
    summarizer: str | None = None
    models: tuple[str, ...] = ()


def names_of_file(path: str, *, name_regex: str | None = None, names: Mapping[str, Names] | None = None) -> Names:
    """What the name of a `.pyr` or `.pan` file says of it.

    Args:
        path: as the person gave it, with `/` between folders.
        name_regex: a regular expression, searched in the path, with groups among `GROUPS`; it goes before DUC's shapes.
        names: of `read_map`, by path or by the file's own name; they go before all else.

    Raises:
        FormatError: `name_regex` matches nothing in the path, or takes too long.
    """
    name = PurePosixPath(path).name
    ending = PurePosixPath(name).suffix.lower()
    stem = name[: -len(ending)] if ending in {".pyr", ".pan", ".xml"} else name
    if names:
        mapped = names.get(path) or names.get(name)
        if mapped is not None:
            return Names(stem, mapped.annotator, mapped.topic, mapped.summarizer)
    if name_regex is not None:
        return _by_regex(name_regex, path, stem)
    return _by_shape(stem, peer=ending == ".pan")


def names_of_header(header: str) -> Names:
    """What the header of a model summary says: ` D0601.M.250.A.1` -> topic D0601, summarizer 1; else the whole."""
    stem = header.strip()
    stem = stem[:-4] if stem.lower().endswith(".txt") and len(stem) > 4 else stem
    match = _DUC_SUMMARY.fullmatch(stem)
    return _named(stem, match) if match else Names(stem, summarizer=stem or None)


def model_names(models: Sequence[ModelSpan]) -> list[str]:
    """Who wrote the model summaries of a file; M1, M2, ... where a header does not say it or one comes twice."""
    given = [names_of_header(model.name or "").summarizer for model in models]
    cleaned = [" ".join((name or "").replace("/", "-").split())[:100].strip() for name in given]
    cleaned = ["".join(char for char in name if char.isprintable()) for name in cleaned]
    by_place = [f"M{index}" for index in range(1, len(cleaned) + 1)]
    return [
        name if name and cleaned.count(name) == 1 and name not in set(by_place) - {own} else own
        for name, own in zip(cleaned, by_place, strict=True)
    ]


def check_name_regex(pattern: str) -> None:
    """Refuse a `--name-regex` before the files are read.

    Raises:
        FormatError: it cannot be understood, or has none of the `GROUPS`.
    """
    try:
        groups = compile_pattern(pattern).groupindex
    except PatternError as error:
        raise FormatError(f"The name regex {error}.") from error
    if not set(GROUPS) & set(groups):
        raise FormatError("The name regex needs at least one of the groups annotator, topic and summarizer.")


def read_map(data: bytes) -> dict[str, Names]:
    """A CSV with the columns `file, annotator, topic, summarizer`, by its `file`; empty cells say nothing.

    Raises:
        FormatError: not UTF-8, a column missing, or a file named twice.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("The map of names is not UTF-8.") from error
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        if "file" not in (reader.fieldnames or ()) or not set(GROUPS) & set(reader.fieldnames or ()):
            raise FormatError("The map of names needs the columns file, annotator, topic and summarizer.")
        found: dict[str, Names] = {}
        for row in reader:
            file = (row["file"] or "").strip()
            if file in found:
                raise FormatError(f"The map of names has “{file}” twice, again in line {reader.line_num}.")
            annotator, topic, summarizer = ((row.get(group) or "").strip() or None for group in GROUPS)
            found[file] = Names(file, annotator, topic, summarizer)
    except csv.Error as error:
        raise FormatError(f"The map of names is no CSV: {error}.") from error
    return found


def _by_regex(pattern: str, path: str, stem: str) -> Names:
    try:
        groups = search_groups(pattern, path)
    except PatternError as error:
        raise FormatError(f"The name regex {error}.") from error
    if groups is None:
        raise FormatError("The name regex matches nothing in its name.")
    return Names(stem, groups.get("annotator"), groups.get("topic"), groups.get("summarizer"))


def _by_shape(stem: str, *, peer: bool) -> Names:
    shapes = (_DUC_SUMMARY, _OUR_PEER) if peer else (_DUC_PYRAMID, _OUR_PYRAMID)
    for shape in shapes:
        match = shape.fullmatch(stem)
        if match:
            return _named(stem, match)
    return Names(stem)


def _named(stem: str, match: re.Match[str]) -> Names:
    groups = match.groupdict()
    letters = groups.get("letters") or ""
    return Names(stem, groups.get("annotator"), groups["topic"], groups.get("summarizer"), tuple(letters))
