"""Results of instruments with many sheets: tests that take long, and the number of queries."""

from typing import Any

import pytest

from annotator.judgments.models import Instrument
from tests.scenes import Scene, make_scene, signed_in, statements
from tests.scoring.results.judgments.scene import rate_all

pytestmark = pytest.mark.django_db

MANY_TOPICS = 40
"""The exact test of one pair takes longest on 40 topics: an estimated .2 s."""


@pytest.fixture
def scene() -> Scene:
    return make_scene("p", people={"manager": "manager"})


def results(scene: Scene, instrument: Instrument, query: str = "") -> Any:
    client = signed_in(scene.user("manager"))
    return client.get(f"/p/p/judge/{instrument.key}/results/{query}")


def test_scores_are_shown_at_once_and_long_tests_on_request(scene) -> None:
    instrument = rate_all(scene.project, topics=MANY_TOPICS, summarizers=3)
    without = results(scene, instrument)
    ranking = without.context["results"].table.ranking
    assert ranking.postponed_seconds == pytest.approx(3 * 2**20 * 2e-7)  # three pairs, see `estimated_seconds`
    assert (ranking.pairs, [row.letters for row in ranking.rows]) == ((), ["", "", ""])
    html = without.content.decode()
    assert "?tests=on#significance" in html
    assert "Groups</abbr>" not in html
    with_tests = results(scene, instrument, "?tests=on")
    tested = with_tests.context["results"].table.ranking
    assert (tested.tested_count, tested.postponed_seconds) == (3, None)
    assert "Groups</abbr>" in with_tests.content.decode()
    for before, after in zip(ranking.rows, tested.rows, strict=True):
        assert (before.row, before.rank, before.interval) == (after.row, after.rank, after.interval)
    assert "permutation tests" not in without.context["methods"].text
    assert "permutation tests" in with_tests.context["methods"].text


def test_tests_that_take_too_long_for_a_request_are_a_run_but_figures_do_not_wait(scene) -> None:
    """Ten pairs take an estimated 2.1 s, and a request may take 2."""
    instrument = rate_all(scene.project, topics=MANY_TOPICS, summarizers=5)
    assert results(scene, instrument).status_code == 200
    page = results(scene, instrument, "?tests=on")
    assert (page.status_code, page.headers["Location"][:6]) == (303, "/runs/")
    figure = results(scene, instrument, "?tests=on&figure=ranks&as=svg")
    assert (figure.status_code, figure.headers["Content-Type"]) == (200, "image/svg+xml")


def test_short_tests_are_not_postponed(scene) -> None:
    instrument = rate_all(scene.project, topics=5, summarizers=3)
    page = results(scene, instrument)
    assert page.context["results"].table.ranking.tested_count == 3
    assert "tests=on" not in page.content.decode()


def test_files_and_the_api_have_all_tests(scene) -> None:
    instrument = rate_all(scene.project, topics=MANY_TOPICS, summarizers=2)
    api = signed_in(scene.user("manager")).get(f"/api/instruments/{instrument.pk}/results/").json()
    assert all(row["letters"] for row in api["summarizers"])


def test_the_number_of_queries_does_not_grow(scene) -> None:
    sizes = [{"topics": 1, "summarizers": 2}, {"topics": 4, "summarizers": 3, "judges": 2}]
    client = signed_in(scene.user("manager"))
    counts = [statements(client, f"/p/p/judge/{rate_all(scene.project, **size).key}/results/") for size in sizes]
    assert counts[0] == counts[1] <= 20
