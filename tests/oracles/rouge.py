"""ROUGE-1.5.5 for one peer and its models, written from the definitions: dictionaries, loops and plain tables.

Sentences are lists of words; a text is a list of sentences.
"""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations

Sentence = Sequence[str]
Words = Sequence[Sentence]
Counts = tuple[float, float, float]
"""Shared, in the model, in the peer."""
Values = tuple[float, float, float]
"""Recall, precision and F."""


def n_gram_counts(peer: Words, model: Words, n: int) -> Counts:
    def grams(text: Words) -> Counter[tuple[str, ...]]:
        words = list(chain.from_iterable(text))
        return Counter(tuple(words[start : start + n]) for start in range(len(words) - n + 1))

    return clipped(grams(peer), grams(model))


def skip_counts(peer: Words, model: Words, gap: float, *, unigrams: bool) -> Counts:
    def grams(text: Words) -> Counter[tuple[str, ...]]:
        words = list(chain.from_iterable(text))
        pairs = combinations(range(len(words)), 2)
        counts: Counter[tuple[str, ...]] = Counter((words[i], words[j]) for i, j in pairs if j - i - 1 <= gap)
        if unigrams:
            counts.update((word,) for word in words[:-1])  # the last word is left out
        return counts

    return clipped(grams(peer), grams(model))


def clipped(peer: Counter[tuple[str, ...]], model: Counter[tuple[str, ...]]) -> Counts:
    return sum(min(count, peer[gram]) for gram, count in model.items()), model.total(), peer.total()


def way_back(model: Sentence, peer: Sentence, table: Sequence[Sequence[float]]) -> set[int]:
    """The places in the model's sentence of the words that the way back through a table meets; ties go up."""
    places, i, j = set(), len(model), len(peer)
    while i and j:
        if model[i - 1] == peer[j - 1]:
            places.add(i - 1)
            i, j = i - 1, j - 1
        elif table[i - 1][j] >= table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return places


def lcs_places(model: Sentence, peer: Sentence) -> set[int]:
    """The places in the model's sentence of a longest common subsequence."""
    table = [[0] * (len(peer) + 1) for _ in range(len(model) + 1)]
    for i, word in enumerate(model, 1):
        for j, other in enumerate(peer, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if word == other else max(table[i - 1][j], table[i][j - 1])
    return way_back(model, peer, table)


def wlcs_places(model: Sentence, peer: Sentence, power: float) -> set[int]:
    """The same for the weighted longest common subsequence, in which runs of words are worth more."""
    size = len(model) + 1, len(peer) + 1
    table = [[0.0] * size[1] for _ in range(size[0])]
    runs = [[0] * size[1] for _ in range(size[0])]
    for i, word in enumerate(model, 1):
        for j, other in enumerate(peer, 1):
            if word == other:
                run = runs[i - 1][j - 1]
                table[i][j] = table[i - 1][j - 1] + (run + 1) ** power - run**power
                runs[i][j] = run + 1
            else:
                table[i][j] = max(table[i - 1][j], table[i][j - 1])
    return way_back(model, peer, table)


def lcs_counts(peer: Words, model: Words) -> Counts:
    left_peer, left_model = (Counter(chain.from_iterable(text)) for text in (peer, model))
    hits = 0
    for sentence in model:
        union = set().union(*(lcs_places(sentence, other) for other in peer))
        for place in sorted(union):
            word = sentence[place]
            if left_peer[word] > 0 and left_model[word] > 0:
                left_peer[word] -= 1
                left_model[word] -= 1
                hits += 1
    return hits, sum(map(len, model)), sum(map(len, peer))


def wlcs_hits(peer: Words, model: Words, power: float) -> float:
    """The runs of matched words. A run ends at a word that counts and is followed by a word that is not matched."""
    left_peer, left_model = (Counter(chain.from_iterable(text)) for text in (peer, model))
    hits = 0.0
    for sentence in model:
        union = set().union(*(wlcs_places(sentence, other, power) for other in peer))
        run = 0
        for place in sorted(union):
            word = sentence[place]
            if left_peer[word] > 0 and left_model[word] > 0:
                left_peer[word] -= 1
                left_model[word] -= 1
                run += 1
                if place + 1 not in union:
                    hits += run**power
                    run = 0
    return hits


def wlcs_counts(peer: Words, model: Words, power: float, formula: str) -> Counts:
    in_model, in_peer = (sum(len(sentence) ** power for sentence in text) for text in (model, peer))
    if formula == "155":
        in_model, in_peer = in_model**power, sum(map(len, peer)) ** power
    return wlcs_hits(peer, model, power), in_model, in_peer


def pair_counts(name: str, peer: Words, model: Words, formula: str = "paper") -> Counts:
    match name.removeprefix("rouge-"):
        case "l":
            return lcs_counts(peer, model)
        case "w-1.2":
            return wlcs_counts(peer, model, 1.2, formula)
        case "s4" | "su4":
            return skip_counts(peer, model, 4, unigrams="u" in name.removeprefix("rouge-"))
        case "s*":
            return skip_counts(peer, model, float("inf"), unigrams=False)
        case n:
            return n_gram_counts(peer, model, int(n))


def rouge(name: str, peer: Words, models: Sequence[Words], *, refs: str, alpha: float, formula: str) -> Values:
    """Recall, precision and F of a peer."""
    power = 1.2 if name == "rouge-w-1.2" else 1
    counts = [pair_counts(name, peer, model, formula) for model in models]
    if refs == "sum":
        shared, in_model, in_peer = (math.fsum(column) for column in zip(*counts, strict=True))
        return values((shared, in_model, in_peer), alpha, power)
    # The best recall (of ROUGE-W that of the paper's formula), then the best precision.
    paper = [pair_counts(name, peer, model) for model in models]
    best = max(range(len(models)), key=lambda model: (share(*paper[model][:2]), share(*paper[model][::2])))
    return values(counts[best], alpha, power)


def jackknifed(name: str, peer: Words, models: Sequence[Words], *, refs: str, alpha: float, formula: str) -> Values:
    """The mean over the sets of all models but one."""
    if len(models) == 1:
        return rouge(name, peer, models, refs=refs, alpha=alpha, formula=formula)
    sets = combinations(models, len(models) - 1)
    rows = [rouge(name, peer, models_of_set, refs=refs, alpha=alpha, formula=formula) for models_of_set in sets]
    recall, precision, f = (math.fsum(column) / len(rows) for column in zip(*rows, strict=True))
    return recall, precision, f


def share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def values(counts: Counts, alpha: float, power: float = 1) -> Values:
    """Each rounded to five decimals, F from the rounded ones."""
    shared, in_model, in_peer = counts
    recall, precision = (round5(min(share(shared, whole), 1) ** (1 / power)) for whole in (in_model, in_peer))
    below = (1 - alpha) * precision + alpha * recall
    return recall, precision, round5(share(recall * precision, below))


def round5(value: float) -> float:
    return float(f"{value:.5f}")
