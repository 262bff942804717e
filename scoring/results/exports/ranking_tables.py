"""A ranking as two tables: the ranks with their intervals, and all pairs of summarizers with their tests."""

from collections.abc import Callable, Iterator
from typing import Any

from scoring.results.exports.tables import Table
from scoring.results.scores.ranking import Ranking

RANKING_COLUMN_MEANINGS = {
    "ranking: score": "The score that is ranked by.",
    "ranking: rank": "Place by the mean, 1 is the best; summarizers with the same mean share it.",
    "ranking: rank_low, rank_high": "The best and the worst rank that the tests leave open.",
    "ranking: mean, n": "The mean over n topics.",
    "ranking: low, high": "95 % interval of the mean, by Student’s t over topics.",
    "ranking: letters": "Summarizers that share a letter do not differ significantly (Holm, .05).",
    "pairs: a, b": "The two summarizers of the pair; a_kind and b_kind: peer or human.",
    "pairs: topics": "Number of topics on which both have a score that can be tested.",
    "pairs: difference": "Mean of a minus b over these topics; low and high: its 95 % interval, by Student’s t.",
    "pairs: effect": "The difference in standard deviations of the differences by topic.",
    "pairs: p": "Two-sided p of the paired permutation test.",
    "pairs: holm, bh": "p corrected for the number of pairs, by Holm, and by Benjamini and Hochberg.",
    "pairs: test": "exact: all choices of signs were counted; sampled: some were drawn at random.",
}
RANK_COLUMNS = (
    *("score", "rank", "rank_low", "rank_high", "summarizer", "kind"),
    *("mean", "low", "high", "n", "letters"),
)
PAIR_COLUMNS = (
    *("score", "a", "a_kind", "b", "b_kind", "topics"),
    *("difference", "low", "high", "effect", "p", "holm", "bh", "test"),
)


def ranking_tables(rank: Callable[[], Ranking]) -> dict[str, Table]:
    """The tables by the name of their sheet. ``rank`` computes the ranking when the first row of a table is read."""
    return {"ranking": Table(RANK_COLUMNS, _rank_rows(rank)), "pairs": Table(PAIR_COLUMNS, _pair_rows(rank))}


def ranking_settings(rank: Callable[[], Ranking]) -> Iterator[tuple[str, Any]]:
    """Yields the names and values of settings that say how the ranking was made, and its notes."""
    ranking = rank().as_json()
    test = ranking["test"]
    yield "ranked by", ranking["score"]
    yield "means over", "the topics that all summarizers have" if ranking["common"] else "all topics of each summarizer"
    yield "test", f"{test['name']}, {'exact' if test['exact'] else 'sampled'}"
    if not test["exact"]:
        yield "draws", test["draws"]
        yield "seed", test["seed"]
    yield "tested pairs", test["pairs"]
    yield "tested topics", len(ranking["topics"])
    for sentence in ranking["warnings"]:
        yield "note on the ranking", sentence


def _rank_rows(rank: Callable[[], Ranking]) -> Iterator[dict[str, Any]]:
    ranking = rank().as_json()
    for row in ranking["summarizers"]:
        yield {**row, "score": ranking["score"]}


def _pair_rows(rank: Callable[[], Ranking]) -> Iterator[dict[str, Any]]:
    ranking = rank().as_json()
    for pair in ranking["pairs"]:
        test = "" if pair["exact"] is None else "exact" if pair["exact"] else "sampled"
        yield {**pair, "score": ranking["score"], "test": test}
