"""Relative Utility: the value of an extract's sentences, relative to the best extract of the same size.

N judges give each of n sentences a utility, a whole number from 0 to 10. U_j is the sum of judge j's utilities over the
sentences of an extract. best_j(e) is the largest U_j that an extract of e sentences can have, and judge j's own extract
has this sum; of sentences with equal utility, it has those that come first in the documents.

Sources: Radev, Jing & Budzikowska 2000, W00-0403; Radev et al. 2003, P03-1048; MEAD's ``Evaluation.pm`` (the mean over
judges); H05-1001, equation 6, after Radev & Tam 2003 (pooled).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import floor

from scoring.measures.judgments.subsumption import Subsumers, redundant_sentences

FULL_CREDIT = Fraction(1)


@dataclass(frozen=True)
class Utilities:
    """The utilities that judges gave to the sentences of a topic. ``by_judge``: for each judge, by name, the utility of
    each sentence in document order; all judges have the same number of sentences. ``subsumers``: for each judge,
    which sentences say no more than another sentence, as marked by the judge.
    """

    by_judge: Mapping[str, Sequence[int]]
    subsumers: Mapping[str, Subsumers] | None = None

    @cached_property
    def sentence_count(self) -> int:
        return len(next(iter(self.by_judge.values()), ()))

    def best_extract(self, judge: str, size: int) -> tuple[int, ...]:
        """Returns the sentences, from 0, of the judge's own extract, in document order."""
        utilities = self.by_judge[judge]
        return tuple(sorted(sorted(range(len(utilities)), key=lambda sentence: -utilities[sentence])[:size]))

    def best_sum(self, judge: str, size: int) -> int:
        """Returns best_j(e), the largest sum of utilities of ``size`` sentences."""
        return sum(sorted(self.by_judge[judge], reverse=True)[:size])

    def judges_with_best(self, size: int) -> list[str]:
        """Returns the judges whose best sum is above 0. Scores divide by this sum, so they leave other judges out."""
        return [judge for judge in self.by_judge if self.best_sum(judge, size)]

    def credited_sum(self, judge: str, extract: Sequence[int], credit: Fraction) -> Fraction:
        """Returns the sum of the judge's utilities over the extract, where a redundant sentence counts ``credit``
        times its utility (see :mod:`scoring.measures.judgments.subsumption`).
        """
        utilities = self.by_judge[judge]
        marks = (self.subsumers or {}).get(judge)
        redundant = redundant_sentences(extract, marks) if marks and credit != FULL_CREDIT else set()
        shares = (credit if sentence in redundant else FULL_CREDIT for sentence in extract)
        credited = (utilities[sentence] * share for sentence, share in zip(extract, shares, strict=True))
        return sum(credited, Fraction(0))


def size_of_rate(rate: Fraction, sentence_count: int) -> int:
    """Returns how many of ``sentence_count`` sentences a rate (0 to 1) is: rounded half up, at least 1.

    >>> size_of_rate(Fraction(1, 10), 25), size_of_rate(Fraction(1, 10), 4)
    (3, 1)
    """
    return max(1, floor(rate * sentence_count + Fraction(1, 2)))


def relative_utility(
    utilities: Utilities, extract: Sequence[int], *, size: int | None = None, credit: Fraction = FULL_CREDIT
) -> Fraction | None:
    """Returns S: the mean over judges of U_j(extract) / best_j(e). It is 0 to 1 if the extract has e sentences.

    ``extract``: the numbers of its sentences, from 0, each once, in the order of the extract. ``size``: e, by default
    the length of the extract. ``credit``: the share, 0 to 1, of a redundant sentence's utility that counts. None if
    every judge's best sum is 0. Raises ValueError if e is not 1 to n.

    Two judges, the best and the worst of three sentences (by hand: 10 / 18 and 12 / 15):

    >>> s = relative_utility(Utilities({"anna": [10, 8, 0], "ben": [9, 6, 3]}), [0, 2])
    >>> s == (Fraction(10, 18) + Fraction(12, 15)) / 2
    True
    """
    size = checked_size(utilities, len(extract) if size is None else size)
    return _mean(
        utilities.credited_sum(judge, extract, credit) / utilities.best_sum(judge, size)
        for judge in utilities.judges_with_best(size)
    )


def pooled_relative_utility(
    utilities: Utilities, extract: Sequence[int], *, size: int | None = None, credit: Fraction = FULL_CREDIT
) -> Fraction | None:
    """Returns S pooled: the sum over judges of U_j(extract), divided by the largest sum that an extract of e sentences
    can have. Arguments and exceptions are those of :func:`relative_utility`. None if all utilities are 0.
    """
    size = checked_size(utilities, len(extract) if size is None else size)
    total = sum((utilities.credited_sum(judge, extract, credit) for judge in utilities.by_judge), Fraction(0))
    sums = (sum(by_sentence) for by_sentence in zip(*utilities.by_judge.values(), strict=True))
    best = sum(sorted(sums, reverse=True)[:size])
    return total / best if best else None


def random_utility(utilities: Utilities, size: int) -> Fraction | None:
    """Returns R, the lower bound: the mean of S over all extracts of ``size`` sentences, which is e / n times the mean
    over judges of (sum of all utilities / best_j(e)). None if every judge's best sum is 0.
    """
    checked_size(utilities, size)
    mean = _mean(
        Fraction(sum(utilities.by_judge[judge]), utilities.best_sum(judge, size))
        for judge in utilities.judges_with_best(size)
    )
    return mean and mean * Fraction(size, utilities.sentence_count)


def judge_utilities(utilities: Utilities, size: int) -> dict[tuple[str, str], Fraction]:
    """Returns, for each ordered pair of judges (a, b), the utility of a's own extract of ``size`` sentences for judge
    b, divided by best_b(e). Judges whose best sum is 0 are left out.
    """
    checked_size(utilities, size)
    return {
        (a, b): Fraction(
            sum(utilities.by_judge[b][sentence] for sentence in utilities.best_extract(a, size)),
            utilities.best_sum(b, size),
        )
        for a, b in permutations(utilities.judges_with_best(size), 2)
    }


def interjudge_utility(utilities: Utilities, size: int) -> Fraction | None:
    """Returns J, the upper bound: the mean over ordered pairs of judges of :func:`judge_utilities`, 0 to 1. None for
    fewer than two judges.
    """
    return _mean(judge_utilities(utilities, size).values())


def normalized_utility(s: Fraction | None, j: Fraction | None, r: Fraction | None) -> Fraction | None:
    """Returns D = (S - R) / (J - R), which is 0 for an extract as good as a random one and 1 for one as good as a
    judge's, but can be below 0 or above 1. None if J <= R, or if S, J or R is None.
    """
    if s is None or j is None or r is None or j <= r:
        return None
    return (s - r) / (j - r)


def checked_size(utilities: Utilities, size: int) -> int:
    """Returns ``size``. Raises ValueError if there are no extracts of this size."""
    if not 1 <= size <= utilities.sentence_count:
        raise ValueError(f"An extract of {size} of {utilities.sentence_count} sentences cannot be scored.")
    return size


def _mean(values: Iterable[Fraction]) -> Fraction | None:
    terms = list(values)
    return sum(terms, Fraction(0)) / len(terms) if terms else None
