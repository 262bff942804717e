"""Lists all extracts of a document that have the same number of sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from scoring.measures.extracts.errors import ExtractsRefused

Extracts = npt.NDArray[np.int16]
"""[extracts, sentences of each]: the numbers of the sentences, from 0, in ascending order."""

MAX_EXTRACTS = 5_000_000
"""If a document has more extracts, a sample is drawn."""
SAMPLE_SIZE = 1_000_000
SMALLEST, LARGEST = 1, 5
"""The numbers of sentences that an extract may have."""
MAX_SENTENCES = 2_000


@dataclass(frozen=True, slots=True)
class ExtractSet:
    """Extracts of a document in lexicographic order. ``possible``: how many extracts of this size the document has.
    ``seed``: of the sample; None if these are all extracts.
    """

    extracts: Extracts
    possible: int
    seed: int | None = None

    @property
    def is_sample(self) -> bool:
        return self.seed is not None

    def has(self, sentences: Sequence[int]) -> bool:
        """Whether the extract with these sentences, in ascending order, is in the set."""
        if len(sentences) != self.extracts.shape[1]:
            return False
        return bool((self.extracts == np.array(sentences)).all(axis=1).any())


def extracts_of(
    sentence_count: int,
    size: int,
    *,
    seed: int = 1,
    max_extracts: int = MAX_EXTRACTS,
    sample_size: int = SAMPLE_SIZE,
) -> ExtractSet:
    """Returns all extracts with ``size`` sentences. If there are more than ``max_extracts``, returns ``sample_size``
    different extracts, drawn with equal probabilities. Raises ExtractsRefused for a size or a document out of bounds.
    """
    if not SMALLEST <= size <= LARGEST:
        raise ExtractsRefused(f"Extracts have {SMALLEST} to {LARGEST} sentences, not {size}.")
    if sentence_count <= size:
        raise ExtractsRefused(
            f"Extracts of {size} need a document with at least {size + 1} sentences; it has {sentence_count}."
        )
    if sentence_count > MAX_SENTENCES:
        raise ExtractsRefused(f"The document has {sentence_count:,} sentences; at most {MAX_SENTENCES:,} are allowed.")
    possible = comb(sentence_count, size)
    if possible <= max_extracts:
        return ExtractSet(all_extracts(sentence_count, size), possible)
    return ExtractSet(_draw_sample(sentence_count, size, seed, sample_size), possible, seed)


def all_extracts(sentence_count: int, size: int) -> Extracts:
    """Returns all extracts with ``size`` sentences, in lexicographic order.

    >>> all_extracts(4, 3).tolist()
    [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
    """
    columns = [np.arange(sentence_count - size + 1, dtype=np.int64)]
    for column in range(1, size):
        last = columns[-1]
        repeats = sentence_count - size + column - last  # how many sentences can follow the last one
        ends = np.cumsum(repeats)
        next_sentences = np.arange(ends[-1]) - np.repeat(ends - repeats - last - 1, repeats)
        columns = [*(np.repeat(earlier, repeats) for earlier in columns), next_sentences]
    return np.array(columns, np.int16).T  # each column is contiguous


def _draw_sample(sentence_count: int, size: int, seed: int, count: int) -> Extracts:
    """Returns ``count`` different extracts in lexicographic order. There must be at least twice as many extracts."""
    rng = np.random.default_rng(seed)
    powers = sentence_count ** np.arange(size - 1, -1, -1, dtype=np.int64)  # at most 2,000 ** 5 < 2 ** 63
    drawn = np.empty(0, np.int64)
    while len(drawn) < count:
        rows = np.sort(rng.integers(sentence_count, size=(count, size)), axis=1)
        is_extract = (np.diff(rows, axis=1) > 0).all(axis=1)
        drawn = np.concatenate([drawn, rows[is_extract] @ powers])
        drawn = drawn[np.sort(np.unique(drawn, return_index=True)[1])]  # each once, in the order of drawing
    numbers = np.sort(drawn[:count])
    return np.array([numbers // power % sentence_count for power in powers.tolist()], np.int16).T
