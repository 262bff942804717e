"""The pages of the results and the agreement of an instrument, their files, and the API."""

import csv
import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from openpyxl import load_workbook

from annotator.judgments.models import Instrument
from annotator.projects.models import Project
from tests.annotator.judgments.scene import Judging, make_judging
from tests.scenes import signed_in, statements
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


def answers(judging: Judging, preset: str) -> Any:
    """The results of an instrument by the API."""
    response = signed_in(judging.user("manager")).get(f"/api/instruments/{judging.instruments[preset].pk}/results/")
    assert response.status_code == 200
    return response.json()


def test_page_files_api_and_command_have_the_same_numbers(judging) -> None:
    api = answers(judging, "see-2002")
    out = io.StringIO()
    call_command("judgments", "--project", "p", "--instrument", "see-2002", "--json", stdout=out)
    command = json.loads(out.getvalue())
    for name in ("instrument", "kind", "questions", "judges", "topics", "sheets", "drafts", "scores", "summarizers"):
        assert command[name] == api[name]
    file = json.loads(b"".join(page(judging, "see-2002", "results.json")).decode())
    assert {name: file[name] for name in ("scores", "summarizers")} == {
        name: api[name] for name in ("scores", "summarizers")
    }
    rows = list(csv.DictReader(io.StringIO(page(judging, "see-2002", "results.csv").content.decode("utf-8-sig"))))
    values = {(row["topic"], row["summarizer"], row["measure"]): float(row["value"]) for row in rows}
    assert values == {
        (score["topic"], score["summarizer"], f"see-2002.{score['question']}"): score["value"]
        for score in api["scores"]
        if score["value"] is not None
    }
    html = page(judging, "see-2002", "results/").content.decode()
    for row in api["summarizers"]:
        assert repr(row["mean"]) in html
    agreement = (
        signed_in(judging.user("manager"))
        .get(f"/api/instruments/{judging.instruments['see-2002'].pk}/agreement/")
        .json()
    )
    assert agreement["agreement"] == command["agreement"]


def test_the_workbook_has_every_sheet(judging) -> None:
    book = load_workbook(io.BytesIO(page(judging, "presence", "results.xlsx").content))
    names = ["scores", "by_judge", "summarizers", "agreement", "pairs", "programs", "settings", "columns"]
    assert book.sheetnames == names
    assert [cell.value for cell in book["scores"][1]] == ["topic", "summarizer", "kind", "measure", "value", "judges"]
    assert page(judging, "presence", "results.doc").status_code == 404


def test_settings_of_presence(judging) -> None:
    """The judges differ: "judge" gives 1 to all statements (3 is off the scale) and "other" 1 too."""
    api = signed_in(judging.user("manager")).get
    url = f"/api/instruments/{judging.instruments['presence'].pk}/results/"
    answer = api(f"{url}?aggregate=mean&tie=half&min_agreement=0.5&alpha=3").json()
    assert (
        answer["settings"] | {"aggregate": "mean", "tie": "half", "min_agreement": 0.5, "alpha": 3}
        == answer["settings"]
    )
    assert {score["value"] for score in answer["scores"] if score["question"] == "presence"} == {1}
    for query in ("aggregate=most", "min_agreement=2", "alpha=0", "nonsense=1", "size=0"):
        assert api(f"{url}?{query}").status_code == 400, query
        assert page(judging, "presence", "results/", query=f"?{query}").status_code == 200


def test_figures_are_files(judging) -> None:
    svg = page(judging, "duc-quality", "results/", query="?figure=ranks&as=svg")
    assert svg.headers["Content-Type"] == "image/svg+xml"
    assert page(judging, "duc-quality", "agreement/", query="?figure=alpha&as=csv").status_code == 200
    assert page(judging, "duc-quality", "results/", query="?figure=none&as=svg").status_code == 404


def test_results_are_hidden_until_the_instrument_is_closed(judging) -> None:
    Project.objects.update(blind=True)
    pages = ("results/", "agreement/", "results.csv")
    for who in ("judge", "other", "viewer", "reviewer", "outsider"):
        assert [page(judging, "duc-quality", name, who).status_code for name in pages] == [404] * 3, who
    Instrument.objects.update(state="closed")
    assert [page(judging, "duc-quality", name, "judge").status_code for name in pages] == [200] * 3
    assert page(judging, "duc-quality", "results/", "outsider").status_code == 404


def test_a_page_without_sheets_says_what_is_missing() -> None:
    judging = make_judging()
    html = page(judging, "see-2002", "results/").content.decode()
    assert "No finished sheets yet" in html
    assert page(judging, "see-2002", "agreement/").status_code == 200
    judging.begin("see-2002")
    assert "include them" in page(judging, "see-2002", "results/").content.decode()


@pytest.mark.parametrize("preset", PRESETS)
def test_the_number_of_queries_is_constant(judging, preset) -> None:
    for name in ("results/", "agreement/"):
        assert statements(signed_in(judging.user("manager")), f"/p/p/judge/{preset}/{name}") <= 20


def test_the_methods_text_says_what_judges_did(judging) -> None:
    html = page(judging, "presence", "results/").content.decode()
    assert "2 judges judged which statements 3 summaries on 1 topic express (Shapira et al. 2019)" in html
    assert "A statement is present if most judges say so (a tie counts absent)." in html
    assert "the agreement of 2 judges on" in page(judging, "presence", "agreement/").content.decode()
