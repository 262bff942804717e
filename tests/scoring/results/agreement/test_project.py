"""Agreement of a project: words, matching, and whether scores change with the annotator."""

import math
import statistics

import pytest

from scoring.observations.score_table import read_score_table
from scoring.observations.viewer import Viewer
from scoring.results.agreement import differences
from scoring.results.agreement.differences import difference_figures
from scoring.results.agreement.project import AgreementSettings, project_agreement
from scoring.results.agreement.robustness import compare_owners
from scoring.stats.anova import SumsOfSquares
from scoring.stats.codings import UncoveredPolicy
from scoring.stats.correlation import kendall, pearson, spearman
from scoring.stats.distances import Distance
from tests.factories import make_project
from tests.scoring.agreed_project import A, B, annotated_topic, member
from tests.scoring.scored_project import OTHER_WEIGHTS, matched_peer, next_release, released_topic
from tests.scoring.stats.codings import alpha, topic_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return make_project("p")


def found(project, role=None, **settings):
    return project_agreement(Viewer(project, None, role), AgreementSettings(**settings))


def test_topics_are_pooled_or_chosen(project) -> None:
    ann, ben, cat = (member(project, name) for name in ("ann", "ben", "cat"))
    annotated_topic(project, "D1", {ann: A, ben: B})
    second = annotated_topic(project, "D2", {ann: A, ben: A, cat: B})
    one, two = topic_of(16, *map(_sets, (A, B))), topic_of(16, *map(_sets, (A, A, B)))
    words = found(project).words
    assert (words.topics, words.word_count) == (("D1", "D2"), 32)
    assert words.alpha[Distance.MASI] == pytest.approx(alpha([one, two], Distance.MASI))
    assert [(pair.agreement.a, pair.agreement.b, pair.topics) for pair in words.pairs] == [
        ("ann", "ben", ("D1", "D2")),
        ("ann", "cat", ("D2",)),
        ("ben", "cat", ("D2",)),
    ]
    # A's SCUs against B's: {0,1,8,9} and {0,1,8} share 3/4, {2,3} and {2,3,10,11} 1/2; in D2 ann and ben say the same.
    assert [pair.matched_scus for pair in words.pairs] == [2 + 3, 2, 2]
    chosen = found(project, topic=second.key).words
    assert chosen.alpha[Distance.MASI] == pytest.approx(alpha([two], Distance.MASI))


def _sets(scus):
    return [set(scu) for scu in scus]


def test_shares_of_words_in_no_scu_and_in_several(project) -> None:
    ann, ben = member(project, "ann"), member(project, "ben")
    annotated_topic(project, "D1", {ann: [*A, [0]], ben: B})
    words = found(project, uncovered=UncoveredPolicy.MISSING).words.as_json()
    assert words["uncovered"] == {"ann": 8 / 16, "ben": 8 / 16}
    assert words["shared"] == {"ann": 1 / 16, "ben": 0}
    assert words["policy"] == {"uncovered": "missing", "shared": "union"}


def test_without_two_annotators_or_with_bare_words_it_says_why(project) -> None:
    ann, ben = member(project, "ann"), member(project, "ben")
    empty = found(project)
    assert (empty.words.word_count, empty.matching.overall, empty.robustness) == (0, None, None)
    assert "at least two annotators" in empty.refusal
    assert not empty.refuses_uncovered
    annotated_topic(project, "D1", {ann: A, ben: B})
    bare = found(project, uncovered=UncoveredPolicy.REFUSE)
    assert (bare.refuses_uncovered, bare.refusal) == (True, "ann has 8 of 16 words in no SCU.")


def matched_by_two(project, key="D1"):
    """Peers 1, 2, 3 by the owner: 1.0, .6, .4; by zoe: .6, .6, .2 (modified: weights 3, 2, 1 over Max 5)."""
    release = released_topic(project, key)
    zoe = project.memberships.filter(name="zoe").first() or member(project, "zoe")
    for peer, (mine, theirs) in {"1": ([1, 2], [1]), "2": ([1], [1, 1]), "3": ([2], [3])}.items():
        matched_peer(release, peer, mine)
        matched_peer(release, peer, theirs, owner=zoe)
    return release


