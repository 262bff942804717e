"""Cuts a text before some of its words, as people do who correct sentence ends or make units of a summary.

Offsets are Unicode code points. Words and sentences are flat bounds: ``[start0, end0, start1, end1, ...]``.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise

OPENING = frozenset({"Ps", "Pi"})
"""The Unicode categories of opening brackets and quotation marks, which belong to the word after them."""


def group_begins(text: str, words: Sequence[int], sentences: Sequence[int]) -> list[int]:
    """Returns for each word the offset at which a group of words begins if this is its first word.

    This is where a sentence begins with the word, else after the last white space before the word; without white space
    between two words, before the opening marks of the second word.

    >>> group_begins("He left (early).", [0, 2, 3, 7, 9, 14], [0, 16])
    [0, 3, 8]
    """
    begins, end_before = [], 0
    sentence_starts = sorted(sentences[::2])
    next_sentence = 0
    for start, end in zip(words[::2], words[1::2], strict=True):
        begin = _after_gap(text, end_before, start)
        while next_sentence < len(sentence_starts) and sentence_starts[next_sentence] <= start:
            if sentence_starts[next_sentence] >= end_before:
                begin = sentence_starts[next_sentence]
            next_sentence += 1
        begins.append(begin)
        end_before = end
    return begins


def first_words(words: Sequence[int], sentences: Sequence[int]) -> list[int]:
    """Returns the index of the first word of each sentence that has words.

    >>> first_words([0, 2, 3, 7, 9, 14, 17, 20], [0, 16, 17, 21])
    [0, 3]
    """
    indexes, index, starts = list[int](), 0, words[::2]
    for start, end in zip(sentences[::2], sentences[1::2], strict=True):
        while index < len(starts) and starts[index] < start:
            index += 1
        if index < len(starts) and starts[index] < end:
            indexes.append(index)
    return indexes


def group_spans(
    text: str, words: Sequence[int], sentences: Sequence[int], first: Iterable[int]
) -> list[tuple[int, int]]:
    """Returns the (start, end) of groups of words that begin with the words ``first``, given by their indexes.

    The first word always begins a group. A group ends before the white space in front of the next one. Raises
    IndexError for an index that no word has.

    >>> group_spans("He left (early).", [0, 2, 3, 7, 9, 14], [0, 16], [2])
    [(0, 7), (8, 16)]
    """
    begins = group_begins(text, words, sentences)
    indexes = sorted({0, *first})
    if unknown := [index for index in indexes if not 0 <= index < len(begins)]:
        raise IndexError(unknown[0])
    bounds = [*(begins[index] for index in indexes), len(text)]
    return [(start, start + len(text[start:end].rstrip())) for start, end in pairwise(bounds)]


def _after_gap(text: str, end_before: int, start: int) -> int:
    """Returns where a group begins whose first word is at ``start``, if the word before ends at ``end_before``."""
    for offset in range(start, end_before, -1):
        if text[offset - 1].isspace():
            return offset
    if end_before == 0:
        return 0
    begin = start
    while begin > end_before and unicodedata.category(text[begin - 1]) in OPENING:
        begin -= 1
    return begin
