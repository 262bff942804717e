"""The ranking of a project: ranks, intervals, tests, and what is left out of them and why."""

import numpy as np
import pytest

from annotator.matching.models import peer_annotations
from annotator.projects.models import CONSENSUS, Membership
from annotator.runs.steps import RunProgress, TakesLong, in_run, using_turn
from scoring.measures.observation import Observation, Origin, Subject
from scoring.measures.pyramid_scores import MEASURES
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.results.scores import ranking as service
from scoring.results.scores.ranking import SEED, score_ranking, sort_ranked, topic_ranks
from scoring.stats.intervals import mean_interval
from scoring.stats.significance import compare_pairs
from tests.factories import make_member, make_project
from tests.scoring.scored_project import OTHER_WEIGHTS, WEIGHTS, matched_peer, next_release, released_topic
from tests.scoring.seen import score_sheet

pytestmark = pytest.mark.django_db

# Recall of units 1, 2, 3 (weights 3, 2, 1 of 6).
FULL, FIVE, HALF, THIRD, SIXTH = [1, 2, 3], [1, 2], [1], [2], [3]


@pytest.fixture
def project():
    return make_project("p")


@pytest.fixture
def owner(project):
    return make_member(project)


def scored(project, *, visible_to=None, role=None, **settings):
    annotations = peer_annotations()
    found = annotations.visible_to(visible_to) if visible_to else annotations
    return score_sheet(project=project, annotations=found, role=role, settings=ScoreSettings(**settings)).scored


def ranked(project, kind="recall", *, common=False, min_topics=1, **settings):
    scores = values(scored(project, **settings), kind)
    return score_ranking(scores, MEASURES[kind], common_topics_only=common, min_topics=min_topics)


def values(rows, kind):
    return [one.row.by_measure[kind] for one in rows]


def places(ranking):
    return [(str(one.rank), one.row.summarizer, one.row.mean.value, one.row.mean.n) for one in ranking.rows]


def fill(project, owner, **peers):
    """Topics D1, D2, ... on which each peer has the units given (None: nothing there)."""
    for at in range(max(map(len, peers.values()))):
        release = released_topic(project, f"D{at + 1}", owner)
        for name, units in peers.items():
            if units[at] is not None:
                matched_peer(release, name, units[at], owner=owner)


def test_summarizers_are_ranked_by_their_means_and_ties_are_told(project, owner) -> None:
    # b: (1/6 + 5/6) / 2 and c: (1/2 + 1/2) / 2 are the same mean, though their floats are made in other ways.
    fill(project, owner, a=[THIRD, THIRD], b=[SIXTH, FIVE], c=[HALF, HALF], d=[FULL, FULL], e=[[], []])
    assert places(ranked(project)) == [
        ("1", "d", 1.0, 2),
        ("2=", "b", 0.5, 2),
        ("2=", "c", 0.5, 2),
        ("4", "a", 1 / 3, 2),
        ("5", "e", 0.0, 2),
    ]


def test_means_over_different_topics_are_told_and_can_be_over_common_ones(project, owner) -> None:
    fill(project, owner, a=[HALF, FULL], b=[FIVE, None])
    ranking = ranked(project)
    assert (places(ranking), ranking.has_unequal_topic_counts) == ([("1", "b", 5 / 6, 1), ("2", "a", 0.75, 2)], True)
    common = ranked(project, common=True)
    assert (places(common), common.has_unequal_topic_counts) == ([("1", "b", 5 / 6, 1), ("2", "a", 0.5, 1)], False)


def test_a_summarizer_with_few_topics_can_be_left_out_of_the_common_ones(project, owner) -> None:
    fill(project, owner, a=[HALF, FULL, FULL], b=[FIVE, FIVE, HALF], c=[FULL, None, None], d=[None, FULL, None])
    ranking = ranked(project, common=True)
    assert [one.row.mean.n for one in ranking.rows] == [0, 0, 0, 0]
    (note,) = ranking.topic_notes
    assert note.startswith("All summarizers have 0 of 3 topics in common. c, d have the fewest (1). To have more")
    ranking = ranked(project, common=True, min_topics=2)
    assert places(ranking) == [("1", "a", 5 / 6, 3), ("2", "b", 13 / 18, 3)]
    assert ranking.topic_notes == ("Left out, with scores on fewer than 2 topics: c, d.",)
    assert ranking.as_json()["warnings"][0] == ranking.topic_notes[0]


def test_intervals_and_pairs_are_those_of_the_core(project, owner) -> None:
    fill(project, owner, a=[FULL, FIVE, FULL], b=[HALF, SIXTH, FULL])
    ranking = ranked(project)
    values = np.array([[1, 5 / 6, 1], [1 / 2, 1 / 6, 1]])
    assert [one.interval for one in ranking.rows] == [mean_interval(row) for row in values]
    assert ranking.pairs == compare_pairs(values, np.random.default_rng(SEED))
    assert ranking == ranked(project)


