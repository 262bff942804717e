"""Writes the difference between two states of a sheet to the database, in one SQL query."""

import json
from collections.abc import Iterable, Mapping

from annotator.judgments.verbs.judgments import JudgmentSnapshot
from annotator.work.log.rows import Row, Writes, differing_keys, rows_sql

# Turns a JSON parameter into rows, which the SQL below calls ``v``.
_JUDGMENTS = rows_sql("question text, item int, value int, skipped bool, comment text")
_MARKS = rows_sql("question text, item int, target int")
# No item has the primary key 0, so a position that the list lacks violates the foreign key. NULL: the whole sheet.
_ITEM_KEY = "CASE WHEN v.item IS NOT NULL THEN coalesce(i.id, 0) END"
_FROM = """FROM {rows} JOIN annotator_sheet s ON s.work_id = %s
        JOIN annotator_question q ON q.instrument_id = s.instrument_id AND q.key = v.question
        LEFT JOIN annotator_item i ON i.list_id = s.items_id AND i.position = v.item"""
_EXISTING = f"""{_FROM}
        JOIN annotator_judgment j ON j.sheet_id = s.work_id AND j.question_id = q.id
            AND j.item_id IS NOT DISTINCT FROM i.id"""


def sheet_writes(sheet: int, before: Mapping[str, JudgmentSnapshot], after: Mapping[str, JudgmentSnapshot]) -> Writes:
    """The writes for judgments and marks that differ. The caller has locked the sheet's work."""
    writes = Writes()
    changed_keys = differing_keys(dict(before), dict(after))
    removed = [before[key] for key in changed_keys if key not in after]
    stored = [after[key] for key in changed_keys if key in after]
    marks_before = _marks(before[key] for key in changed_keys if key in before)
    marks_after = _marks(stored)
    if removed_marks := [row for key, row in marks_before.items() if key not in marks_after]:
        writes.add(
            "removed_marks",
            f"""DELETE FROM annotator_mark WHERE id IN (
                SELECT m.id {_EXISTING.format(rows=_MARKS)}
                JOIN annotator_mark m ON m.judgment_id = j.id
                JOIN annotator_item t ON t.id = m.item_id AND t.position = v.target)""",
            [json.dumps(removed_marks), sheet],
        )
    if removed:
        writes.add(
            "removed_judgments",
            f"DELETE FROM annotator_judgment WHERE id IN (SELECT j.id {_EXISTING.format(rows=_JUDGMENTS)})",
            [json.dumps(_rows(removed)), sheet],
        )
    if stored:
        writes.add(
            "stored",
            f"""INSERT INTO annotator_judgment (sheet_id, question_id, item_id, value, skipped, comment)
                SELECT s.work_id, q.id, {_ITEM_KEY}, v.value, v.skipped, v.comment {_FROM.format(rows=_JUDGMENTS)}
                ON CONFLICT (sheet_id, question_id, item_id) DO UPDATE
                SET value = excluded.value, skipped = excluded.skipped, comment = excluded.comment
                RETURNING id, question_id, item_id""",
            [json.dumps(_rows(stored)), sheet],
        )
    if added_marks := [row for key, row in marks_after.items() if key not in marks_before]:
        writes.add(
            "added_marks",
            f"""INSERT INTO annotator_mark (judgment_id, item_id)
                SELECT stored.id, coalesce(t.id, 0) {_FROM.format(rows=_MARKS)}
                JOIN stored ON stored.question_id = q.id AND stored.item_id = i.id
                LEFT JOIN annotator_item t ON t.list_id = coalesce(s.sentences_id, s.items_id)
                    AND t.position = v.target""",
            [json.dumps(added_marks), sheet],
        )
    return writes


def _rows(judgments: Iterable[JudgmentSnapshot]) -> list[Row]:
    return [
        {name: judgment[name] for name in ("question", "item", "value", "skipped", "comment")} for judgment in judgments
    ]


def _marks(judgments: Iterable[JudgmentSnapshot]) -> dict[tuple[str, int], Row]:
    """The rows of all marks, by judgment and target."""
    return {
        (judgment["id"], target): {"question": judgment["question"], "item": judgment["item"], "target": target}
        for judgment in judgments
        for target in judgment["marks"]
    }
