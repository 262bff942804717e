"""Summarizers ranked by their means over topics, with intervals and significance tests, for any measure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np

from scoring.measures.observation import Measure, Observation, bases_by_topic, unmasked
from scoring.results.scores.rows import SummarizerRow, common_topics, mixed_topics, natural_key, summarizer_rows
from scoring.stats.arrays import LEVEL, Floats, Interval
from scoring.stats.bootstrap import RESAMPLES, mean_intervals
from scoring.stats.ranking import Rank, compact_letters, competition_ranks
from scoring.stats.significance import Pair, PValue, compare_pairs, number_of_draws

TESTS = ("permutation", "bootstrap")
SIGNIFICANT = 0.05
MOST_TESTED = 60
"""Above this we skip pairwise tests: they take seconds and almost none survives the correction."""
SEED = 20040502
"""Fixed, so that the same scores always give the same intervals and tests."""


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A summarizer with its rank; summarizers that share one of the ``letters`` do not differ significantly."""

    row: SummarizerRow
    rank: Rank | None
    interval: Interval
    letters: str

    def as_json(self) -> dict[str, Any]:
        low, high = self.interval or (None, None)
        return {
            "rank": self.rank and self.rank.place,
            "tied": bool(self.rank and self.rank.tied),
            "summarizer": self.row.summarizer,
            "kind": self.row.kind,
            "mean": self.row.mean.value,
            "n": self.row.mean.n,
            "low": low,
            "high": high,
            "letters": self.letters,
        }


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking by one measure.

    ``rows``: best first; ``pairs`` refer to their indexes. ``draws``: number of draws behind a sampled p-value.
    ``left_out``: sentences about what the tests leave out. ``undefined``: sentences about missing scores.
    """

    measure: Measure
    test: str
    common: bool
    rows: tuple[RankedRow, ...]
    pairs: tuple[Pair, ...]
    tested_topics: tuple[str, ...]
    draws: int
    left_out: tuple[str, ...]
    undefined: tuple[str, ...]

    @property
    def is_uneven(self) -> bool:
        """Whether means are over different numbers of topics."""
        return len({one.row.mean.n for one in self.rows}) > 1

    @property
    def matrix(self) -> list[tuple[RankedRow, tuple[Pair, ...]]]:
        """Each row but the last, and its pairs with the rows below it."""
        if not self.pairs:
            return []
        pairs = iter(self.pairs)
        return [(row, tuple(islice(pairs, len(self.rows) - at))) for at, row in enumerate(self.rows[:-1], start=1)]

    @property
    def tested(self) -> int:
        """Number of tested pairs, which p-values are corrected for."""
        return sum(one.permutation is not None for one in self.pairs)

    @property
    def significant(self) -> int:
        """Number of tested pairs that differ significantly."""
        return sum(differs(one, self.test) for one in self.pairs)

    def as_json(self) -> dict[str, Any]:
        return {
            "score": self.measure.name,
            "common": self.common,
            "level": LEVEL,
            "resamples": RESAMPLES,
            "rows": [one.as_json() for one in self.rows],
            "tests": {
                "letters_of": self.test,
                "significant_below": SIGNIFICANT,
                "correction": "Holm",
                "pairs": self.tested,
                "draws": self.draws,
                "topics": list(self.tested_topics),
                "left_out": list(self.left_out),
            },
            "pairs": [self._pair_as_json(pair) for pair in self.pairs],
            "warnings": list(self.undefined),
        }

    def _pair_as_json(self, pair: Pair) -> dict[str, Any]:
        low, high = pair.interval or (None, None)
        a, b = (self.rows[at].row for at in (pair.a, pair.b))
        return {
            "a": a.summarizer,
            "a_kind": a.kind,
            "b": b.summarizer,
            "b_kind": b.kind,
            "topics": pair.topics,
            "difference": pair.difference,
            "low": low,
            "high": high,
            **_p_fields("permutation", pair.permutation),
            "exact": pair.exact,
            **_p_fields("bootstrap", pair.bootstrap),
        }


def score_ranking(
    observations: Sequence[Observation], measure: Measure, *, test: str = TESTS[0], common: bool = False
) -> Ranking:
    """The ranking of all but masked summarizers by the ``observations`` of a measure.

    ``test``: one of TESTS, which gives the letters. ``common``: means over the topics that all have. Tests leave out
    drafts, and topics whose values have different bases: these differ by more than what the summarizers say.
    """
    named = unmasked(observations)
    rows = sorted(summarizer_rows(named, common=common), key=lambda row: _by_mean(row, measure))
    topics = sorted({topic for row in rows for topic in row.cells})
    counted = common_topics(row.cells for row in rows) if common else set(topics)
    intervals = mean_intervals(_matrix(rows, sorted(counted)), np.random.default_rng(SEED))
    mixed = mixed_topics(rows)
    tested_topics = tuple(topic for topic in topics if topic not in mixed)
    pairs = _pairs(rows, tested_topics)
    return Ranking(
        measure=measure,
        test=test,
        common=common,
        rows=tuple(map(RankedRow, rows, _ranks(rows, measure), intervals, _letters(rows, pairs, test))),
        pairs=pairs,
        tested_topics=tested_topics,
        draws=number_of_draws(sum(pair.permutation is not None for pair in pairs)),
        left_out=tuple(_left_out(named, rows, mixed, pairs)),
        undefined=tuple(_undefined(rows, measure.name)),
    )


def sorted_ranked(rows: Sequence[RankedRow], by: str, *, descending: bool) -> list[RankedRow]:
    """The rows, given best first, sorted by ``summarizer``, ``mean``, ``topic:KEY`` or (anything else) rank.

    Rows without a value come last.
    """
    column, _, topic = by.partition(":")
    if column == "summarizer":
        return sorted(rows, key=lambda one: natural_key(one.row.summarizer, one.row.kind), reverse=descending)
    if column not in ("mean", "topic"):
        return list(reversed(rows)) if descending else list(rows)
    numbers = [one.row.mean.value if column == "mean" else one.row.score(topic) for one in rows]
    known = [(number, one) for number, one in zip(numbers, rows, strict=True) if number is not None]
    ordered = sorted(known, key=lambda pair: pair[0], reverse=descending)
    return [one for _, one in ordered] + [one for number, one in zip(numbers, rows, strict=True) if number is None]


def topic_ranks(observations: Sequence[Observation], measure: Measure) -> dict[tuple[str, str], Rank]:
    """The ranks of the summarizers on one topic, by kind and name."""
    rows = summarizer_rows(observations)
    ranks = _ranks(rows, measure)
    return {(row.kind, row.summarizer): rank for row, rank in zip(rows, ranks, strict=True) if rank}


def differs(pair: Pair, test: str) -> bool:
    """Whether two summarizers differ significantly, adjusted for all pairs."""
    p_value: PValue | None = getattr(pair, test)
    return p_value is not None and p_value.adjusted < SIGNIFICANT


def _by_mean(row: SummarizerRow, measure: Measure) -> tuple[bool, float]:
    """A sort key: best first, rows without a mean last."""
    mean = row.mean.value or 0.0
    return (row.mean.value is None, -mean if measure.higher_is_better else mean)


def _ranks(rows: Sequence[SummarizerRow], measure: Measure) -> list[Rank | None]:
    means = [row.mean.value for row in rows]
    return competition_ranks(means if measure.higher_is_better else [None if mean is None else -mean for mean in means])


def _matrix(rows: Sequence[SummarizerRow], topics: Sequence[str], *, drafts: bool = True) -> Floats:
    """Scores, rows x topics; NaN if there is none, or if it is a draft's and ``drafts`` is false."""

    def value(row: SummarizerRow, topic: str) -> float:
        score = row.score(topic)
        return np.nan if score is None or (row.cells[topic].is_draft and not drafts) else score

    values = [[value(row, topic) for topic in topics] for row in rows]
    return np.array(values, dtype=np.float64).reshape(len(rows), len(topics))


