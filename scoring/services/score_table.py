"""Peers by topics with means: what the score page shows, and the API the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.core.pyramid_scores import Mean, mean_over_topics
from scoring.core.ranking import Rank
from scoring.services.score_fields import KINDS
from scoring.services.scored import EXPORT_COLUMNS, Scored


@dataclass(frozen=True, slots=True)
class TableRow:
    """One summarizer as matched by one person: a cell a topic (None where there is no annotation), and the means."""

    summarizer: str
    matcher: str
    cells: dict[str, Scored | None]
    means: dict[str, Mean]

    def as_json(self) -> dict[str, Any]:
        """``{"summarizer", "matcher", "original": {"mean", "n"}, ...}``."""
        means = {kind: {"mean": mean.value, "n": mean.n} for kind, mean in self.means.items()}
        return {"summarizer": self.summarizer, "matcher": self.matcher, **means}


def table_rows(scored: Sequence[Scored], topics: Sequence[str]) -> list[TableRow]:
    """A row for each summarizer and matcher, by name; ``topics`` are the keys of the columns.

    Masked peers are left out: who wrote one on each topic is what nobody is to know.
    """
    by_row: dict[tuple[str, str], dict[str, Scored]] = {}
    for one in scored:
        if one.is_masked:
            continue
        by_row.setdefault((one.summarizer, one.matcher), {})[one.topic] = one
    return [
        TableRow(
            summarizer,
            matcher,
            {topic: cells.get(topic) for topic in topics},
            {kind: mean_over_topics(getattr(cells[topic].scores, kind) for topic in cells) for kind in KINDS},
        )
        for (summarizer, matcher), cells in sorted(by_row.items(), key=lambda item: natural_key(*item[0]))
    ]


def natural_key(*names: str) -> list[Any]:
    """Sorts names that are numbers by their value, before all others."""
    return [(not name.isdecimal(), int(name) if name.isdecimal() else 0, name) for name in names]


def sorted_peers(
    scored: Sequence[Scored], ranks: Mapping[tuple[str, str], Rank], by: str, *, descending: bool
) -> list[tuple[Scored, Rank | None]]:
    """The scores of a topic with their ranks, by a column of the export or, for any other name, by rank.

    ``ranks``: by kind and name of the summarizer. Those without a value come last.
    """

    def value(one: Scored) -> Any:
        if by in EXPORT_COLUMNS and by != "warnings":
            found = one.as_row()[by]
            return natural_key(found) if isinstance(found, str) else found
        rank = ranks.get((one.kind, one.summarizer))
        return rank and rank.place

    named = sorted(scored, key=lambda one: natural_key(one.summarizer, one.kind, one.matcher))
    valued = [(found, one) for one in named if (found := value(one)) is not None]
    ordered = [one for _, one in sorted(valued, key=lambda pair: pair[0], reverse=descending)]
    last = [one for one in named if value(one) is None]
    return [(one, ranks.get((one.kind, one.summarizer))) for one in (*ordered, *last)]