def test_one_topic_has_ranks_but_no_intervals_and_no_tests(project, owner) -> None:
    fill(project, owner, a=[FULL], b=[HALF])
    ranking = ranked(project)
    assert [(str(one.rank), one.interval, one.letters) for one in ranking.rows] == [("1", None, ""), ("2", None, "")]
    assert ranking.tested_count == 0
    assert ranking.test_notes == ("1 of 1 pair is not tested: it has fewer than two topics in common.",)


def test_clear_differences_are_significant_and_have_other_letters(project, owner) -> None:
    fill(project, owner, a=[FULL] * 8, b=[FIVE, *[FULL] * 7], c=[SIXTH] * 8)
    ranking = ranked(project)
    assert [(one.row.summarizer, one.letters) for one in ranking.rows] == [("a", "a"), ("b", "a"), ("c", "b")]
    assert (ranking.tested_count, ranking.significant_count) == (3, 2)
    assert [one.rank_range for one in ranking.rows] == [(1, 2), (1, 2), (3, 3)]
    assert [(one.row.summarizer, len(pairs)) for one, pairs in ranking.matrix] == [("a", 2), ("b", 1)]


def test_where_nothing_could_be_significant_it_is_told(project, owner) -> None:
    fill(project, owner, a=[FULL] * 3, b=[SIXTH] * 3)
    assert ranked(project).test_notes == ("With so few topics no difference can be significant.",)


def test_topics_that_mix_releases_are_left_out_of_the_tests(project, owner) -> None:
    fill(project, owner, a=[FULL] * 8, b=[HALF] * 8)
    release = peer_annotations().filter(topic__key="D1")[0].release
    matched_peer(next_release(release, OTHER_WEIGHTS), "b", HALF, owner=owner)
    ranking = ranked(project)
    assert ranking.rows[0].row.mean.n == 8
    assert (ranking.pairs[0].topics, ranking.tested_topics) == (7, tuple(f"D{n}" for n in range(2, 9)))
    releases = f"1 of {owner.name}, 2 of {owner.name}"
    assert ranking.test_notes == (
        f"Topic D1 is left out of the tests: its peers are matched against releases {releases}.",
    )


def test_releases_with_the_same_models_and_weights_are_tested_together(project, owner) -> None:
    fill(project, owner, a=[FULL] * 8, b=[HALF] * 8)
    release = peer_annotations().filter(topic__key="D1")[0].release
    matched_peer(next_release(release, dict(reversed(WEIGHTS.items()))), "b", HALF, owner=owner)
    ranking = ranked(project)
    assert (ranking.pairs[0].topics, ranking.test_notes) == (8, ())
    # By jackknife the pyramids of two releases can differ although their weights agree.
    assert ranked(project, jackknife=True).tested_topics == tuple(f"D{n}" for n in range(2, 9))


def test_drafts_are_left_out_of_the_tests_even_when_they_are_asked_for(project, owner) -> None:
    fill(project, owner, a=[FULL] * 8, b=[HALF] * 8)
    peer_annotations().filter(topic__key="D1", summary__summarizer="a").update(state="in_progress")
    without, asked = ranked(project), ranked(project, include_drafts=True)
    assert [one.row.mean.n for one in without.rows] == [7, 8]
    assert without.score_notes == ("1 of 16 have no recall score: The peer annotation is not finished.",)
    assert [one.row.mean.n for one in asked.rows] == [8, 8]
    assert asked.pairs[0].topics == without.pairs[0].topics == 7
    assert asked.test_notes == ("Left out of the tests: 1 score from drafts.",)


def test_the_adjudicated_score_is_taken_else_the_mean_of_those_who_matched(project, owner) -> None:
    other, consensus = make_member(project), Membership.objects.create(project=project, name=CONSENSUS)
    release = released_topic(project, "D1", owner)
    for units, matcher in ((FULL, owner), (SIXTH, other), (HALF, consensus)):
        matched_peer(release, "a", units, owner=matcher)
    for units, matcher in ((FULL, owner), (SIXTH, other)):
        matched_peer(release, "b", units, owner=matcher)
    (b, a) = ranked(project).rows
    assert (a.row.mean.value, len(a.row.cells["D1"].by_judge)) == (0.5, 1)
    assert (b.row.mean.value, len(b.row.cells["D1"].by_judge)) == (7 / 12, 2)
    assert places(ranked(project, matcher=other.name)) == [("1=", "a", 1 / 6, 1), ("1=", "b", 1 / 6, 1)]


def test_people_are_ranked_beside_systems(project, owner) -> None:
    fill(project, owner, M1=[[], []], x=[SIXTH, SIXTH])
    rows = ranked(project, jackknife=True).rows
    assert [(str(one.rank), one.row.name) for one in rows] == [
        ("1", "M1 (human)"),
        ("2", "M2 (human)"),
        ("3", "M3 (human)"),
        ("4", "x"),
        ("5", "M1"),
    ]


