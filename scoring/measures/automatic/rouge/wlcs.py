"""Finds weighted longest common subsequences, in which runs of matched words count more, for ROUGE-W.

A run of k words is worth f(k) = k ** weight. The dynamic programming table of two sentences has a row for each word of
the model's sentence and a place for each word of the peer's; ``columns`` are numbers of words (see ModelWords), not
places. The tables of a model's sentence with many sentences of peers are computed at once, diagonal by diagonal,
because the cells of a diagonal (with the same row + place, both from 1) do not depend on each other.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.measures.automatic.rouge.sentences import ModelWords, PeerSentences, model_words, peer_sentences
from scoring.measures.automatic.words import EncodedTexts
from scoring.stats.arrays import Bools, Floats, Ints

BLOCK_BYTES = 50_000_000
"""Most bytes of the directions of ways back (`_ways_up`) in memory at once, unless one pair of sentences needs more."""

PackedBits = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Block:
    """Sentences of peers whose tables are computed at once. By sentence: ``texts`` (the index of its peer) and
    ``lengths``. ``words``: int64[length of the longest sentence, sentences], the column of each word; -1 if the model
    lacks the word, and after the end of a sentence.
    """

    texts: Ints
    lengths: Ints
    words: Ints


def wlcs_overlaps(encoded: EncodedTexts, peer_count: int, weight: float) -> Floats:
    """Returns the sum of f over the matched runs of each pair of a peer and a model: float64[peers, models]."""
    overlaps = np.zeros((peer_count, encoded.text_count - peer_count))
    for model_index in range(overlaps.shape[1]):
        model = model_words(encoded, peer_count + model_index)
        peers = peer_sentences(encoded, peer_count, model)
        blocks = list(_blocks(peers, max(map(len, model.sentences))))
        # For each sentence of the model, bool[peers, words]: whether any sentence of the peer matches the word.
        unions = [_union(peer_count, blocks, columns, weight) for columns in model.sentences]
        for peer in range(peer_count):
            is_matched = [union[peer] for union in unions]
            overlaps[peer, model_index] = _sum_of_runs(model, is_matched, peers.counts[peer], weight)
    return overlaps


def _blocks(peers: PeerSentences, row_count: int) -> Iterator[_Block]:
    """Yields the sentences of all peers in blocks of similar length. ``row_count``: the length of the model's longest
    sentence.
    """
    by_length = np.argsort(peers.lengths, kind="stable")
    sentences = peers.split()
    bytes_per_sentence = peers.lengths[by_length] * (row_count // 8 + 1)  # a bit for each cell of the table
    start = 0
    while start < len(by_length):
        # A block of k sentences takes k times the bytes of its last sentence, which is the longest.
        block_bytes = bytes_per_sentence[start:] * np.arange(1, len(by_length) - start + 1)
        chosen = by_length[start : start + max(1, int(np.searchsorted(block_bytes, BLOCK_BYTES)))]
        words = np.full((int(peers.lengths[chosen].max()), len(chosen)), -1)
        for index, sentence in enumerate(sentences[number] for number in chosen.tolist()):
            words[: len(sentence), index] = sentence
        yield _Block(peers.texts[chosen], peers.lengths[chosen], words)
        start += len(chosen)


def _sum_of_runs(model: ModelWords, matched: list[Bools], peer_counts: Ints, weight: float) -> float:
    """Returns the sum of f over the runs of matched words of the model. ``matched``: for each sentence, whether each
    word is matched. A word counts at most as often as the peer has it; further matches of the word do not count.

    As in ROUGE-1.5.5, a run ends only at a counted word that precedes an unmatched word or the end of the sentence. If
    the last word of a run is matched but does not count, the run continues after the gap, or is lost at the end.
    """
    remaining_counts, total = peer_counts.tolist(), 0.0
    for columns, is_matched in zip(model.sentences, matched, strict=True):
        run = 0
        for place in np.flatnonzero(is_matched).tolist():
            column = columns[place]
            if remaining_counts[column] > 0:
                remaining_counts[column] -= 1
                run += 1
                if place + 1 == len(columns) or not is_matched[place + 1]:
                    total += run**weight
                    run = 0
    return total


def _union(peer_count: int, blocks: list[_Block], columns: Ints, weight: float) -> Bools:
    """Returns whether each word of a model's sentence is matched by any sentence of the peer: bool[peers, words]."""
    union = np.zeros((peer_count, len(columns)), np.bool_)
    for block in blocks if len(columns) else ():
        matched = _walk_back(block, columns, _ways_up(block.words, columns, weight))
        np.logical_or.at(union, block.texts, matched)
    return union


