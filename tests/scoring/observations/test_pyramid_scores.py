"""Which peer annotations count, with which rounding, and who sees them."""

import pytest

from annotator.matching.models import peer_annotations
from annotator.work.models import Work
from annotator.work.visibility import WorkState
from scoring.measures.observation import mixed_basis_warnings
from scoring.measures.pyramid import Rounding
from scoring.measures.pyramid_scores import Score, Undefined
from scoring.observations.pyramid_scores import ScoreSettings, live_score
from scoring.observations.pyramid_scores import score_sheet as sheet_of_viewer
from scoring.observations.viewer import Viewer
from tests.factories import make_member, make_project
from tests.scoring.scored_project import OTHER_WEIGHTS, manager_of, matched_peer, next_release, released_topic
from tests.scoring.seen import score_sheet

pytestmark = pytest.mark.django_db


def sheet_of(project, role="manager", **settings):
    return score_sheet(
        project=project, annotations=peer_annotations().all(), role=role, settings=ScoreSettings(**settings)
    )


def only(sheet):
    (one,) = sheet.scored
    return one


def test_a_finished_peer_has_its_three_scores() -> None:
    project = make_project()
    matched_peer(released_topic(project), "7", [1, 2, 2, None])
    scores = only(sheet_of(project)).scores
    # D = 3 + 2; X = 4 units, the three SCUs weigh 6; Xa = 6/3.
    assert (scores.original, scores.modified, scores.recall) == (
        Score(5 / 6, 4, 6),
        Score(1.0, 2, 5),
        Score(5 / 6, 3, 6),
    )


@pytest.mark.parametrize("state", ["in_progress", "in_review", "returned"])
def test_a_draft_has_no_score_unless_asked(state) -> None:
    project = make_project()
    matched_peer(released_topic(project), "7", [1], state=state)
    draft = only(sheet_of(project))
    assert (draft.origin.is_in_means, draft.scores.recall.reason) == (False, Undefined.NOT_FINISHED)
    asked = only(sheet_of(project, include_drafts=True))
    assert (asked.origin.is_in_means, asked.origin.is_draft, asked.scores.recall.score) == (True, True, 0.5)


@pytest.mark.parametrize("state", ["submitted", "adjudicated"])
def test_finished_work_counts(state) -> None:
    project = make_project()
    matched_peer(released_topic(project), "7", [1], state=state)
    assert only(sheet_of(project)).scores.recall.score == 0.5


def test_every_state_is_either_a_draft_or_finished() -> None:
    assert set(WorkState.values) == {"in_progress", "in_review", "returned", "submitted", "adjudicated"}


def test_a_finished_peer_without_a_match_scores_zero() -> None:
    project = make_project()
    matched_peer(released_topic(project), "7", [])
    scores = only(sheet_of(project)).scores
    assert (scores.modified.score, scores.recall.score) == (0, 0)
    assert scores.original.reason is Undefined.NO_UNITS


def test_where_non_matching_text_is_skipped_there_is_no_original_score() -> None:
    project = make_project(non_matching="skip")
    matched_peer(released_topic(project), "7", [1])
    one = only(sheet_of(project))
    assert one.scores.original.reason is Undefined.NON_MATCHING_NOT_MARKED
    assert one.origin.warnings == ("No original score: Text that matches no SCU was not marked, so X is not known.",)


def test_rounding_is_the_projects_unless_another_is_asked_for() -> None:
    project = make_project(rounding="exact")
    matched_peer(released_topic(project), "7", [1])
    assert only(sheet_of(project)).origin.rounding == "exact"
    assert only(sheet_of(project, rounding=Rounding.CEIL)).origin.rounding == "ceil"


def test_of_several_annotations_of_one_matcher_the_newest_release_that_is_finished_counts() -> None:
    project = make_project()
    release = released_topic(project)
    owner = make_member(project)
    matched_peer(release, "7", [1], owner=owner)
    newer = next_release(release)
    matched_peer(newer, "7", [2], owner=owner, state="in_progress")
    assert only(sheet_of(project)).annotation.release == release
    assert only(sheet_of(project, include_drafts=True)).annotation.release == newer
    assert only(sheet_of(project, release=2)).annotation.release == newer


def test_an_older_release_is_told() -> None:
    project = make_project()
    release = released_topic(project)
    matched_peer(release, "7", [1])
    next_release(release)
    assert only(sheet_of(project)).origin.warnings == ("Matched against release 1; the newest of this pyramid is 2.",)


