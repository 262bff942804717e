"""Prepares texts for comparison: finds the stems of a text's words, and turns spans of a text into bags of words."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from annotator.texts.caching import cache_by_bytes
from annotator.texts.segmentation import segment
from annotator.texts.similarity.words import stem
from annotator.texts.spans import touching_tokens

_CLAUSE_END = re.compile(r"[^\w\s'’\-‐‑/]")


@dataclass(frozen=True, slots=True)
class Bag:
    """Words to compare. `words`: their stems in text order; `context`: the distinct stems of the sentences around them,
    sorted; `sentences`, `texts`: how many sentences and texts the words are from."""

    words: tuple[str, ...]
    context: tuple[str, ...]
    sentences: int = 1
    texts: int = 1


@dataclass(frozen=True)
class TokenText:
    """A text with its words and sentences as in a `Segmentation`.

    ``words`` and ``sentences`` are flat: ``(s0, e0, s1, e1, ...)``, code points, ascending, not overlapping.
    """

    text: str
    words: Sequence[int]
    sentences: Sequence[int]

    @cached_property
    def stems(self) -> list[str]:
        return [stem(self.text[start:end]) for start, end in self.bounds]

    @cached_property
    def bounds(self) -> list[tuple[int, int]]:
        return list(zip(self.words[::2], self.words[1::2], strict=True))

    @cached_property
    def sentence_of(self) -> list[int]:
        """The number of each word's sentence, from 0; always 0 if no sentences are known."""
        starts = list(self.sentences[::2])
        return [max(0, bisect_right(starts, start) - 1) for start, _ in self.bounds]

    @cached_property
    def clause_ends(self) -> list[bool]:
        """Whether each word ends a sentence or, judging by the punctuation after the word, a clause."""
        ends = []
        for index, (_, end) in enumerate(self.bounds):
            is_last = index + 1 == len(self.bounds)
            ends.append(
                is_last
                or self.sentence_of[index] != self.sentence_of[index + 1]
                or _CLAUSE_END.search(self.text, end, self.bounds[index + 1][0]) is not None
            )
        return ends

    @cached_property
    def sentence_stems(self) -> list[tuple[str, ...]]:
        """The distinct stems of each sentence, sorted."""
        by_sentence: list[set[str]] = [set() for _ in range(max(self.sentence_of, default=-1) + 1)]
        for word_stem, sentence in zip(self.stems, self.sentence_of, strict=True):
            by_sentence[sentence].add(word_stem)
        return [tuple(sorted(distinct)) for distinct in by_sentence]

    def bag(self, spans: Iterable[tuple[int, int]]) -> Bag:
        """The words that share a character with one of the spans, each once."""
        touched = sorted({index for start, end in spans for index in touching_tokens(self.words, start, end)})
        sentences = sorted({self.sentence_of[index] for index in touched})
        context = _merge_contexts(self.sentence_stems[sentence] for sentence in sentences)
        return Bag(tuple(self.stems[index] for index in touched), context, max(1, len(sentences)))


@cache_by_bytes(32 * 1024**2)
def bag_of_label(label: str) -> Bag:
    """The words of a label, which is also their context."""
    return TokenText(label, segment(label).words, ()).bag([(0, len(label))])


def join_bags(bags: Iterable[Bag]) -> Bag:
    """Join the bags of texts with the same meaning into one query; words that several texts use weigh more."""
    not_empty = [bag for bag in bags if bag.words]
    return Bag(
        words=tuple(word for bag in not_empty for word in bag.words),
        context=_merge_contexts(bag.context for bag in not_empty),
        sentences=sum(bag.sentences for bag in not_empty) or 1,
        texts=len(not_empty) or 1,
    )


def _merge_contexts(contexts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    contexts = list(contexts)
    return contexts[0] if len(contexts) == 1 else tuple(sorted(set().union(*contexts)))
