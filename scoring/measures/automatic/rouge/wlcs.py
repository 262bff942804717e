"""Weighted longest common subsequences, in which runs of matched words count more, for ROUGE-W.

A run of k words is worth f(k) = k ** weight. The tables of a model's sentence with all sentences of the peers are
computed at once, by diagonals, because the cells of a diagonal do not depend on each other.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.measures.automatic.rouge.sentences import ModelWords, PeerSentences, model_words, peer_sentences
from scoring.measures.automatic.words import EncodedTexts
from scoring.stats.arrays import Bools, Floats, Ints

BLOCK_BYTES = 50_000_000
"""Largest size of the ways back through the tables that are in memory at once, except for one pair of sentences."""

PackedBits = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Block:
    """Sentences of peers that are computed at once. ``words``: int64[longest, sentences], -1 after the last word."""

    texts: Ints
    lengths: Ints
    words: Ints


def wlcs_overlaps(encoded: EncodedTexts, peer_count: int, weight: float) -> Floats:
    """The sum of f over the runs of matched words of each pair: float64[peers, models]."""
    overlaps = np.zeros((peer_count, encoded.text_count - peer_count))
    for number in range(overlaps.shape[1]):
        model = model_words(encoded, peer_count + number)
        peers = peer_sentences(encoded, peer_count, model)
        blocks = list(_blocks(peers, max(map(len, model.sentences))))
        unions = [_union(peer_count, blocks, columns, weight) for columns in model.sentences]
        for peer in range(peer_count):
            overlaps[peer, number] = _sum_of_runs(model, [union[peer] for union in unions], peers.counts[peer], weight)
    return overlaps


def _blocks(peers: PeerSentences, width: int) -> Iterator[_Block]:
    """The sentences of all peers, cut into blocks of about equally long ones. ``width``: the longest of the model."""
    by_length = np.argsort(peers.lengths, kind="stable")
    sentences = peers.split()
    sizes = peers.lengths[by_length] * (width // 8 + 1)
    start = 0
    while start < len(by_length):
        fitting = np.searchsorted(sizes[start:] * np.arange(1, len(sizes) - start + 1), BLOCK_BYTES)
        chosen = by_length[start : start + max(1, int(fitting))]
        words = np.full((int(peers.lengths[chosen].max()), len(chosen)), -1)
        for index, sentence in enumerate(chosen.tolist()):
            words[: len(sentences[sentence]), index] = sentences[sentence]
        yield _Block(peers.texts[chosen], peers.lengths[chosen], words)
        start += len(chosen)


def _sum_of_runs(model: ModelWords, matched: list[Bools], peer_counts: Ints, weight: float) -> float:
    """Walks over the matched words of the model in order; a word counts as often as the peer has it.

    As in the script, a run ends at a counted word before a word that is not matched. So a matched word that no longer
    counts does not end a run, and a run that it would have ended goes on after the gap, or is lost with the sentence.
    """
    left, total = peer_counts.tolist(), 0.0
    for columns, is_matched in zip(model.sentences, matched, strict=True):
        run = 0
        for place in np.flatnonzero(is_matched).tolist():
            column = columns[place]
            if left[column] > 0:
                left[column] -= 1
                run += 1
                if place + 1 == len(columns) or not is_matched[place + 1]:
                    total += run**weight
                    run = 0
    return total


def _union(peer_count: int, blocks: list[_Block], columns: Ints, weight: float) -> Bools:
    """bool[peers, words]: is the word of the model's sentence matched by any sentence of the peer?"""
    union = np.zeros((peer_count, len(columns)), np.bool_)
    for block in blocks if len(columns) else ():
        matched = _walk_back(block, columns, _ways_up(block.words, columns, weight))
        np.logical_or.at(union, block.texts, matched)
    return union


def _first_and_last(diagonal: int, width: int, height: int) -> tuple[int, int]:
    """The first and the last row of the cells of a diagonal, whose row and place in the peer add up to its number."""
    return max(1, diagonal - height), min(width, diagonal - 1)


def _ways_up(words: Ints, columns: Ints, weight: float) -> list[PackedBits]:
    """For each diagonal: is the cell above at least as good as the cell on the left? Bits by row."""
    height, count = words.shape
    width = len(columns)
    worth = np.array([run**weight for run in range(min(width, height) + 1)])
    # Of the previous diagonal and of that before it; by row, with a row 0 and cells outside the table, all 0.
    scores = earlier_scores = np.zeros((width + 1, count))
    runs = earlier_runs = np.zeros((width + 1, count), np.int64)
    ways_up = []
    for diagonal in range(2, width + height + 1):
        first, last = _first_and_last(diagonal, width, height)
        above, beside = scores[first - 1 : last], scores[first : last + 1]
        is_match = _matches(words, columns, diagonal, first, last)
        ways_up.append(np.packbits(above >= beside, axis=0))
        run = np.where(is_match, earlier_runs[first - 1 : last] + 1, 0)
        longer = earlier_scores[first - 1 : last] + worth[run] - worth[run - 1]  # in this order, as sums are rounded
        score = np.where(is_match, longer, np.maximum(above, beside))
        earlier_scores, scores = scores, np.zeros_like(scores)
        earlier_runs, runs = runs, np.zeros_like(runs)
        scores[first : last + 1], runs[first : last + 1] = score, run
    return ways_up


def _matches(words: Ints, columns: Ints, diagonal: int, first: int, last: int) -> Bools:
    peers = words[diagonal - last - 1 : diagonal - first][::-1]
    return np.asarray(peers == columns[first - 1 : last, None])


def _walk_back(block: _Block, columns: Ints, ways_up: list[PackedBits]) -> Bools:
    """The matches on the way from the last cell: on a match diagonally, else up, else left. bool[sentences, words]"""
    height, count = block.words.shape
    width = len(columns)
    rows, places = np.full(count, width), block.lengths.copy()
    matched = np.zeros((count, width), np.bool_)
    for diagonal in range(width + height, 1, -1):
        here = np.flatnonzero((rows + places == diagonal) & (rows > 0) & (places > 0))
        row, place = rows[here], places[here]
        first, _ = _first_and_last(diagonal, width, height)
        is_match = block.words[place - 1, here] == columns[row - 1]
        bit = row - first
        is_up = (ways_up[diagonal - 2][bit >> 3, here] >> (7 - (bit & 7)) & 1).astype(np.bool_)
        matched[here[is_match], row[is_match] - 1] = True
        rows[here] = row - (is_match | is_up)
        places[here] = place - (is_match | ~is_up)
    return matched
