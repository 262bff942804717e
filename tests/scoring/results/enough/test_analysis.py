"""Which scores are analysed."""

from dataclasses import replace

import pytest

from scoring.measures.observation import Basis, Measure, Observation, Origin, Subject
from scoring.results.enough.analysis import EnoughRefused, analyse_enough
from scoring.results.enough.result import EnoughSettings

MEASURE = Measure("m", "Measure")


def score(topic: str, summarizer: str, value: float, judge: str = "ann", basis: int = 1) -> Observation:
    subject = Subject(project="p", topic=topic, summarizer=summarizer)
    return Observation(Origin(subject=subject, judge=judge, basis=Basis(key=basis, number=basis)), MEASURE, value)


@pytest.fixture
def scores() -> list[Observation]:
    """Three topics and three summarizers by one matcher."""
    return [score(f"t{t}", f"s{s}", (t * 2 + s * 3 + t * t * s) % 7 / 7) for t in range(3) for s in range(3)]


def test_topics_that_mix_releases_are_left_out(scores) -> None:
    mixed = [*scores, score("t2", "s3", 0.5, basis=2)]
    result, expected = (
        analyse_enough(mixed, MEASURE, EnoughSettings()),
        analyse_enough(scores[:6], MEASURE, EnoughSettings()),
    )
    assert result.components == expected.components
    assert (result.topics, result.summarizers) == (2, 3)
    assert "Topic t2 mixes releases: 1, 2. The analysis leaves this topic out." in result.warnings


def test_the_consensus_counts_only_where_it_is_alone(scores) -> None:
    more = [*scores, score("t0", "s0", 0.9, judge="consensus"), score("t0", "s3", 0.3, judge="consensus")]
    result = analyse_enough(more, MEASURE, EnoughSettings())
    assert result.components.scores == 10
    assert any(warning.startswith("1 score of the consensus is left out") for warning in result.warnings)


def test_masked_peers_are_left_out(scores) -> None:
    masked = score("t0", "s7", 0.1)
    masked = replace(masked, origin=replace(masked.origin, subject=replace(masked.subject, is_masked=True)))
    result = analyse_enough([*scores, masked], MEASURE, EnoughSettings())
    assert result.components.scores == 9
    assert any(warning.startswith("Masked peers are left out") for warning in result.warnings)
    with pytest.raises(EnoughRefused):
        analyse_enough([masked], MEASURE, EnoughSettings())


def test_the_order_of_scores_changes_nothing(scores) -> None:
    first, again = (analyse_enough(rows, MEASURE, EnoughSettings()) for rows in (scores, scores[::-1]))
    for source, variance in first.components.variances.items():
        assert again.components.get(source) == pytest.approx(variance, abs=1e-12)


def test_topics_needed_are_none_if_a_thousand_do_not_suffice(scores) -> None:
    (needed,) = analyse_enough(scores, MEASURE, EnoughSettings(difference=1e-4)).needed
    assert needed.for_difference is None
