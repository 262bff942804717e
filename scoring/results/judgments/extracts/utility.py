"""Scores of extracts, against the utilities that judges gave to sentences or the sentences that judges chose.

S is Relative Utility, J its mean between judges, R its mean for random extracts, and D = (S - R) / (J - R).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.measures.judgments.co_selection import CoSelection, co_selection, mean_co_selection, selection_kappa
from scoring.measures.judgments.relative_utility import (
    FULL_CREDIT,
    Utilities,
    interjudge_utility,
    judge_utilities,
    normalized_utility,
    pooled_relative_utility,
    random_utility,
    relative_utility,
)

NO_D_WITH_CREDIT = "D is left out, because J and R take no account of subsumption."


@dataclass(frozen=True, slots=True)
class NumberedExtract:
    """The extract of a system. ``sentences``: their numbers in document order, from 0, in the order of the extract.
    ``label``: distinguishes extracts of one system, for instance by their rate.
    """

    summarizer: str
    label: str
    sentences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExtractScores:
    """The scores of one extract. ``s``, ``s_pooled``, ``d``: S, S pooled over judges, and D; None without utilities.
    ``selection``: the mean over judges of precision, recall and F1 against each judge's extract. ``kappa``: Fleiss'
    kappa (that of Siegel & Castellan) of the judges and the system, which counts as one more judge.
    """

    s: Fraction | None
    s_pooled: Fraction | None
    d: Fraction | None
    selection: CoSelection | None
    kappa: float | None


def selection_scores(
    references: Mapping[str, Sequence[int]], extract: Sequence[int], sentence_count: int
) -> ExtractScores:
    """Returns the scores of an extract against the extracts that judges made (``references``, by judge)."""
    return ExtractScores(
        s=None,
        s_pooled=None,
        d=None,
        selection=mean_co_selection([co_selection(extract, reference) for reference in references.values()]),
        kappa=selection_kappa([*references.values(), extract], sentence_count),
    )


def utility_scores(
    utilities: Utilities, extract: Sequence[int], size: int, credit: Fraction = FULL_CREDIT
) -> ExtractScores:
    """Returns the scores of an extract. The judges' extracts that it is compared with have as many sentences as it has,
    or ``size`` sentences if it is empty. ``credit``: the share of a redundant sentence's utility that counts; D
    is None unless ``credit`` is 1, because J and R take no account of subsumption.
    """
    size = len(extract) or size
    references = best_extracts(utilities, size)
    selection = selection_scores(references, extract, utilities.sentence_count)
    s = relative_utility(utilities, extract, size=size, credit=credit)
    j, r = interjudge_utility(utilities, size), random_utility(utilities, size)
    return ExtractScores(
        s=s,
        s_pooled=pooled_relative_utility(utilities, extract, size=size, credit=credit),
        d=normalized_utility(s, j, r) if credit == FULL_CREDIT else None,
        selection=selection.selection,
        kappa=selection.kappa,
    )


def best_extracts(utilities: Utilities, size: int) -> dict[str, tuple[int, ...]]:
    """Returns the best extract of ``size`` sentences of each judge who has any utility above 0."""
    return {judge: utilities.best_extract(judge, size) for judge in utilities.judges_with_best(size)}


def utility_report(
    utilities: Utilities, extracts: Sequence[NumberedExtract], size: int, credit: Fraction = FULL_CREDIT
) -> dict[str, Any]:
    """Returns what ``manage.py relative_utility --json`` prints for one topic and size of extracts. An extract of
    another size is scored with its own size, and a warning says so.
    """
    j_by_pair = judge_utilities(utilities, size)
    warnings = [
        f"{judge} is left out, because all utilities of this judge are 0."
        for judge in utilities.by_judge
        if not any(utilities.by_judge[judge])
    ]
    if credit != FULL_CREDIT:
        warnings.append(NO_D_WITH_CREDIT)
    warnings += [
        f"The extract {' '.join(filter(None, (extract.summarizer, extract.label)))} has {len(extract.sentences)} "
        f"sentences, not {size}."
        for extract in extracts
        if len(extract.sentences) != size
    ]
    return {
        "sentences": utilities.sentence_count,
        "judges": list(utilities.by_judge),
        "size": size,
        "j": _number(interjudge_utility(utilities, size)),
        "r": _number(random_utility(utilities, size)),
        "j_by_pair": [{"a": a, "b": b, "utility": float(utility)} for (a, b), utility in j_by_pair.items()],
        "extracts": [
            {
                "summarizer": extract.summarizer,
                "label": extract.label,
                **scores_as_json(utility_scores(utilities, extract.sentences, size, credit)),
            }
            for extract in extracts
        ],
        "kappa_judges": selection_kappa(list(best_extracts(utilities, size).values()), utilities.sentence_count),
        "warnings": warnings,
    }


def scores_as_json(scores: ExtractScores) -> dict[str, float | None]:
    selection = scores.selection
    return {
        "s": _number(scores.s),
        "s_pooled": _number(scores.s_pooled),
        "d": _number(scores.d),
        "precision": _number(selection.precision if selection else None),
        "recall": _number(selection.recall if selection else None),
        "f1": _number(selection.f1 if selection else None),
        "kappa_with_judges": scores.kappa,
    }


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
