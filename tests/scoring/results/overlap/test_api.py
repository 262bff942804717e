"""The API of overlap: the numbers of the command, for whom, and how many SQL queries it takes."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotator.runs.models import Run
from scoring.results.overlap import project as overlap_project
from tests.factories import make_member, make_project, make_summary, make_topic
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db
API = "/api/projects/p/overlap/"


@pytest.fixture
def project():
    project = make_project("p", blind=True, mask_summarizers=True)
    for key, texts in (("D1", ("One two.", "One three.", "one Four")), ("D2", ("same words", "same words"))):
        topic = make_topic(project, key)
        for name, text in zip("ABC", texts, strict=False):
            make_summary(topic, text=text, summarizer=name)
        make_summary(topic, kind="peer", text="One two.", summarizer="secret")
    return project


def commanded(*flags: str) -> dict:
    out = StringIO()
    call_command("overlap", "--project", "p", "--json", *flags, stdout=out)
    return {name: value for name, value in json.loads(out.getvalue()).items() if name not in ("made_by", "unread")}


@pytest.mark.parametrize(
    ("query", "flags"),
    [
        ("", []),
        ("n=2&fold_case=on&bare=on", ["--n", "2", "--fold-case", "--bare"]),
        ("topic=D1&topic=D2", ["--topic", "D1", "D2"]),
        ("topic=D2", ["--topic", "D2"]),
    ],
)
def test_the_api_has_the_numbers_of_the_command(project, query, flags) -> None:
    answer = signed_in(make_member(project)).get(f"{API}?{query}")
    assert answer.status_code == 200
    numbers = answer.json()
    assert numbers.pop("project") == "p"
    made_by = numbers.pop("made_by")
    assert numbers == commanded(*flags)
    assert made_by["settings"]["n"] == numbers["n"]


def test_only_models_are_compared(project) -> None:
    answer = signed_in(make_member(project)).get(f"{API}?topic=D1&n=1")
    (topic,) = answer.json()["topics"]
    assert [(pair["a"], pair["b"]) for pair in topic["pairs"]] == [("A", "B"), ("A", "C"), ("B", "C")]
    assert [pair["overlap"][0]["common"] for pair in topic["pairs"]] == [2, 0, 0]
    assert "secret" not in answer.content.decode()


@pytest.mark.parametrize(("query", "field"), [("n=0", "n"), ("n=10", "n"), ("n=two", "n"), ("bar=on", "bar")])
def test_a_wrong_parameter_is_named(project, query, field) -> None:
    answer = signed_in(make_member(project)).get(f"{API}?{query}")
    assert answer.status_code == 400
    assert field in answer.content.decode()


def test_the_api_is_for_members_and_for_reading(project) -> None:
    member, outsider = signed_in(make_member(project)), signed_in(make_member(make_project()))
    assert [client.get(API).status_code for client in (member, outsider, Client())] == [200, 404, 401]
    assert member.get(f"{API}?topic=D3").status_code == 404
    assert member.post(API).status_code == 405


def test_a_large_project_becomes_a_run(project, monkeypatch) -> None:
    monkeypatch.setattr(overlap_project, "SECONDS_PER_TOPIC", 100)
    client = signed_in(make_member(project))
    answer = client.get(API)
    assert (answer.status_code, Run.objects.count()) == (202, 1)


def test_sql_queries_do_not_grow_with_topics(project) -> None:
    client = signed_in(make_member(project))
    counts = []
    for key in ("D3", "D4"):
        with CaptureQueriesContext(connection) as captured:
            client.get(API)
        counts.append(len(captured))
        make_summary(make_topic(project, key))
    assert counts[0] == counts[1]
