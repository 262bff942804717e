"""Similar spelling: inflected, compound and misspelt words share character n-grams."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from annotator.texts.similarity.words import grams

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

MIN_LIKENESS = 0.25
"""Words with a smaller cosine of their n-grams count as different, because nearly all pairs share some n-gram."""
LIKENESS_WEIGHT = 0.7
"""Factor for a similarly spelt word; the same stem has likeness 1."""


class Spelling:
    """Compares words with a vocabulary of distinct stems. Rare n-grams weigh more, because they distinguish words."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._vocabulary = vocabulary
        self._grams_index = _WordsByGram(vocabulary)
        squares = np.log1p(len(vocabulary) / np.maximum(1, self._grams_index.counts)) ** 2
        self._squares = {gram: float(squares[number]) for gram, number in self._grams_index.numbers.items()}
        self._unseen_square = float(np.log1p(max(1, len(vocabulary))) ** 2)
        self._norms = self._lengths(vocabulary)

    def likeness(self, words: Sequence[str]) -> Floats:
        """The likeness of each of ``words`` (rows) to each word of the vocabulary (columns), 0 to 1.

        1 for the same stem; else the cosine of their weighted n-grams, times `LIKENESS_WEIGHT`, 0 if below
        `MIN_LIKENESS`.
        """
        return self._likeness(words, self._vocabulary, self._grams_index, self._norms)

    def likeness_to_others(self, words: Sequence[str], others: Sequence[str]) -> Floats:
        """The likeness of each of ``words`` to ``others`` (columns), distinct stems that are not in the vocabulary."""
        return self._likeness(words, others, _WordsByGram(others), self._lengths(others))

    def _likeness(
        self, words: Sequence[str], others: Sequence[str], grams_index: "_WordsByGram", norms: Floats
    ) -> Floats:
        table = np.zeros((len(words), len(others)))
        for row, (word, norm) in enumerate(zip(words, self._lengths(words), strict=True)):
            for gram in grams(word):
                if gram in grams_index.numbers:
                    table[row, grams_index.of(gram)] += self._square(gram)
            table[row] /= norms * norm
        table[table < MIN_LIKENESS] = 0.0
        table *= LIKENESS_WEIGHT
        columns = {other: column for column, other in enumerate(others)}
        for row, word in enumerate(words):
            if word in columns:
                table[row, columns[word]] = 1.0
        return table

    def _square(self, gram: str) -> float:
        return self._squares.get(gram, self._unseen_square)

    def _lengths(self, words: Sequence[str]) -> Floats:
        """The length of each word's vector of n-gram weights."""
        return np.sqrt(np.array([sum(map(self._square, grams(word))) for word in words], dtype=np.float64))


class _WordsByGram:
    """For each n-gram, the indexes of the words that have it. `counts` has one entry per number in `numbers`."""

    def __init__(self, words: Sequence[str]) -> None:
        self.numbers: dict[str, int] = {}
        rows = [[self.numbers.setdefault(gram, len(self.numbers)) for gram in grams(word)] for word in words]
        flat: Ints = np.array([number for row in rows for number in row], dtype=np.intp)
        word_indexes: Ints = np.repeat(np.arange(len(rows)), np.array([len(row) for row in rows], dtype=np.intp))
        self.counts: Ints = np.bincount(flat, minlength=len(self.numbers))
        self._firsts = np.concatenate([[0], np.cumsum(self.counts)]).tolist()
        self._words: Ints = word_indexes[np.argsort(flat, kind="stable")]

    def of(self, gram: str) -> Ints:
        """The indexes of the words that have an n-gram, which must occur."""
        number = self.numbers[gram]
        return self._words[self._firsts[number] : self._firsts[number + 1]]
