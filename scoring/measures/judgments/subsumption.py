"""Which sentences of an extract are redundant, because other sentences of the extract already say the same.

A judge can mark that a sentence says no more than another. Source: Radev, Jing & Budzikowska 2000, W00-0403, section
4.3; the rule for circles is our decision.
"""

from collections.abc import Collection, Mapping, Sequence

Subsumers = Mapping[int, Collection[int]]
"""By the number of a sentence: the sentences that each say all of it already, by one judge's marks."""


def redundant_sentences(extract: Sequence[int], subsumers: Subsumers) -> set[int]:
    """Returns the redundant sentences of an extract, which lists sentence numbers in its own order.

    A sentence is redundant if another sentence of the extract says all of it. If sentences say the same, so that the
    marks form a circle, the first of them in the extract is not redundant, unless a sentence outside the circle says
    more.

    >>> redundant_sentences([3, 1], {3: [1], 1: [3]}), redundant_sentences([3, 1, 2], {3: [1], 1: [3, 2]})
    ({1}, {1, 3})
    """
    chosen = set(extract)
    edges = {sentence: chosen & set(subsumers.get(sentence, ())) for sentence in extract}
    places = {sentence: place for place, sentence in enumerate(extract)}
    reached = {sentence: _reached(sentence, edges) for sentence in extract}
    redundant = set()
    for sentence in extract:
        others = reached[sentence] - {sentence}
        is_in_circle_only = all(sentence in reached[other] for other in others)
        if others and not (is_in_circle_only and all(places[sentence] < places[other] for other in others)):
            redundant.add(sentence)
    return redundant


def _reached(start: int, edges: Mapping[int, set[int]]) -> set[int]:
    """Returns the sentences that say all of ``start``, directly or through other sentences of the extract."""
    reached, waiting = set[int](), list(edges[start])
    while waiting:
        sentence = waiting.pop()
        if sentence not in reached:
            reached.add(sentence)
            waiting += edges[sentence]
    return reached