def test_it_is_told_where_an_annotation_was_carried_over_to() -> None:
    project = make_project()
    release = released_topic(project)
    old = matched_peer(release, "7", [1])
    newer = matched_peer(next_release(release), "7", [1], owner=old.owner, state="in_progress")
    peer_annotations().filter(pk=newer.pk).update(derived_from=old)
    scored = only(sheet_of(project))
    assert (scored.annotation, scored.origin.carried_to) == (old, 2)
    assert scored.origin.warnings == ("Matched against release 1; carried over to release 2.",)


def test_mixed_releases_of_a_topic_are_told() -> None:
    project = make_project()
    owner = make_member(project)
    release = released_topic(project, owner=owner)
    matched_peer(release, "7", [1])
    matched_peer(next_release(release, OTHER_WEIGHTS), "8", [1])
    assert mixed_basis_warnings(one.origin for one in sheet_of(project).scored) == [
        f"Topic D1 mixes releases: 1 of {owner.name}, 2 of {owner.name}."
    ]


def test_a_draft_mixes_no_releases_unless_it_is_included() -> None:
    project = make_project()
    release = released_topic(project)
    matched_peer(release, "7", [1])
    matched_peer(next_release(release, OTHER_WEIGHTS), "8", [1], state="in_progress")
    sheets = [sheet_of_viewer(Viewer(project), ScoreSettings(include_drafts=drafts)) for drafts in (False, True)]
    assert [len(sheet.mixed_release_warnings) for sheet in sheets] == [0, 1]


def test_each_matcher_has_a_score_and_one_can_be_chosen() -> None:
    project = make_project()
    release, first, second = released_topic(project), make_member(project), make_member(project)
    matched_peer(release, "7", [1], owner=first)
    matched_peer(release, "7", [2], owner=second)
    assert {one.origin.judge for one in sheet_of(project).scored} == {first.name, second.name}
    assert only(sheet_of(project, matcher=second.name)).scores.weight_sum == 2
    assert sheet_of(project, matcher="nobody").scored == ()


def test_other_projects_are_left_out() -> None:
    project = make_project()
    matched_peer(released_topic(), "7", [1])
    assert sheet_of(project).scored == ()


# Rule by role and state: (live_scores, role, state) -> seen
SEEN = [
    ("show", "annotator", "in_progress", True),
    ("show", "viewer", "submitted", True),
    ("after_submit", "annotator", "in_progress", False),
    ("after_submit", "annotator", "submitted", True),
    ("after_submit", "viewer", "returned", False),
    ("hide", "annotator", "submitted", False),
    ("hide", "viewer", "submitted", False),
    ("hide", "manager", "in_progress", True),
    ("after_submit", "manager", "in_progress", True),
    ("hide", None, "submitted", True),
]


@pytest.mark.parametrize(("rule", "role", "state", "seen"), SEEN)
def test_scores_are_seen_as_the_project_says(rule, role, state, seen) -> None:
    project = make_project(live_scores=rule)
    matched_peer(released_topic(project), "7", [1], state=state)
    sheet = sheet_of(project, role, include_drafts=True)
    assert (len(sheet.scored), sheet.withheld) == ((1, 0) if seen else (0, 1))


def test_live_scores_are_given_for_a_draft() -> None:
    annotation = matched_peer(released_topic(), "7", [1, None], state="in_progress")
    assert live_score(peer_annotations().filter(pk=annotation.pk), role=None).scores.original == Score(3 / 5, 2, 5)


def test_live_scores_of_nothing_do_not_exist() -> None:
    with pytest.raises(Work.DoesNotExist):
        live_score(peer_annotations().all(), role=None)


def test_a_row_names_everything_the_score_depends_on() -> None:
    project = make_project("p")
    owner = manager_of(project)
    matched_peer(released_topic(project, owner=owner), "7", [1, 1, None])
    row = only(sheet_of(project)).as_row()
    assert (row["project"], row["topic"], row["summarizer"], row["kind"]) == ("p", "D1", "7", "peer")
    assert (row["matcher"], row["pyramid_owner"], row["release"]) == (owner.name, owner.name, 1)
    assert (row["original"], row["original_x"], row["original_max"]) == (0.5, 3, 6)
    assert (row["repeated"], row["non_matching"], row["weight_source"]) == (1, 1, "summaries")
