"""Measures of shared words and elements of two texts, from the definitions, with dictionaries and loops."""

from collections import Counter
from collections.abc import Callable, Sequence

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
