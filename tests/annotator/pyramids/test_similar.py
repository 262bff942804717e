"""``GET .../similar/``: text that is worded alike, for those who may see the work and where the project offers it."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.projects.models import Project, Summary, Topic
from annotator.pyramids import similar
from annotator.texts.segmentation import segment
from annotator.work.models import Work
from tests import factories
from tests.annotator.conftest import WorkScene, make_work
from tests.annotator.texts.similarity.topics import STORM
from tests.annotator.work.log.requests import self_url
from tests.factories import SCU_IDS, client_id, scu_snapshot
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db

CLOSED, CANCELLED = client_id(SCU_IDS, 1), client_id(SCU_IDS, 2)
PEER = "Because of a storm the harbour closed on Monday. All ferries stopped."


def _add_summary(topic: Topic, text: str, kind: str = Summary.Kind.MODEL) -> Summary:
    cut = segment(text)
    return factories.make_summary(topic, kind, text=text, words=list(cut.words), sentences=list(cut.sentences))


def _span(text: str, quote: str) -> tuple[int, int]:
    start = text.index(quote)
    return start, start + len(quote)


def _storm(kind: str) -> Any:
    """A pyramid of two SCUs over the storm's reports, or an annotation of a peer that is matched to it."""
    owner = factories.make_member(factories.make_project())
    topic = factories.make_topic(owner.project)
    models = [_add_summary(topic, text) for text in STORM]
    scus = [
        scu_snapshot(
            1, (models[0].pk, [(1, *_span(STORM[0], "A storm closed the harbour"))]), label="The harbour shut"
        ),
        scu_snapshot(2, (models[1].pk, [(2, *_span(STORM[1], "Ferry traffic stopped"))]), label="No ferries ran"),
        scu_snapshot(3, label=""),
    ]
    pyramid = factories.make_pyramid(topic, owner, scus)
    if kind == "pyramid":
        return pyramid
    peer = _add_summary(topic, PEER, Summary.Kind.PEER)
    return factories.make_peer_annotation(factories.make_release(pyramid, scus), owner, summary=peer)


def _get(target: Work, client: APIClient | None = None, /, **asked: Any) -> Any:
    client = client or signed_in(target.owner.user)  # type: ignore[arg-type]  # owners of these tests have accounts
    return client.get(f"{self_url(target)}similar/", asked)


def _quoted(passage: dict[str, Any]) -> str:
    return Summary.objects.get(pk=passage["summary"]).text[passage["start"] : passage["end"]]


def _models(pyramid: Work) -> list[int]:
    return list(pyramid.topic.summaries.model_summaries().values_list("pk", flat=True))


def test_a_selection_is_answered_with_passages_and_scus() -> None:
    pyramid = _storm("pyramid")
    models = _models(pyramid)
    start, end = _span(STORM[2], "the storm had closed Port Amley's harbours")
    answer = _get(pyramid, summary=models[2], start=start, end=end)
    assert answer.status_code == 200
    passages, scus = answer.json()["passages"], answer.json()["scus"]
    assert {passage["summary"] for passage in passages[:2]} == set(models[:2])
    assert "storm closed the harbour" in _quoted(next(one for one in passages if one["summary"] == models[0]))
    assert "harbour was closed by the storm" in _quoted(next(one for one in passages if one["summary"] == models[1]))
    assert passages[0].keys() == {"summary", "start", "end", "score"}
    assert (scus[0]["id"], scus[0].keys()) == (CLOSED, {"id", "score"})


def test_a_selection_of_several_spans_is_one_query() -> None:
    pyramid = _storm("pyramid")
    models = _models(pyramid)
    spans = ",".join("{}-{}".format(*_span(STORM[2], quote)) for quote in ("storm", "harbours"))
    answer = _get(pyramid, summary=models[2], spans=spans)
    assert [one["summary"] for one in answer.json()["passages"][:2]] == models[:2]


def test_what_the_same_summary_says_is_not_compared() -> None:
    """Where nothing else is like it, an SCU of the selection's own summary is no answer."""
    pyramid = _storm("pyramid")
    start, end = _span(STORM[1], "Ferry traffic")
    answer = _get(pyramid, summary=_models(pyramid)[1], start=start, end=end).json()
    assert {scu["id"]: scu["score"] for scu in answer["scus"]}[CANCELLED] < 0.5  # by its label alone
    assert _models(pyramid)[1] not in [passage["summary"] for passage in answer["passages"]]


