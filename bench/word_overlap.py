"""The plain way to find similar text, for comparison: count the words that two stretches share.

It is given what it can use: case does not count, passages are as long as the query, which measured better than any
length, and compete in the same way as those of `annotator.texts.similarity`.
"""

from collections.abc import Collection, Sequence

from annotator.texts.similarity.passages import Passage
from annotator.texts.similarity.tokens import TokenText
from annotator.texts.similarity.topic import TopicIndex

Words = frozenset[str]


def words_of(text: TokenText, spans: Sequence[tuple[int, int]]) -> Words:
    """The distinct words that share a character with one of the spans, in lower case."""
    return frozenset(
        text.text[start:end].lower() for start, end in text.bounds if any(start < b and a < end for a, b in spans)
    )


def dice(a: Words, b: Words) -> float:
    """Twice the shared words by the words of both; 0 if both are empty."""
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0


def overlapping_passages(
    query: Words, length: int, topic: TopicIndex, k: int, exclude: Collection[int]
) -> list[Passage]:
    """Passages of ``length`` words by Dice with the query: the best of each summary, then the next best, none of which
    overlap; ties in text order."""
    found: list[Passage] = []
    best: list[Passage] = []
    for key, text in topic.texts.items():
        if key not in exclude:
            of_text = _disjoint(_windows(query, length, key, text))
            best += of_text[:1]
            found += of_text[1:]
    return (sorted(best, key=_by_score) + sorted(found, key=_by_score))[:k]


def _windows(query: Words, length: int, key: int, text: TokenText) -> list[Passage]:
    words = [text.text[start:end].lower() for start, end in text.bounds]
    length = min(length, len(words))
    return [
        Passage(key, text.bounds[at][0], text.bounds[at + length - 1][1], score)
        for at in range(len(words) - length + 1)
        if (score := dice(query, frozenset(words[at : at + length]))) > 0
    ]


def _disjoint(passages: list[Passage]) -> list[Passage]:
    kept: list[Passage] = []
    for passage in sorted(passages, key=_by_score):
        if all(passage.end <= other.start or other.end <= passage.start for other in kept):
            kept.append(passage)
    return kept


def _by_score(passage: Passage) -> float:
    return -passage.score
