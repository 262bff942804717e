"""Summarizers ranked by their means over topics, with intervals, and which differences are significant."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from scoring.core.distances import Floats
from scoring.core.letters import compact_letters
from scoring.core.paired_tests import Pair, PValue, compare_pairs, number_of_draws
from scoring.core.ranking import LEVEL, RESAMPLES, Interval, Rank, competition_ranks, mean_intervals
from scoring.services.peer_scores import used_releases
from scoring.services.score_rows import SummarizerRow, common_topics, summarizer_rows
from scoring.services.score_table import natural_key
from scoring.services.scored import Scored

TESTS = ("permutation", "bootstrap")
SIGNIFICANT = 0.05
MOST_TESTED = 60
"""More summarizers have ranks and intervals only: so many pairs would take seconds, and hardly one would stand."""
SEED = 20040502
"""The same scores give the same intervals and tests wherever and whenever they are asked for."""


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A summarizer at its place; those that share one of the ``letters`` do not differ significantly."""

    row: SummarizerRow
    rank: Rank | None
    interval: Interval
    letters: str

    def as_json(self) -> dict[str, Any]:
        """Plain values for the API."""
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
    """The answer for one ``kind`` of score.

    ``rows``: the best first; ``pairs`` are of their indexes. ``tested_topics``: those that the tests are over;
    ``draws``: how many the sampled p-values have. ``left_out``: sentences about what the tests leave out;
    ``undefined``: about scores that are not there.
    """

    kind: str
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
        """Each row but the last with its pairs with those below it."""
        found, start = [], 0
        for at, row in enumerate(self.rows[:-1] if self.pairs else ()):
            size = len(self.rows) - at - 1
            found.append((row, self.pairs[start : start + size]))
            start += size
        return found

    @property
    def tested(self) -> int:
        """How many pairs were tested, and so adjusted for."""
        return sum(one.permutation is not None for one in self.pairs)

    @property
    def significant(self) -> int:
        """How many of them differ."""
        return sum(differs(one, self.test) for one in self.pairs)

    def as_json(self) -> dict[str, Any]:
        """Plain values for the API."""
        return {
            "score": self.kind,
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
    scored: Sequence[Scored], kind: str, *, test: str = TESTS[0], common: bool = False, seed: int = SEED
) -> Ranking:
    """The ranking of all but masked peers. ``test``: one of TESTS, which the letters are of; ``common``: means over the
    topics that all have.

    Tests leave out drafts, and topics whose peers are matched against different releases: these differ by more than
    what the summarizers say.
    """
    named = [one for one in scored if not one.is_masked]
    rows = sorted(summarizer_rows(named, kind, common=common), key=_by_mean)
    topics = sorted({topic for row in rows for topic in row.cells})
    counted = common_topics(row.cells for row in rows) if common else set(topics)
    intervals = mean_intervals(_matrix(rows, sorted(counted)), np.random.default_rng(seed))
    mixed = _mixed(rows)
    tested_topics = tuple(topic for topic in topics if topic not in mixed)
    pairs = _pairs(rows, tested_topics, seed)
    ranks = competition_ranks([row.mean.value for row in rows])
    letters = _letters(rows, pairs, test)
    return Ranking(
        kind=kind,
        test=test,
        common=common,
        rows=tuple(map(RankedRow, rows, ranks, intervals, letters)),
        pairs=pairs,
        tested_topics=tested_topics,
        draws=number_of_draws(sum(pair.permutation is not None for pair in pairs)),
        left_out=tuple(_left_out(named, rows, mixed, pairs)),
        undefined=tuple(_undefined(rows, kind)),
    )


def sorted_ranked(rows: Sequence[RankedRow], by: str, *, descending: bool) -> list[RankedRow]:
    """The rows, which come best first, by ``summarizer``, ``mean``, ``topic:KEY`` or (anything else) by rank.

    Those without that number come last.
    """
    what, _, topic = by.partition(":")
    if what == "summarizer":
        return sorted(rows, key=lambda one: natural_key(one.row.summarizer, one.row.kind), reverse=descending)
    if what not in ("mean", "topic"):
        return list(reversed(rows)) if descending else list(rows)
    numbers = [one.row.mean.value if what == "mean" else one.row.score(topic) for one in rows]
    known = [(number, one) for number, one in zip(numbers, rows, strict=True) if number is not None]
    ordered = sorted(known, key=lambda pair: pair[0], reverse=descending)
    return [one for _, one in ordered] + [one for number, one in zip(numbers, rows, strict=True) if number is None]


