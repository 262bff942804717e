"""Codings for tests, small ones by hand and random ones of any size; and alpha computed in the plain way."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import permutations

from hypothesis import strategies as st

from scoring.stats.agreement import alphas, disagreements
from scoring.stats.codings import CodedTopic, Coding, UncoveredPolicy, values_of
from scoring.stats.distances import Distance

Cell = tuple[str, int, frozenset[int]]


def alpha(topics: Iterable[CodedTopic], distance: Distance, uncovered=UncoveredPolicy.SINGLETON) -> float | None:
    """Alpha of all coders over all topics, as the agreement page computes it."""
    return alphas(disagreements([values_of(topic, uncovered) for topic in topics]))[distance]


def topic_of(words: int, *coders: list[set[int]], sentence_of_word: tuple[int, ...] = ()) -> CodedTopic:
    """Coders A, B, ... with these SCUs."""
    codings = (Coding(chr(ord("A") + n), tuple(tuple(sorted(scu)) for scu in scus)) for n, scus in enumerate(coders))
    return CodedTopic(words, tuple(codings), sentence_of_word)


@st.composite
def topics(draw, coders: int = 3, words: int = 12) -> CodedTopic:
    """Small topics: words uncovered, words in several SCUs, words that a coder has not seen."""
    index = st.integers(0, words - 1)
    codings = []
    for number in range(draw(st.integers(2, coders))):
        scus = draw(st.lists(st.frozensets(index, min_size=1, max_size=5), max_size=4))
        unseen = draw(st.frozensets(index, max_size=3))
        codings.append(Coding(f"coder{number}", tuple(tuple(sorted(scu)) for scu in scus), unseen))
    return CodedTopic(words, tuple(codings))


def random_topic(words: int, coders: int, scus: int, rng: random.Random) -> CodedTopic:
    """Runs of 3 to 15 words go to SCUs; about 8 % of the words are in none, 10 % in two."""
    codings = tuple(Coding(f"coder{n}", _random_scus(words, scus, rng)) for n in range(coders))
    return CodedTopic(words, codings, tuple(word // 20 for word in range(words)))


def _random_scus(words: int, scus: int, rng: random.Random) -> tuple[tuple[int, ...], ...]:
    members: list[set[int]] = [set() for _ in range(scus)]
    start = 0
    while start < words:
        end = min(words, start + rng.randint(3, 15))
        luck = rng.random()
        if luck > 0.08:
            members[start // 20 * 7 % scus if rng.random() < 0.7 else rng.randrange(scus)].update(range(start, end))
        if luck > 0.9:
            members[rng.randrange(scus)].update(range(start, end))
        start = end
    return tuple(tuple(sorted(scu)) for scu in members if scu)


def cells(topic: CodedTopic, uncovered: UncoveredPolicy) -> list[Cell]:
    """(coder, word, value) in the form of nltk's AnnotationTask, word by word from the definition."""
    rows = []
    for coding in topic.codings:
        for word in range(topic.word_count):
            if word in coding.unseen:
                continue
            holding = [set(scu) for scu in coding.scus if word in scu]
            if holding:
                rows.append((coding.coder, word, frozenset().union(*holding)))
            elif uncovered is UncoveredPolicy.SINGLETON:
                rows.append((coding.coder, word, frozenset([word])))
    return rows


def plain_alpha(data: list[Cell], distance: Callable[[frozenset[int], frozenset[int]], float]) -> float | None:
    """Alpha by the sums of its definition (Krippendorff 1980), a pair at a time."""
    times = Counter(word for _, word, _ in data)
    comparable = [(word, value) for _, word, value in data if times[word] >= 2]
    n = len(comparable)
    by_word: dict[int, list[frozenset[int]]] = {}
    for word, value in comparable:
        by_word.setdefault(word, []).append(value)
    expected = sum(distance(a, b) for (_, a), (_, b) in permutations(comparable, 2))
    if not expected:
        return None
    observed = sum(
        sum(distance(a, b) for a, b in permutations(values, 2)) / (len(values) - 1) for values in by_word.values()
    )
    return 1 - (observed / n) / (expected / (n * (n - 1)))
