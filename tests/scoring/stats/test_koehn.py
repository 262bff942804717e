"""Koehn's bootstrap: against enumeration, and against itself when it draws at random."""

from itertools import product

import numpy as np
import pytest

from scoring.stats import koehn
from scoring.stats.koehn import koehn_shares, topic_draws
from scoring.stats.levels import Coefficient, Level, level_correlations


def columns(topics, seed=1):
    """Two measures and the human scores of 6 summarizers; the first measure has less noise."""
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(6, 1)) + 0.5 * rng.normal(size=(6, topics))
    return [human + noise * rng.normal(size=human.shape) for noise in (0.8, 1.2)] + [human]


@pytest.mark.parametrize("level", Level)
def test_few_topics_are_enumerated(level) -> None:
    a, b, human = columns(4)
    wins = [0, 0]
    for drawn in product(range(4), repeat=4):
        tables = [column[None, :, list(drawn)] for column in (a, b, human)]
        correlation_a, correlation_b = (
            level_correlations(table, tables[2], level, Coefficient.KENDALL)[0] for table in tables[:2]
        )
        wins[0] += correlation_a > correlation_b + 1e-12
        wins[1] += correlation_b > correlation_a + 1e-12
    assert min(wins) > 0
    shares = koehn_shares(a, b, human, level, Coefficient.KENDALL, topic_draws(4, np.random.default_rng(0)))
    assert (shares.a * 256, shares.b * 256, shares.draws, shares.exact) == (*wins, 256, True)
    assert shares.neither == 1 - sum(wins) / 256


def test_six_topics_are_exact_and_seven_are_sampled() -> None:
    six, seven = (topic_draws(topics, np.random.default_rng(0)) for topics in (6, 7))
    assert (six.exact, int(six.ways.sum()), len(six.topics)) == (True, 46_656, 462)
    assert (seven.exact, int(seven.ways.sum()), seven.topics.shape) == (False, 1_000, (1_000, 7))


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("coefficient", Coefficient)
@pytest.mark.parametrize("topics", [3, 8])
def test_neither_of_a_column_and_itself_wins(level, coefficient, topics) -> None:
    a, _, human = columns(topics)
    shares = koehn_shares(a, a, human, level, coefficient, topic_draws(topics, np.random.default_rng(0), 50))
    assert (shares.a, shares.b, shares.neither) == (0, 0, 1)


def test_random_draws_come_near_the_exact_shares(monkeypatch) -> None:
    a, b, human = columns(5, seed=3)
    exact = koehn_shares(a, b, human, Level.SUMMARIZER, Coefficient.PEARSON, topic_draws(5, np.random.default_rng(0)))
    monkeypatch.setattr(koehn, "MAX_EXACT_TOPICS", 4)
    draws = topic_draws(5, np.random.default_rng(0), 10_000)
    sampled = koehn_shares(a, b, human, Level.SUMMARIZER, Coefficient.PEARSON, draws)
    assert (exact.exact, sampled.exact) == (True, False)
    assert 0.05 < exact.a < 0.95
    assert sampled.a == pytest.approx(exact.a, abs=0.02)  # four standard errors


def test_draws_with_an_undefined_correlation_are_won_by_neither() -> None:
    a, b, human = columns(2)
    a[:, 0] = 1.0  # undefined if the first topic is drawn twice, which is 1 of 4 draws
    shares = koehn_shares(a, b, human, Level.SUMMARIZER, Coefficient.PEARSON, topic_draws(2, np.random.default_rng(0)))
    assert shares.neither == 0.25
