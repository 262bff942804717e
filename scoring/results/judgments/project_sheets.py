"""Reads the judgments of an instrument from the database, for a member or for the command line."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Case, Count, F, Q, QuerySet, Value, When

from annotator.judgments.models import Extract, ExtractedItem, Instrument, Item, sheets
from annotator.judgments.queries.answers import read_answers, read_marks
from annotator.projects.letters import letter_at
from annotator.projects.models import Membership, Summary
from annotator.projects.visibility import hides_names
from annotator.texts.words.tokenizers import words_and_marks
from annotator.work.visibility import FINISHED_STATES
from scoring.measures.observation import HUMAN
from scoring.observations.topic_words import word_bounds
from scoring.results.judgments.sheets import (
    Answer,
    InstrumentData,
    JudgedSheet,
    ListedItem,
    ListKey,
    QuestionScale,
    SummaryKey,
    SystemExtract,
    TextLength,
)

MODEL = Summary.Kind.MODEL
SheetRow = dict[str, Any]
"""A sheet, with the fields of `_sheet_rows`."""


def read_judgments(
    *, instrument: Instrument, user: User | AnonymousUser | None, with_drafts: bool = False
) -> InstrumentData:
    """Returns all sheets of an instrument with what scores and agreement need.

    ``user``: the viewer, whose view may mask summarizers; None for a command, which sees everything. Raises
    Instrument.DoesNotExist if the user may not see the results of the instrument. ``with_drafts``: read the answers of
    unfinished sheets too; otherwise these have no answers, and are only counted.
    """
    if user is not None and not Instrument.objects.with_results_visible_to(user).filter(pk=instrument.pk).exists():
        raise Instrument.DoesNotExist
    rows = _sheet_rows(instrument, user)
    answers = _answers_by_sheet(instrument, [row["pk"] for row in rows if with_drafts or _is_finished(row)])
    judged = (_judged_sheet(row, answers.get(row["pk"], {})) for row in rows)
    texts = _text_lengths(instrument, rows)
    lists = {row["sheet__items"]: _list_key(row) for row in rows if row["sheet__items"]}
    extracts, lists_of_extracts = _extracts(instrument, user)
    return InstrumentData(
        kind=instrument.kind,
        questions=tuple(map(_scale, instrument.questions.all())),
        sheets=tuple(sorted(judged, key=lambda sheet: (*sheet.summary, sheet.judge, sheet.list))),
        items=_items_by_list(lists | lists_of_extracts),
        instrument=instrument.key,
        uses_every_value=instrument.every_value,
        programs=frozenset(row["owner__name"] for row in rows if row["owner__kind"] == Membership.Kind.PROGRAM),
        lengths={_summary_key(row): texts[row["summary"]] for row in rows if row["summary"] in texts},
        model_tokens=_mean_model_tokens(instrument, rows),
        extracts=extracts,
    )


def _sheet_rows(instrument: Instrument, user: User | AnonymousUser | None) -> list[SheetRow]:
    visible = sheets() if user is None else sheets().visible_to(user)
    chosen = visible.filter(sheet__instrument=instrument).order_by()
    is_masked = Q(summary__kind=Summary.Kind.PEER) & hides_names("topic__") if user is not None else Q(pk__in=[])
    return list(
        chosen.annotate(is_masked=Case(When(is_masked, then=Value(True)), default=Value(False))).values(
            *("pk", "state", "topic", "topic__key", "owner__name", "owner__kind", "summary", "summary__kind"),
            *("summary__summarizer", "summary__mask", "sheet__items", "sheet__items__number", "is_masked"),
            model_position=F("sheet__items__summary__position"),
            sentences=F("sheet__sentences"),
        )
    )


def _is_finished(row: SheetRow) -> bool:
    return row["state"] in FINISHED_STATES


def _judged_sheet(row: SheetRow, answers: Mapping[tuple[str, str], Answer]) -> JudgedSheet:
    topic, kind, summarizer = _summary_key(row)
    code = _list_key(row)[1] if row["sheet__items"] else ""
    return JudgedSheet(
        topic=topic,
        kind=kind,
        summarizer=summarizer,
        judge=row["owner__name"],
        list=code,
        answers=answers,
        is_finished=_is_finished(row),
        is_masked=row["is_masked"],
        summary_pk=row["summary"] or 0,
    )


def _summary_key(row: SheetRow) -> SummaryKey:
    """The key under which the viewer knows the summary; its kind and summarizer are empty if there is none."""
    kind = HUMAN if row["summary__kind"] == MODEL else row["summary__kind"] or ""
    name = row["summary__mask"] if row["is_masked"] else row["summary__summarizer"] or ""
    return row["topic__key"], kind, name


def _list_key(row: SheetRow) -> ListKey:
    """The topic and the code of the sheet's list, as in `ItemList.code`."""
    letter = "" if row["model_position"] is None else letter_at(row["model_position"])
    return row["topic__key"], f"{letter}{row['sheet__items__number']}"


