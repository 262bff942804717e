"""Reads the score tables of DUC 2005 and 2006 that also have NIST's ratings of each peer."""

from collections.abc import Sequence

from annotator.interchange.judgment_files.cells import BadCell, whole_number
from annotator.interchange.judgment_files.nist_tables import NIST
from annotator.interchange.judgment_files.reading import JudgmentFile, Reading
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import check_row_count, decode_table

SCORE_COLUMN_COUNT = 7
"""Topic, peer, modified score, SCUs, repetitions, annotator, and creator of the pyramid."""
RATINGS = {"lingqual1": "q1", "lingqual2": "q2", "lingqual3": "q3", "lingqual4": "q4", "lingqual5": "q5",
           "content": "content"}  # fmt: skip
"""The rating columns in the order of the table, each with the key of its question."""
MISSING = "NA"


def read_duc_scores(data: bytes) -> JudgmentFile:
    """Returns the ratings of a table; `export_scores --ratings` writes such tables. Raises TableError with all errors.

    The judge is NIST, not the annotator of a line, who matched the peer to the pyramid. A peer that two people matched
    has two lines, whose ratings must be equal. Columns after ``content`` (2005) are not read, which is reported.
    """
    reading, unread_counts = Reading(), set[int]()
    for number, line in enumerate(decode_table(data).split("\n"), start=1):
        check_row_count(number)
        fields = line.rstrip("\r").split("\t")
        if not line.strip() or fields[0] == "setid" or reading.has_too_many_errors:
            continue
        place = f"Line {number}"
        if len(fields) < SCORE_COLUMN_COUNT + len(RATINGS):
            reading.refuse(
                place, f"it has {len(fields)} columns; {SCORE_COLUMN_COUNT} of scores and 6 of ratings are needed."
            )
            continue
        unread_counts.add(len(fields) - SCORE_COLUMN_COUNT - len(RATINGS))
        _read_ratings(reading, place, fields)
    if unread_count := max(unread_counts, default=0):
        reading.repair("All lines", f"the last {unread_count} columns, after content, are not read.")
    return _without_repeat_notes(reading)


def _read_ratings(reading: Reading, place: str, fields: Sequence[str]) -> None:
    for (column, question), cell in zip(RATINGS.items(), fields[SCORE_COLUMN_COUNT:], strict=False):
        try:
            value = whole_number({column: "" if cell.strip() in (MISSING, "-") else cell.strip()}, column, maximum=100)
        except BadCell as error:
            reading.refuse(place, str(error))
            continue
        if value is not None:
            reading.add(JudgmentRow("", fields[0], fields[1], "peer", NIST, "", question, "", value), place)


def _without_repeat_notes(reading: Reading) -> JudgmentFile:
    """Returns the content without the reports of repeated ratings.

    If two people matched a peer, their two lines have the same ratings.
    """
    reading.repairs = [repair for repair in reading.repairs if "counts once" not in repair.what]
    return reading.result(if_empty="The table has no ratings.")
