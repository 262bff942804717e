"""Coverage: how much of the units of a model summary a summary expresses, by the judgment of one person.

For each unit of the model a judge marks the sentences of the summary that express it, and says how much of the unit
they express together: 0 to 100 % (DUC 2002 and 2003), or 0 none, 1 hardly any, 2 some, 3 most, 4 all (DUC 2001).
Coverage is the mean over all units; units without a judgment count 0.

Sources: Harman & Over 2004; Lin & Hovy 2002, W02-0406 (retention and recall at a threshold); Lin & Hovy 2003, N03-1020,
note 7 (adjustment for length); Nenkova & Passonneau 2004, section 2.3 (marked sentences per model unit).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class UnitJudgment:
    """What a judge says of one unit of the model. ``value``: how much of it is expressed, from 0 to the maximum of the
    scale; None if the judge gave no value. ``marks``: the keys of the sentences of the summary that express it.
    """

    value: int | None = None
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Coverage:
    """The coverage of one summary by one judge against one model with ``units`` units. All numbers below are 0 to 1,
    except ``sentences_per_unit``.

    ``mean``: the mean over all units of value / maximum. ``retention``: the share of units with a mark. ``recall``: for
    each value of the scale above 0, the share of units with at least this value. ``sentences_per_unit``: marked
    sentences / units, which is at least 0. ``marked_share``: marked sentences / sentences of the summary; None if their
    number is not known.
    """

    units: int
    mean: Fraction
    retention: Fraction
    recall: dict[int, Fraction]
    sentences_per_unit: Fraction
    marked_share: Fraction | None


def coverage(
    units: Sequence[UnitJudgment], *, maximum: int, step: int = 1, sentence_count: int | None = None
) -> Coverage | None:
    """Returns the coverage of a summary; None for a model without units. ``units``: all units of the model, also those
    that the judge did not judge. ``maximum`` and ``step`` of the scale, which begins with 0. ``sentence_count``: the
    number of sentences in the summary.

    DUC 2001's scale, four units:

    >>> values = coverage([UnitJudgment(4), UnitJudgment(3), UnitJudgment(0), UnitJudgment(1)], maximum=4)
    >>> float(values.mean), [float(share) for share in values.recall.values()]
    (0.5, [0.75, 0.5, 0.5, 0.25])
    """
    if not units:
        return None
    values = [unit.value or 0 for unit in units]
    marked_sentences = frozenset[str]().union(*(unit.marks for unit in units))
    return Coverage(
        units=len(units),
        mean=Fraction(sum(values), maximum * len(units)),
        retention=Fraction(sum(bool(unit.marks) for unit in units), len(units)),
        recall={
            threshold: Fraction(sum(value >= threshold for value in values), len(units))
            for threshold in range(step, maximum + 1, step)
        },
        sentences_per_unit=Fraction(len(marked_sentences), len(units)),
        marked_share=Fraction(len(marked_sentences), sentence_count) if sentence_count else None,
    )


def length_adjusted(mean: Fraction, *, words: int, target: int, share: Fraction) -> Fraction:
    """Returns C' = a C + (1 - a) B, which rewards summaries with fewer words (``words``) than asked for (``target``).
    C is ``mean``, the coverage; a is ``share``, for which no source has a value. B = max(0, (target - words) / target).

    >>> float(length_adjusted(Fraction(1, 2), words=75, target=100, share=Fraction(4, 5)))
    0.45
    """
    brevity = max(Fraction(0), Fraction(target - words, target))
    return share * mean + (1 - share) * brevity
