"""The pages and the API on the variation of judgments and on programs as judges: the numbers of the command."""

import csv
import io
import json
import re
from itertools import product
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from annotator.judgments.models import Instrument
from annotator.judgments.table import JudgmentRow
from annotator.projects.models import Project
from annotator.runs.models import Run
from scoring.results.variation import project as variation_project
from tests.factories import make_member, make_project, make_summary, make_topic
from tests.module_rows import rows_of_module
from tests.scenes import signed_in, statements
from tests.scoring.results.agreement.test_page import text_of
from tests.scoring.results.variation.scene import BOT, NUGGETS, add, make_varied
from tests.scoring.stats.test_factorial import harman_and_over

pytestmark = pytest.mark.django_db
PRESETS = ("tac", "see-2002", NUGGETS)
PAGES = ("variation", "programs")


@pytest.fixture(scope="module")
def _varied(django_db_setup, django_db_blocker):
    with rows_of_module(django_db_blocker):
        make_varied(make_project("p"))
        yield


@pytest.fixture
def project(_varied, db):
    """The project with instruments, as it was made."""
    return Project.objects.get()


@pytest.fixture
def instruments(project):
    return {instrument.key: instrument for instrument in project.instruments.all()}


@pytest.fixture
def empty_project(project):
    """A project without instruments, at the address of the other one."""
    Project.objects.update(slug="varied")
    return make_project("p")


@pytest.fixture
def client(project):
    return signed_in(make_member(project, "manager"))


@pytest.fixture
def client_of_empty(empty_project):
    return signed_in(make_member(empty_project, "manager"))


def api(client, instrument: Instrument, name: str = "variation", query: str = "") -> Any:
    return client.get(f"/api/instruments/{instrument.pk}/{name}/?{query}")


def page(client, key: str, name: str = "variation", query: str = "") -> str:
    answer = client.get(f"/p/p/judge/{key}/{name}/?{query}")
    assert answer.status_code == 200
    html: str = answer.content.decode()
    return html


def commanded(tmp_path, key: str, kind: str, *flags: str) -> dict[str, Any]:
    """What the command prints for the exported table of the instrument."""
    table, out = tmp_path / "table.csv", io.StringIO()
    call_command("export_judgments", "--project", "p", "--instrument", key, "--out", str(table), stdout=io.StringIO())
    call_command("judgments", "--file", str(table), "--kind", kind, "--json", *flags, stdout=out, stderr=io.StringIO())
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


@pytest.mark.parametrize(
    ("key", "kind", "query", "flags"),
    [
        ("tac", "rating", "centre=mean", ["--centre", "mean"]),
        (
            "tac",
            "rating",
            "score=responsiveness&anova=2",
            ["--score", "responsiveness", "--anova", "2"],
        ),
        ("see-2002", "coverage", "set=judge", []),
        ("see-2002", "coverage", "set=model", ["--set", "model"]),
        ("see-2002", "coverage", "set=pair&anova=2", ["--set", "pair", "--anova", "2"]),
    ],
)
def test_the_api_has_the_numbers_of_the_command(client, instruments, tmp_path, key, kind, query, flags) -> None:
    answer, expected = api(client, instruments[key], query=query).json(), commanded(tmp_path, key, kind, *flags)
    assert answer["anova"] == expected["anova"]
    variation, printed = answer["variation"], expected["variation"]
    overlap = variation.pop("overlap_correlation")
    assert printed.pop("overlap_correlation") is None  # a table of judgments has no texts of models
    assert variation == printed
    assert overlap is None  # the same two models on all topics


def test_the_page_has_the_numbers_of_the_api(client, instruments) -> None:
    html, answer = page(client, "tac"), api(client, instruments["tac"]).json()
    shown = set(re.findall(r'<data value="([^"]+)"', html))
    for row in answer["anova"]["terms"]:
        assert {repr(row[name]) for name in ("ss", "ms", "f", "p") if row[name] is not None} <= shown
        assert row["meaning"] in text_of(html)
    for pair in answer["variation"]["correlations"]:
        assert {repr(pair[name]) for name in ("pearson", "p", "spearman", "kendall")} <= shown
    assert repr(answer["variation"]["mean_difference"]) in shown
    assert "An analysis of variance of 36 scores with sequential (type I) sums of squares" in text_of(html)


def test_sets_by_model_show_the_overlap_of_the_models(client, instruments) -> None:
    by_judge, by_model = page(client, "see-2002"), page(client, "see-2002", query="set=model")
    assert "How different are the models?" not in by_judge
    assert "How different are the models?" in by_model
    assert "Does overlap explain it?" in by_model
    assert "A is by amara, B is by bruno" in text_of(by_model)
    rows = csv.DictReader(io.StringIO(page(client, "see-2002", query="set=model&figure=overlap&as=csv")))
    assert [row["Topic"] for row in rows] == ["D1", "D2", "D3"]


