"""Reads the contents of a sheet, and checks whether it can be finished."""

from collections.abc import Iterable

from annotator.judgments.kinds.base import QuestionSpec, SheetContents
from annotator.judgments.kinds.extract import sentences_in_extract
from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, Item, Judgment, Question, sheets
from annotator.judgments.store import judgments_by_sheet
from annotator.work.models import Work
from annotator.work.visibility import FINISHED_STATES


def question_spec(question: Question) -> QuestionSpec:
    """The question as a `QuestionSpec`, which kinds of instruments use."""
    return QuestionSpec(
        key=question.key,
        name=question.name,
        minimum=question.minimum,
        maximum=question.maximum,
        step=question.step,
        text=question.text,
        per=question.per,
        labels={int(value): label for value, label in question.labels.items()},
        anchors={int(value): anchor for value, anchor in question.anchors.items()},
        optional=question.optional,
    )


def contents_of(work: Work) -> SheetContents:
    """The questions, judged items and judgments of a sheet. Three queries."""
    sheet, instrument = work.sheet, work.sheet.instrument
    items = Item.objects.filter(list=sheet.items_id, judged=True) if sheet.items_id else Item.objects.none()
    positions = list(items.order_by("position").values_list("position", flat=True))
    size = instrument.size and sentences_in_extract(instrument.size, instrument.size_unit, len(positions))
    return SheetContents(
        questions=[question_spec(question) for question in instrument.questions.all()],
        items=positions,
        judgments={judgment["id"]: judgment for judgment in judgments_by_sheet([work.pk])[work.pk]},
        size=size,
    )


def obstacles_of(work: Work) -> list[str]:
    """The reasons that prevent finishing a sheet, as sentences."""
    contents, instrument = contents_of(work), work.sheet.instrument
    obstacles = instrument_kind(instrument.kind).obstacles(contents)
    if instrument.every_value and not obstacles:
        obstacles += _unused_values(work, instrument, contents.questions)
    return obstacles


def _unused_values(work: Work, instrument: Instrument, questions: Iterable[QuestionSpec]) -> Iterable[str]:
    """Names the values that the judge has not used on the topic, when this is the topic's last unfinished sheet.

    A topic with fewer summaries than the scale has values cannot use all of them.
    """
    session = sheets().filter(topic=work.topic_id, owner=work.owner_id, sheet__instrument=instrument)
    states = list(session.exclude(pk=work.pk).values_list("state", flat=True))
    if not all(state in FINISHED_STATES for state in states):
        return
    judgments = Judgment.objects.filter(sheet__work__in=session, value__isnull=False).order_by()
    used = set(judgments.values_list("question__key", "value").distinct())
    for question in questions:
        scale = range(question.minimum, question.maximum + 1, question.step)
        unused = [value for value in scale if (question.key, value) not in used]
        if unused and len(scale) <= len(states) + 1:
            named = ", ".join(str(value) for value in unused)
            yield f"{question.name}: each value must be used on a topic at least once; not used yet: {named}."
