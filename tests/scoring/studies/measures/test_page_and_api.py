"""Measures by page and API: what they need, what they give, to whom, and that both show the same numbers."""

import re
from typing import Any

import pytest

from annotator.projects.models import Project, Summary
from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.signature import format_signature
from scoring.studies import values
from scoring.studies.models import Measured
from tests.scenes import Scene, make_scene, signed_in, statements
from tests.scoring.studies.measured_project import add_topics

pytestmark = pytest.mark.django_db

PAGE, API = "/p/p/measures/", "/api/projects/p/measures/"
ROUGE = format_signature(definition("rouge-2").measure())


@pytest.fixture
def scene() -> Scene:
    scene = make_scene("p")
    add_topics(scene.project, (2, 2), (2, 1))
    return scene


def asked(scene: Scene, query: str = "", member: str = "manager") -> Any:
    return signed_in(scene.members[member]).get(f"{API}{query}")


def test_the_list_of_measures_is_that_of_the_command(scene: Scene) -> None:
    listed = signed_in(scene.viewer).get("/api/measures/").json()["measures"]
    assert {"rouge-2", "rouge-su4", "be-h", "tesla-s", "cosine"} <= {one["name"] for one in listed}
    (rouge,) = [one for one in listed if one["name"] == "rouge-2"]
    assert (rouge["signature"], rouge["primary"], rouge["needs"]) == (ROUGE, "recall", ["models"])


def test_nothing_is_computed_before_somebody_asks(scene: Scene) -> None:
    page = signed_in(scene.manager).get(PAGE).text
    assert "models for 2 of 2 topics" in page
    assert "parses for 0 of 7 texts" in page  # of be-h and others, whose elements come from parses
    assert "Mean of each summarizer" not in page
    assert asked(scene).json()["rows"] == []
    assert not Measured.objects.exists()


def test_page_and_api_give_the_same_numbers(scene: Scene) -> None:
    answer = asked(scene, "?measure=rouge-2").json()
    assert answer["measures"] == [{"signature": ROUGE, "name": "rouge-2", "values": ["recall", "precision", "f"]}]
    assert [(row["topic"], row["summarizer"], row["kind"]) for row in answer["rows"]][:5] == [
        *(("T1", "P0", "peer"), ("T1", "P1", "peer"), ("T1", "M0", "model"), ("T1", "M1", "model")),
        ("T2", "P0", "peer"),
    ]
    assert [row["undefined"] for row in answer["rows"]] == [None] * 6 + ["no models"]
    page = signed_in(scene.manager).get(PAGE).text
    shown = [float(one) for one in re.findall(r'<data value="([^"]+)"', page)]
    means = {(one["summarizer"], one["recall"]) for one in answer["means"] if one["recall"] is not None}
    assert sorted(shown) == sorted(recall for _, recall in means)
    assert len(shown) == 4


def test_a_measure_is_asked_for_by_its_signature_or_its_short_name(scene: Scene) -> None:
    by_signature = asked(scene, f"?measure={ROUGE.replace('|', '%7C')}&topic=T2").json()
    assert by_signature["rows"] == asked(scene, "?measure=rouge-2&topic=T2").json()["rows"]
    other = asked(scene, "?measure=rouge-2:stem%3Dno&measure=lcs").json()
    assert [one["name"] for one in other["measures"]] == ["rouge-2:stem=no", "lcs"]


@pytest.mark.parametrize(
    ("query", "status", "sentence"),
    [
        ("?measure=rouge-22", 400, "There is no measure “rouge-22”. There are rouge-1, "),
        ("?measure=rouge-2:stemm%3Dno", 400, "rouge-2 has no parameter “stemm”. It has tok, stem, "),
        (f"?measure={ROUGE.replace('v:1', 'v:9').replace('|', '%7C')}", 400, "was made by version 9; this is version"),
        ("?measure=be-h", 422, "be-h needs elements, and the project has elements for 0 of 7 texts."),
        ("?topic=T9", 404, "no topic"),
        ("?measur=rouge-2", 400, "There is no such parameter."),
    ],
)
def test_what_cannot_be_answered_is_refused_with_a_sentence(
    scene: Scene, query: str, status: int, sentence: str
) -> None:
    answer = asked(scene, query)
    assert answer.status_code == status
    assert sentence in answer.json()["detail"] or status == 404


def test_the_page_computes_what_is_asked_and_possible(scene: Scene) -> None:
    manager = signed_in(scene.manager)
    page = manager.get(f"{PAGE}?measure=rouge-2:stem%3Dno&measure=be-h").text
    assert Measured.objects.count() == 2
    assert page.count("rouge-2:stem=no</") == 2  # a row, and a column of means
    page = manager.get(f"{PAGE}?measure=rouge-2:stem").text
    assert "write parameters as name=value" in page
    assert 'value="rouge-2:stem"' in page


def test_a_project_without_summaries_says_so() -> None:
    scene = make_scene("p")
    assert "No summaries yet" in signed_in(scene.manager).get(PAGE).text
    assert asked(scene).json()["rows"] == []


def test_members_see_what_live_scores_shows_them(scene: Scene) -> None:
    asked(scene, "?measure=rouge-2")
    Project.objects.update(live_scores="hide")
    for member, rows in (("manager", 7), ("annotator", 0), ("viewer", 0)):
        answer = asked(scene, "?measure=rouge-2", member).json()
        assert (len(answer["rows"]), answer["withheld"], bool(answer["means"])) == (rows, 7 - rows, rows > 0)
    page = signed_in(scene.annotator).get(PAGE).text
    assert "7 summaries are left out of the means" in page
    assert "<data" not in page


def test_means_over_topics_leave_masked_peers_out(scene: Scene) -> None:
    Project.objects.update(mask_summarizers=True)
    for summary in Summary.objects.filter(kind="peer"):
        Summary.objects.filter(pk=summary.pk).update(mask=f"P{90 - summary.position}")
    answer = asked(scene, "?measure=rouge-2", "annotator").json()
    assert {row["summarizer"] for row in answer["rows"] if row["kind"] == "peer"} == {"P89", "P90"}
    assert {one["summarizer"] for one in answer["means"]} == {"M0", "M1"}
    page = signed_in(scene.annotator).get(PAGE).text
    assert "Masked peers are left out" in page
    assert not re.search(r"\bP(0|1|89|90)\b", page)
    assert {one["summarizer"] for one in asked(scene, "?measure=rouge-2").json()["means"]} == {"P0", "P1", "M0", "M1"}


def test_queries_do_not_grow_with_topics_summaries_or_measures(scene: Scene) -> None:
    client = signed_in(scene.annotator)
    counts = []
    for query in ("?measure=cosine", "?measure=cosine&measure=rouge-3&measure=rouge-l&measure=lcs"):
        counts.append([statements(client, f"{place}{query}") for place in (API, PAGE, API)])
        add_topics(scene.project, (3, 2), (4, 3), (1, 2), (2, 2))
    assert counts[0] == counts[1]


def test_more_pair_scores_become_a_run(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "SECONDS_PER_PAIR_SCORE", 1.0)
    manager = signed_in(scene.manager)
    answer = manager.get(f"{API}?measure=rouge-2")
    assert (answer.status_code, answer["Location"]) == (202, answer.json()["run"])
    assert manager.get(f"{PAGE}?measure=rouge-2").status_code == 303
    assert not Measured.objects.exists()