def topic_ranks(scored: Sequence[Scored], kind: str) -> dict[tuple[str, str], Rank]:
    """By kind and name of the summarizers of one topic their ranks there."""
    rows = summarizer_rows(scored, kind)
    ranks = competition_ranks([row.mean.value for row in rows])
    return {(row.kind, row.summarizer): rank for row, rank in zip(rows, ranks, strict=True) if rank}


def differs(pair: Pair, test: str) -> bool:
    """Whether two summarizers differ significantly, adjusted for all pairs."""
    found: PValue | None = getattr(pair, test)
    return found is not None and found.adjusted < SIGNIFICANT


def _by_mean(row: SummarizerRow) -> tuple[bool, float]:
    """The best first, those without a mean last; rows come by name."""
    return (row.mean.value is None, -(row.mean.value or 0.0))


def _matrix(rows: Sequence[SummarizerRow], topics: Sequence[str], *, drafts: bool = True) -> Floats:
    """Scores, NaN where there is none, or where it is a draft's and these do not count."""

    def value(row: SummarizerRow, topic: str) -> float:
        score = row.score(topic)
        return np.nan if score is None or (row.cells[topic].is_draft and not drafts) else score

    found = [[value(row, topic) for topic in topics] for row in rows]
    return np.array(found, dtype=np.float64).reshape(len(rows), len(topics))


def _mixed(rows: Sequence[SummarizerRow]) -> set[str]:
    """The topics whose scores come from more than one release."""
    releases: dict[str, set[int]] = {}
    for row in rows:
        for topic, cell in row.cells.items():
            if cell.score.score is not None:
                releases.setdefault(topic, set()).update(cell.releases)
    return {topic for topic, several in releases.items() if len(several) > 1}


def _pairs(rows: Sequence[SummarizerRow], topics: Sequence[str], seed: int) -> tuple[Pair, ...]:
    if len(rows) > MOST_TESTED:
        return ()
    found = _matrix(rows, topics, drafts=False)
    return _compared(found.tobytes(), found.shape, seed)


@lru_cache(maxsize=64)
def _compared(scores: bytes, shape: tuple[int, ...], seed: int) -> tuple[Pair, ...]:
    """Remembered, as the same page is asked for again and again, sorted otherwise or for a file of it."""
    values: Floats = np.frombuffer(scores, dtype=np.float64).reshape(shape)
    # Another stream than that of the intervals, so that these do not change with the topics of the tests.
    return compare_pairs(values, np.random.default_rng([seed, 1]))


def _letters(rows: Sequence[SummarizerRow], pairs: Sequence[Pair], test: str) -> list[str]:
    if not any(pair.permutation for pair in pairs):
        return [""] * len(rows)
    found = compact_letters(len(rows), [(pair.a, pair.b) for pair in pairs if differs(pair, test)])
    return found or [""] * len(rows)


def _left_out(
    scored: Sequence[Scored], rows: Sequence[SummarizerRow], mixed: set[str], pairs: Sequence[Pair]
) -> Iterator[str]:
    used = used_releases(scored)
    for topic in sorted(mixed):
        names = ", ".join(used[topic])
        yield f"Topic {topic} is left out of the tests: its peers are matched against releases {names}."
    drafts = sum(cell.is_draft and cell.score.score is not None for row in rows for cell in row.cells.values())
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
    reasons = Counter(cell.score.reason.value for cell in cells if cell.score.reason)
    for reason, number in reasons.most_common():
        none = f"There is no {kind} score" if number == len(cells) else f"{number} of {len(cells)} have no {kind} score"
        yield f"{none}: {reason}"
    peers = [cell for row in rows if not row.is_human for cell in row.cells.values() if cell.score.score is not None]
    if kind == "original" and peers and not any(one.scores.non_matching for cell in peers for one in cell.several):
        yield "No peer has a unit that matches nothing. If such text was not marked, original scores are too high."


def _p_fields(name: str, found: PValue | None) -> dict[str, float | None]:
    return {f"{name}_p": found.p if found else None, f"{name}_adjusted": found.adjusted if found else None}
