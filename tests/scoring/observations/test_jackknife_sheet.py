"""Model summaries beside peers in a sheet of scores."""

import json
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command

from annotator.duc.documents import Contributor, ModelSpan, Part, PyramidDocument, Scu, pyramid_to_json
from annotator.matching.models import peer_annotations
from annotator.pyramids.models import ReleasedScu
from scoring.measures.observation import mixed_basis_warnings
from scoring.measures.pyramid_scores import Score, Undefined
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.results.scores.rows import PEER_COLUMNS
from tests.factories import (
    make_member,
    make_project,
    make_pyramid,
    make_release,
    make_summary,
    make_topic,
    scu_snapshot,
)
from tests.scoring.scored_project import matched_peer, next_release, released_topic
from tests.scoring.seen import score_sheet

pytestmark = pytest.mark.django_db


def sheet_of(project, *, annotations=None, role="manager", **settings):
    found = peer_annotations().all() if annotations is None else annotations
    return score_sheet(
        project=project, annotations=found, role=role, settings=ScoreSettings(jackknife=True, **settings)
    )


def humans(sheet):
    return [one for one in sheet.scored if one.origin.subject.kind == "human"]


def test_every_model_is_scored_against_the_others_and_peers_against_all_of_these() -> None:
    # By hand. SCUs 1 to 3 are said by M1 M2 M3, by M1 M2, and by M1. Without M1 they weigh 2, 1; without M2 2, 1, 1;
    # without M3 2, 2, 1.
    project = make_project()
    matched_peer(released_topic(project), "7", [2, None])
    peer, *models = sheet_of(project).scored
    assert [(one.origin.subject.kind, one.origin.subject.summarizer, one.origin.subject.topic) for one in models] == [
        ("human", f"M{n}", "D1") for n in (1, 2, 3)
    ]
    # M1 says all three: D = 3 of 2 + 1; M2: 2 + 1 of 2 + 1; M3: 2 of 2.
    assert [one.scores.original for one in models] == [Score(1.0, 3, 3), Score(1.0, 2, 3), Score(1.0, 1, 2)]
    assert [one.scores.recall for one in models] == [Score(1.0, 2, 3), Score(0.75, 3, 4), Score(0.4, 3, 5)]
    # The peer says SCU 2: 1/3, 1/3 and 2/4 of the best two; 1/3, 1/4 and 2/5 of everything.
    assert peer.scores.original == Score(float(Fraction(7, 18)), 2, float(Fraction(10, 3)))
    assert peer.scores.recall.score == float(Fraction(59, 180))
    assert {one.scores.models for one in (peer, *models)} == {2}


def test_a_row_of_a_model_has_every_column() -> None:
    project = make_project("p")
    owner = make_member(project)
    release = released_topic(project, owner=owner)
    matched_peer(release, "7", [1])
    row = humans(sheet_of(project))[1].as_row()
    assert tuple(row) == PEER_COLUMNS
    named = ("project", "topic", "summarizer", "kind", "matcher", "pyramid_owner", "release", "revision", "state")
    told = ("p", "D1", "M2", "human", owner.name, owner.name, 1, release.revision, "released")
    assert tuple(row[name] for name in named) == told
    assert (row["recall"], row["recall_max"], row["weight_source"], row["warnings"]) == (0.75, 4, "summaries", [])


def test_without_being_asked_for_there_are_none() -> None:
    project = make_project()
    matched_peer(released_topic(project), "7", [1])
    sheet = score_sheet(project=project, annotations=peer_annotations().all(), role=None, settings=ScoreSettings())
    assert (humans(sheet), sheet.scored[0].scores.models) == ([], 3)


def test_models_come_once_for_a_release_that_counts() -> None:
    project = make_project()
    owner = make_member(project)
    release = released_topic(project, owner=owner)
    matched_peer(release, "7", [1], owner=owner)
    matched_peer(release, "8", [1])
    matched_peer(next_release(release), "9", [1], state="in_progress")
    assert [(one.origin.subject.summarizer, one.origin.basis.number) for one in humans(sheet_of(project))] == [
        ("M1", 1),
        ("M2", 1),
        ("M3", 1),
    ]
    with_drafts = sheet_of(project, include_drafts=True)
    assert len(humans(with_drafts)) == 6
    assert mixed_basis_warnings(one.origin for one in with_drafts.scored) == [
        f"Topic D1 mixes releases: 1 of {owner.name}, 2 of {owner.name}."
    ]


