"""Every call answers as it is described, and the recorded example of it has the same members.

`python -m tests.annotator.api.record_examples` records the examples from these answers.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotator.api_schema import EXAMPLES, examples
from annotator.overview.api import openapi_document
from annotator.projects.documents.models import Document
from annotator.projects.models import Summary
from annotator.pyramids.models import Scu, pyramids
from tests.annotator.api.record_examples import RECORD, normal, shortened, write_examples
from tests.annotator.api.sample_site import Site
from tests.annotator.api.test_description import JSON, OPERATIONS, checked, json_answer
from tests.annotator.work.log.requests import edit, group
from tests.factories import client_id
from tests.scoring.studies.trained.files import dicomer_file

CALLS = [
    (operation["operationId"], method, path)
    for path, operations in openapi_document()["paths"].items()
    for method, operation in operations.items()
    if json_answer(operation)
]
NOTE_IDS, NEW_SCU_IDS, NEW_PART_IDS, NEW_UNIT_IDS = 31, 32, 33, 34


def _scu() -> str:
    return str(Scu.objects.earliest("position").uuid)


def _summary() -> int:
    return Summary.objects.filter(kind="model").earliest("pk").pk


def _new_scu() -> Any:
    part: dict[str, Any] = {"scu": client_id(NEW_SCU_IDS, 1), "summary": _summary(), "start": 0, "end": 45}
    edits = [
        edit("create_scu", scu=client_id(NEW_SCU_IDS, 1), label="The mill turns again"),
        edit("add_part", part=client_id(NEW_PART_IDS, 1), **part),
    ]
    return {"base": pyramids().get().revision, "groups": [group(*edits)]}


def _match() -> Any:
    match: dict[str, Any] = {"unit": client_id(NEW_UNIT_IDS, 1), "part": client_id(NEW_PART_IDS, 1), "scu": _scu()}
    return {"base": 0, "groups": [group(edit("match_part", **match, start=0, end=45))]}


def _sentence(number: int) -> str:
    return f"{Document.objects.earliest('position').key}.{number}"


def _parse_of_baseline() -> str:
    """A parse in which each word is the root of its own tree."""
    text = Summary.objects.get(topic__key="mill", kind="peer", summarizer="baseline").text
    return "".join(f"{n}\t{word}\t_\tX\t_\t_\t0\troot\t_\t_\n" for n, word in enumerate(text.split(), 1))


def _note(text: str, **place: Any) -> Any:
    return {"id": client_id(NOTE_IDS, len(text)), "text": text, **place}


BODIES: dict[str, Callable[[], Any]] = {
    "instruments_partial_update": lambda: {"name": "Linguistic quality", "state": "closed"},
    "instruments_import_create": lambda: {
        "files": [{"name": "ratings.csv", "text": "topic,summarizer,judge,question,value\nmill,baseline,Anna,q1,4\n"}],
        "dry_run": True,
    },
    "instruments_sheets_create": lambda: {"topic": "mill"},
    "notes_create": lambda: _note("Two, I think."),
    "peer_annotations_edits_create": _match,
    "peer_annotations_notes_create": lambda: _note("Is this a match?"),
    "peer_annotations_state_create": lambda: {"verb": "submit", "note": "Two units were hard to match."},
    "projects_baselines_create": lambda: {"names": ["LEAD"], "number": 50, "topics": ["mill"]},
    "projects_create": lambda: {"name": "Night trains", "slug": "night-trains"},
    "projects_instruments_create": lambda: {"key": "language", "preset": "duc-quality"},
    "projects_peer_annotations_create": lambda: {"topic": "mill", "peer": "baseline"},
    "projects_pyramids_create": lambda: {"topic": "mill"},
    "projects_studies_create": lambda: {
        "title": "ROUGE or overlap?",
        "definition": {"columns": ["rouge-2", "word-overlap"], "against": ["pyramid.modified"], "resamples": 100},
    },
    "projects_parses_create": lambda: {
        "files": [{"name": "peers/mill.baseline.conllu", "content": _parse_of_baseline()}],
        "parser": "UDPipe 2",
    },
    "projects_score_tables_create": lambda: {
        "table": "topic,summarizer,judge,clarity\nmill,baseline,grace,4\n",
        "human": ["clarity"],
        "scale": "1-5",
    },
    "projects_trained_measures_create": lambda: {"model": dicomer_file(2.0).decode(), "name": "Readability"},
    "projects_topics_create": lambda: {"key": "D0601", "title": "Ferries", "statement": "Why do ferries come back?"},
    "projects_topics_documents_create": lambda: {
        "documents": [{"key": "report-1953", "title": "The storm", "text": "The dam broke. The wheel stopped.\n"}]
    },
    "projects_topics_extracts_create": lambda: {
        "summarizer": "lead",
        "label": "10",
        "sentences": [_sentence(1), _sentence(2)],
    },
    "projects_topics_item_lists_create": lambda: {"source": "model_units", "model": "amara"},
    "projects_topics_summaries_create": lambda: {
        "summaries": [
            {"kind": "model", "summarizer": "amara-2", "text": "Night trains come back, as flying is taxed.\n"},
            {"kind": "peer", "summarizer": "system-7", "text": "Trains run at night again.\n"},
        ]
    },
    "sheets_edits_create": lambda: {"base": 1, "groups": [group(edit("judge", question="q1", value=5))]},
    "sheets_state_create": lambda: {"verb": "submit"},
    "pyramids_edits_create": _new_scu,
    "pyramids_notes_create": lambda: _note("Is this one fact or two?", scu=_scu()),
    "pyramids_state_create": lambda: {"verb": "submit"},
}
QUERIES: dict[str, Callable[[], Any]] = {
    "projects_measures_retrieve": lambda: {"measure": "rouge-2", "topic": "mill"},
    "projects_peer_annotations_list": lambda: {"peer": "baseline"},
    "pyramids_similar_retrieve": lambda: {"scu": _scu()},
    "peer_annotations_similar_retrieve": lambda: {"start": 0, "end": 45},
}
BEFORE = {
    "peer_annotations_notes_retrieve": "peer_annotations_notes_create",
    "projects_topics_extracts_list": "projects_topics_extracts_create",
    "pyramids_notes_retrieve": "pyramids_notes_create",
    "pyramids_releases_create": "pyramids_edits_create",
}
"""Calls to make first, because otherwise there is nothing to show or to release."""


@pytest.fixture(scope="module")
def recorded() -> Iterator[dict[str, Any]]:
    """Where the examples are collected; written at the end if they are being recorded."""
    found: dict[str, Any] = {}
    yield found
    if os.environ.get(RECORD):
        write_examples(EXAMPLES, found)


def _call(site: Site, name: str) -> tuple[Any, Any]:
    """The body that is sent, and the answer."""
    method, path = next((method, path) for operation, method, path in CALLS if operation == name)
    client = Client()
    client.force_login(User.objects.get(username="manager"))
    address = path.format(**site.path_parameters(path))
    if method == "get":
        return None, client.get(address, QUERIES.get(name, dict)())
    body = BODIES.get(name, lambda: None)()
    return body, getattr(client, method)(address, body, content_type=JSON)


@pytest.mark.parametrize("name", [name for name, _, _ in CALLS])
def test_a_call_answers_as_described_and_as_its_example(site: Site, recorded: dict[str, Any], name: str) -> None:
    if name in BEFORE:
        assert _call(site, BEFORE[name])[1].status_code < 300
    body, answer = _call(site, name)
    assert answer.status_code < 300, answer.content
    response = answer.json()
    assert checked(json_answer(OPERATIONS[name])["schema"], response) == []
    if isinstance(response.get("rows", response.get("results")), list):
        assert response.get("rows", response.get("results")), "An empty list shows nothing."
    numbers: dict[Any, int] = {}
    example = {"request": normal(body, numbers)} if body is not None else {}
    recorded[name] = example | {"response": normal(shortened(response), numbers)}
    if not os.environ.get(RECORD):
        assert recorded[name]["response"].keys() == examples()[name]["response"].keys()
        assert recorded[name].get("request") == examples()[name].get("request")
