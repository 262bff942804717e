"""How much the model summaries of a topic overlap: the distinct n-grams that two texts share, divided by those in
either.

Source: Harman & Over 2004, section 2.2. Words are neither stemmed nor left out; n-grams are ordered and may cross the
end of a sentence. The paper does not define words. By default, punctuation marks are words here, and case is kept,
because only such words give values in the range of the paper's Figure 2.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

from annotator.texts.words.tokenizers import words_and_marks
from scoring.measures.automatic.bags import clipped_overlaps, totals
from scoring.measures.automatic.grams import n_grams
from scoring.measures.automatic.similarity.sets import each_once
from scoring.measures.automatic.words import encode

DEFAULT_N, MAX_N = 4, 9
"""The number of words of the longest n-grams that are compared: the default and the maximum."""
WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class OverlapSettings:
    """``largest_n``: n-grams of 1 to this many words are compared. ``folds_case``: capital and small letters are the
    same. ``drops_marks``: punctuation marks are not words.
    """

    largest_n: int = DEFAULT_N
    folds_case: bool = False
    drops_marks: bool = False

    def words(self, text: str) -> list[str]:
        """Returns the words of a text, and its punctuation marks if they count."""
        words = words_and_marks(text.casefold() if self.folds_case else text)
        return [word for word in words if WORD.match(word)] if self.drops_marks else words

    @property
    def words_name(self) -> str:
        """What counts as a word: the value of the JSON key "tokens"."""
        kinds = "words" if self.drops_marks else "words and marks"
        return f"{kinds}, {'case folded' if self.folds_case else 'case kept'}"


@dataclass(frozen=True, slots=True)
class Overlap:
    """The number of distinct n-grams that two texts share (``common``) and that are in either of them (``all``)."""

    n: int
    common: int
    all: int

    @property
    def value(self) -> float | None:
        """The share of common n-grams; None if neither text has n-grams."""
        return self.common / self.all if self.all else None


@dataclass(frozen=True, slots=True)
class PairOverlap:
    """The overlaps of two texts, named ``a`` and ``b``, for n = 1, 2, ..."""

    a: str
    b: str
    overlaps: tuple[Overlap, ...]


@dataclass(frozen=True, slots=True)
class TopicOverlap:
    """The overlaps of all pairs of models of a topic. ``topic``: its key; "" for texts without a topic."""

    topic: str
    pairs: tuple[PairOverlap, ...]

    @property
    def means(self) -> list[float | None]:
        """The mean overlap of the pairs for n = 1, 2, ..."""
        return _means([[overlap.value for overlap in pair.overlaps] for pair in self.pairs])


@dataclass(frozen=True, slots=True)
class LengthOverlap:
    """The overlap for n-grams of one length: the ``mean`` over topics, and the number of topics in which any two models
    share such an n-gram.
    """

    n: int
    mean: float | None
    topics_with_common: int


@dataclass(frozen=True, slots=True)
class ModelOverlap:
    """The overlaps of the models of several topics. ``warnings``: sentences about topics that are left out."""

    settings: OverlapSettings
    topics: tuple[TopicOverlap, ...]
    warnings: tuple[str, ...] = ()

    @property
    def pair_count(self) -> int:
        return sum(len(topic.pairs) for topic in self.topics)

    @property
    def rows(self) -> list[LengthOverlap]:
        """The overlap for each length of n-grams, n = 1, 2, ..."""
        lengths = range(1, self.settings.largest_n + 1)
        return list(map(LengthOverlap, lengths, self.means, self.topics_with_common)) if self.topics else []

    @property
    def means(self) -> list[float | None]:
        """The mean over topics of the means of their pairs, for n = 1, 2, ..."""
        return _means([topic.means for topic in self.topics])

    @property
    def topics_with_common(self) -> list[int]:
        """The number of topics in which any two models share an n-gram, for n = 1, 2, ..."""
        return [
            sum(any(pair.overlaps[index].common for pair in topic.pairs) for topic in self.topics)
            for index in range(self.settings.largest_n)
        ]

    def as_json(self) -> dict[str, Any]:
        """The keys of ``manage.py overlap --json`` (docs/commands.md)."""
        return {
            "n": self.settings.largest_n,
            "tokens": self.settings.words_name,
            "topics": [
                {
                    "topic": topic.topic or None,
                    "pairs": [_pair_as_json(pair) for pair in topic.pairs],
                    "mean": topic.means,
                }
                for topic in self.topics
            ],
            "mean": self.means,
            "topics_with": self.topics_with_common,
            "warnings": list(self.warnings),
        }


def model_overlap(topics: Iterable[tuple[str, Mapping[str, str]]], settings: OverlapSettings) -> ModelOverlap:
    """Compares the models of each topic. ``topics``: each with the texts of its models by their names. Topics with
    fewer than two models are left out.
    """
    overlaps, left_out = [], []
    for topic, texts in topics:
        if len(texts) > 1:
            overlaps.append(TopicOverlap(topic, _pairs(texts, settings)))
        else:
            left_out.append(topic)
    warnings = [f"Topics with fewer than two models are left out: {', '.join(left_out)}."] if any(left_out) else []
    return ModelOverlap(settings, tuple(overlaps), tuple(warnings))


def _pairs(texts: Mapping[str, str], settings: OverlapSettings) -> tuple[PairOverlap, ...]:
    """Returns the overlaps of each pair of texts."""
    encoded = encode([[settings.words(text)] for text in texts.values()])  # each text as one sentence
    by_n = []
    for n in range(1, settings.largest_n + 1):
        grams = each_once(n_grams(encoded, n))
        by_n.append((n, totals(grams)[:, 0].tolist(), clipped_overlaps(grams, grams)[..., 0].tolist()))
    return tuple(
        PairOverlap(
            name_a,
            name_b,
            tuple(Overlap(n, common[a][b], counts[a] + counts[b] - common[a][b]) for n, counts, common in by_n),
        )
        for (a, name_a), (b, name_b) in combinations(enumerate(texts), 2)
    )


def _means(rows: Sequence[Sequence[float | None]]) -> list[float | None]:
    """Returns the mean of each column, without its missing values; None for a column without values."""
    columns = ([value for value in column if value is not None] for column in zip(*rows, strict=True))
    return [fmean(column) if column else None for column in columns]


def _pair_as_json(pair: PairOverlap) -> dict[str, Any]:
    overlaps = [{**asdict(overlap), "value": overlap.value} for overlap in pair.overlaps]
    return {"a": pair.a, "b": pair.b, "overlap": overlaps}