def _pairs(rows: Sequence[SummarizerRow], topics: Sequence[str]) -> tuple[Pair, ...]:
    if len(rows) > MOST_TESTED:
        return ()
    scores = _matrix(rows, topics, drafts=False)
    return _compared(scores.tobytes(), scores.shape)


@lru_cache(maxsize=64)
def _compared(scores: bytes, shape: tuple[int, ...]) -> tuple[Pair, ...]:
    """Cached, because the same page is often requested again in another order or for one of its files."""
    values: Floats = np.frombuffer(scores, dtype=np.float64).reshape(shape)
    # Another stream than that of the intervals, so that these do not change with the topics of the tests.
    return compare_pairs(values, np.random.default_rng([SEED, 1]))


def _letters(rows: Sequence[SummarizerRow], pairs: Sequence[Pair], test: str) -> list[str]:
    if not any(pair.permutation for pair in pairs):
        return [""] * len(rows)
    letters = compact_letters(len(rows), [(pair.a, pair.b) for pair in pairs if differs(pair, test)])
    return letters or [""] * len(rows)


def _left_out(
    observations: Sequence[Observation], rows: Sequence[SummarizerRow], mixed: set[str], pairs: Sequence[Pair]
) -> Iterator[str]:
    used = bases_by_topic(one.origin for one in observations)
    for topic in sorted(mixed):
        names = ", ".join(used[topic])
        yield f"Topic {topic} is left out of the tests: its peers are matched against releases {names}."
    drafts = sum(cell.is_draft and cell.score.value is not None for row in rows for cell in row.cells.values())
    if drafts:
        yield f"Left out of the tests: {drafts} score{'s' if drafts > 1 else ''} from drafts."
    if len(rows) > MOST_TESTED:
        yield f"Pairs are not tested: there are {len(rows)} summarizers, and tests are made for at most {MOST_TESTED}."
    tested = [pair for pair in pairs if pair.permutation]
    if tested and all(pair.exact and 2 * len(tested) >= SIGNIFICANT * 2**pair.topics for pair in tested):
        yield "With so few topics and so many pairs no difference can be significant by the permutation test."
    few = len(pairs) - len(tested)
    if few:
        yield f"{few} of {len(pairs)} pairs are not tested: they have fewer than two topics in common."


def _undefined(rows: Sequence[SummarizerRow], kind: str) -> Iterator[str]:
    cells = [cell for row in rows for cell in row.cells.values()]
    reasons = Counter(cell.score.missing.sentence for cell in cells if cell.score.missing)
    for reason, number in reasons.most_common():
        none = f"There is no {kind} score" if number == len(cells) else f"{number} of {len(cells)} have no {kind} score"
        yield f"{none}: {reason}"
    peers = [cell for row in rows if not row.is_human for cell in row.cells.values() if cell.score.value is not None]
    if (
        kind == "original"
        and peers
        and not any(one.origin.counts["non_matching"] for cell in peers for one in cell.scores)
    ):
        yield "No peer has a unit that matches nothing. If such text was not marked, original scores are too high."


def _p_fields(name: str, value: PValue | None) -> dict[str, float | None]:
    return {f"{name}_p": value.p if value else None, f"{name}_adjusted": value.adjusted if value else None}