def test_models_of_different_people_with_one_letter_are_reported(project, client, instruments) -> None:
    project.topics.get(key="D2").summaries.filter(kind="model", position=0).update(summarizer="chiyo")
    html = page(client, "see-2002", query="set=model")
    assert "Models with the same letter are by different people on different topics (A)" in text_of(html)


def test_pictures_can_be_downloaded(client, instruments) -> None:
    for name, file_format in product(("differences", "shares", "sets"), ("svg", "csv")):
        answer = client.get(f"/p/p/judge/tac/variation/?anova=2&figure={name}&as={file_format}")
        assert answer.status_code == 200
        assert f"p.tac.variation.anova=2.{name}.{file_format}" in answer["Content-Disposition"]


def test_medians_of_two_judges_correlate_as_worked_out(empty_project, client_of_empty) -> None:
    """Medians .20 .30 .50 and .10 .40 .45 have r = .8358 (judgments.md, section 13 i); r does not change with the
    scale. With three summarizers p = 1 - 2/pi arctan(r / sqrt(1 - r^2)) = .370.
    """
    values = {"anna": (2, 3, 5), "ben": (2, 8, 9)}
    topic = make_topic(empty_project, "D1")
    for number in range(3):
        make_summary(topic, "peer", summarizer=f"s{number}")
    add(
        empty_project,
        "tac-2009",
        (
            JudgmentRow("tac-2009", "D1", f"s{number}", "peer", judge, "", "responsiveness", "", value)
            for judge, of_judge in values.items()
            for number, value in enumerate(of_judge)
        ),
    )
    (pair,) = api(client_of_empty, empty_project.instruments.get()).json()["variation"]["correlations"]
    assert (pair["a"], pair["b"], pair["summarizers"]) == ("anna", "ben", 3)
    assert pair["pearson"] == pytest.approx(0.8358, abs=5e-5)
    assert pair["p"] == pytest.approx(0.370, abs=5e-4)
    assert "There is only one docset, so variance cannot be analysed." in text_of(page(client_of_empty, "tac-2009"))


def test_the_design_of_table_1_has_its_degrees_of_freedom_on_the_page(empty_project, client_of_empty) -> None:
    """1294 scores with empty cells: Df 9, 10, 29, 90, 79, 289 and 787 (Harman & Over 2004, Table 1)."""
    for number in range(30):
        topic = make_topic(empty_project, f"D{number}")
        for system in range(11):
            make_summary(topic, "peer", summarizer=f"s{system}")
    add(
        empty_project,
        "duc-content",
        (
            JudgmentRow("duc-content", f"D{docset}", f"s{system}", "peer", f"j{judge}", "", "content", "", value)
            for (judge, system, docset), value in (
                (row, 1 + (7 * number * number + 3 * number) % 5) for number, row in enumerate(harman_and_over())
            )
        ),
    )
    answer = api(client_of_empty, empty_project.instruments.get()).json()
    assert answer["anova"]["n"] == 1294
    assert [row["df"] for row in answer["anova"]["terms"]] == [9, 10, 29, 90, 79, 289, 787]
    assert answer["anova"]["cells"]["judge:docset"] == [118, 300]
    html = page(client_of_empty, "duc-content")
    assert re.findall(r'judge and docset</th><td class="num">(\d+)</td><td class="num">(\d+)<', html) == [
        ("118", "300")
    ]


def test_a_topic_with_one_judge_each_says_what_cannot_be_told_apart(empty_project, client_of_empty) -> None:
    """The design of DUC 2006: judge:docset has no degrees of freedom."""
    for number in range(4):
        topic = make_topic(empty_project, f"D{number}")
        for system in range(3):
            make_summary(topic, "peer", summarizer=f"s{system}")
    rows = (
        JudgmentRow("duc-content", f"D{topic}", f"s{system}", "peer", f"j{topic // 2}", "", "content", "", value)
        for topic in range(4)
        for system, value in enumerate(((topic * 3) % 5 + 1, 3, 5 - topic))
    )
    add(empty_project, "duc-content", rows)
    text = text_of(page(client_of_empty, "duc-content"))
    assert "Each docset has one judge: docset then means docset within judge." in text
    assert "judge:docset has no degrees of freedom" in text
    assert "No summary has scores by several judges" in text


def test_programs_are_compared_with_people_on_page_and_api(client, instruments) -> None:
    html, answer = page(client, NUGGETS, "programs"), api(client, instruments[NUGGETS], "programs").json()
    (comparison,) = answer["programs"]["comparisons"]
    assert (comparison["program"], comparison["summaries"], comparison["topics"]) == (BOT, 12, 3)
    assert answer["judges"] == ["anna", "ben"]
    assert [person["judge"] for person in answer["programs"]["people"]] == ["anna", "ben"]
    shown = set(re.findall(r'<data value="([^"]+)"', html))
    for level in comparison["levels"]:
        assert {repr(level[name]) for name in ("kendall", "low", "high", "low_both", "high_both")} <= shown
    assert "With fewer than 20 topics" in text_of(html)
    assert "Kendall’s tau-b is" in text_of(html)
    people = {row["summarizer"]: row["people"] for row in comparison["ranks"]}
    results = api(client, instruments[NUGGETS], "results").json()["summarizers"]
    assert people == {row["summarizer"]: row["mean"] for row in results if row["question"] == "presence"}
    answer = client.get(f"/p/p/judge/{NUGGETS}/programs/?figure=means-1&as=csv")
    assert answer.content.decode().count("\r\n") >= 5


