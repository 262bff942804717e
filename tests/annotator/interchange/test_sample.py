"""The sample project in the database, against its own files read by the standard library."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from annotator.interchange.sample import load_sample
from annotator.judgments.kinds.registry import INSTRUMENT_KINDS
from annotator.judgments.models import sheets
from annotator.matching.models import peer_annotations
from annotator.matching.store import read_units
from annotator.projects.models import Project
from annotator.pyramids.models import pyramids
from annotator.pyramids.store import read_scus
from annotator.web.refusals import ServiceRefused
from annotator.work.log.rebuild import rebuild
from annotator.work.release_models import Release
from scoring.observations.pyramid_scores import ScoreSettings
from tests.annotator.interchange.duc_import import NOW
from tests.factories import make_user
from tests.scoring.seen import score_sheet

pytestmark = pytest.mark.django_db


def content(name: str) -> dict[str, Any]:
    return tomllib.loads(
        files("annotator.interchange.sample_texts").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    )


@pytest.fixture
def project() -> Project:
    return load_sample(by=make_user("ann"), now=NOW)


def test_who_loads_it_manages_topics_of_models_and_peers(project) -> None:
    people = project.memberships.filter(user__isnull=False)
    assert [(m.name, m.role) for m in people] == [("ann", "manager")]
    assert project.guidelines
    for topic in project.topics.all():
        given = content(topic.key)
        assert (topic.title, topic.statement) == (given["title"], given["statement"])
        for kind in ("model", "peer") if topic.key != "turn" else ("model",):
            texts = [(s.summarizer, s.text) for s in topic.summaries.filter(kind=kind)]
            assert texts == [(one["summarizer"], " ".join(one["text"].split())) for one in given[f"{kind}s"]]


def test_one_topic_is_annotated_released_and_matched_and_the_other_untouched(project) -> None:
    pyramid = pyramids().get()
    scus = content(pyramid.topic.key)["scus"]
    assert [(i["label"], len(i["contributors"])) for i in read_scus(pyramid.pk)] == [
        (scu["label"], len(scu["contributors"])) for scu in scus
    ]
    release = Release.objects.get()
    assert (release.number, release.weight_source, release.scus.count()) == (1, "summaries", len(scus))
    assert {(a.owner.name, a.state) for a in peer_annotations()} == {("ann", "submitted")}
    assert peer_annotations().count() == 4


def test_it_can_be_worked_on_at_once_from_a_whole_log(project) -> None:
    pyramid = pyramids().get()
    snapshots = read_scus(pyramid.pk)
    assert (pyramid.next_uid, pyramid.next_position) == (len(snapshots) + 1, len(snapshots) + 1)
    assert rebuild(pyramid.pk) == (snapshots, [])
    for annotation in peer_annotations():
        units = read_units(annotation.pk)
        assert rebuild(annotation.pk) == (units, [])
        assert annotation.next_position == len(units) + 1


def expected_scores(given: dict[str, Any], peer: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    """Weight reached, X and Max of each score, by the paper's rules from the quotes of the sample's file."""
    weights = {scu["key"]: len(scu["contributors"]) for scu in given["scus"]}
    ranked = sorted(weights.values(), reverse=True)
    units = peer.get("units", [])
    reached = sum(weights[key] for key in {unit["scu"] for unit in units if "scu" in unit})
    average = int(sum(ranked) / len(given["models"]) + 0.5)
    sizes = {"original": len(units), "modified": average, "recall": len(ranked)}
    return {name: (reached, x, sum(ranked[:x])) for name, x in sizes.items()}


def test_its_peers_have_the_scores_that_its_files_give(project) -> None:
    given = content("mill")
    everything = peer_annotations()
    sheet = score_sheet(project=project, annotations=everything, role="manager", settings=ScoreSettings())
    scored = {one.origin.subject.summarizer: one.scores for one in sheet.scored}
    assert scored.keys() == {peer["summarizer"] for peer in given["peers"]}
    for peer in given["peers"]:
        scores = scored[peer["summarizer"]]
        for name, (reached, x, most) in expected_scores(given, peer).items():
            score = getattr(scores, name)
            assert (scores.weight_sum, score.x, score.max) == (reached, x, most), (peer["summarizer"], name)
            assert score.score == pytest.approx(reached / most, rel=1e-15)


def test_a_second_sample_is_refused_and_leaves_the_first(project) -> None:
    with pytest.raises(ServiceRefused, match="There is already a project with the URL name"):
        load_sample(by=make_user("bob"), now=NOW)
    assert Project.objects.get() == project
    assert project.memberships.filter(user__isnull=False).count() == 1


def test_each_kind_of_judgment_is_shown_by_several_judges(project) -> None:
    judges = {
        instrument.key: sorted(set(sheets().filter(sheet__instrument=instrument).values_list("owner__name", flat=True)))
        for instrument in project.instruments.all()
    }
    people = ["anna", "ben", "cleo"]
    assert judges == {
        "quality": people,
        "coverage": people[:2],
        "utility": people[:2],
        "best-sentences": [*people, "dora"],
        "presence": [*people[:2], "checker", "cleo"],
    }
    assert set(project.instruments.values_list("kind", flat=True)) == set(INSTRUMENT_KINDS)
    assert {work.state for work in sheets()} == {"submitted"}
    assert project.memberships.get(kind="program").version == "1.0"
    assert project.topics.get(key="mill").documents.count() == 3


def test_the_peers_of_the_topic_of_extracts_are_extracts_of_its_document(project) -> None:
    topic = project.topics.get(key="turn")
    document = topic.documents.get()
    for peer in topic.summaries.filter(kind="peer"):
        assert all(sentence in document.text for sentence in peer.text.split("\n"))
    assert set(topic.summaries.filter(kind="peer").values_list("summarizer", flat=True)) == {"extract-2", "central"}
