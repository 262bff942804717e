"""Order-n analysis by going through all subsets with exact fractions, as definitions and paper state it.

Nothing here is shared with the code that is tested. Models are frozensets of SCU numbers.
"""

from fractions import Fraction
from itertools import combinations
from math import sqrt

NONE = None


def weights_of(pyramid):
    """SCU -> weight, for a pyramid of these models."""
    found = {}
    for model in pyramid:
        for scu in model:
            found[scu] = found.get(scu, 0) + 1
    return found


def best(pyramid, x):
    """The sum of the x largest weights."""
    return sum(sorted(weights_of(pyramid).values(), reverse=True)[:x])


def score(said, x, pyramid):
    """D / Max(X); None where Max is 0."""
    weights = weights_of(pyramid)
    most = best(pyramid, x)
    return Fraction(sum(weights.get(scu, 0) for scu in said), most) if most else NONE


def subsets(models, without, n):
    """All choices of n models, none of them among `without`."""
    others = [model for number, model in enumerate(models) if number not in without]
    return list(combinations(others, n))


def model_scores(models, number, n):
    """The scores of a model against all pyramids of order n without it."""
    said = models[number]
    return [score(said, len(said), pyramid) for pyramid in subsets(models, {number}, n)]


def reference(models):
    """Each model against all the others."""
    return [model_scores(models, number, len(models) - 1)[0] for number in range(len(models))]


def told_apart(a, b, threshold):
    """0: same, 1: a is better, -1: b is; exactly the threshold is different."""
    if abs(a - b) < threshold:
        return 0
    return 1 if a > b else -1


def errors(models, n, threshold):
    """Counts of E1, E2, E3, data points same and different at the reference, and skipped ones."""
    found = dict.fromkeys(("e1", "e2", "e3", "same", "different", "skipped"), 0)
    largest = reference(models)
    for a, b in combinations(range(len(models)), 2):
        for pyramid in subsets(models, {a, b}, n):
            one, other = (score(models[i], len(models[i]), pyramid) for i in (a, b))
            if None in (one, other, largest[a], largest[b]):
                found["skipped"] += 1
                continue
            then, now = told_apart(largest[a], largest[b], threshold), told_apart(one, other, threshold)
            found["same" if then == 0 else "different"] += 1
            found["e1"] += then == 0 and now != 0
            found["e2"] += then != 0 and now == 0
            found["e3"] += then * now == -1
    return found


def midranks(values):
    """Twice the midranks."""
    return [2 * sum(other < one for other in values) + sum(other == one for other in values) + 1 for one in values]


def spearman(a, b):
    """Pearson of midranks; None where one list is all tied or has None."""
    if None in a or None in b:
        return NONE
    x, y = ([Fraction(rank, 2) for rank in midranks(values)] for values in (a, b))
    x = [one - sum(x) / len(x) for one in x]
    y = [one - sum(y) / len(y) for one in y]
    spread = sum(one * one for one in x) * sum(one * one for one in y)
    return float(sum(one * other for one, other in zip(x, y, strict=True))) / sqrt(spread) if spread else NONE


def rank_correlations(models, peers, n):
    """All choices of so many peers, all pyramids of order n of the others."""
    largest = reference(models)
    return [
        spearman([score(models[i], len(models[i]), pyramid) for i in chosen], [largest[i] for i in chosen])
        for chosen in combinations(range(len(models)), peers)
        for pyramid in subsets(models, set(chosen), n)
    ]


def divergence(models, a, b):
    """The first order from which on min(better) > max(worse), and the one from which on the better one always wins on
    pyramids outside the pair.
    """
    largest = reference(models)
    if None in (largest[a], largest[b]) or largest[a] == largest[b]:
        return NONE, NONE
    better, worse = (a, b) if largest[a] > largest[b] else (b, a)
    orders = range(1, len(models))
    apart = [clear(model_scores(models, better, n), model_scores(models, worse, n)) for n in orders]
    always = [wins(models, better, worse, n) for n in orders[:-1]]
    return first_from(apart), first_from(always)


def clear(better, worse):
    better, worse = ([one for one in values if one is not None] for values in (better, worse))
    return bool(better and worse) and min(better) > max(worse)


def wins(models, better, worse, n):
    pairs = [
        tuple(score(models[i], len(models[i]), pyramid) for i in (better, worse))
        for pyramid in subsets(models, {better, worse}, n)
    ]
    pairs = [pair for pair in pairs if None not in pair]
    return bool(pairs) and all(one > other for one, other in pairs)


def first_from(holds):
    return next((n for n in range(1, len(holds) + 1) if all(holds[n - 1 :])), NONE)
