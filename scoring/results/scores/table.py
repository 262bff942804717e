"""Summarizers by topics with means, as the API gives them, and the rows of one topic in the order that is asked for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.measures.observation import Row, joined, mean_over_topics
from scoring.results.scores.columns import PEER_COLUMNS, as_row
from scoring.results.scores.rows import natural_key
from scoring.stats.ranking import Rank


def mean_rows(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """``{"summarizer", "matcher", "original": {"mean", "n"}, ...}`` for each summarizer and judge, by name.

    Masked summarizers are left out.
    """
    by_row: dict[tuple[str, str], dict[str, Row]] = {}
    for one in joined(rows):
        subject = one.origin.subject
        by_row.setdefault((subject.summarizer, one.origin.judge), {})[subject.topic] = one
    found = []
    for (summarizer, matcher), cells in sorted(by_row.items(), key=lambda item: natural_key(*item[0])):
        row: dict[str, Any] = {"summarizer": summarizer, "matcher": matcher}
        for measure in next(iter(cells.values())).values:
            mean = mean_over_topics(cell.values[measure] for cell in cells.values())
            row[measure] = {"mean": mean.value, "n": mean.n}
        found.append(row)
    return found


def sorted_peers(
    rows: Sequence[Row], ranks: Mapping[tuple[str, str], Rank], by: str, *, descending: bool
) -> list[tuple[Row, Rank | None]]:
    """The scores of a topic with their ranks, by a column of the export or, for any other name, by rank.

    ``ranks``: by kind and name of the summarizer. Those without a value come last.
    """

    def rank(row: Row) -> Rank | None:
        return ranks.get((row.origin.subject.kind, row.origin.subject.summarizer))

    def value(row: Row) -> Any:
        if by in PEER_COLUMNS and by != "warnings":
            found = as_row(row, PEER_COLUMNS)[by]
            return natural_key(found) if isinstance(found, str) else found
        place = rank(row)
        return place and place.place

    def name(row: Row) -> list[Any]:
        return natural_key(row.origin.subject.summarizer, row.origin.subject.kind, row.origin.judge)

    named = sorted(rows, key=name)
    valued = [(found, one) for one in named if (found := value(one)) is not None]
    ordered = [one for _, one in sorted(valued, key=lambda pair: pair[0], reverse=descending)]
    last = [one for one in named if value(one) is None]
    return [(one, rank(one)) for one in (*ordered, *last)]
