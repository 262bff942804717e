"""Finds the words of models that are in a longest common subsequence (LCS) with a sentence of a peer, for ROUGE-L.

The dynamic programming table of a sentence of the model (rows) and a sentence of a peer (bits of a row) holds the
length of the LCS so far. Each row stores only where the length grows: bit j is 0 if it grows at word j of the peer's
sentence (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004). The tables of all sentences of all peers are
computed at once, a row at a time. The way back from the end of a table decides which words count as matched. As in
ROUGE-1.5.5, it goes: on a match diagonally, else up (to the previous word of the model) if that does not shorten the
subsequence, else left. A place is the index of a word in its sentence, a column the number of a word (see ModelWords).
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from scoring.measures.automatic.rouge.sentences import ModelWords, PeerSentences, model_words, peer_sentences
from scoring.measures.automatic.words import EncodedTexts
from scoring.stats.arrays import Bools, Ints

Bits = npt.NDArray[np.uint64]
LONGEST = 64
"""The largest number of words of a sentence whose bits fit into one element of an array."""
ONE, ONES, LONGEST_BITS = np.uint64(1), ~np.uint64(0), np.uint64(64)
SHIFTS = tuple(np.uint64(1 << power) for power in range(6))  # 1, 2, 4, ..., 32


def lcs_overlaps(encoded: EncodedTexts, peer_count: int) -> Ints:
    """Returns the number of matched words of each pair of a peer and a model: int64[peers, models]. A word of the model
    counts once for each of its places that any sentence of the peer matches, but at most as often as the peer has it.
    """
    overlaps = np.zeros((peer_count, encoded.text_count - peer_count), np.int64)
    for model_index in range(overlaps.shape[1]):
        model = model_words(encoded, peer_count + model_index)
        peers = peer_sentences(encoded, peer_count, model)
        matched = np.zeros((peer_count, len(model.distinct)), np.int64)
        for columns, union in unions(peers, model):
            for place, column in enumerate(columns):
                matched[:, column] += union[:, place]
        overlaps[:, model_index] = np.minimum(matched, peers.counts).sum(axis=1)
    return overlaps


def unions(peers: PeerSentences, model: ModelWords) -> Iterator[tuple[Ints, Bools]]:
    """Yields, for each sentence of the model, the columns of its words, and their union LCS as bool[peers, words]:
    whether any sentence of the peer matches the word.
    """
    short = peers.subset(peers.lengths <= LONGEST)
    long = peers.subset(peers.lengths > LONGEST)
    bits = _bits_of_words(short, len(model.distinct))
    long_bits = [_whole_number_bits(sentence) for sentence in long.split()]
    for columns in model.sentences:
        union = np.zeros((peers.text_count, len(columns)), np.bool_)
        if len(short.lengths):
            firsts = np.flatnonzero(np.diff(short.texts, prepend=-1))  # the first sentence of each peer
            union[short.texts[firsts]] = np.logical_or.reduceat(_matched(bits, short.lengths, columns), firsts, axis=0)
        for index, peer in enumerate(long.texts):
            union[peer] |= _matched_by_long(long_bits[index], int(long.lengths[index]), columns)
        yield columns, union


def _bits_of_words(peers: PeerSentences, width: int) -> Bits:
    """Returns the places of each word of the model in each sentence of the peers, as bits: [width, sentences].
    ``width``: the number of the model's distinct words.
    """
    bits = np.zeros(width * len(peers.lengths), np.uint64)
    in_model = peers.columns >= 0
    cells = peers.columns[in_model] * len(peers.lengths) + peers.sentence_of_word[in_model]
    np.bitwise_or.at(bits, cells, ONE << peers.places[in_model].astype(np.uint64))
    return bits.reshape(width, len(peers.lengths))


def _matched(bits: Bits, lengths: Ints, columns: Ints) -> Bools:
    """Returns whether each word of a model's sentence (``columns``) is in its LCS with each sentence of the peers:
    bool[sentences, words].
    """
    rows = [np.full(len(lengths), ONES)]
    for column in columns:
        row = rows[-1]
        equal_words = row & bits[column]
        rows.append((row + equal_words) | (row - equal_words))  # Hyyrö's step from one row to the next
    matched = np.zeros((len(lengths), len(columns)), np.bool_)
    # The words of the peer's sentence that the way back has not passed, as bits; the last of them is the highest bit.
    remaining = ONES >> (LONGEST_BITS - lengths.astype(np.uint64))
    for place in reversed(range(len(columns))):
        equal_words = bits[columns[place]] & remaining
        # The length of an LCS is the number of zeros among the remaining bits of a row.
        is_longer = np.bitwise_count(~rows[place] & remaining) != np.bitwise_count(~rows[place + 1] & remaining)
        is_match = equal_words > (remaining >> ONE)  # the last remaining word equals the word of the model
        matched[:, place] = is_longer | is_match
        # Only the words of the peer before the matched word remain.
        remaining = np.where(matched[:, place], _up_to_highest(equal_words) >> ONE, remaining)
    return matched


def _up_to_highest(bits: Bits) -> Bits:
    """Returns ``bits`` with all bits below the highest set bit set, too."""
    for shift in SHIFTS:
        bits = bits | (bits >> shift)
    return bits


def _whole_number_bits(columns: Ints) -> dict[int, int]:
    """Returns the places of each word of the model in a sentence of a peer, as bits, by column. ``columns``: the
    columns of the words of the sentence, which may be of any length.
    """
    bits: dict[int, int] = {}
    for place, column in enumerate(columns.tolist()):
        if column >= 0:
            bits[column] = bits.get(column, 0) | 1 << place
    return bits


def _matched_by_long(bits: dict[int, int], length: int, columns: Ints) -> Bools:
    """Returns the same as `_matched` for one sentence of a peer, of any length, with Python's whole numbers as rows."""
    remaining = ones = (1 << length) - 1
    rows = [ones]
    for column in columns.tolist():
        row = rows[-1]
        equal_words = row & bits.get(column, 0)
        rows.append(((row + equal_words) | (row - equal_words)) & ones if equal_words else row)
    matched = np.zeros(len(columns), np.bool_)
    for place, column in reversed(list(enumerate(columns.tolist()))):
        equal_words = bits.get(column, 0) & remaining
        is_longer = (rows[place] & remaining).bit_count() != (rows[place + 1] & remaining).bit_count()
        if is_longer or equal_words > remaining >> 1:
            matched[place] = True
            remaining = (1 << (equal_words.bit_length() - 1)) - 1
    return matched