def test_whoever_is_chosen_as_matcher_the_models_are_there() -> None:
    project = make_project()
    release, other = released_topic(project), make_member(project)
    matched_peer(release, "7", [1])
    matched_peer(release, "7", [2], owner=other)
    assert len(humans(sheet_of(project, matcher=other.name))) == 3
    assert humans(sheet_of(project, matcher="nobody")) == []


def test_where_peers_scores_are_withheld_those_of_models_are_too() -> None:
    project = make_project(live_scores="hide")
    matched_peer(released_topic(project), "7", [1])
    assert sheet_of(project, role="annotator").scored == ()


def test_a_hidden_pyramid_is_nobodys() -> None:
    project = make_project(blind=True)
    member = make_member(project)
    matched_peer(released_topic(project, owner=make_member(project)), "7", [1], owner=member)
    assert member.user
    sheet = sheet_of(project, annotations=peer_annotations().visible_to(member.user), role="annotator")
    assert {(one.origin.judge, one.origin.basis.owner) for one in humans(sheet)} == {("", "")}


def test_a_single_model_has_no_others() -> None:
    project = make_project()
    topic = make_topic(project, "D1")
    model = make_summary(topic, summarizer="A", text="alpha beta")
    scus = [scu_snapshot(1, (model.pk, [(1, 0, 5)]))]
    matched_peer(make_release(make_pyramid(topic, None, scus), scus), "7", [1])
    assert {one.scores.recall.reason for one in sheet_of(project).scored} == {Undefined.NO_MODELS}
    assert humans(sheet_of(project))[0].origin.warnings == (
        "No original or modified or recall score: The pyramid has no model summaries.",
    )


def test_models_that_came_after_the_release_take_no_part() -> None:
    project = make_project()
    release = released_topic(project)
    matched_peer(release, "7", [1])
    make_summary(release.pyramid.topic, summarizer="late")
    assert [one.origin.subject.summarizer for one in humans(sheet_of(project))] == ["M1", "M2", "M3"]


def test_a_file_s_weights_are_those_of_its_contributors() -> None:
    # In the file SCU 1 has two contributors in M1 and one in M2: weight 3. Without M1 one is left, without M2 two.
    project = make_project()
    topic = make_topic(project, "D1")
    models = [make_summary(topic, text="alpha beta", summarizer=name) for name in ("M1", "M2")]
    parts = (Part(0, 5, "alpha"), Part(6, 10, "beta"), Part(11, 16, "alpha"))
    file_scu = Scu(1, "one", "", tuple(Contributor(part.label, "", (part,)) for part in parts))
    document = PyramidDocument(
        "alpha beta\nalpha beta", None, None, (ModelSpan("M1", 0, 10), ModelSpan("M2", 11, 21)), (file_scu,)
    )
    scus = [scu_snapshot(1, (models[0].pk, [(1, 0, 5), (2, 6, 10)]), (models[1].pk, [(3, 0, 5)]))]
    release = make_release(make_pyramid(topic, None, scus), weight_source="file", document=pyramid_to_json(document))
    own = {name: scus[0][name] for name in ("uid", "position", "label", "contributors")}
    ReleasedScu.objects.create(release=release, uuid=scus[0]["id"], weight=3, **own)
    matched_peer(release, "7", [1])
    peer, *people = sheet_of(project).scored
    assert [one.scores.weight_sum for one in people] == [1, 2]
    assert (peer.scores.weight_sum, peer.scores.recall) == (1.5, Score(1.0, 1, 1.5))


def test_the_number_of_statements_does_not_grow(django_assert_num_queries) -> None:
    project = make_project()
    for key in ("D1", "D2"):
        release = released_topic(project, key)
        for peer in "ab"[: len(key)]:
            matched_peer(release, peer, [1, None])
        with django_assert_num_queries(9):
            sheet_of(project)


def test_people_have_the_scores_of_the_stability_analysis_at_its_highest_order() -> None:
    project = make_project("p")
    matched_peer(released_topic(project), "7", [1])
    out = StringIO()
    call_command("stability", "--project", "p", "--json", stdout=out)
    highest = json.loads(out.getvalue())["orders"][-1]
    assert highest["n"] == 2
    found = {one.origin.subject.summarizer: one.scores.original.score for one in humans(sheet_of(project))}
    assert {one["summarizer"]: one["mean"] for one in highest["scores"]} == found
