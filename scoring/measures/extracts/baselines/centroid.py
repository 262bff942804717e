"""CENTROID: the extract that the summarizer MEAD makes by default (Radev, Jing & Budzikowska 2000; MEAD 3).

From MEAD's code and data: bin/mead.pl (the defaults ``Centroid 1 Position 1 Length 9`` and ``MEAD-cosine .7``),
lib/Essence/Centroid.pm and bin/feature-scripts/Centroid.pl (the centroid), the files ``*.Position.sentfeature`` (1 over
the root of the sentence's number), bin/default-reranker.pl (similar sentences). MEAD's table of idf, from a collection
of news, is not part of this program: idf is computed from the topic's own sentences instead.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import fsum, log, sqrt

import numpy as np

from scoring.measures.extracts.baselines.documents import TopicDocuments
from scoring.stats.arrays import Floats, Ints

SHORTEST_SENTENCE = 9  # words
LARGEST_SIMILARITY = 0.7
CENTROID_WEIGHT = 3
"""Words with a larger weight belong to the centroid, however many they are."""
WORDS_PER_DOCUMENT = 8
"""The centroid has at least this number of words for each document."""


def centroid_order(topic: TopicDocuments) -> list[int]:
    """Returns the sentences by score, the best first; equal ones in document order. Sentences with fewer than 9 words
    are left out, unless all are so short.
    """
    scores = centroid_scores(topic)
    long = [sentence for sentence, count in enumerate(topic.word_counts) if count >= SHORTEST_SENTENCE]
    return sorted(long or range(len(scores)), key=lambda sentence: (-scores[sentence], sentence))


def centroid_scores(topic: TopicDocuments) -> list[float]:
    """Returns each sentence's sum of two numbers from 0 to 1: the weight of its words in the centroid, relative to the
    largest of any sentence, and 1 / sqrt(its number in the document, from 1).
    """
    centroid = centroid_words(topic)
    weights = [fsum(centroid.get(word, 0.0) for word in words) for words in topic.words]
    largest = max(weights, default=0.0) or 1.0
    positions = [1 / sqrt(number) for numbers in topic.numbers for number in range(1, len(numbers) + 1)]
    return [weight / largest + position for weight, position in zip(weights, positions, strict=True)]


def centroid_words(topic: TopicDocuments) -> Mapping[str, float]:
    """Returns the words of the centroid with their weights: the mean number of occurrences in a document times idf."""
    counts = Counter(word for words in topic.words for word in words)
    idf = _idf(topic.words)
    weights = {word: count / len(topic.documents) * idf[word] for word, count in counts.items()}
    by_weight = sorted(weights, key=lambda word: (-weights[word], word))
    minimum_size = WORDS_PER_DOCUMENT * len(topic.documents)
    return {
        word: weights[word]
        for place, word in enumerate(by_weight)
        if place < minimum_size or weights[word] > CENTROID_WEIGHT
    }


class SimilarSentences:
    """Refuses sentences that are similar to an accepted sentence: a cosine of .7 or more of their tf·idf vectors."""

    def __init__(self, topic: TopicDocuments) -> None:
        idf = _idf(topic.words)
        self._vectors = [
            _unit_vector({word: count * idf[word] for word, count in Counter(words).items()}) for words in topic.words
        ]
        sentences_of_word, weights_of_word = defaultdict[str, list[int]](list), defaultdict[str, list[float]](list)
        for sentence, vector in enumerate(self._vectors):
            for word, weight in vector.items():
                sentences_of_word[word].append(sentence)
                weights_of_word[word].append(weight)
        self._sentences_of_word: dict[str, Ints] = {
            word: np.array(sentences) for word, sentences in sentences_of_word.items()
        }
        self._weights_of_word: dict[str, Floats] = {
            word: np.array(weights) for word, weights in weights_of_word.items()
        }
        # each sentence's largest cosine with an accepted sentence
        self._largest_cosines: Floats = np.zeros(len(topic.words))

    def accepts(self, sentence: int) -> bool:
        if self._largest_cosines[sentence] >= LARGEST_SIMILARITY:
            return False
        cosines = np.zeros(len(self._largest_cosines))
        for word in sorted(self._vectors[sentence]):
            cosines[self._sentences_of_word[word]] += self._vectors[sentence][word] * self._weights_of_word[word]
        self._largest_cosines = np.maximum(self._largest_cosines, cosines)
        return True


def _idf(sentences: Sequence[Sequence[str]]) -> Mapping[str, float]:
    """Returns ln(sentences / sentences with the word) for each word."""
    counts = Counter(word for words in sentences for word in set(words))
    return {word: log(len(sentences) / count) for word, count in counts.items()}


def _unit_vector(vector: Mapping[str, float]) -> Mapping[str, float]:
    """Returns the vector divided by its length; unchanged if that is 0."""
    length = sqrt(fsum(value * value for value in vector.values()))
    return {word: value / length for word, value in vector.items()} if length else vector
