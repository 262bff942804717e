"""Which factors do scores depend on? An analysis of variance with all main effects and two-way interactions. Judges may
have judged different numbers of summaries; notes name the factors whose effects the design cannot separate.

Source: Harman & Over 2004, Table 1, with the factors judge, system and docset.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scoring.stats.anova import Anova, AnovaRow, SumsOfSquares, Term, anova
from scoring.stats.significance import SIGNIFICANCE_LEVEL

Factors = Mapping[str, Sequence[str]]
"""The level of each observation, by factor. The keys are nouns in the singular, such as "judge"."""


MAX_COLUMNS = 1_500
"""The largest number of columns (combinations of levels) that a fit solves for; the time grows with its cube."""
SECONDS_PER_CUBED_COLUMN = 2.5e-9
"""Estimated time of all fits of an analysis on a slow machine, divided by the cube of the number of columns."""


@dataclass(frozen=True, slots=True)
class FactorialAnova:
    """The result of `factorial_anova`. ``table``: None if a factor has fewer than two levels, or too many.
    ``cells``: for each pair of factors, the numbers of combinations of levels that occur and that are possible.
    ``notes``: sentences about what the design cannot show.
    """

    sums_of_squares: SumsOfSquares
    table: Anova | None
    cells: Mapping[Term, tuple[int, int]]
    notes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The value of the key "anova" of ``manage.py judgments --json`` (docs/commands.md)."""
        return {
            "type": int(self.sums_of_squares),
            "n": self.table.n if self.table else 0,
            "terms": [_row_as_json(row) for row in self.table.rows] if self.table else [],
            "cells": {":".join(term): list(counts) for term, counts in self.cells.items()},
            "notes": list(self.notes),
        }


def factorial_anova(
    response: Sequence[float],
    factors: Factors,
    sums_of_squares: SumsOfSquares = SumsOfSquares.SEQUENTIAL,
    *,
    equivalents: Factors | None = None,
) -> FactorialAnova:
    """Analyses how ``response``, a number for each observation, depends on the factors and their pairs, in the order of
    ``factors``. While there are too many combinations of levels (MAX_COLUMNS), or the residual has no degrees of
    freedom, the last interaction is left out.

    ``equivalents``: other properties of the observations, by name. The notes say which of them equal a factor.
    """
    level_counts = {name: len(set(levels)) for name, levels in factors.items()}
    constant = [name for name, count in level_counts.items() if count < 2]
    if constant:
        notes = tuple(f"There is only one {name}, so variance cannot be analysed." for name in constant)
        return FactorialAnova(
            sums_of_squares, None, {}, notes if len(response) else ("There are no scores to analyse.",)
        )
    pairs = list(combinations(factors, 2))
    cells: dict[Term, tuple[int, int]] = {
        (a, b): (len(_cells(factors, a, b)), level_counts[a] * level_counts[b]) for a, b in pairs
    }
    terms: list[Term] = [*((name,) for name in factors), *pairs]
    too_large: list[Term] = []
    while solved_columns(factors, terms) > MAX_COLUMNS and len(terms) > len(factors):
        too_large.append(terms.pop())
    if solved_columns(factors, terms) > MAX_COLUMNS:
        return FactorialAnova(sums_of_squares, None, cells, ("There are too many levels to analyse variance.",))
    table = anova(response, factors, terms, sums_of_squares)
    left_out: list[Term] = []
    while not table.rows[-1].df and len(terms) > len(factors):
        left_out.append(terms.pop())
        table = anova(response, factors, terms, sums_of_squares)
    properties = {**factors, **(equivalents or {})}
    is_sequential = sums_of_squares is SumsOfSquares.SEQUENTIAL
    notes = (
        *(
            note
            for a, b in combinations(properties, 2)
            for note in _design_notes(properties, a, b, factors, is_sequential=is_sequential)
        ),
        *(
            f"{':'.join(term)} is left out, because it has too many combinations of levels ({cells[term][0]:,})."
            for term in too_large
        ),
        *(f"{':'.join(term)} is left out, because it would leave no residual." for term in left_out),
        *_lost_terms(table),
    )
    return FactorialAnova(sums_of_squares, table, cells, notes)


