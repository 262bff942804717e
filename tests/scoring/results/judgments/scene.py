"""Judges who answer all questions of an instrument with the same value, and finish."""

from typing import Any

from django.utils import timezone

from annotator.judgments.models import Instrument
from annotator.work.models import Work
from annotator.work.states.services import change_state
from tests.annotator.interchange.whole_project import send
from tests.annotator.judgments.scene import Judging


def judge_all(judging: Judging, preset: str, who: str, value: int) -> None:
    """Finished sheets of a judge with the same value for each question and item, or the value of the scale that is
    closest to it. Of extracts, the first sentences are chosen.
    """
    member = judging.members[who]
    for sheet in judging.begin(preset, who):
        send(sheet, member, *_edits(judging.instruments[preset], sheet, value))
        change_state(work=sheet, verb="submit", by=judging.user(who), now=timezone.now())


def _edits(instrument: Instrument, sheet: Work, value: int) -> list[dict[str, Any]]:
    edits: list[dict[str, Any]] = []
    items = sheet.sheet.items
    positions = list(items.items.values_list("position", flat=True)) if items else []
    for question in instrument.questions.all():
        chosen = min(question.values, key=lambda known: abs(known - value))
        if question.per == "sheet":
            edits.append({"verb": "judge", "question": question.key, "value": chosen})
            continue
        for position in positions:
            if instrument.size is not None:
                chosen = int(position <= instrument.size)
            edits.append({"verb": "judge", "question": question.key, "item": position, "value": chosen})
            if instrument.kind == "coverage" and chosen:
                edits.append({"verb": "mark", "item": position, "to": 1})
    return edits
