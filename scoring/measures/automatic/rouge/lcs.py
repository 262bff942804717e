"""The words of models that are in a longest common subsequence with a sentence of the peer, for ROUGE-L.

The tables of all sentences of all peers are computed at once, a row at a time, as bits of whole numbers (Hyyrö, "Bit-
parallel LCS-length computation revisited", 2004): bit j of a row is 0 where the length grows at word j of the peer's
sentence. The way back through the tables, which decides what counts as matched, follows ROUGE-1.5.5: on a match
diagonally, else up (to the previous word of the model) if that does not shorten the subsequence, else left.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from scoring.measures.automatic.rouge.sentences import ModelWords, PeerSentences, model_words, peer_sentences
from scoring.measures.automatic.words import EncodedTexts
from scoring.stats.arrays import Bools, Ints

Bits = npt.NDArray[np.uint64]
LONGEST = 64
"""The largest number of words of a sentence whose bits fit into an array's element."""
ONE, ONES, LONGEST_BITS = np.uint64(1), ~np.uint64(0), np.uint64(64)
SHIFTS = tuple(np.uint64(1 << power) for power in range(6))


def lcs_overlaps(encoded: EncodedTexts, peer_count: int) -> Ints:
    """The matched words of each pair: int64[peers, models]. A word of the model in the union of its matches with all
    sentences of the peer counts as often as the peer has it.
    """
    overlaps = np.zeros((peer_count, encoded.text_count - peer_count), np.int64)
    for number in range(overlaps.shape[1]):
        model = model_words(encoded, peer_count + number)
        peers = peer_sentences(encoded, peer_count, model)
        matched = np.zeros((peer_count, len(model.distinct)), np.int64)
        for columns, union in unions(peers, model):
            for place, column in enumerate(columns):
                matched[:, column] += union[:, place]
        overlaps[:, number] = np.minimum(matched, peers.counts).sum(axis=1)
    return overlaps


def unions(peers: PeerSentences, model: ModelWords) -> Iterator[tuple[Ints, Bools]]:
    """For each sentence of the model its columns, and bool[peers, words]: is the word matched by any sentence?"""
    short = peers.chosen(peers.lengths <= LONGEST)
    long = peers.chosen(peers.lengths > LONGEST)
    bits = _bits_of_words(short, len(model.distinct))
    long_bits = [_whole_number_bits(sentence) for sentence in long.split()]
    for columns in model.sentences:
        union = np.zeros((peers.text_count, len(columns)), np.bool_)
        if len(short.lengths):
            firsts = np.flatnonzero(np.diff(short.texts, prepend=-1))
            union[short.texts[firsts]] = np.logical_or.reduceat(_matched(bits, short.lengths, columns), firsts, axis=0)
        for index, text in enumerate(long.texts):
            union[text] |= _matched_by_long(long_bits[index], int(long.lengths[index]), columns)
        yield columns, union


def _bits_of_words(peers: PeerSentences, width: int) -> Bits:
    """By word of the model and sentence, a bit for each place of the word in the sentence: [width, sentences]."""
    bits = np.zeros(width * len(peers.lengths), np.uint64)
    in_model = peers.columns >= 0
    cells = peers.columns[in_model] * len(peers.lengths) + peers.sentence_of_word[in_model]
    np.bitwise_or.at(bits, cells, ONE << peers.places[in_model].astype(np.uint64))
    return bits.reshape(width, len(peers.lengths))


def _matched(bits: Bits, lengths: Ints, columns: Ints) -> Bools:
    """Is a word of the model's sentence in the subsequence with each sentence of the peers? bool[sentences, words]"""
    rows = [np.full(len(lengths), ONES)]
    for column in columns:
        row = rows[-1]
        grown = row & bits[column]
        rows.append((row + grown) | (row - grown))
    matched = np.zeros((len(lengths), len(columns)), np.bool_)
    left = ONES >> (LONGEST_BITS - lengths.astype(np.uint64))  # the words that the way back has not passed
    for place in reversed(range(len(columns))):
        left_in_both = bits[columns[place]] & left
        is_longer = np.bitwise_count(~rows[place] & left) != np.bitwise_count(~rows[place + 1] & left)
        is_match = left_in_both > (left >> ONE)
        matched[:, place] = is_longer | is_match
        left = np.where(matched[:, place], _up_to_highest(left_in_both) >> ONE, left)
    return matched


def _up_to_highest(bits: Bits) -> Bits:
    """All bits up to the highest that is set."""
    for shift in SHIFTS:
        bits = bits | (bits >> shift)
    return bits


def _whole_number_bits(columns: Ints) -> dict[int, int]:
    """By word of the model, a bit for each of its places in a sentence of the peer, of any length."""
    bits: dict[int, int] = {}
    for place, column in enumerate(columns.tolist()):
        if column >= 0:
            bits[column] = bits.get(column, 0) | 1 << place
    return bits


def _matched_by_long(bits: dict[int, int], length: int, columns: Ints) -> Bools:
    """As `_matched`, of one sentence, with Python's whole numbers. A set bit of a row is where the length grows."""
    left = ones = (1 << length) - 1
    rows = [ones]
    for column in columns.tolist():
        row = rows[-1]
        grown = row & bits.get(column, 0)
        rows.append(((row + grown) | (row - grown)) & ones if grown else row)
    matched = np.zeros(len(columns), np.bool_)
    for place, column in reversed(list(enumerate(columns.tolist()))):
        left_in_both = bits.get(column, 0) & left
        is_longer = (rows[place] & left).bit_count() != (rows[place + 1] & left).bit_count()
        if is_longer or left_in_both > left >> 1:
            matched[place] = True
            left = (1 << (left_in_both.bit_length() - 1)) - 1
    return matched