def test_matching_is_compared_within_a_release(project) -> None:
    release = matched_by_two(project)
    cat = member(project, "cat")
    matched_peer(next_release(release, OTHER_WEIGHTS), "1", [1], owner=cat)
    matching = found(project).matching
    assert matching.as_json()["release"] == 1
    assert matching.overall is not None
    assert (matching.overall.peers, matching.overall.cells) == (3, 9)
    # Cells: the owner 110 100 010, zoe 100 100 001: both 2, only the owner 2, only zoe 1, neither 4.
    assert matching.overall.jaccard == pytest.approx(2 / 5)
    assert matching.overall.mean_difference == pytest.approx((0.4 + 0 + 0.2) / 3)
    assert [one.release for one in matching.releases] == [1]


def test_releases_with_the_same_weights_are_one(project) -> None:
    release = matched_by_two(project)
    matched_peer(next_release(release), "1", [1], owner=member(project, "cat"))
    matching = found(project).matching
    assert matching.overall is not None
    assert len(matching.overall.raters) == 3
    assert [(one.topic, one.agreement.peers) for one in matching.releases] == [("D1", 3)]


def test_scores_of_each_pair_are_plotted(project) -> None:
    matched_by_two(project)
    agreement = found(project)
    (pair,) = agreement.pair_scores
    # Peers 1, 2, 3: 1.0, .6, .4 and .6, .6, .2; in the order of their means.
    expected = [("3", 0.3, 0.2), ("2", 0.6, 0.0), ("1", 0.8, 0.4)]
    sign = 1 if pair.b == "zoe" else -1
    assert [(one.summarizer, one.mean, sign * one.difference) for one in pair.peers] == expected
    assert agreement.matching.overall is not None
    (figure,) = difference_figures(agreement.matching.overall.pairs, agreement.pair_scores)
    low, mean, high = (float(row[2] or 0) for row in figure.plot.table.rows[3:])
    # Mean .2, standard deviation .2.
    assert (sign * mean, high - low) == pytest.approx((0.2, 2 * 1.96 * 0.2))
    assert [row[0] for row in figure.plot.table.rows[:3]] == ["D1 3", "D1 2", "D1 1"]


def test_of_many_peers_some_are_drawn_and_the_figure_says_how_many(project, monkeypatch) -> None:
    matched_by_two(project)
    monkeypatch.setattr(differences, "MAX_POINTS", 2)
    agreement = found(project)
    assert agreement.matching.overall is not None
    (figure,) = difference_figures(agreement.matching.overall.pairs, agreement.pair_scores)
    assert "2 of 3 peers are drawn; the lines are those of all peers." in figure.about


def test_each_topic_and_pair_has_alphas_with_intervals(project) -> None:
    ann, ben, cat = (member(project, name) for name in ("ann", "ben", "cat"))
    annotated_topic(project, "D1", {ann: A, ben: B})
    annotated_topic(project, "D2", {ann: A, ben: A, cat: B})
    words = found(project).words
    alone = {key: found(project, topic=key).words for key in ("D1", "D2")}
    assert [(row.topic, row.annotator_count, row.word_count) for row in words.by_topic] == [
        ("D1", 2, 16),
        ("D2", 3, 16),
    ]
    for row in words.by_topic:
        assert row.alpha == alone[row.topic].alpha
        assert row.intervals == alone[row.topic].intervals
    # In D1 the pair is all annotators, and has their interval.
    (pair,) = alone["D1"].pairs
    assert pair.intervals == alone["D1"].intervals
    assert pair.intervals[Distance.MASI] is not None


def test_releases_of_several_topics_are_put_together_and_told_apart(project) -> None:
    for key in ("D1", "D2"):
        matched_by_two(project, key)
    matching = found(project).matching
    assert matching.overall is not None
    assert (matching.as_json()["release"], matching.overall.peers) == (None, 6)
    assert [(one.topic, one.agreement.peers) for one in matching.releases] == [("D1", 3), ("D2", 3)]


def test_drafts_and_the_consensus_do_not_match(project) -> None:
    release = released_topic(project)
    matched_peer(release, "1", [1])
    matched_peer(release, "1", [1], owner=member(project, "consensus"))
    matched_peer(release, "1", [2], owner=member(project, "cat"), state="in_progress")
    assert found(project).matching.overall is None
    drafts = found(project, include_drafts=True).matching.overall
    assert drafts is not None
    assert len(drafts.raters) == 2


