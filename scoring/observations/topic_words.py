"""Splits a topic's model summaries into words, the items on which annotators agree or not, and finds an SCU's words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from annotator.texts.segmentation import segment
from annotator.texts.segmentation.language import language_of
from annotator.texts.spans import touching_tokens
from scoring.stats.codings import CodedTopic

WITHOUT_SPACES = frozenset({"zh", "ja", "th", "lo", "km", "my"})
"""Languages that put no spaces between words; their words are the segmenter's tokens."""

_RUN = re.compile(r"\S+")


def word_bounds(text: str, tokens: Sequence[int] | None = None) -> list[int]:
    """Returns the bounds of the words in text order, as a flat list: ``[start, end, start, end, ...]``. A word is a run
    of characters without white space that has a letter or digit. In languages without spaces it is a token of the
    segmenter. ``tokens``: the bounds of these tokens, also flat; None to segment the text here.
    """
    if not text.isascii() and language_of(text) in WITHOUT_SPACES:
        return list(segment(text).words if tokens is None else tokens)
    runs = (match.span() for match in _RUN.finditer(text) if any(map(str.isalnum, match.group())))
    return [bound for run in runs for bound in run]


def touched_words(bounds: Sequence[int], parts: Iterable[tuple[int, int]]) -> set[int]:
    """Returns the indexes of the words (given by their flat ``bounds``) that share a character with any part."""
    return {word for start, end in parts for word in touching_tokens(bounds, start, end)}


def sentence_numbers(bounds: Sequence[int], sentences: Sequence[int], first: int) -> list[int]:
    """Returns, for each word, the number of the sentence in which the word begins, counted from ``first``. ``bounds``
    and ``sentences`` are flat. Without ``sentences``, all words are in one sentence.
    """
    numbers, index = [], 0
    for start in bounds[::2]:
        while 2 * index + 3 < len(sentences) and start >= sentences[2 * index + 2]:  # at or after the next sentence
            index += 1
        numbers.append(first + index)
    return numbers


@dataclass(frozen=True, slots=True)
class TopicCodings:
    """The codings of a topic (each annotator's SCUs as sets of words). ``key``: the topic's key. ``unaligned``: for
    each annotator, in how many words the annotator's copy of the text differs from the text that the words are taken
    from (a replaced word counts once). ``scu_keys``: for each annotator whose pyramid is in the database, the primary
    keys of the SCUs, in the order of the coding.
    """

    key: str
    coded: CodedTopic
    unaligned: Mapping[str, int]
    warnings: tuple[str, ...] = ()
    scu_keys: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class TopicWords:
    """The words of a topic's model summaries, numbered throughout the topic. ``first_words``: for each summary the
    number of its first word; ``bounds``: for each summary the bounds of its words, flat. ``sentence_of_word``: for each
    word the number of its sentence.
    """

    first_words: list[int] = field(default_factory=list)
    bounds: list[Sequence[int]] = field(default_factory=list)
    sentence_of_word: list[int] = field(default_factory=list)

    def add(self, bounds: Sequence[int], sentences: Sequence[int]) -> None:
        """Adds a summary. ``bounds`` of its words and ``sentences``, the bounds of its sentences, are flat."""
        self.first_words.append(len(self.sentence_of_word))
        self.bounds.append(bounds)
        first_sentence = self.sentence_of_word[-1] + 1 if self.sentence_of_word else 0
        self.sentence_of_word += sentence_numbers(bounds, sentences, first_sentence)

    @property
    def count(self) -> int:
        return len(self.sentence_of_word)
