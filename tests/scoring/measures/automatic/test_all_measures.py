"""What holds for every measure that compares texts with models: odd texts, order, and size. ROUGE and the trained
measures have their own tests.
"""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from scoring.measures.automatic.registry import measures
from scoring.measures.automatic.similarity.frequencies import word_frequencies
from scoring.measures.automatic.topic_texts import Element, Need, ParsedWord, Text, TopicTexts

NAMES = [
    measure.name
    for measure in measures()
    if Need.MODELS in measure.needs and Need.TRAINED not in measure.needs and not measure.name.startswith("rouge-")
]
BY_NAME = {measure.name: measure for measure in measures()}


def with_files(*sentences: str) -> Text:
    """A text whose elements are pairs of adjacent words."""
    words = " ".join(sentences).split()
    pairs = tuple(Element(*pair, "next") for pair in pairwise(words))
    heads = tuple(Element(word, "nil", "nil") for word in words)
    parse = tuple(tuple(ParsedWord(word, word, "NOUN", 0, "root") for word in one.split()) for one in sentences)
    return Text(sentences, elements=pairs + heads, parse=parse)


ODD = [
    with_files(),
    with_files("", "  "),
    with_files("dam"),
    with_files("—", "?!"),
    with_files("السد انهار يوم الجمعة", "لم يصب أحد"),
    with_files("大坝在星期五溃决了。", "没有人受伤。"),
    with_files("👩‍👩‍👧 the dam 🏞️ broke", "\U0001f600"),
    with_files("the \ud800 dam"),
]
SENTENCES = [
    with_files("the dam broke", "on friday"),
    with_files("a dam of the town"),
    with_files("friday the dam broke"),
]


def topic(name: str, peers: list[Text], models: list[Text]) -> TopicTexts:
    frequencies = [word_frequencies(BY_NAME[name].parameters, [*SENTENCES, *ODD])] if name == "cosine" else []
    return TopicTexts("D1", tuple(peers), tuple(models), frequencies=tuple(frequencies))


@pytest.mark.parametrize("name", NAMES)
def test_odd_texts_have_values_or_a_reason(name: str) -> None:
    measure = BY_NAME[name]
    for models in (ODD, ODD[:1], SENTENCES):
        scored = measure.score(topic(name, ODD, models))
        undefined = [reason == "empty" for reason in scored.reasons]
        assert np.isnan(scored.values).any(axis=1).tolist() == undefined
        assert {*scored.reasons} <= {"", "empty"}
        assert ((scored.values >= 0) & (scored.values <= 1)).all(axis=1).tolist() == [not one for one in undefined]
    assert measure.score(topic(name, ODD, [])).reasons == ("no models",) * len(ODD)
    assert measure.score(topic(name, [], ODD)).values.shape == (0, len(measure.values))


@pytest.mark.parametrize("name", NAMES)
def test_identical_texts_score_1(name: str) -> None:
    for one in (SENTENCES[0], ODD[4], ODD[5]):
        if name == "cosine" or measure_has_items(name, one):
            assert set(BY_NAME[name].score(topic(name, [one], [one])).values[0].tolist()) == {1.0}


def measure_has_items(name: str, one: Text) -> bool:
    """Whether the text has what the measure counts: the Chinese text has no pairs of words between spaces."""
    return not name.startswith("be-") or len(one.elements or ()) > 3


@pytest.mark.parametrize("name", NAMES)
def test_no_order_or_batch_changes_a_bit(name: str) -> None:
    measure, peers = BY_NAME[name], [*ODD, *SENTENCES]
    values = measure.score(topic(name, peers, SENTENCES)).values
    assert measure.score(topic(name, peers[::-1], SENTENCES[::-1])).values[::-1].tobytes() == values.tobytes()
    alone = [measure.score(topic(name, [peer], SENTENCES)).values for peer in peers]
    assert np.concatenate(alone).tobytes() == values.tobytes()


@cache
def long_topic() -> TopicTexts:
    words = [f"w{number * number % 499}" for number in range(20_000)]
    long = with_files(*(" ".join(words[start : start + 25]) for start in range(0, len(words), 25)))
    frequencies = word_frequencies(BY_NAME["cosine"].parameters, [long, with_files("dam")])
    return TopicTexts("D1", (long,), (long, with_files(" ".join(words[:30]))), frequencies=(frequencies,))


@pytest.mark.parametrize(
    "name", ["be-hmr2", "tesla-s", "cosine", "simple-cosine", "word-overlap", "ngram-overlap-4", "lcs"]
)
def test_a_text_of_20_000_words_has_a_value(name: str) -> None:
    assert (BY_NAME[name].score(long_topic()).values > 0).all()
