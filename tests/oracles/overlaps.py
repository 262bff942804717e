"""Measures of shared words and elements of two texts, from the definitions, with dictionaries and loops."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import sqrt

import numpy as np
from scipy.optimize import linprog

Bag = dict[tuple[str, ...], float]
Words = Sequence[str]
Triple = tuple[str, str, str]
MODES = {
    "be-h": lambda head, modifier, relation: (head,) if modifier == "nil" else None,
    "be-hm": lambda head, modifier, relation: (head, modifier) if modifier != "nil" else None,
    "be-hmr": lambda head, modifier, relation: (head, modifier, relation) if relation != "nil" else None,
    "be-hm1": lambda head, modifier, relation: (head, modifier),
    "be-hmr1": lambda head, modifier, relation: (head, modifier, relation) if modifier != "nil" else None,
    "be-hmr2": lambda head, modifier, relation: (head, modifier, relation),
}


def basic_element_counts(mode: str, peer: Sequence[Triple], model: Sequence[Triple]) -> tuple[int, int, int]:
    """Shared, in the model, in the peer."""

    def counted(elements: Sequence[Triple]) -> Counter[tuple[str, ...]]:
        keys = (MODES[mode](*element) for element in elements)
        return Counter(key for key in keys if key)

    return (counted(peer) & counted(model)).total(), counted(model).total(), counted(peer).total()


def linear_programme(model: Sequence[float], peer: Sequence[float], similarity: Sequence[Sequence[float]]) -> float:
    """TESLA's S: the largest sum of s(x, y) w(x, y), where no n-gram gives more than its weight (W10-1754, 3.2)."""
    rows, columns = len(model), len(peer)
    if not rows or not columns:
        return 0.0
    limits = np.zeros((rows + columns, rows * columns))
    for row in range(rows):
        for column in range(columns):
            limits[row, row * columns + column] = limits[rows + column, row * columns + column] = 1
    solution = linprog(-np.array(similarity).ravel(), A_ub=limits, b_ub=[*model, *peer])
    return -float(solution.fun)


def tesla_bags(words: Words, gap: int, is_function_word: Callable[[str], bool], discount: float) -> list[Bag]:
    """The n-grams of a text with their weights: words, and skip bigrams."""
    places = range(len(words))
    pairs = [(words[i], words[j]) for i in places for j in places if 0 < j - i <= gap + 1]
    bags = []
    for grams in ([(word,) for word in words], pairs):
        bag: Bag = {}
        for gram in grams:
            bag[gram] = bag.get(gram, 0) + discount ** sum(is_function_word(word) for word in gram)
        bags.append(bag)
    return bags


def tesla_f(peer: Bag, model: Bag, alpha: float) -> float:
    """The F of one matching problem."""
    same = [[float(one == other) for other in peer] for one in model]
    total = linear_programme(list(model.values()), list(peer.values()), same)
    if total < 1e-15:
        return 0.0
    precision, recall = total / sum(peer.values()), total / sum(model.values())
    return precision * recall / (alpha * precision + (1 - alpha) * recall)


def n_gram_types(words: Words, n: int, *, ordered: bool) -> set[tuple[str, ...]]:
    grams = {tuple(words[start : start + n]) for start in range(len(words) - n + 1)}
    return grams if ordered else {tuple(sorted(gram)) for gram in grams}


def overlap(peer: set[tuple[str, ...]], model: set[tuple[str, ...]]) -> float:
    """Types in both, of those in either; 0 if there are none."""
    return len(peer & model) / len(peer | model) if peer or model else 0.0


def simple_cosine(peer: Words, model: Words) -> float:
    product = len({*peer}) * len({*model})
    return len({*peer} & {*model}) / sqrt(product) if product else 0.0


def cosine(peer: Words, model: Words, weights: Mapping[str, float]) -> float:
    """Of vectors of tf x weight."""
    vocabulary = sorted({*peer, *model})
    vectors = [np.array([words.count(word) * weights[word] for word in vocabulary]) for words in (peer, model)]
    norms = np.linalg.norm(vectors[0]) * np.linalg.norm(vectors[1])
    return float(vectors[0] @ vectors[1] / norms) if norms else 0.0


def lcs(first: Words, second: Words) -> int:
    """(|X| + |Y| - d) / 2, where d is the smallest number of insertions and deletions."""
    edits = [[i + j for j in range(len(second) + 1)] for i in range(len(first) + 1)]
    for i, word in enumerate(first, 1):
        for j, other in enumerate(second, 1):
            cheaper = 1 + min(edits[i - 1][j], edits[i][j - 1])
            edits[i][j] = min(cheaper, edits[i - 1][j - 1]) if word == other else cheaper
    return (len(first) + len(second) - edits[-1][-1]) // 2


def normalised_lcs(peer: Sequence[Words], model: Sequence[Words]) -> float:
    """W04-1013, equation 8."""
    words = sum(map(len, peer)) + sum(map(len, model))
    best = sum(max((lcs(s, t) for t in model), default=0) for s in peer)
    best += sum(max((lcs(s, t) for s in peer), default=0) for t in model)
    return best / words if words else 0.0
