"""Reads the topic, annotator and summarizer from the names of DUCView files, and summarizers from model headers.

Names in DUC's data: `100.D0601.M.250.A.1.pan` means annotator 100, topic D0601, summarizer 1; `D0701.M.250.A.12.pan`
and `D0703-A.M.100.A.52.pan` name no annotator; `D0703-A-ACDJ.pyr` means topic D0703-A with models A, C, D and J. Our
export names its files `<topic>.<owner>.r<N>.pyr` and `<owner>.<topic>.<peer>.pan`, with `.copy2` before the suffix if
the name is taken.
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from annotator.duc.documents import ModelSpan
from annotator.texts.errors import FormatError
from annotator.texts.patterns import PatternError, group_names, search_groups

GROUPS = ("annotator", "topic", "summarizer")
_MAX_SUMMARIZER = 100  # characters, as in the database column

_TOPIC_GROUP = r"(?P<topic>[A-Z]{1,3}\d{2,5}(?:-[A-Z])?)"
_ANNOTATOR_GROUP = r"(?:(?P<annotator>[^.]+)\.)?"
_DUC_SUMMARY = re.compile(rf"{_ANNOTATOR_GROUP}{_TOPIC_GROUP}\.[MP]\.\d+\.[A-Z]+\.(?P<summarizer>[A-Za-z0-9]+)")
_DUC_PYRAMID = re.compile(rf"{_ANNOTATOR_GROUP}{_TOPIC_GROUP}(?:-[A-Z]{{2,26}})?")
_OUR_PYRAMID = re.compile(r"(?P<topic>[^.]+)\.(?P<annotator>[^.]+)\.r\d+(?:\.copy\d+)?")
_OUR_PEER = re.compile(r"(?P<annotator>[^.]+)\.(?P<topic>[^.]+)\.(?P<summarizer>[^.]+)(?:\.copy\d+)?")


@dataclass(frozen=True, slots=True)
class NameParts:
    """The parts of a file's name, each None if the name lacks it. `stem` is the name without folder and suffix."""

    stem: str
    annotator: str | None = None
    topic: str | None = None
    summarizer: str | None = None


def parse_file_name(
    path: str, *, name_regex: str | None = None, name_map: Mapping[str, NameParts] | None = None
) -> NameParts:
    """The parts of the name of a `.pyr` or `.pan` file. ``path``: as the user wrote it, with `/` between folders.

    ``name_regex``: a regular expression with groups among `GROUPS`, which is applied to the path instead of the known
    formats. ``name_map``: the result of `read_name_map`, by path or by file name; it takes precedence over the name.
    Raises FormatError if ``name_regex`` matches nothing in the path or takes too long.
    """
    name = PurePosixPath(path).name
    suffix = PurePosixPath(name).suffix.lower()
    stem = name[: -len(suffix)] if suffix in {".pyr", ".pan", ".xml"} else name
    if name_map and (names_in_map := name_map.get(path) or name_map.get(name)):
        return replace(names_in_map, stem=stem)
    if name_regex is not None:
        return _parse_with_regex(name_regex, path, stem)
    formats = (_DUC_SUMMARY, _OUR_PEER) if suffix == ".pan" else (_DUC_PYRAMID, _OUR_PYRAMID)
    match = next(filter(None, (name_format.fullmatch(stem) for name_format in formats)), None)
    return NameParts(stem, **match.groupdict()) if match else NameParts(stem)


def model_names(models: Sequence[ModelSpan]) -> list[str]:
    """The summarizers of a file's model summaries, all different. The n-th model is called "M<n>" if its header has no
    name, the same name as another header, or the "M<n>" of another model.
    """
    names = [_summarizer_in_header(model.name or "").replace("/", "-") for model in models]
    names = [" ".join(name.split())[:_MAX_SUMMARIZER].strip() for name in names]
    names = ["".join(char for char in name if char.isprintable()) for name in names]
    defaults = [f"M{number}" for number in range(1, len(names) + 1)]
    return [
        name if name and names.count(name) == 1 and name not in set(defaults) - {default} else default
        for name, default in zip(names, defaults, strict=True)
    ]


def _summarizer_in_header(header: str) -> str:
    """The summarizer named in a header, such as 1 in ` D0601.M.250.A.1`. A header in any other format is itself taken
    as the summarizer.
    """
    name = header.strip()
    name = name[:-4] if name.lower().endswith(".txt") and len(name) > 4 else name
    match = _DUC_SUMMARY.fullmatch(name)
    return match["summarizer"] if match else name


def check_name_regex(pattern: str) -> None:
    """Check a `--name-regex`. Raises FormatError if it is not a regular expression or has none of the `GROUPS`."""
    try:
        groups = group_names(pattern)
    except PatternError as error:
        raise FormatError(f"The name regex {error}.") from error
    if not set(GROUPS) & set(groups):
        raise FormatError("The name regex needs at least one of the groups annotator, topic and summarizer.")


def read_name_map(data: bytes) -> dict[str, NameParts]:
    """Read a CSV with the columns `file, annotator, topic, summarizer`. Returns the name parts by `file`, with None for
    empty cells. Raises FormatError if it is not CSV in UTF-8, lacks `file` or all of `GROUPS`, or has a file twice.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("The map of names is not UTF-8.") from error
    name_map: dict[str, NameParts] = {}
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        if "file" not in (reader.fieldnames or ()) or not set(GROUPS) & set(reader.fieldnames or ()):
            raise FormatError(
                "The map of names needs the column file and at least one of the columns annotator, topic, summarizer."
            )
        for row in reader:
            file = (row["file"] or "").strip()
            if file in name_map:
                raise FormatError(f"The map of names has “{file}” twice; the second time is in line {reader.line_num}.")
            name_map[file] = NameParts(file, *((row.get(group) or "").strip() or None for group in GROUPS))
    except csv.Error as error:
        raise FormatError(f"The map of names is not a CSV file: {error}.") from error
    return name_map


def _parse_with_regex(pattern: str, path: str, stem: str) -> NameParts:
    try:
        groups = search_groups(pattern, path)
    except PatternError as error:
        raise FormatError(f"The name regex {error}.") from error
    if groups is None:
        raise FormatError("The name regex matches nothing in the file's path.")
    return NameParts(stem, groups.get("annotator"), groups.get("topic"), groups.get("summarizer"))