def solved_columns(factors: Factors, terms: Sequence[Term]) -> int:
    """Returns the number of columns that an analysis of these terms has to solve for: the combinations of levels of all
    terms except the term with the most (see scoring.stats.anova). A factor within an interaction adds none.
    """
    counts = [
        len(set(zip(*(factors[name] for name in term), strict=True)))
        for term in terms
        if not any(set(term) < set(wider) for wider in terms)
    ]
    return sum(counts) - max(counts, default=0)


def term_sentence(row: AnovaRow) -> str:
    """Returns a sentence on the result of the test of a term; "" for the residual and for rows without p."""
    if row.p is None:
        return ""
    is_significant = row.p < SIGNIFICANCE_LEVEL
    if len(row.term) == 1:
        (name,) = row.term
        return f"The {name}s differ." if is_significant else f"No difference between the {name}s is shown."
    first, second = row.term
    # Readers ask whether the comparison of systems holds, so systems are what is compared.
    compared, other = (second, first) if second == "system" else (first, second)
    if is_significant:
        return f"How the {compared}s compare depends on the {other}."
    return f"It is not shown that the comparison of {compared}s depends on the {other}."


def _row_as_json(row: AnovaRow) -> dict[str, Any]:
    return {
        "term": ":".join(row.term) or "residual",
        "df": row.df,
        "ss": row.ss,
        "ms": row.ms,
        "f": row.f,
        "p": row.p,
        "meaning": term_sentence(row),
    }


def _cells(factors: Factors, a: str, b: str) -> set[tuple[str, str]]:
    """Returns the combinations of levels of two factors that occur in the observations."""
    return set(zip(factors[a], factors[b], strict=True))


def _design_notes(properties: Factors, a: str, b: str, factors: Factors, *, is_sequential: bool) -> Iterator[str]:
    """Yields sentences on how far the design separates the effects of ``a`` and ``b``, which comes after ``a``. If one
    of them is not a factor, the only sentence is that both are the same.
    """
    cells = _cells(properties, a, b)
    count_a, count_b = len(set(properties[a])), len(set(properties[b]))
    if len(cells) == count_a == count_b:
        yield f"Each {a} goes with one {b} and each {b} with one {a}: {a} and {b} are one factor."
    elif a not in factors or b not in factors:
        return
    elif len(cells) == count_b and is_sequential:
        yield f"Each {b} has one {a}: {b} then means {b} within {a}."
    elif len(cells) == count_b:
        yield f"Each {b} has one {a}: differences between {a}s are also differences between {b}s."
    elif len(cells) == count_a:
        yield f"Each {a} has one {b}: differences between {b}s are also differences between {a}s."
    elif (groups := _unconnected_groups(cells)) > 1:
        yield (
            f"The {a}s and {b}s form {groups} groups that have no {a} and no {b} in common: differences between these "
            f"groups may be due to the {a} or to the {b}."
        )


def _unconnected_groups(cells: set[tuple[str, str]]) -> int:
    """Returns the number of groups of levels that are connected by cells."""
    groups: list[tuple[set[str], set[str]]] = []
    for level_a, level_b in cells:
        touched = [group for group in groups if level_a in group[0] or level_b in group[1]]
        groups = [group for group in groups if group not in touched]
        groups.append(({level_a}.union(*(a for a, _ in touched)), {level_b}.union(*(b for _, b in touched))))
    return len(groups)


def _lost_terms(table: Anova) -> Iterator[str]:
    """Yields a sentence for each term without degrees of freedom, and one if the residual has none."""
    for row in table.rows[:-1]:
        if not row.df:
            yield f"{':'.join(row.term)} has no degrees of freedom: other terms explain all that it could explain."
    if not table.rows[-1].df:
        yield "The residual has no degrees of freedom, so there are no tests."
