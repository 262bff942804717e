"""Counts in how many texts each word occurs, and computes its idf (inverse document frequency) from this."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from math import log

from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.tokens import sentences_of_words
from scoring.measures.automatic.topic_texts import Text, TopicTexts, WordFrequencies


def word_frequencies(parameters: Parameters, texts: Iterable[Text]) -> WordFrequencies:
    """Returns the frequencies in ``texts`` of the words that a measure with these parameters compares."""
    counts: Counter[str] = Counter()
    text_count = 0
    for text in texts:
        counts.update(set(chain.from_iterable(sentences_of_words(parameters, text))))
        text_count += 1
    return WordFrequencies(parameters["tok"], parameters["case"], text_count, dict(counts))


def chosen_frequencies(parameters: Parameters, topic: TopicTexts) -> WordFrequencies | None:
    """Returns the frequencies in the summaries of the topic (``idf:topic``), or in the texts of the project; None if
    ``topic`` lacks those of the project.
    """
    if parameters["idf"] == "topic":
        return word_frequencies(parameters, (*topic.peers, *topic.models))
    tok, case = parameters["tok"], parameters["case"]
    return next(
        (frequencies for frequencies in topic.frequencies if (frequencies.tok, frequencies.case) == (tok, case)), None
    )


def idf(frequencies: WordFrequencies, word: str) -> float:
    """Returns ln(texts / texts with the word). A word that is in no text counts as if it were in one."""
    return log(max(1, frequencies.text_count) / frequencies.counts.get(word, 1))