def test_an_scu_is_answered_with_passages_where_it_has_no_contributor() -> None:
    pyramid = _storm("pyramid")
    answer = _get(pyramid, scu=CLOSED).json()
    assert _models(pyramid)[0] not in [passage["summary"] for passage in answer["passages"]]
    assert "storm" in _quoted(answer["passages"][0])
    assert CLOSED not in [scu["id"] for scu in answer["scus"]]


def test_an_empty_scu_is_like_nothing() -> None:
    assert _get(_storm("pyramid"), scu=client_id(SCU_IDS, 3)).json() == {"passages": [], "scus": []}


def test_punctuation_is_like_nothing() -> None:
    pyramid = _storm("pyramid")
    at = STORM[0].index(".")
    answer = _get(pyramid, summary=_models(pyramid)[0], start=at, end=at + 1)
    assert answer.json() == {"passages": [], "scus": []}


def test_a_stretch_of_a_peer_is_answered_with_scus_of_the_release() -> None:
    annotation = _storm("peer")
    start, end = _span(PEER, "a storm the harbour closed")
    answer = _get(annotation, start=start, end=end)
    assert (answer.status_code, answer.json().keys()) == (200, {"scus"})
    assert answer.json()["scus"][0]["id"] == CLOSED
    spans = "{}-{},{}-{}".format(*_span(PEER, "ferries"), *_span(PEER, "stopped"))
    assert _get(annotation, spans=spans).json()["scus"][0]["id"] == CANCELLED


def test_a_summary_that_comes_later_is_searched() -> None:
    pyramid = _storm("pyramid")
    asked = {"summary": _models(pyramid)[3], "start": 0, "end": len(STORM[3])}
    before = _get(pyramid, **asked).json()["passages"]
    new = _add_summary(pyramid.topic, "All schools opened late because of it.")
    assert new.pk not in [passage["summary"] for passage in before]
    assert _get(pyramid, **asked).json()["passages"][0]["summary"] == new.pk


def test_corrected_sentence_ends_count() -> None:
    pyramid = _storm("pyramid")
    asked = {"summary": _models(pyramid)[3], "start": 0, "end": 7}
    assert _get(pyramid, **asked).status_code == 200
    Summary.objects.filter(pk=_models(pyramid)[0]).update(sentences=[0, len(STORM[0])])
    assert _get(pyramid, **asked).status_code == 200


MALFORMED = [
    ({"end": "4"}, "start"),
    ({"start": "-1", "end": "4"}, "start"),
    ({"start": "0", "end": "x"}, "end"),
    ({"start": "4", "end": "4"}, "end"),
    ({"start": "0", "end": "10000"}, "end"),
    ({"start": "0", "end": str(2**70)}, "end"),
    ({"start": "٣", "end": "4"}, "start"),
    ({"spans": ""}, "spans"),
    ({"spans": "0-4,"}, "spans"),
    ({"spans": "4-0"}, "spans"),
    ({"spans": "0-4;5-6"}, "spans"),
    ({"spans": ",".join(["0-4"] * 51)}, "spans"),
    ({"spans": "0-4,0-99999"}, "end"),
    ({"spans": "0-4", "start": "0"}, "start"),
]


@pytest.mark.parametrize(("asked", "field"), MALFORMED)
def test_a_selection_that_is_none_is_refused_by_field(work: WorkScene, asked: dict[str, str], field: str) -> None:
    if work.kind == "pyramid":
        asked = {**asked, "summary": str(_models(work.target)[0])}
    answer = _get(work.target, **asked)
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["field"] == field
    assert error["message"].endswith(".")


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({}, "summary"),
        ({"summary": "x", "start": "0", "end": "4"}, "summary"),
        ({"summary": str(2**63), "start": "0", "end": "4"}, "summary"),
        ({"scu": ""}, "scu"),
        ({"scu": CLOSED.upper().replace("4000", "A000")}, "scu"),
        ({"scu": CLOSED, "start": "0"}, "start"),
    ],
)
def test_a_pyramid_is_asked_for_an_scu_or_a_selection(asked: dict[str, str], field: str) -> None:
    answer = _get(make_work("pyramid").target, **asked)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, field)


def test_what_is_not_in_the_pyramid_does_not_exist() -> None:
    theirs, mine = make_work("pyramid"), make_work("pyramid")
    peer = factories.make_summary(mine.target.topic, Summary.Kind.PEER)
    foreign = theirs.target.topic.summaries.get(position=0)
    for asked in (
        {"summary": peer.pk, "start": 0, "end": 4},
        {"summary": foreign.pk, "start": 0, "end": 4},
        {"scu": client_id(SCU_IDS, 77)},
    ):
        assert _get(mine.target, **asked).status_code == 404


