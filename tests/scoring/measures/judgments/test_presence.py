"""Presence of statements by the votes of judges, and scores of nuggets."""

import json
from fractions import Fraction
from pathlib import Path
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.texts.words.tokenizers import words_and_marks
from scoring.measures.judgments.nuggets import NuggetSupport, nugget_scores
from scoring.measures.judgments.presence import (
    Aggregate,
    Tie,
    full_support,
    normalized_acu,
    presence,
    presence_score,
)
from scoring.measures.pyramid import Pyramid
from scoring.measures.pyramid_scores import Peer, score_peer

ROSE = Path(__file__).parents[5] / "shared" / "data" / "rose" / "protocol-comparison.json"
# judgments.md, section 13 f: the votes on four statements.
VOTES = ["110", "100", "1110", "1100"]


def votes_score(**options) -> Fraction | None:
    return presence_score([presence([int(vote) for vote in votes], **options) for votes in VOTES])


@pytest.mark.parametrize(
    ("options", "score"),
    [
        ({}, 0.5),
        ({"tie": Tie.HALF}, 0.625),
        ({"tie": Tie.PRESENT}, 0.75),
        ({"aggregate": Aggregate.MEAN}, 0.5625),
        ({"aggregate": Aggregate.ANY}, 1.0),
    ],
)
def test_votes_on_four_statements(options, score) -> None:
    assert votes_score(**options) == Fraction(score)


def test_partial_support_counts_half_and_full_support_needs_a_majority() -> None:
    assert presence([2, 1, 0], maximum=2) == Fraction(1, 2)
    assert presence([1, 0, 0], maximum=2, aggregate=Aggregate.ANY) == Fraction(1, 2)
    assert [full_support(values, maximum=2) for values in ([2], [1], [2, 2, 0], [2, 1])] == [1, 0, 1, 0]


def test_without_statements_or_weights_there_is_no_score() -> None:
    assert presence_score([]) is None
    assert presence_score([Fraction(1)], [0]) is None


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(1, 5), st.booleans()), min_size=1, max_size=20))
def test_weighted_presence_of_scus_is_the_recall_score(scus) -> None:
    weights = [weight for weight, _ in scus]
    matched = tuple(uid for uid, (_, is_matched) in enumerate(scus) if is_matched)
    recall = score_peer(Pyramid(dict(enumerate(weights)), 5), Peer(matched)).recall
    assert presence_score([presence([int(is_matched)]) for _, is_matched in scus], weights) == recall.exact


@pytest.mark.parametrize(("tokens", "expected"), [(105, 0.50015), (57, 0.75), (58, 0.75)])
def test_summary_longer_than_its_reference_loses(tokens, expected) -> None:
    score = normalized_acu(Fraction(3, 4), tokens=tokens, model_tokens=Fraction(58))
    assert round(score, 5) == expected


@pytest.mark.skipif(not ROSE.exists(), reason="../shared/data/rose is not there")
def test_normalized_acu_of_rose_follows_from_its_texts() -> None:
    """RoSE's tokens come from a Treebank tokenizer, ours differ, so the values differ a little."""
    computed: dict[str, list[float]] = {}
    published: dict[str, list[float]] = {}
    for document in json.loads(ROSE.read_text()):
        model_tokens = Fraction(len(words_and_marks(document["reference"])))
        for system, scores in document["annotations"].items():
            tokens = len(words_and_marks(document["system_outputs"][system]))
            value = normalized_acu(Fraction(scores["acu"]), tokens=tokens, model_tokens=model_tokens)
            computed.setdefault(system, []).append(value)
            published.setdefault(system, []).append(scores["normalized_acu"])
    differences = [
        abs(value - expected)
        for system in computed
        for value, expected in zip(computed[system], published[system], strict=True)
    ]
    assert len(differences) == 1200
    assert mean(differences) <= 0.004
    assert max(differences) <= 0.04
    means = {system: mean(values) for system, values in computed.items()}
    expected_means = {system: mean(values) for system, values in published.items()}
    assert max(abs(means[system] - expected_means[system]) for system in means) <= 0.002
    assert sorted(means, key=means.__getitem__) == sorted(means, key=expected_means.__getitem__)


def test_nuggets_by_hand() -> None:
    # judgments.md, section 14: vital support, vital partial, okay not, okay support.
    bank = [(True, "1", 1), (True, "1/2", 0), (False, "0", 0), (False, "1", 1)]
    scores = nugget_scores([NuggetSupport(vital, Fraction(p), Fraction(full)) for vital, p, full in bank])
    assert (scores.strict_all, scores.all) == (Fraction(1, 2), Fraction(5, 8))
    assert (scores.strict_vital, scores.vital) == (Fraction(1, 2), Fraction(3, 4))
    assert (scores.strict_weighted, scores.weighted) == (Fraction(1, 2), Fraction(2, 3))


def test_without_vital_nuggets_the_vital_scores_are_undefined() -> None:
    scores = nugget_scores([NuggetSupport(False, Fraction(1), Fraction(1))])
    assert (scores.all, scores.vital, scores.strict_vital) == (1, None, None)
    assert nugget_scores([]).all is None
