"""Reads and writes the ratings that NIST published: tables of DUC 2005 to 2007, and TAC's tables of manual scores."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotator.interchange.judgment_files.cells import BadCell, whole_number
from annotator.interchange.judgment_files.reading import JudgmentFile, Reading
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import TableError, check_row_count, decode_table

DUC_COLUMNS = ("Topic", "Selector", "Assessor", "Summarizer", "Question", "Score")
"""``Question`` is missing in tables with one question."""
TAC_QUESTIONS = ("readability", "responsiveness")
TAC_TOPIC = re.compile(r"[A-Z]\d{4}[A-Z]?-[A-Z]", re.ASCII)
NIST = "NIST"
"""The judge in tables that name no judge."""

_MODEL = re.compile(r"[A-Z]", re.ASCII)
_NUMBERED_QUESTION = re.compile(r"q([1-9]\d?)", re.ASCII)
_MAX_VALUE = 100


@dataclass(frozen=True, slots=True)
class DucTable:
    """``selectors``: who chose the documents of a topic, by topic."""

    content: JudgmentFile
    selectors: Mapping[str, str]


def read_duc_table(data: bytes, *, question: str) -> DucTable:
    """Returns the ratings of a table of DUC 2005 to 2007. Raises TableError with all errors.

    ``question``: the key of the question if the table has no column for it. Numbers of questions become ``q1``, ``q2``
    and so on. A summarizer that is one letter is a model, written by the assessor of that letter.
    """
    lines = list(_lines(data))
    columns = _duc_columns(lines)
    reading, selectors = Reading(), dict[str, str]()
    for place, line in lines:
        if _is_header(line) or reading.has_too_many_errors:
            continue
        fields = [field.strip() for field in line.split("\t")] if "\t" in line else line.split()
        if len(fields) != len(columns):
            reading.refuse(place, f"it has {len(fields)} fields under {len(columns)} columns.")
            continue
        cells = dict(zip(columns, fields, strict=True))
        selector = selectors.setdefault(cells["Topic"], cells["Selector"])
        if selector != cells["Selector"]:
            reading.repair(place, f"topic {cells['Topic']} has the selectors {selector} and {cells['Selector']}.")
        number_or_key = cells.get("Question", question)
        _add_rating(
            reading,
            place,
            topic=cells["Topic"],
            summarizer=cells["Summarizer"],
            judge=cells["Assessor"],
            question=f"q{number_or_key}" if number_or_key.isdecimal() else number_or_key,
            value=cells["Score"],
        )
    return DucTable(reading.result(), selectors)


def write_duc_table(table: DucTable) -> str:
    """Returns the ratings as a table of DUC, with a column for the question if there are several.

    Judgments without a value are left out. Raises TableError if a name has white space, which separates columns.
    """
    rows = [row for row in table.content.rows if row.value is not None]
    columns = list(DUC_COLUMNS)
    if len({row.question for row in rows}) < 2:
        columns.remove("Question")
    # Each column has its own header line: a "|" for each column before it, then its name.
    lines = ["|\t" * position + name for position, name in enumerate(columns)]
    lines.append("|\t" * (len(columns) - 1) + "|")
    for row in rows:
        number = _NUMBERED_QUESTION.fullmatch(row.question)
        cells = {
            "Topic": row.topic,
            "Selector": table.selectors.get(row.topic) or "-",
            "Assessor": row.judge,
            "Summarizer": row.summarizer,
            "Question": number[1] if number else row.question,
            "Score": str(row.value),
        }
        lines.append("\t".join(_checked_name(cells[column]) for column in columns))
    return "\n".join(lines) + "\n"


def read_tac_manual(data: bytes, *, kind: str) -> JudgmentFile:
    """Returns the ratings of a table ``manual.peer`` or ``manual.model`` of TAC. Raises TableError with all errors.

    A line begins with topic and summarizer and ends with readability and responsiveness. ``kind``: "peer" or "model".
    """
    reading = Reading()
    for place, line in _lines(data):
        fields = line.split()
        if len(fields) < 4:
            reading.refuse(place, "it has less than four columns: topic, summarizer, readability, responsiveness.")
        elif not TAC_TOPIC.fullmatch(fields[0]):
            reading.refuse(place, f"“{fields[0][:30]}” is not a topic such as D0801-A.")
        else:
            for question, value in zip(TAC_QUESTIONS, fields[-2:], strict=True):
                _add_rating(
                    reading,
                    place,
                    topic=fields[0],
                    summarizer=fields[1],
                    judge=NIST,
                    question=question,
                    value=value,
                    kind=kind,
                )
    return reading.result()


def _lines(data: bytes) -> Iterator[tuple[str, str]]:
    """Yields the place and text of each line that is not empty. Raises TableError if the file cannot be read."""
    for number, line in enumerate(decode_table(data).split("\n"), start=1):
        check_row_count(number)
        if line.strip():
            yield f"Line {number}", line.rstrip("\r")


def _is_header(line: str) -> bool:
    return line.startswith(("Topic", "|"))


def _duc_columns(lines: Sequence[tuple[str, str]]) -> list[str]:
    """Returns the names of the columns, each from its own header line. Raises TableError for other columns."""
    names = [line.split()[-1] for _, line in lines if _is_header(line) and line.split()[-1] != "|"]
    if names not in (list(DUC_COLUMNS), [name for name in DUC_COLUMNS if name != "Question"]):
        known = ", ".join(DUC_COLUMNS)
        listed = ", ".join(names) or "no header lines"
        raise TableError([f"The columns must be {known}, of which Question may be missing; the table has {listed}."])
    return names


def _add_rating(
    reading: Reading, place: str, *, topic: str, summarizer: str, judge: str, question: str, value: str, kind: str = ""
) -> None:
    """Add a rating to ``reading``; an error if it is invalid, a repair if it is missing."""
    kind = kind or ("model" if _MODEL.fullmatch(summarizer) else "peer")
    try:
        rating = whole_number({question: "" if value in ("NA", "-") else value}, question, maximum=_MAX_VALUE)
    except BadCell as error:
        reading.refuse(place, str(error))
        return
    if rating is None:
        reading.repair(place, f"{summarizer} has no {question}; this rating is missing.")
    else:
        reading.add(JudgmentRow("", topic, summarizer, kind, judge, "", question, "", rating), place)


def _checked_name(name: str) -> str:
    """Returns the name. Raises TableError if it is empty or has white space."""
    if name.split() != [name]:
        raise TableError([f"“{name[:40]}” has white space or is empty; the format separates columns by white space."])
    return name
