"""The tables of a study's page."""

from dataclasses import dataclass
from itertools import combinations

from scoring.stats.levels import Level
from scoring.studies.document import (
    CorrelationEntry,
    DisagreementEntry,
    KoehnEntry,
    PermutationEntry,
    RankedEntry,
    WilliamsEntry,
)
from scoring.studies.pages.choices import Choice
from scoring.studies.pages.headline import SURE, VERY_SURE


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """A column and its correlations with the chosen human column, the chosen coefficient first. ``is_human``: whether
    the column has human scores itself.
    """

    name: str
    correlations: tuple[CorrelationEntry | None, ...]
    is_human: bool


def agreement_rows(choice: Choice) -> list[AgreementRow]:
    """Returns a row for each column, the best by the chosen coefficient first; other human columns at the end."""
    rows = [
        AgreementRow(
            name,
            tuple(choice.correlation(name, choice.against, coefficient) for coefficient in choice.coefficients),
            is_human=name not in choice.compared,
        )
        for name in choice.all_but_against
    ]

    def sort_key(row: AgreementRow) -> tuple[bool, bool, float]:
        entry = row.correlations[0]
        value = entry["value"] if entry else None
        return row.is_human, value is None, -(value or 0.0)

    return sorted(rows, key=sort_key)


@dataclass(frozen=True, slots=True)
class SummarizerRow:
    """A summarizer and its entries in the rankings by each column, in the order of the columns."""

    name: str
    is_human: bool
    ranked: tuple[RankedEntry, ...]


def summarizer_rows(choice: Choice) -> list[SummarizerRow]:
    """Returns a row for each summarizer, sorted by a column or by name."""
    names = choice.part["summarizers"]
    rankings = {ranking["column"]: ranking["summarizers"] for ranking in choice.part["ranking"]}
    entries_by_column = [{entry["summarizer"]: entry for entry in rankings[column]} for column in choice.columns]
    rows = [
        SummarizerRow(
            name, _is_human(entries_by_column[0][name]), tuple(entries[name] for entries in entries_by_column)
        )
        for name in names
    ]
    if choice.sort == "summarizer":
        return rows[::-1] if choice.is_descending else rows  # the document has them in natural order
    column = choice.columns.index(choice.sort)
    sign = -1 if choice.is_descending else 1

    def sort_key(row: SummarizerRow) -> tuple[bool, float]:
        mean = row.ranked[column]["mean"]
        return mean is None, sign * (mean or 0.0)

    return sorted(rows, key=sort_key)


def _is_human(entry: RankedEntry) -> bool:
    return entry["kind"] == "human"


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two columns, the one that agrees better first. ``correlation_a`` and ``correlation_b`` are with the human column;
    ``a_wins``, ``b_wins`` and ``neither`` are shares of the samples of Koehn's bootstrap; ``williams`` is the two-sided
    p for Pearson's r of means; ``permutation`` and ``holm`` are the p of the permutation test and its adjusted p. None:
    not computed or undefined. ``topics``: of both correlations, the smaller ``topics_used``.
    """

    a: str
    b: str
    correlation_a: float | None
    correlation_b: float | None
    a_wins: float | None
    b_wins: float | None
    neither: float | None
    williams: float | None
    permutation: float | None
    holm: float | None
    topics: int

    @property
    def difference(self) -> float | None:
        if self.correlation_a is None or self.correlation_b is None:
            return None
        return self.correlation_a - self.correlation_b

    @property
    def stars(self) -> str:
        """Two stars if column ``a`` wins in at least VERY_SURE of the samples, one if in SURE; none with one topic."""
        share = self.a_wins if self.a_wins is not None and self.topics > 1 else 0.0
        return "**" if share >= VERY_SURE else "*" if share >= SURE else ""


def pair_rows(choice: Choice) -> list[PairRow]:
    """Returns a row for each pair of columns at the chosen level, in the order of the table of agreement."""
    names = [row.name for row in agreement_rows(choice) if not row.is_human]
    part, criterion = choice.part, (choice.against, choice.level, choice.coefficient)
    koehn = {_pair(entry): entry for entry in part["koehn"] if _criterion(entry) == criterion}
    permutation = {_pair(entry): entry for entry in part["permutation"] if _criterion(entry) == criterion}
    tests_of_means = part["williams"] if choice.level == Level.SUMMARIZER else []
    williams = {_pair(entry): entry for entry in tests_of_means if entry["against"] == choice.against}
    rows = []
    for a, b in combinations(names, 2):
        pair = frozenset({a, b})
        shares, permutation_entry, williams_entry = koehn.get(pair), permutation.get(pair), williams.get(pair)
        entry_a, entry_b = (choice.correlation(name, choice.against) for name in (a, b))
        wins = [shares["a_wins"], shares["b_wins"]] if shares else [None, None]
        if shares and shares["a"] != a:  # the document has the pair in the other order
            wins.reverse()
        rows.append(
            PairRow(
                a,
                b,
                correlation_a=entry_a and entry_a["value"],
                correlation_b=entry_b and entry_b["value"],
                a_wins=wins[0],
                b_wins=wins[1],
                neither=shares and shares["neither"],
                williams=williams_entry and williams_entry["p_two_sided"],
                permutation=permutation_entry and permutation_entry["p"],
                holm=permutation_entry and permutation_entry["adjusted"],
                topics=min(entry["topics_used"] if entry else 0 for entry in (entry_a, entry_b)),
            )
        )
    return rows


def _pair(entry: KoehnEntry | WilliamsEntry | PermutationEntry) -> frozenset[str]:
    return frozenset({entry["a"], entry["b"]})


def _criterion(entry: KoehnEntry | PermutationEntry) -> tuple[str, str, str]:
    return entry["against"], entry["level"], entry["coefficient"]


def disagreement_rows(choice: Choice) -> list[DisagreementEntry]:
    """Returns the summaries that ``choice.disagreements_of`` (a) and ``choice.against`` (b) rank most differently."""
    wanted = (choice.disagreements_of, choice.against)
    return [entry for entry in choice.part["disagreements"] if (entry["a"], entry["b"]) == wanted]
