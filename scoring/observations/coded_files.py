"""Reads pyramid files of one topic by several annotators as codings: each annotator's SCUs as sets of words.

The words of the topic are those of the first file's text. The texts of the other files may differ in headers, spacing,
quotes and the like, so their words are aligned with the first file's, letter by letter if they are split differently.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from annotator.duc.documents import PyramidDocument
from annotator.duc.live import live_scus
from annotator.texts.alignment import Alignment, AlignmentError, align
from annotator.texts.errors import FormatError
from annotator.texts.segmentation import segment
from scoring.observations.topic_words import TopicCodings, TopicWords, touched_words, word_bounds
from scoring.stats.codings import CodedTopic, Coding


class OtherText(FormatError):
    """A file's text is not the text of the first file. The message is a sentence that names the annotator."""


def file_codings(pyramids: Mapping[str, PyramidDocument]) -> TopicCodings:
    """Returns the codings of the pyramids as sets of the first pyramid's words. ``pyramids``: by annotator. Document
    headers do not count as words. Raises OtherText for a file with a different number of model summaries, or with a
    summary most of whose words the first file lacks.
    """
    first_texts = _texts(next(iter(pyramids.values())))
    words = TopicWords()
    for text in first_texts:
        words.add(word_bounds(text), segment(text).sentences)
    codings, unaligned = [], {}
    for annotator, document in pyramids.items():
        coding, unaligned[annotator] = _coding(annotator, document, first_texts, words)
        codings.append(coding)
    return TopicCodings("", CodedTopic(words.count, tuple(codings), tuple(words.sentence_of_word)), unaligned)


def _texts(document: PyramidDocument) -> list[str]:
    return [document.model_text(model) for model in range(len(document.models))]


def _coding(
    annotator: str, document: PyramidDocument, first_texts: Sequence[str], words: TopicWords
) -> tuple[Coding, int]:
    """Returns the coding of a file, and how many words of its text differ from ``words``, the words of the first
    file.
    """
    own_texts = _texts(document)
    bounds = [word_bounds(text) for text in own_texts]
    topic_words = [
        _topic_words(bounds[model], alignment, words.bounds[first_model], words.first_words[first_model])
        for model, (first_model, alignment) in enumerate(_matched_texts(annotator, first_texts, own_texts))
    ]
    scus, _repairs = live_scus(document)  # with at most one contributor per model, and no overlapping parts
    words_by_scu = [
        {
            topic_word
            for contributor in scu.contributors
            for own_word in touched_words(bounds[contributor.model], contributor.parts)
            for topic_word in topic_words[contributor.model][own_word]
        }
        for scu in scus
    ]
    matches = [numbers for words_of_text in topic_words for numbers in words_of_text]  # for each word of the file
    unseen = frozenset(range(words.count)).difference(*matches)  # words of the first file that this file lacks
    unaligned = sum(not numbers for numbers in matches)
    coding = Coding(annotator, tuple(tuple(sorted(scu_words)) for scu_words in words_by_scu if scu_words), unseen)
    # A replaced word is both unseen and unaligned; the larger number counts it once.
    return coding, max(len(unseen), unaligned)


def _topic_words(
    bounds: Sequence[int], alignment: Alignment, first_bounds: Sequence[int], first_word: int
) -> list[list[int]]:
    """Returns, for each word of a text, the numbers of the topic's words aligned with it: usually one, sometimes none.
    ``bounds``: start, end, start, end, ... of the words in this text; ``first_bounds``: of the words in the same text
    of the first file; ``first_word``: the number of that text's first word.
    """
    if alignment.is_identity:
        return [[first_word + index] for index in range(len(first_bounds) // 2)]
    topic_words = []
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        # The number of bounds before a letter is odd for a letter in a word, and even for a letter between words.
        bound_counts = {bisect_right(first_bounds, offset) for offset in alignment.letter_offsets(start, end)}
        topic_words.append(sorted(first_word + count // 2 for count in bound_counts if count % 2))
    return topic_words


def _matched_texts(annotator: str, first_texts: Sequence[str], own_texts: Sequence[str]) -> list[tuple[int, Alignment]]:
    """Returns, for each text of the file, the index of the same text in the first file, and the alignment of the two.
    Equal texts are matched first. Then each other text is matched with the remaining text that shares most words, or
    with the text of the same index if several texts share as many.
    """
    if len(first_texts) != len(own_texts):
        raise OtherText(f"{annotator} has {len(own_texts)} model summaries, the first file has {len(first_texts)}.")
    unmatched = list(range(len(first_texts)))
    matches: dict[int, tuple[int, Alignment]] = {}
    for index, text in enumerate(own_texts):
        equal = next((first for first in _same_index_first(unmatched, index) if first_texts[first] == text), None)
        if equal is not None:
            matches[index] = equal, align(text, text)
            unmatched.remove(equal)
    for index, text in enumerate(own_texts):
        if index not in matches:
            matches[index] = _best_match(annotator, index, text, first_texts, unmatched)
            unmatched.remove(matches[index][0])
    return [matches[index] for index in range(len(own_texts))]


def _best_match(
    annotator: str, index: int, text: str, first_texts: Sequence[str], unmatched: Sequence[int]
) -> tuple[int, Alignment]:
    """Returns the index of the ``unmatched`` text of the first file that shares most words, and the alignment."""
    best: tuple[int, Alignment] | None = None
    for first_index in _same_index_first(unmatched, index):
        try:
            alignment = align(first_texts[first_index], text)
        except AlignmentError:
            continue
        if best is None or alignment.shared_fraction > best[1].shared_fraction:
            best = first_index, alignment
        if alignment.shared_fraction == 1.0:
            break
    if best is None:
        raise OtherText(f"Model summary {index + 1} of {annotator} is not in the first file.")
    return best


def _same_index_first(indexes: Sequence[int], preferred: int) -> list[int]:
    return sorted(indexes, key=lambda index: index != preferred)