def _rows_of_diagonal(diagonal: int, row_count: int, place_count: int) -> tuple[int, int]:
    """Returns the first and the last row of the cells of a diagonal."""
    return max(1, diagonal - place_count), min(row_count, diagonal - 1)


def _ways_up(words: Ints, columns: Ints, weight: float) -> list[PackedBits]:
    """Returns the directions for the way back: for each diagonal, whether the score of the cell above is at least that
    of the cell on the left, as packed bits by row.
    """
    place_count, sentence_count = words.shape
    row_count = len(columns)
    worth = np.array([run**weight for run in range(min(row_count, place_count) + 1)])
    # The previous diagonal and the one before ("earlier"), by row. Row 0 and cells outside the table are 0.
    scores = earlier_scores = np.zeros((row_count + 1, sentence_count))
    runs = earlier_runs = np.zeros((row_count + 1, sentence_count), np.int64)
    ways_up = []
    for diagonal in range(2, row_count + place_count + 1):
        first, last = _rows_of_diagonal(diagonal, row_count, place_count)
        above, beside = scores[first - 1 : last], scores[first : last + 1]
        is_match = _matches(words, columns, diagonal, first, last)
        ways_up.append(np.packbits(above >= beside, axis=0))
        run = np.where(is_match, earlier_runs[first - 1 : last] + 1, 0)
        # The match makes the run one word longer. The order of the terms is the script's, because sums are rounded.
        with_match = earlier_scores[first - 1 : last] + worth[run] - worth[run - 1]
        score = np.where(is_match, with_match, np.maximum(above, beside))
        earlier_scores, scores = scores, np.zeros_like(scores)
        earlier_runs, runs = runs, np.zeros_like(runs)
        scores[first : last + 1], runs[first : last + 1] = score, run
    return ways_up


def _matches(words: Ints, columns: Ints, diagonal: int, first: int, last: int) -> Bools:
    """Returns whether the words of model and peer are equal in the cells of a diagonal: bool[rows, sentences]."""
    peer_words = words[diagonal - last - 1 : diagonal - first][::-1]  # reversed, because place = diagonal - row
    return np.asarray(peer_words == columns[first - 1 : last, None])


def _walk_back(block: _Block, columns: Ints, ways_up: list[PackedBits]) -> Bools:
    """Returns whether each word of the model's sentence is a match on the way back from the last cell of each table:
    bool[sentences, words]. The way goes diagonally on a match, else up or left as ``ways_up`` says.
    """
    place_count, sentence_count = block.words.shape
    row_count = len(columns)
    rows, places = np.full(sentence_count, row_count), block.lengths.copy()
    matched = np.zeros((sentence_count, row_count), np.bool_)
    for diagonal in range(row_count + place_count, 1, -1):
        on_diagonal = np.flatnonzero((rows + places == diagonal) & (rows > 0) & (places > 0))
        row, place = rows[on_diagonal], places[on_diagonal]
        first, _ = _rows_of_diagonal(diagonal, row_count, place_count)
        is_match = block.words[place - 1, on_diagonal] == columns[row - 1]
        bit = row - first
        packed = ways_up[diagonal - 2][bit >> 3, on_diagonal]  # the first diagonal is number 2
        is_up = ((packed >> (7 - (bit & 7))) & 1).astype(np.bool_)
        matched[on_diagonal[is_match], row[is_match] - 1] = True
        rows[on_diagonal] = row - (is_match | is_up)
        places[on_diagonal] = place - (is_match | ~is_up)
    return matched