def test_scores_stand_side_by_side_with_ranks(project) -> None:
    matched_by_two(project)
    robust = found(project).robustness
    assert robust is not None
    zoe = {row.summarizer: row.by_owner[robust.owners.index("zoe")] for row in robust.rows}
    assert {name: (cell.score, cell.rank) for name, cell in zoe.items()} == {
        "1": (0.6, 1.5),
        "2": (0.6, 1.5),
        "3": (0.2, 3.0),
    }
    assert [row.spread for row in robust.rows] == pytest.approx([0.4, 0, 0.2])
    (pair,) = robust.correlations
    # Ranks 1 2 3 and 1.5 1.5 3: rho = 1.5 / sqrt(2 * 1.5), tau-b = 2 / sqrt(3 * 2).
    assert (pair.spearman, pair.kendall) == pytest.approx((1.5 / 3**0.5, 2 / 6**0.5))


def test_correlations_have_jackknife_intervals_over_summarizers() -> None:
    a, b = [0.1, 0.5, 0.3, 0.9, 0.7, 0.2], [0.2, 0.4, 0.5, 0.8, 0.9, 0.3]
    rows = [
        f"{topic},s{at},{x},a\n{topic},s{at},{y},b"
        for topic in (1, 2)
        for at, (x, y) in enumerate(zip(a, b, strict=True))
    ]
    scores = read_score_table("\n".join(["topic,summarizer,value,matcher", *rows]).encode())
    robust = compare_owners(scores, scores[0].measure, SumsOfSquares.SEQUENTIAL)
    assert robust is not None
    (pair,) = robust.correlations
    for name, correlation in (("pearson", pearson), ("spearman", spearman), ("kendall", kendall)):
        # By the formula of definitions §12 on Fisher's scale: pseudo-values n z - (n-1) z_(s), t with 5 Df (2.5706).
        z = math.atanh(correlation(a, b) or 0)
        without = [math.atanh(correlation(a[:s] + a[s + 1 :], b[:s] + b[s + 1 :]) or 0) for s in range(6)]
        margin = 2.5705818 * statistics.stdev(6 * z - 5 * left for left in without) / 6**0.5
        assert pair.intervals[name] == pytest.approx((math.tanh(z - margin), math.tanh(z + margin)), abs=1e-7)


def test_the_analysis_of_variance_asks_whether_annotators_differ(project) -> None:
    matched_by_two(project)
    robust = found(project).robustness
    assert robust is not None
    assert robust.anova is not None
    # By hand: scores 1 .6 .4 and .6 .6 .2; grand mean 17/30, annotators 2/3 and 7/15, peers .8 .6 .3.
    peer, annotator, rest = robust.anova.rows
    assert (peer.term, annotator.term) == (("peer",), ("annotator",))
    assert (peer.ss, annotator.ss) == pytest.approx((2 * (0.2333**2 + 0.0333**2 + 0.2667**2), 6 * 0.01), abs=2e-4)
    assert rest.df == 2
    assert annotator.f == pytest.approx(annotator.ss / (rest.ss / 2))


def test_several_topics_bring_a_factor_and_interactions(project) -> None:
    for key in ("D1", "D2", "D3"):
        matched_by_two(project, key)
    for kind in SumsOfSquares:
        robust = found(project, sums_of_squares=kind, score="recall").robustness
        assert robust is not None
        assert robust.anova is not None
        terms = [row.term for row in robust.anova.rows]
        assert terms[:3] == [("peer",), ("topic",), ("annotator",)]
        assert terms[-1] == ()
        assert robust.anova.rows[-1].df > 0
        assert (robust.measure.name, robust.anova.n) == ("recall", 18)


def test_peers_scored_by_one_alone_do_not_take_part(project) -> None:
    release = matched_by_two(project)
    matched_peer(release, "9", [1])
    robust = found(project).robustness
    assert robust is not None
    assert [row.summarizer for row in robust.rows] == ["1", "2", "3"]


def test_scores_that_the_project_hides_are_withheld_from_annotators() -> None:
    hidden = make_project("q", live_scores="hide")
    matched_by_two(hidden)
    for role, withheld in (("annotator", 6), ("manager", 0), (None, 0)):
        answer = found(hidden, role)
        assert (answer.withheld_count, answer.robustness is None) == (withheld, withheld > 0)


def test_mixed_releases_are_told(project) -> None:
    release = matched_by_two(project)
    matched_peer(next_release(release, OTHER_WEIGHTS), "1", [1], owner=member(project, "cat"))
    robust = found(project).robustness
    assert robust is not None
    assert len(robust.mixed_release_warnings) == 1
