"""Compares the spelling of stems: inflected, compound and misspelt words share character n-grams."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from annotator.texts.similarity.words import grams

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

MIN_LIKENESS = 0.25
"""Stems with a smaller cosine of their n-grams count as different, because nearly all pairs share some n-gram."""
LIKENESS_WEIGHT = 0.7
"""Factor for the cosine of similar stems; the same stem has likeness 1."""


class Spelling:
    """Compares stems with a vocabulary of distinct stems. Rare n-grams weigh more, because they distinguish stems."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._vocabulary = vocabulary
        self._by_gram = _StemsByGram(vocabulary)
        squared_weights = np.log1p(len(vocabulary) / np.maximum(1, self._by_gram.counts)) ** 2
        self._squared_weights = {gram: float(squared_weights[n]) for gram, n in self._by_gram.numbers.items()}
        self._unseen_squared_weight = float(np.log1p(max(1, len(vocabulary))) ** 2)
        self._vector_lengths = self._lengths(vocabulary)

    def likeness(self, stems: Sequence[str]) -> Floats:
        """The likeness of each of ``stems`` (rows) to each stem of the vocabulary (columns), 0 to 1.

        1 for the same stem; else the cosine of their weighted n-grams, first set to 0 if below `MIN_LIKENESS`, then
        multiplied by `LIKENESS_WEIGHT`.
        """
        return self._likeness(stems, self._vocabulary, self._by_gram, self._vector_lengths)

    def likeness_to_others(self, stems: Sequence[str], others: Sequence[str]) -> Floats:
        """The likeness of each of ``stems`` to ``others`` (columns), distinct stems that are not in the vocabulary."""
        return self._likeness(stems, others, _StemsByGram(others), self._lengths(others))

    def _likeness(
        self, stems: Sequence[str], others: Sequence[str], others_by_gram: "_StemsByGram", other_lengths: Floats
    ) -> Floats:
        """The likeness of ``stems`` (rows) to ``others``. ``other_lengths``: those of the others' n-gram vectors."""
        table = np.zeros((len(stems), len(others)))
        for row, (stem, length) in enumerate(zip(stems, self._lengths(stems), strict=True)):
            for gram in grams(stem):
                if gram in others_by_gram.numbers:
                    table[row, others_by_gram.stems_with(gram)] += self._squared_weight(gram)
            table[row] /= other_lengths * length
        table[table < MIN_LIKENESS] = 0.0
        table *= LIKENESS_WEIGHT
        columns = {other: column for column, other in enumerate(others)}
        for row, stem in enumerate(stems):
            if stem in columns:
                table[row, columns[stem]] = 1.0
        return table

    def _squared_weight(self, gram: str) -> float:
        return self._squared_weights.get(gram, self._unseen_squared_weight)

    def _lengths(self, stems: Sequence[str]) -> Floats:
        """The length of each stem's vector of n-gram weights."""
        return np.sqrt(np.array([sum(map(self._squared_weight, grams(stem))) for stem in stems], dtype=np.float64))


class _StemsByGram:
    """The indexes of the stems that have each n-gram. `numbers`: the number of each n-gram; `counts`: by this number,
    how many stems have the n-gram.
    """

    def __init__(self, stems: Sequence[str]) -> None:
        self.numbers: dict[str, int] = {}
        by_stem = [[self.numbers.setdefault(gram, len(self.numbers)) for gram in grams(stem)] for stem in stems]
        gram_numbers: Ints = np.array([number for numbers in by_stem for number in numbers], dtype=np.intp)
        gram_counts = np.array([len(numbers) for numbers in by_stem], dtype=np.intp)
        stem_indexes: Ints = np.repeat(np.arange(len(by_stem)), gram_counts)
        self.counts: Ints = np.bincount(gram_numbers, minlength=len(self.numbers))
        self._firsts = np.concatenate([[0], np.cumsum(self.counts)]).tolist()
        self._stem_indexes: Ints = stem_indexes[np.argsort(gram_numbers, kind="stable")]  # sorted by n-gram

    def stems_with(self, gram: str) -> Ints:
        """The indexes of the stems that have this n-gram, which must be in `numbers`."""
        number = self.numbers[gram]
        return self._stem_indexes[self._firsts[number] : self._firsts[number + 1]]
