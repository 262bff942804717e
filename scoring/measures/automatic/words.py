"""Turns texts into arrays of numbers: each distinct word of all the texts has a number, from 0."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from scoring.stats.arrays import Ints


class _Vocabulary(dict[str, int]):
    """The number of each token. Tokens with the same normal form, such as a stem, have the same number.

    ``words``: the numbers by normal form.
    """

    def __init__(self, normal_form: Callable[[str], str]) -> None:
        super().__init__()
        self.words: dict[str, int] = {}
        self._normal_form = normal_form

    def __missing__(self, token: str) -> int:
        self[token] = number = self.words.setdefault(self._normal_form(token), len(self.words))
        return number


@dataclass(frozen=True, slots=True)
class EncodedTexts:
    """The words of several texts as numbers. Words are numbered in the order in which they first occur, so numbers of
    different objects cannot be compared.

    ``words``: the numbers of all words, text after text, sentence after sentence. ``sentence_starts``: where each
    sentence begins in ``words``, and at the end the length of ``words``. ``text_sentences``: the index of each text's
    first sentence, and at the end the count of all sentences. ``vocabulary``: the word with each number.
    """

    words: Ints
    sentence_starts: Ints
    text_sentences: Ints
    vocabulary: tuple[str, ...]

    @property
    def text_count(self) -> int:
        return len(self.text_sentences) - 1

    @property
    def text_starts(self) -> Ints:
        """Where each text begins in ``words``, and at the end the length of ``words``."""
        return self.sentence_starts[self.text_sentences]

    @property
    def text_lengths(self) -> Ints:
        """The number of words of each text."""
        return np.diff(self.text_starts)

    @property
    def text_of_word(self) -> Ints:
        """For each word, the index of its text."""
        return np.repeat(np.arange(self.text_count), self.text_lengths)


def encode(texts: Sequence[Sequence[Sequence[str]]], normal_form: Callable[[str], str] = str) -> EncodedTexts:
    """Returns texts as numbers. ``texts``: sequences of sentences, which are sequences of tokens.

    ``normal_form`` is called once for each distinct token.
    """
    vocabulary = _Vocabulary(normal_form)
    sentences = list(chain.from_iterable(texts))
    lengths = np.fromiter(map(len, sentences), np.int64, len(sentences))
    words = np.fromiter(map(vocabulary.__getitem__, chain.from_iterable(sentences)), np.int64, int(lengths.sum()))
    sentence_counts = np.fromiter(map(len, texts), np.int64, len(texts))
    return EncodedTexts(words, _starts(lengths), _starts(sentence_counts), tuple(vocabulary.words))


def _starts(lengths: Ints) -> Ints:
    """Returns where each of consecutive ranges of these lengths starts, and where the last one ends."""
    return np.concatenate(([0], np.cumsum(lengths)))
