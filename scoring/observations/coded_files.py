"""Pyramid files of one topic by several annotators, word by word. No database.

The first file's text gives the words. Others may have other headers, spacing, quotes and the like: their words are
aligned with those, letter by letter where they are cut otherwise.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.duc.documents import PyramidDocument
from annotator.duc.live import live_scus
from annotator.texts.alignment import Alignment, AlignmentError, align
from annotator.texts.errors import FormatError
from annotator.texts.segmentation import segment
from scoring.observations.topic_words import TopicCodings, TopicWords, touched, word_bounds
from scoring.stats.codings import CodedTopic, Coding


@dataclass(frozen=True, slots=True)
class AnnotatedFile:
    """A pyramid with the name of its annotator."""

    annotator: str
    document: PyramidDocument


class OtherText(FormatError):
    """A file with another text than the first one's; the message is a sentence that names its annotator."""


def file_codings(files: Sequence[AnnotatedFile], key: str = "") -> TopicCodings:
    """The codings of all files over the words of the first. Document headers are no words.

    Raises OtherText where a file has another number of model summaries, or one with mostly other words.
    """
    texts = _texts(files[0].document)
    words = TopicWords()
    for text in texts:
        words.add(word_bounds(text), segment(text).sentences)
    codings, unaligned = [], {}
    for file in files:
        coding, unaligned[file.annotator] = _coding(file, texts, words)
        codings.append(coding)
    return TopicCodings(key, CodedTopic(words.count, tuple(codings), tuple(words.blocks)), unaligned)


def _texts(document: PyramidDocument) -> list[str]:
    return [document.model_text(number) for number in range(len(document.models))]


def _coding(file: AnnotatedFile, texts: Sequence[str], words: TopicWords) -> tuple[Coding, int]:
    """The coding of a file, and how many words of its text are others."""
    own = _texts(file.document)
    bounds = [word_bounds(text) for text in own]
    units = [
        _units_of(bounds[number], alignment, words.bounds[place], words.first[place])
        for number, (place, alignment) in enumerate(_matched(file, texts, own))
    ]
    scus = tuple(
        tuple(
            sorted(
                unit
                for one in scu.contributors
                for word in touched(bounds[one.model], one.parts)
                for unit in units[one.model][word]
            )
        )
        for scu in live_scus(file.document)[0]
    )
    found = {unit for model in units for word in model for unit in word}
    unseen = frozenset(range(words.count)) - found
    strange = sum(not word for model in units for word in model)
    kept = tuple(tuple(dict.fromkeys(scu)) for scu in scus if scu)
    return Coding(file.annotator, kept, unseen), max(len(unseen), strange)


def _units_of(bounds: Sequence[int], alignment: Alignment, ours: Sequence[int], first: int) -> list[list[int]]:
    """For each of the file's words the units it is, mostly one; none where it has no like."""
    if alignment.same:
        return [[first + number] for number in range(len(ours) // 2)]
    found = []
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        # An odd place among the bounds lies in a word.
        places = {bisect_right(ours, place) for place in alignment.places(start, end)}
        found.append(sorted(first + place // 2 for place in places if place % 2))
    return found


def _matched(file: AnnotatedFile, texts: Sequence[str], own: Sequence[str]) -> list[tuple[int, Alignment]]:
    """For each of the file's texts the number of the first file's text that it is a copy of, and the alignment.

    Equal texts go together first, then those with most words in common, of equals the one in the same place.
    """
    if len(texts) != len(own):
        raise OtherText(f"{file.annotator} has {len(own)} model summaries, the first file has {len(texts)}.")
    free = list(range(len(texts)))
    found: dict[int, tuple[int, Alignment]] = {}
    for number, text in enumerate(own):
        same = next((place for place in _nearest(free, number) if texts[place] == text), None)
        if same is not None:
            found[number] = same, align(text, text)
            free.remove(same)
    for number, text in enumerate(own):
        if number not in found:
            found[number] = _best(file, number, text, texts, free)
            free.remove(found[number][0])
    return [found[number] for number in range(len(own))]


def _best(
    file: AnnotatedFile, number: int, text: str, texts: Sequence[str], free: Sequence[int]
) -> tuple[int, Alignment]:
    best: tuple[int, Alignment] | None = None
    for place in _nearest(free, number):
        try:
            alignment = align(texts[place], text)
        except AlignmentError:
            continue
        if best is None or alignment.shared > best[1].shared:
            best = place, alignment
        if alignment.shared == 1.0:
            break
    if best is None:
        raise OtherText(f"Model summary {number + 1} of {file.annotator} is none of the first file's.")
    return best


def _nearest(free: Sequence[int], number: int) -> list[int]:
    """The places that are left, the same place first."""
    return sorted(free, key=lambda place: place != number)
