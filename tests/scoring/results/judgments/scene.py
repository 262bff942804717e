"""Finished sheets: of judges who answer all questions with the same value, and of large instruments."""

import random
from typing import Any

from django.utils import timezone

from annotator.judgments.models import Instrument, Judgment
from annotator.judgments.services.sheets import create_sheets
from annotator.projects.models import Project
from annotator.work.models import Work
from annotator.work.states.services import change_state
from tests.annotator.interchange.whole_project import send
from tests.annotator.judgments.scene import Judging
from tests.factories import make_instrument, make_member, make_summary, make_topic


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


def rate_all(project: Project, *, topics: int, summarizers: int, judges: int = 1) -> Instrument:
    """Finished ratings of all peers of new topics by new judges, with random values, past the log."""
    instrument, rng = make_instrument(project), random.Random(1)
    questions = list(instrument.questions.all())
    owners = [make_member(project) for _ in range(judges)]
    for _ in range(topics):
        topic = make_topic(project)
        peers = [make_summary(topic, "peer", summarizer=f"S{number}") for number in range(summarizers)]
        for owner in owners:
            subjects = [(peer, None, None) for peer in peers]
            works = create_sheets(instrument=instrument, topic=topic, owner=owner, subjects=subjects)
            Judgment.objects.bulk_create(
                Judgment(sheet_id=work.pk, question=question, value=rng.randint(1, 5))
                for work in works
                for question in questions
            )
    Work.objects.filter(sheet__instrument=instrument).update(state="submitted")
    return instrument