def test_a_score_that_nobody_has_is_told_with_its_reason(project, owner) -> None:
    project.non_matching = "skip"
    project.save()
    fill(project, owner, a=[FULL], b=[HALF])
    ranking = ranked(project, "original")
    assert [(one.rank, one.row.mean.value) for one in ranking.rows] == [(None, None), (None, None)]
    assert ranking.score_notes == (
        "There is no original score: Text that matches no SCU was not marked, so X is not known.",
    )


def test_it_is_told_where_non_matching_text_seems_not_to_have_been_marked(project, owner) -> None:
    fill(project, owner, a=[FULL, HALF])
    assert "No peer has a unit that matches nothing." in ranked(project, "original").score_notes[0]
    assert ranked(project, "recall").score_notes == ()
    fill(make_project("q"), owner, a=[FULL])
    matched_peer(released_topic(project, "D9", owner), "a", [1, None], owner=owner)
    assert ranked(project, "original").score_notes == ()


def test_masked_peers_are_nobody_here(project, owner) -> None:
    fill(project, owner, a=[FULL, HALF])
    project.mask_summarizers = True
    project.save()
    found = scored(project, visible_to=owner.user, role="annotator")
    assert len(found) == 2
    assert score_ranking(values(found, "recall"), MEASURES["recall"]).rows == ()


def test_pairs_of_more_than_60_summarizers_are_all_tested() -> None:
    """62 summarizers have 62 * 61 / 2 = 1,891 pairs; four topics have 16 choices of signs, so no p is below 1/8."""
    measure = MEASURES["recall"]
    scores = [
        Observation(Origin(Subject("p", f"T{topic}", f"S{number}"), judge=""), measure, number / 100 + topic / 1000)
        for topic in range(4)
        for number in range(62)
    ]
    ranking = score_ranking(scores, measure)
    assert (len(ranking.pairs), ranking.tested_count, ranking.draw_count) == (1891, 1891, None)
    assert {pair.test and pair.test.p for pair in ranking.pairs} == {1 / 8}
    assert ranking.test_notes == ("With so few topics and so many pairs no difference can be significant.",)


def test_tests_that_take_longer_than_a_request_become_a_run() -> None:
    """All pairs of 60 summarizers over 30 topics take up to 10 s (DESIGN §9)."""
    measure = MEASURES["recall"]
    scores = [
        Observation(Origin(Subject("p", f"T{topic}", f"S{number}"), judge=""), measure, (number * topic % 7) / 7)
        for topic in range(30)
        for number in range(61)
    ]
    with using_turn(lambda seconds: None), pytest.raises(TakesLong):
        score_ranking(scores, measure)


def test_a_run_stores_p_values_as_it_computes_them_and_continues_from_them() -> None:
    """12 summarizers have 66 pairs, which are three blocks."""
    measure = MEASURES["recall"]
    scores = [
        Observation(Origin(Subject("p", f"T{topic}", f"S{number}"), judge=""), measure, (number * topic % 11) / 11)
        for topic in range(9)
        for number in range(12)
    ]
    parts: dict[str, bytes] = {}
    progress = RunProgress({}, parts.__setitem__)
    with in_run(progress):
        first = score_ranking(scores, measure)
    assert (len(parts), progress.done > 0) == (3, True)
    service._compare_cached.cache_clear()
    saved_again: dict[str, bytes] = {}
    with in_run(RunProgress(parts, saved_again.__setitem__)):
        assert (score_ranking(scores, measure), saved_again) == (first, {})


def test_a_run_shows_the_progress_of_sampled_tests() -> None:
    """41 topics with a difference are too many for exact tests."""
    measure = MEASURES["recall"]
    scores = [
        Observation(Origin(Subject("p", f"T{topic}", f"S{number}"), judge=""), measure, number + topic % 5 / 10)
        for topic in range(41)
        for number in range(3)
    ]
    parts: dict[str, bytes] = {}
    progress = RunProgress({}, parts.__setitem__)
    with in_run(progress):
        ranking = score_ranking(scores, measure)
    assert ranking.draw_count == 2_000
    assert progress.done > 0


@pytest.mark.parametrize(
    ("by", "descending", "expected"),
    [
        ("", False, "bac"),
        ("", True, "cab"),
        ("nonsense", False, "bac"),
        ("summarizer", False, "abc"),
        ("summarizer", True, "cba"),
        ("mean", True, "bac"),
        ("mean", False, "cab"),
        ("topic:D2", False, "abc"),  # c has nothing there and comes last, whichever way
        ("topic:D2", True, "bac"),
    ],
)
def test_rows_are_sorted_as_asked(project, owner, by, descending, expected) -> None:
    fill(project, owner, a=[HALF, THIRD], b=[FULL, HALF], c=[SIXTH, None])
    rows = sort_ranked(ranked(project).rows, by, descending=descending)
    assert "".join(one.row.summarizer for one in rows) == expected


def test_nothing_has_an_empty_ranking(project) -> None:
    ranking = ranked(project)
    assert (ranking.rows, ranking.pairs, ranking.test_notes, ranking.score_notes) == ((), (), (), ())
    assert topic_ranks([], MEASURES["recall"]) == {}
