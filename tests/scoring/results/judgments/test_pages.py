"""The pages of the results and the agreement of an instrument, their files, and the API."""

from typing import Any

import pytest

from annotator.judgments.models import Instrument
from tests.annotator.judgments.scene import Judging, make_judging
from tests.scenes import signed_in
from tests.scoring.results.judgments.scene import judge_all

pytestmark = pytest.mark.django_db

PRESETS = ("duc-quality", "see-2002", "mead-utility", "best-sentences", "presence")


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
