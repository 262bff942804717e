"""In how many texts each word is: what idf is computed from."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from math import log

from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.tokens import sentences_of_words
from scoring.measures.automatic.topic_texts import Text, TopicTexts, WordFrequencies


def word_frequencies(parameters: Parameters, texts: Iterable[Text]) -> WordFrequencies:
    """The frequencies in these texts, in the words of a measure with these parameters."""
    counts: Counter[str] = Counter()
    text_count = 0
    for text in texts:
        counts.update(set(chain.from_iterable(sentences_of_words(parameters, text))))
        text_count += 1
    return WordFrequencies(parameters["tok"], parameters["case"], text_count, dict(counts))


def chosen_frequencies(parameters: Parameters, topic: TopicTexts) -> WordFrequencies | None:
    """Those of the summaries of the topic, or those of the project; None if the topic came without the project's."""
    if parameters["idf"] == "topic":
        return word_frequencies(parameters, (*topic.peers, *topic.models))
    words = parameters["tok"], parameters["case"]
    return next((one for one in topic.frequencies if (one.tok, one.case) == words), None)


def idf(frequencies: WordFrequencies, word: str) -> float:
    """ln(texts / texts with the word). A word of no text counts as one of a single text."""
    return log(max(1, frequencies.text_count) / frequencies.counts.get(word, 1))
