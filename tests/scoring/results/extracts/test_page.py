"""The page and the API of all extracts of a document: what they show, to whom, and how much they compute."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotator.judgments.services.extracts import add_extract
from annotator.projects.documents.services import NewDocument, add_documents
from annotator.projects.models import Project
from annotator.runs.models import Run
from tests.annotator.judgments.scene import Judging, make_judging
from tests.factories import make_topic
from tests.scoring.studies.judged_project import judge_extract

pytestmark = pytest.mark.django_db


def path(judging: Judging, *, api: bool = False, topic: str = "") -> str:
    return reverse(
        "api-extract-ranks" if api else "extract-ranks", args=[judging.project.slug, topic or judging.topic.key]
    )


def signed_in(judging: Judging, who: str = "manager") -> Client:
    client = Client()
    client.force_login(judging.user(who))
    return client


def add_long_document(judging: Judging, sentences: int) -> str:
    topic = make_topic(judging.project, f"long{sentences}")
    text = " ".join(f"Sentence {number} has word{number}." for number in range(sentences))
    add_documents(topic=topic, documents=[NewDocument("long", text)], by=None)
    return topic.key


def test_the_page_ranks_the_extracts_of_a_document() -> None:
    judging = make_judging()
    judge_extract(judging, "other", 3, 5)  # d1 has the sentences 1 to 3 of the list, d2 has 4 to 6
    judge_extract(judging, "judge", 1, 2)
    add_extract(topic=judging.topic, summarizer="lead", sentences=["d1.2", "d1.1"], by=None)
    client = signed_in(judging)
    page = client.get(path(judging), {"k": "2", "a": "1", "b": "6"})
    context: Any = page.context
    named = context["named"]
    assert (named.judges, len(named.grid.extract_set.extracts)) == (("judge", "other"), 3)
    assert context["chosen_measures"] == [1, 6]
    # "judge" chose sentences 1 and 2 of d1, as the system did: the best of three extracts.
    best = context["best"][0].extracts[0]
    assert ([number for number, _ in best.sentences], best.value, best.rank) == ([1, 2], 1.0, 1.0)
    recall = context["sections"][0]
    assert recall.columns[:2] == (("E1", "judge"), ("E2", "other"))
    assert [(row.name, row.places[0].rank) for row in recall.systems] == [("lead", 1.0)]
    assert b"The mill stood by the sea." in page.content
    second = client.get(path(judging), {"document": "d2", "k": "1"})
    assert second.context["named"].judges == ("other",)
    svg = client.get(path(judging), {"k": "2", "figure": "recall", "as": "svg"})
    assert svg["Content-Type"] == "image/svg+xml"
    table = client.get(path(judging), {"k": "2", "figure": "correlations", "as": "csv"}).content.decode()
    assert table.splitlines()[0] == "Measure,and measure,Spearman’s correlation"


def test_the_api_gives_the_numbers_of_the_page() -> None:
    judging = make_judging()
    judge_extract(judging, "judge", 1, 2)
    client = signed_in(judging)
    named = client.get(path(judging), {"k": "2"}).context["named"]
    answer = client.get(path(judging, api=True), {"k": "2"}).json()
    assert answer.pop("made_by")["settings"]["k"] == 2
    assert answer == named.as_json()
    places = client.get(f"{path(judging)[:-1]}.csv", {"k": "2", "table": "measures"})
    assert places["Content-Disposition"].endswith('.extracts.measures.k=2.csv"')
    rows = places.content.decode().splitlines()
    assert rows[0] == "topic,document,measure,family,against,distinct,low,high,best"
    assert len(rows) == len(answer["measures"]) + 1
    every = client.get(f"{path(judging)[:-1]}.csv", {"k": "2", "table": "extracts"}).content.decode().splitlines()
    assert [row.split(",")[2] for row in every] == ["sentences", "1 2", "1 3", "2 3"]
    assert client.get(f"{path(judging)[:-1]}.csv").status_code == 404  # three sentences are no choice of three
    assert client.get(path(judging, api=True), {"k": "9"}).status_code == 400
    assert client.get(path(judging, api=True), {"judge": "nobody"}).status_code == 422
    assert client.get(path(judging, api=True), {"document": "d9"}).status_code == 404
    assert client.get(path(judging), {"k": "9", "document": "d1"}).context["grid"].settings.size == 3


def test_a_project_has_means_over_its_documents() -> None:
    judging = make_judging()
    judge_extract(judging, "other", 3, 5)
    judge_extract(judging, "judge", 1, 2)
    client = signed_in(judging)
    pages, api = (
        reverse(name, args=[judging.project.slug]) for name in ("project-extract-ranks", "api-project-extract-ranks")
    )
    answer = client.get(api, {"k": "1"}).json()
    assert [(row["name"], row["extracts"], row["judges"]) for row in answer["documents"]] == [
        ("d1", 3, ["judge", "other"]),
        ("d2", 3, ["other"]),
    ]
    written = StringIO()
    call_command("extracts", project=judging.project.slug, k=1, json=True, stdout=written)
    assert answer["over_documents"] == json.loads(written.getvalue())["over_documents"]
    assert client.get(pages, {"k": "1"}).context["grids"].means.as_json() == answer["over_documents"]
    add_long_document(judging, 120)  # 280,840 extracts of 3 sentences
    page = client.get(pages).content.decode()
    assert "d1 is left out. Extracts of 3 need a document with at least 4 sentences" in page
    assert "long is left out. It has 280,840 extracts" in page
    assert client.get(api).status_code == 422


def test_the_page_says_what_is_missing() -> None:
    judging = make_judging()
    make_topic(judging.project, "dry")
    client = signed_in(judging)
    assert b"add a document" in client.get(path(judging, topic="dry")).content
    page = client.get(path(judging), {"k": "2"}).content.decode()
    assert "So extracts are compared with the document only" in page
    assert "need a document with at least 4 sentences" in client.get(path(judging), {"k": "3"}).content.decode()
    large = client.get(path(judging, topic=add_long_document(judging, 120))).content.decode()
    assert "This document has 280,840 extracts of 3 sentences; at most 250,000 are ranked here." in large
    assert "manage.py extracts" in large
    assert client.get(path(judging, topic="absent")).status_code == 404


def test_more_than_50_000_extracts_are_ranked_by_a_run() -> None:
    judging = make_judging()
    client = signed_in(judging)
    response = client.get(path(judging, topic=add_long_document(judging, 75)))  # 67,525 extracts
    assert (response.status_code, Run.objects.get().title) == (303, f"Extracts: {judging.project}")


def test_ranks_of_systems_follow_the_scores() -> None:
    judging = make_judging()
    judge_extract(judging, "judge", 1, 2)
    add_extract(topic=judging.topic, summarizer="lead", sentences=["d1.2", "d1.1"], by=None)
    for setting, names in (("show", ["lead"]), ("after_submit", []), ("hide", [])):
        Project.objects.update(live_scores=setting)
        answer = signed_in(judging, "other").get(path(judging, api=True), {"k": "2"}).json()
        assert [extract["name"] for extract in answer["placed"]] == names
        manager = signed_in(judging).get(path(judging, api=True), {"k": "2"}).json()
        assert [extract["name"] for extract in manager["placed"]] == ["lead"]


def test_the_number_of_queries_does_not_grow_with_documents_and_topics() -> None:
    judging = make_judging()
    client = signed_in(judging)
    project_page = reverse("project-extract-ranks", args=[judging.project.slug])
    counts = []
    for key in ("d3", "d4", "d5"):
        for topic in (judging.topic, make_topic(judging.project, key)):
            add_documents(topic=topic, documents=[NewDocument(key, "One. Two. Three. Four.")], by=None)
        for address in (path(judging), project_page):
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address, {"k": "2"}).status_code == 200
            counts.append(len(captured))
    assert len(set(counts[::2])) == len(set(counts[1::2])) == 1