def _sound(work: WorkScene) -> dict[str, Any]:
    """Something that can be asked about the work."""
    return {"scu": client_id(SCU_IDS, 1)} if work.kind == "pyramid" else {"start": 0, "end": 4}


@pytest.mark.parametrize("who", ["owner", "editor", "manager", "colleague", "viewer"])
def test_every_member_may_ask(work: WorkScene, who: str) -> None:
    assert _get(work.target, signed_in(getattr(work, who)), **_sound(work)).status_code == 200


def test_for_an_outsider_it_does_not_exist(work: WorkScene) -> None:
    assert _get(work.target, signed_in(work.outsider), **_sound(work)).status_code == 404
    assert _get(work.target, signed_in(work.outsider)).status_code == 404
    work.target.pk = 2**63
    assert _get(work.target, **_sound(work)).status_code == 404


def test_who_is_signed_out_has_to_sign_in(work: WorkScene) -> None:
    assert _get(work.target, APIClient(), **_sound(work)).status_code == 401


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_is_only_asked(work: WorkScene, method: str) -> None:
    assert getattr(signed_in(work.owner), method)(f"{self_url(work.target)}similar/").status_code == 405


@pytest.mark.parametrize("who", ["owner", "manager"])
def test_a_project_can_turn_it_off(work: WorkScene, who: str) -> None:
    Project.objects.update(suggestions=Project.Suggestions.OFF)
    answer = _get(work.target, signed_in(getattr(work, who)), **_sound(work))
    assert answer.status_code == 403
    assert answer.json()["detail"] == "This project has turned suggestions of similar text off."


def test_for_an_outsider_it_does_not_exist_even_when_off(work: WorkScene) -> None:
    Project.objects.update(suggestions=Project.Suggestions.OFF)
    assert _get(work.target, signed_in(work.outsider), **_sound(work)).status_code == 404


def _statements(target: Any, **asked: Any) -> int:
    client = signed_in(target.owner.user)
    with CaptureQueriesContext(connection) as captured:
        assert _get(target, client, **asked).status_code == 200
    return len(captured)


@pytest.mark.parametrize("limit", ["MAX_WORDS", "MAX_CHARACTERS"])
@pytest.mark.parametrize("kind", ["pyramid", "peer"])
def test_a_topic_with_too_many_words_is_not_searched(kind: str, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    target = _storm(kind)
    asked = {"scu": CLOSED} if kind == "pyramid" else {"start": 0, "end": 40}
    size = sum(len(text.split()) if limit == "MAX_WORDS" else len(text) for text in STORM)
    monkeypatch.setattr(similar, limit, size)
    assert _get(target, **asked).status_code == 200
    monkeypatch.setattr(similar, limit, size - 1)
    answer = _get(target, **asked)
    said = "Similar text is not searched here: the model summaries of this topic have more than "
    assert (answer.status_code, answer.json()["detail"][: len(said)]) == (409, said)


def test_scus_of_too_many_words_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    target = _storm("pyramid")
    words = sum(len(text.split()) for text in STORM)
    models = Summary.objects.filter(topic=target.topic)
    texts = [scu_snapshot(n, (models[0].pk, [(n, 0, len(STORM[0]))])) for n in range(10, 20)]
    monkeypatch.setattr(similar, "MAX_WORDS", words)
    assert _get(target, scu=CLOSED).status_code == 200
    factories.add_scus(target, texts)
    answer = _get(target, scu=CLOSED)
    assert answer.status_code == 409
    assert answer.json()["detail"].startswith("Similar text is not searched here: the SCUs have more than ")


@pytest.mark.parametrize("kind", ["pyramid", "peer"])
def test_its_statements_do_not_grow_with_what_is_compared(kind: str) -> None:
    target = _storm(kind)
    asked = {"scu": CLOSED} if kind == "pyramid" else {"start": 0, "end": 40}
    before = _statements(target, **asked)
    pyramid = target if target.kind == "pyramid" else target.release.pyramid
    models = [_add_summary(pyramid.topic, STORM[n % 3]) for n in range(20)]
    factories.add_scus(pyramid, [scu_snapshot(n, (models[n].pk, [(n + 50, 0, 20)])) for n in range(10, 20)])
    for _ in range(10):
        target.editors.add(factories.make_member(pyramid.topic.project))
    assert _statements(target, **asked) == before <= 6
