"""Reads judgments as snapshots (JSON dictionaries), in plain SQL for speed."""

import json
from collections.abc import Iterable

from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.verbs.judgments import JudgmentSnapshot, QuestionRule, SheetState
from annotator.work.edits.verb import ToLoad
from annotator.work.log.append import LOGGED_SQL
from annotator.work.log.locking import Locked
from annotator.work.log.prepared import run_prepared

_SNAPSHOT = """json_build_object(
        'id', q.key || ':' || coalesce(i.position::text, ''), 'question', q.key, 'item', i.position,
        'value', j.value, 'skipped', j.skipped, 'comment', j.comment,
        'marks', coalesce((SELECT json_agg(t.position ORDER BY t.position) FROM annotator_mark m
                           JOIN annotator_item t ON t.id = m.item_id WHERE m.judgment_id = j.id), '[]'::json))::text"""
_JUDGMENTS = """annotator_judgment j JOIN annotator_question q ON q.id = j.question_id
        LEFT JOIN annotator_item i ON i.id = j.item_id"""


def judgments_by_sheet(sheets: Iterable[int]) -> dict[int, list[JudgmentSnapshot]]:
    """The snapshots of all judgments of each sheet, by question and item. One query."""
    snapshots: dict[int, list[JudgmentSnapshot]] = {sheet: [] for sheet in sheets}
    rows = run_prepared(
        f"""SELECT j.sheet_id, {_SNAPSHOT} FROM {_JUDGMENTS} WHERE j.sheet_id = ANY(%(sheets)s::bigint[])
            ORDER BY q.position, i.position""",
        {"sheets": list(snapshots)},
    )
    for sheet, text in rows:
        snapshots[sheet].append(json.loads(text))
    return snapshots


def load_sheet(locked: Locked, to_load: ToLoad, *, everything: bool) -> tuple[SheetState, bool]:
    """Load what a request needs: the questions, the judgments about the whole sheet, and those of the items
    that ``to_load`` names.

    Returns the state, and whether the log already has the request. ``everything``: load all judgments.
    """
    instrument, kind, items, sentences = locked.lock_values  # of `SheetKind.lock_columns`
    marks = instrument_kind(kind).marks
    positions = {int(position) for key in to_load.prefixed_ids if (position := key.partition(":")[2]).isdecimal()}
    only_named = "" if everything else "AND (i.position IS NULL OR i.position = ANY(%(positions)s::int[]))"
    rows = run_prepared(
        f"""
        SELECT 'judgment', {_SNAPSHOT} FROM {_JUDGMENTS} WHERE j.sheet_id = %(work)s {only_named}
        UNION ALL SELECT 'question',
            json_build_array(q.position, q.key, q.per, q.minimum, q.maximum, q.step, q.optional)::text
            FROM annotator_question q WHERE q.instrument_id = %(instrument)s
        UNION ALL SELECT 'item', i.position::text FROM annotator_item i
            WHERE i.list_id = %(items)s::bigint AND i.position = ANY(%(positions)s::int[]) AND i.judged
        UNION ALL SELECT 'target', i.position::text FROM annotator_item i
            WHERE i.list_id = %(targets)s::bigint AND i.position = ANY(%(positions)s::int[])
        UNION ALL SELECT 'logged', '' {LOGGED_SQL}
        """,
        {
            "work": locked.work,
            "instrument": instrument,
            "positions": sorted(positions),
            "items": items,
            "targets": {"sentences": sentences, "items": items}.get(marks),
            "groups": sorted(to_load.groups),  # LOGGED_SQL uses "groups" and "edits"
            "edits": sorted(to_load.edits),
        },
    )
    judgments: list[JudgmentSnapshot] = [json.loads(text) for type_, text in rows if type_ == "judgment"]
    questions = sorted(json.loads(text) for type_, text in rows if type_ == "question")  # by position
    state = SheetState(
        snapshots={judgment["id"]: judgment for judgment in judgments},
        questions={key: QuestionRule(*rule) for _, key, *rule in questions},
        items={int(text) for type_, text in rows if type_ == "item"},
        targets={int(text) for type_, text in rows if type_ == "target"},
        marks=marks,
    )
    return state, any(type_ == "logged" for type_, _ in rows)