def _answers_by_sheet(instrument: Instrument, sheet_pks: Iterable[int]) -> dict[int, dict[tuple[str, str], Answer]]:
    """The answers of these sheets of the instrument. Sheets with equal answers share the Answer objects."""
    answers: dict[int, dict[tuple[str, str], Answer]] = {sheet: {} for sheet in sheet_pks}
    for row in read_answers(instrument.pk):
        key, answer = (row.question, row.item), Answer(row.value, row.skipped)
        for sheet in row.sheets:
            if sheet in answers:
                answers[sheet][key] = answer
    for sheet, question, item, marks in read_marks(instrument.pk):
        # A judge may have changed the answer since the first query.
        if unmarked := answers.get(sheet, {}).get((question, item)):
            answers[sheet][question, item] = replace(unmarked, marks=frozenset(marks))
    return answers


def _scale(question: Any) -> QuestionScale:
    return QuestionScale(
        key=question.key,
        minimum=question.minimum,
        maximum=question.maximum,
        step=question.step,
        is_per_sheet=question.per == "sheet",
        name=question.name,
    )


def _items_by_list(lists: Mapping[int, ListKey]) -> dict[ListKey, tuple[ListedItem, ...]]:
    """The judged items of these lists in order. ``lists``: by their primary keys."""
    items: dict[ListKey, list[ListedItem]] = {list_key: [] for list_key in lists.values()}
    rows = Item.objects.filter(list__in=lists, judged=True).order_by("list", "position")
    for pk, key, weight, importance in rows.values_list("list_id", "key", "weight", "importance"):
        items[lists[pk]].append(ListedItem(key, weight, importance or ""))
    return {list_key: tuple(list_items) for list_key, list_items in items.items()}


def _text_lengths(instrument: Instrument, rows: Iterable[SheetRow]) -> dict[int, TextLength]:
    """The lengths of the judged summaries by primary key, for the kinds that need them. The sentences of a summary
    whose sentences were marked are those that the judges saw.
    """
    if instrument.kind not in ("coverage", "presence"):
        return {}
    marked_lists = {row["sentences"]: row["summary"] for row in rows if row["sentences"]}
    sizes = Item.objects.filter(list__in=marked_lists).values("list_id").annotate(size=Count("pk")).order_by("list_id")
    counts = {marked_lists[pk]: size for pk, size in sizes.values_list("list_id", "size")}
    summaries: QuerySet[Summary, Any] = Summary.objects.filter(pk__in={row["summary"] for row in rows}).order_by()
    return {
        pk: TextLength(
            words=len(word_bounds(text)) // 2,
            sentences=counts.get(pk) or len(bounds) // 2 or 1,
            tokens=len(words_and_marks(text)) if instrument.kind == "presence" else 0,
        )
        for pk, text, bounds in summaries.values_list("pk", "text", "sentences")
    }


def _mean_model_tokens(instrument: Instrument, rows: Iterable[SheetRow]) -> dict[str, Fraction]:
    """The mean number of tokens of the models of each judged topic that has models, for instruments of presence."""
    if instrument.kind != "presence":
        return {}
    tokens: dict[str, list[int]] = defaultdict(list)
    models = Summary.objects.filter(topic__in={row["topic"] for row in rows}).model_summaries().order_by()
    for topic, text in models.values_list("topic__key", "text"):
        tokens[topic].append(len(words_and_marks(text)))
    return {topic: Fraction(sum(counts), len(counts)) for topic, counts in tokens.items()}


def _extracts(
    instrument: Instrument, user: User | AnonymousUser | None
) -> tuple[tuple[SystemExtract, ...], dict[int, ListKey]]:
    """The extracts of the project whose summarizers the viewer may know, and the keys of their lists."""
    if instrument.kind not in ("utility", "extract"):
        return (), {}
    visible = Extract.objects.all() if user is None else Extract.objects.visible_to(user)
    chosen = visible.filter(items__topic__project=instrument.project_id)
    ordered = chosen.order_by("items__topic__key", "items__number", "summarizer", "label", "pk")
    fields = ("pk", "items", "items__topic__key", "items__number", "summarizer", "label", "summary")
    rows = list(ordered.values_list(*fields))
    keys: dict[int, list[str]] = defaultdict(list)
    chosen_items = ExtractedItem.objects.filter(extract__in=[row[0] for row in rows]).order_by("extract", "position")
    for extract, key in chosen_items.values_list("extract_id", "item__key"):
        keys[extract].append(key)
    extracts = tuple(
        SystemExtract(topic, str(number), summarizer, label, tuple(keys[pk]), summary or 0)
        for pk, _, topic, number, summarizer, label, summary in rows
    )
    return extracts, {items: (topic, str(number)) for _, items, topic, number, *_ in rows}