@pytest.mark.parametrize(
    ("key", "name", "query", "flags"),
    [("see-2002", "variation", "set=model", ["--set", "model"]), (NUGGETS, "programs", "", [])],
)
def test_the_command_of_a_project_has_the_numbers_of_the_api(client, instruments, key, name, query, flags) -> None:
    out = io.StringIO()
    call_command("judgments", "--project", "p", "--instrument", key, "--json", *flags, stdout=out)
    answer = api(client, instruments[key], name, query).json()
    assert json.loads(out.getvalue())[name] == answer[name]


def test_instruments_without_programs_or_sheets_have_sentences(project, client, instruments) -> None:
    assert "No programs yet" in page(client, "tac", "programs")
    empty = Instrument.objects.create(project=project, key="empty", kind="rating", name="Empty", state="open", seed=1)
    assert "No finished sheets yet" in page(client, "empty")
    assert "No programs yet" in page(client, "empty", "programs")
    assert api(client, empty).json()["anova"]["notes"] == ["There are no scores to analyse."]
    assert api(client, empty, "programs").json()["programs"]["comparisons"] == []


def test_a_wrong_parameter_is_named_and_the_page_uses_the_default(client, instruments) -> None:
    wrong = {
        "variation": ("score=q9", "set=model", "set=x", "anova=3", "what=1"),
        "programs": ("score=q9", "program=bot"),
    }
    for name, query in ((name, query) for name, queries in wrong.items() for query in queries):
        answer = api(client, instruments["tac"], name, query)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, query.partition("=")[0])
        assert page(client, "tac", name, query)
    assert "There is no score “q9”" in text_of(page(client, "tac", query="score=q9"))


def test_members_see_nothing_before_closing_and_others_never(project, instruments) -> None:
    Instrument.objects.update(blind=True)
    instrument = instruments[NUGGETS]
    annotator, outsider = signed_in(make_member(project)), signed_in(make_member(make_project(), "manager"))
    urls = [f"/p/p/judge/{NUGGETS}/{name}/" for name in PAGES]
    urls += [f"/api/instruments/{instrument.pk}/{name}/" for name in PAGES]
    assert [annotator.get(url).status_code for url in urls] == [404] * 4
    Instrument.objects.update(state="closed")
    assert [annotator.get(url).status_code for url in urls] == [200] * 4
    assert [outsider.get(url).status_code for url in urls] == [404] * 4
    assert [Client().get(url).status_code for url in urls] == [302, 302, 401, 401]
    assert [annotator.post(url).status_code for url in urls] == [405] * 4


def test_masked_summarizers_are_not_compared_across_topics(project, instruments) -> None:
    Instrument.objects.update(state="closed")
    type(project).objects.update(mask_summarizers=True)
    for summary in (one for topic in project.topics.all() for one in topic.summaries.peer_summaries()):
        summary.mask = f"P{summary.position}"
        summary.save()
    client = signed_in(make_member(project))
    text = text_of(page(client, "tac"))
    assert "Masked summarizers have a different name on each topic" in text
    assert not re.search(r"\bs[1-4]\b", text)
    answer = api(client, instruments["tac"]).json()
    assert any("Each system has one docset" in note for note in answer["anova"]["notes"])
    (comparison,) = api(client, instruments[NUGGETS], "programs").json()["programs"]["comparisons"]
    assert (comparison["ranks"], [level["level"] for level in comparison["levels"]]) == ([], ["summary"])


def test_a_large_analysis_becomes_a_run(client, instruments, monkeypatch) -> None:
    monkeypatch.setattr(variation_project, "estimated_seconds", lambda *_: 100.0)
    instrument = instruments["tac"]
    assert client.get("/p/p/judge/tac/variation/").status_code == 303
    assert api(client, instrument).status_code == 202
    assert Run.objects.count() == 2


def test_sql_statements_do_not_grow_with_sheets(client, instruments, project) -> None:
    def counts(client, slug, instrument) -> list[int]:
        pages = (f"/p/{slug}/judge/see-2002/variation/?set=model", f"/p/{slug}/judge/see-2002/programs/")
        calls = (f"/api/instruments/{instrument.pk}/{name}/" for name in PAGES)
        return [statements(client, url) for url in (*pages, *calls)]

    other = make_project("q")
    larger = make_varied(other, topics=4, peers=5)["see-2002"]
    few = counts(client, "p", instruments["see-2002"])
    assert counts(signed_in(make_member(other, "manager")), "q", larger) == few
    assert max(few) <= 20
