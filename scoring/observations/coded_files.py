"""Pyramid files of one topic by several annotators, word by word. No database.

The first file's text gives the words. The other files may differ in headers, spacing, quotes and the like: their words
are aligned with the first file's, letter by letter if they are split differently.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from annotator.duc.documents import PyramidDocument
from annotator.duc.live import live_scus
from annotator.texts.alignment import Alignment, AlignmentError, align
from annotator.texts.errors import FormatError
from annotator.texts.segmentation import segment
from scoring.observations.topic_words import TopicCodings, TopicWords, touched, word_bounds
from scoring.stats.codings import CodedTopic, Coding


class OtherText(FormatError):
    """The text of a file differs from that of the first one; the message is a sentence that names the annotator."""


def file_codings(pyramids: Mapping[str, PyramidDocument]) -> TopicCodings:
    """The codings of the pyramids, by annotator, over the words of the first. Document headers are no words. Raises
    OtherText for a file with another number of model summaries, or with a summary of mostly other words.
    """
    texts = _texts(next(iter(pyramids.values())))
    words = TopicWords()
    for text in texts:
        words.add(word_bounds(text), segment(text).sentences)
    codings, unaligned = [], {}
    for annotator, document in pyramids.items():
        coding, unaligned[annotator] = _coding(annotator, document, texts, words)
        codings.append(coding)
    return TopicCodings("", CodedTopic(words.count, tuple(codings), tuple(words.blocks)), unaligned)


def _texts(document: PyramidDocument) -> list[str]:
    return [document.model_text(number) for number in range(len(document.models))]


def _coding(annotator: str, document: PyramidDocument, texts: Sequence[str], words: TopicWords) -> tuple[Coding, int]:
    """The coding of a file, and how many words of its text differ from the first file's."""
    own_texts = _texts(document)
    bounds = [word_bounds(text) for text in own_texts]
    units = [
        _units_of(bounds[number], alignment, words.bounds[place], words.first[place])
        for number, (place, alignment) in enumerate(_matched_texts(annotator, texts, own_texts))
    ]
    scus = [
        [
            unit
            for contributor in scu.contributors
            for word in touched(bounds[contributor.model], contributor.parts)
            for unit in units[contributor.model][word]
        ]
        for scu in live_scus(document)[0]
    ]
    unseen = frozenset(range(words.count)).difference(*(word for model in units for word in model))
    unaligned = sum(not word for model in units for word in model)
    coding = Coding(annotator, tuple(tuple(sorted(set(scu))) for scu in scus if scu), unseen)
    return coding, max(len(unseen), unaligned)


def _units_of(bounds: Sequence[int], alignment: Alignment, first_bounds: Sequence[int], first: int) -> list[list[int]]:
    """For each of the file's words the words of the topic that it is aligned with: mostly one, possibly none.
    ``first_bounds``: of the words of the first file's text; ``first``: the number of its first word.
    """
    if alignment.is_identity:
        return [[first + number] for number in range(len(first_bounds) // 2)]
    units = []
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        # An odd place among the bounds lies in a word.
        places = {bisect_right(first_bounds, place) for place in alignment.letter_offsets(start, end)}
        units.append(sorted(first + place // 2 for place in places if place % 2))
    return units


def _matched_texts(annotator: str, texts: Sequence[str], own_texts: Sequence[str]) -> list[tuple[int, Alignment]]:
    """For each of the file's texts the index of the same text in the first file, and their alignment. Equal texts are
    matched first, then each text with the one that shares most words. The same index wins a tie.
    """
    if len(texts) != len(own_texts):
        raise OtherText(f"{annotator} has {len(own_texts)} model summaries, the first file has {len(texts)}.")
    free = list(range(len(texts)))
    matches: dict[int, tuple[int, Alignment]] = {}
    for number, text in enumerate(own_texts):
        equal = next((place for place in _nearest(free, number) if texts[place] == text), None)
        if equal is not None:
            matches[number] = equal, align(text, text)
            free.remove(equal)
    for number, text in enumerate(own_texts):
        if number not in matches:
            matches[number] = _best_match(annotator, number, text, texts, free)
            free.remove(matches[number][0])
    return [matches[number] for number in range(len(own_texts))]


def _best_match(
    annotator: str, number: int, text: str, texts: Sequence[str], free: Sequence[int]
) -> tuple[int, Alignment]:
    best: tuple[int, Alignment] | None = None
    for place in _nearest(free, number):
        try:
            alignment = align(texts[place], text)
        except AlignmentError:
            continue
        if best is None or alignment.shared_fraction > best[1].shared_fraction:
            best = place, alignment
        if alignment.shared_fraction == 1.0:
            break
    if best is None:
        raise OtherText(f"Model summary {number + 1} of {annotator} is none of the first file's.")
    return best


def _nearest(free: Sequence[int], number: int) -> list[int]:
    """The free indexes, this number first."""
    return sorted(free, key=lambda place: place != number)
