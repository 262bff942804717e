"""Finds the n-grams and skip bigrams of encoded texts. A gram may cross the end of a sentence, never that of a text."""

from dataclasses import dataclass

import numpy as np

from scoring.measures.automatic.words import EncodedTexts
from scoring.stats.arrays import Bools, Ints


@dataclass(frozen=True, slots=True)
class Grams:
    """All occurrences of grams in texts, in any order.

    ``keys``: for each occurrence, an int64 that is the same for equal grams of texts that were encoded together.
    ``texts``: for each occurrence, the index of its text. ``classes``: for each occurrence, the class of its gram, from
    0 to ``class_count`` - 1; None if there is only one class. A gram has the same class at every occurrence; grams of
    different classes can get different weights.
    """

    keys: Ints
    texts: Ints
    text_count: int
    classes: Ints | None = None
    class_count: int = 1

    def split(self, first_count: int) -> tuple["Grams", "Grams"]:
        """Returns the grams of the first texts, such as the peers, and those of the others, such as the models."""
        is_first = self.texts < first_count
        others = self._subset(~is_first, first_count, self.text_count - first_count)
        return self._subset(is_first, 0, first_count), others

    def _subset(self, chosen: Bools, first_text: int, count: int) -> "Grams":
        """Returns the ``chosen`` occurrences, which are in ``count`` texts from ``first_text`` on."""
        classes = None if self.classes is None else self.classes[chosen]
        return Grams(self.keys[chosen], self.texts[chosen] - first_text, count, classes, self.class_count)


def n_grams(encoded: EncodedTexts, n: int) -> Grams:
    """Returns all sequences of ``n`` words, n >= 1."""
    keys, text_of_word = encoded.words, encoded.text_of_word
    for length in range(2, n + 1):
        if length > 2:  # replace the keys by their ranks, or the next keys could exceed 64 bits
            keys = np.unique(keys, return_inverse=True)[1]
        # The key of a shorter gram and the number of the next word make the key of a gram of ``length`` words.
        keys = keys[:-1] * len(encoded.vocabulary) + encoded.words[length - 1 :]
    text_of_first, text_of_last = text_of_word[: len(keys)], text_of_word[n - 1 :]
    is_in_one_text = text_of_first == text_of_last
    return Grams(keys[is_in_one_text], text_of_first[is_in_one_text], encoded.text_count)


def skip_bigrams(encoded: EncodedTexts, gap: int, class_of_word: Ints | None = None) -> Grams:
    """Returns all pairs of words in their order with at most ``gap`` words between them.

    ``class_of_word``: the class of each word of the vocabulary, 0 or 1, such as whether it is a function word. The
    class of a pair is the sum of the classes of its words.
    """
    words, text_of_word = encoded.words, encoded.text_of_word
    first, second = _positions(text_of_word, gap)
    keys = words[first] * len(encoded.vocabulary) + words[second]
    if class_of_word is None:
        return Grams(keys, text_of_word[first], encoded.text_count)
    classes = class_of_word[words[first]] + class_of_word[words[second]]
    return Grams(keys, text_of_word[first], encoded.text_count, classes, class_count=3)


def _positions(text_of_word: Ints, gap: int) -> tuple[Ints, Ints]:
    """Returns the positions of the first and of the second words of all skip bigrams."""
    # The length of the longest text. A new text starts wherever text_of_word changes.
    longest = int(np.diff(np.flatnonzero(np.diff(text_of_word, prepend=-1, append=-2))).max(initial=1))
    firsts = [
        np.flatnonzero(text_of_word[:-distance] == text_of_word[distance:])
        for distance in range(1, min(gap + 2, longest))
    ]
    seconds = [first + distance for distance, first in enumerate(firsts, start=1)]
    empty = np.zeros(0, np.int64)
    return np.concatenate([empty, *firsts]), np.concatenate([empty, *seconds])
