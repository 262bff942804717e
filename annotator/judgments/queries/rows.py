"""Reads the judgments of an instrument as rows of the long table, which analyses and exports use."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import F, QuerySet

from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, Item, Question, sheets
from annotator.judgments.store import judgments_by_sheet
from annotator.judgments.table import JudgmentRow
from annotator.judgments.verbs.judgments import JudgmentSnapshot, judgment_id
from annotator.work.models import Work
from annotator.work.visibility import FINISHED_STATES

ItemKeys = Mapping[int, Mapping[int, str]]
"""Maps the id of each item list, and then the position of each item, to the item's key."""


@dataclass(frozen=True, slots=True)
class ShownSubject:
    """How rows name the judged summary. ``is_nameless``: rows contain the positions of items instead of their keys,
    because keys could reveal who wrote the summary.
    """

    summarizer: str
    kind: str
    is_nameless: bool = False


def judgment_rows(
    *,
    instrument: Instrument,
    user: User | None,
    with_drafts: bool = False,
    name_subject: Callable[[Work], ShownSubject] | None = None,
) -> list[JudgmentRow]:
    """The judgments of the sheets that the user may see, by topic, summary, list and judge. Six queries.

    ``user``: None for the command line, which sees everything. ``with_drafts``: include judgments of unfinished sheets.
    ``name_subject``: returns how rows name the judged summary of a sheet; by default, by its real summarizer. Items
    that a finished sheet leaves unjudged have the default value of the kind, such as 0 for units without a mark.
    """
    works = _works(instrument, user, with_drafts=with_drafts)
    judgments, times = judgments_by_sheet([work.pk for work in works]), _times([work.pk for work in works])
    list_ids = {pk for work in works for pk in (work.sheet.items_id, work.sheet.sentences_id) if pk is not None}
    item_keys, judged_keys = _item_keys(list_ids, judged_only=False), _item_keys(list_ids, judged_only=True)
    questions = list(instrument.questions.all())
    return [
        _row(
            instrument,
            work,
            (name_subject or _real_subject)(work),
            judgment,
            item_keys,
            times.get((work.pk, judgment["id"])),
        )
        for work in works
        for judgment in _with_defaults(instrument, work, judgments[work.pk], judged_keys, questions)
    ]


def _works(instrument: Instrument, user: User | None, *, with_drafts: bool) -> QuerySet[Work]:
    works = (sheets() if user is None else sheets().visible_to(user)).filter(sheet__instrument=instrument)
    if not with_drafts:
        works = works.filter(state__in=FINISHED_STATES)
    large_fields = ("text", "words", "sentences")
    related = ("summary", "sheet__items__summary")
    detailed = works.select_related("topic", "owner", *related)
    ordered = detailed.order_by(
        "topic__key", "summary__kind", "summary__position", "sheet__items__summary__position", "slot", "owner__name"
    )
    return ordered.defer("topic__statement", *(f"{path}__{field}" for path in related for field in large_fields))


def _with_defaults(
    instrument: Instrument,
    work: Work,
    judgments: Iterable[JudgmentSnapshot],
    judged_keys: ItemKeys,
    questions: Iterable[Question],
) -> Iterator[JudgmentSnapshot]:
    """The judgments of a sheet and, if it is finished, the default values of items without a judgment."""
    default_value = instrument_kind(instrument.kind).default_value
    by_id = {judgment["id"]: judgment for judgment in judgments}
    if default_value is not None and work.state in FINISHED_STATES:
        positions = judged_keys.get(work.sheet.items_id or 0, {})
        item_questions = [question for question in questions if question.per == "item"]
        for question, position in product(item_questions, positions):
            key = judgment_id(question.key, position)
            default_judgment: JudgmentSnapshot = {
                "id": key,
                "question": question.key,
                "item": position,
                "value": default_value,
                "skipped": False,
                "comment": "",
                "marks": [],
            }
            judgment = by_id.get(key, default_judgment)
            if judgment["value"] is None and not judgment["skipped"]:
                judgment = {**judgment, "value": default_value}
            by_id[key] = judgment
    order = {question.key: question.position for question in questions}
    return iter(sorted(by_id.values(), key=lambda row: (order[row["question"]], row["item"] or 0)))


def _real_subject(work: Work) -> ShownSubject:
    return ShownSubject(work.summary.summarizer, work.summary.kind) if work.summary else ShownSubject("", "")


def _row(
    instrument: Instrument,
    work: Work,
    subject: ShownSubject,
    judgment: JudgmentSnapshot,
    item_keys: ItemKeys,
    at: datetime | None,
) -> JudgmentRow:
    sheet = work.sheet
    keys = item_keys.get(sheet.items_id or 0, {})
    mark_keys = item_keys.get(sheet.sentences_id or sheet.items_id or 0, {})
    item_name = str if subject.is_nameless else keys.__getitem__
    mark_name = str if subject.is_nameless else mark_keys.__getitem__
    return JudgmentRow(
        instrument=instrument.key,
        topic=work.topic.key,
        summarizer=subject.summarizer,
        kind=subject.kind,
        judge=work.owner.name,
        list=sheet.items.code if sheet.items else "",
        question=judgment["question"],
        item=item_name(judgment["item"]) if sheet.items_id and judgment["item"] else "",
        value=judgment["value"],
        skipped=judgment["skipped"],
        marks=tuple(map(mark_name, judgment["marks"])),
        comment=judgment["comment"],
        state=work.state,
        at=at,
    )


def _item_keys(list_ids: Iterable[int], *, judged_only: bool) -> dict[int, dict[int, str]]:
    """The keys of the items of these lists (`ItemKeys`). ``judged_only``: leave out items without judgments, such as
    headlines.
    """
    keys: dict[int, dict[int, str]] = defaultdict(dict)
    items = Item.objects.filter(list__in=list(list_ids), **({"judged": True} if judged_only else {}))
    for list_id, position, key in items.order_by("position").values_list(F("list_id"), "position", "key"):
        keys[list_id][position] = key
    return keys


def _times(works: list[int]) -> dict[tuple[int, str], Any]:
    """When each judgment was last changed, by the ids of its work and of its snapshot."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT e.work_id, touched.key, max(e.at) FROM annotator_edit e
            CROSS JOIN LATERAL jsonb_object_keys(e.after) AS touched (key)
            WHERE e.work_id = ANY(%s) GROUP BY 1, 2
            """,
            [works],
        )
        return {(work, key): at for work, key, at in cursor.fetchall()}
