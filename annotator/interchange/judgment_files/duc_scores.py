"""Reads and writes the score tables of DUC 2005 and 2006 that also have NIST's ratings of each peer."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.interchange.judgment_files.cells import BadCell, whole_number
from annotator.interchange.judgment_files.nist_tables import NIST
from annotator.interchange.judgment_files.reading import JudgmentFile, Reading
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import check_row_count, decode_table

SCORE_COLUMN_COUNT = 7
"""Topic, peer, modified score, SCUs, repetitions, annotator, and creator of the pyramid."""
RATINGS = {"lingqual1": "q1", "lingqual2": "q2", "lingqual3": "q3", "lingqual4": "q4", "lingqual5": "q5",
           "content": "content"}  # fmt: skip
"""The columns of ratings, in the order of the table, and the key of the question of each."""
MISSING = "NA"


@dataclass(frozen=True, slots=True)
class DucScores:
    """``scores``: the fields of each line before the ratings."""

    content: JudgmentFile
    scores: tuple[tuple[str, ...], ...]


def read_duc_scores(data: bytes) -> DucScores:
    """Returns the ratings and scores of a table. Raises TableError with all errors.

    The judge is NIST, not the annotator of a line, who matched the peer to the pyramid. A peer that two people matched
    has two lines, whose ratings must be equal. Columns after ``content`` (2005) are not read, which is reported.
    """
    reading, scores, unread_counts = Reading(), list[tuple[str, ...]](), set[int]()
    for number, line in enumerate(decode_table(data).split("\n"), start=1):
        check_row_count(number)
        fields = line.rstrip("\r").split("\t")
        if not line.strip() or fields[0] == "setid" or reading.is_hopeless:
            continue
        place = f"Line {number}"
        if len(fields) < SCORE_COLUMN_COUNT + len(RATINGS):
            reading.refuse(
                place, f"it has {len(fields)} columns; {SCORE_COLUMN_COUNT} of scores and 6 of ratings are needed."
            )
            continue
        unread_counts.add(len(fields) - SCORE_COLUMN_COUNT - len(RATINGS))
        scores.append(tuple(fields[:SCORE_COLUMN_COUNT]))
        _read_ratings(reading, place, fields)
    if extra := max(unread_counts, default=0):
        reading.repair("All lines", f"the last {extra} of the columns, after content, are not read.")
    return DucScores(_without_repeat_notes(reading), tuple(scores))


def write_duc_scores(table: DucScores) -> str:
    """Returns the score table with ratings. Raises ValueError if a peer has two values for a question."""
    ratings: dict[tuple[str, str, str], int] = {}
    for row in table.content.rows:
        if (
            row.value is not None
            and ratings.setdefault((row.topic, row.summarizer, row.question), row.value) != row.value
        ):
            raise ValueError(f"{row.summarizer} of topic {row.topic} has two ratings for {row.question}.")
    return "".join("\t".join((*fields, *_rating_fields(fields, ratings))) + "\n" for fields in table.scores)


def _rating_fields(scores: Sequence[str], ratings: dict[tuple[str, str, str], int]) -> list[str]:
    return [str(ratings.get((scores[0], scores[1], question), MISSING)) for question in RATINGS.values()]


def _read_ratings(reading: Reading, place: str, fields: Sequence[str]) -> None:
    for (column, question), cell in zip(RATINGS.items(), fields[SCORE_COLUMN_COUNT:], strict=False):
        try:
            value = whole_number({column: "" if cell.strip() in (MISSING, "-") else cell.strip()}, column, most=100)
        except BadCell as error:
            reading.refuse(place, str(error))
            continue
        if value is not None:
            reading.add(JudgmentRow("", fields[0], fields[1], "peer", NIST, "", question, "", value), place)


def _without_repeat_notes(reading: Reading) -> JudgmentFile:
    """Returns the content without reports of equal ratings: lines of two annotators of a peer always repeat them."""
    reading.repairs = [repair for repair in reading.repairs if "counts once" not in repair.what]
    return reading.result(nothing="The table has no ratings.")
