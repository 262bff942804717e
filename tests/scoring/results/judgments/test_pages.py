"""The pages of the results and the agreement of an instrument, their files, and the API."""

from typing import Any

import pytest
from django.utils import timezone

from annotator.judgments.models import Instrument
from annotator.work.states.services import change_state
from tests.annotator.interchange.whole_project import send
from tests.annotator.judgments.scene import Judging, make_judging
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db

PRESETS = ("duc-quality", "see-2002", "mead-utility", "best-sentences", "presence")


def judge_all(judging: Judging, preset: str, who: str, value: int) -> None:
    """All sheets of a judge with the same value for each question and item, finished."""
    member = judging.members[who]
    for sheet in judging.begin(preset, who):
        send(sheet, member, *_edits(judging.instruments[preset], sheet, value))
        change_state(work=sheet, verb="submit", by=judging.user(who), now=timezone.now())


def _edits(instrument: Instrument, sheet: Any, value: int) -> list[dict[str, Any]]:
    edits: list[dict[str, Any]] = []
    positions = list(sheet.sheet.items.items.values_list("position", flat=True)) if sheet.sheet.items else []
    for question in instrument.questions.all():
        chosen = min(question.values, key=lambda known: abs(known - value))
        if question.per == "sheet":
            edits.append({"verb": "judge", "question": question.key, "value": chosen})
            continue
        for position in positions:
            if instrument.kind == "extract":
                chosen = int(position <= instrument.size)
            edits.append({"verb": "judge", "question": question.key, "item": position, "value": chosen})
            if instrument.kind == "coverage" and chosen:
                edits.append({"verb": "mark", "item": position, "to": 1})
    return edits


@pytest.fixture
def judging() -> Judging:
    judging = make_judging()
    Instrument.objects.filter(kind="coverage").update(against="all")
    judging.instruments["see-2002"].refresh_from_db()
    for preset in PRESETS:
        judge_all(judging, preset, "judge", 3)
        judge_all(judging, preset, "other", 2)
    return judging


def page(judging: Judging, preset: str, name: str, who: str = "manager", query: str = "") -> Any:
    return signed_in(judging.user(who)).get(f"/p/p/judge/{preset}/{name}{query}")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_kind_has_its_pages(judging, preset) -> None:
    results = page(judging, preset, "results/")
    assert results.status_code == 200
    html = results.content.decode()
    assert "by 2 judges" in html
    agreement = page(judging, preset, "agreement/")
    assert agreement.status_code == 200
    assert "Krippendorff" in agreement.content.decode()
