"""Cosines, overlaps and longest common subsequences: the oracle, published texts, and the decisions."""

from collections.abc import Iterable
from itertools import chain
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.similarity.definitions import SIMILARITY
from scoring.measures.automatic.similarity.frequencies import word_frequencies
from scoring.measures.automatic.topic_texts import Text, TopicTexts
from tests.oracles import overlaps as oracle

SENTENCES = st.lists(st.lists(st.sampled_from("abcde"), max_size=6), min_size=1, max_size=3)
Sentences = list[list[str]]


def text(*sentences: str) -> Text:
    return Text(sentences)


def value(name: str, peer: Text, *models: Text, **chosen: str) -> float:
    measure = definition(name).measure(chosen)
    return float(measure.score(TopicTexts("D1", (peer,), tuple(models))).values[0, 0])


def expected_scores(peer: Sentences, model: Sentences, weights: dict[str, float]) -> dict[str, float]:
    """By the signature's start."""
    x, y = [*chain(*peer)], [*chain(*model)]
    sets = {
        (n, ordered): oracle.overlap(*(oracle.n_gram_types(words, n, ordered=ordered) for words in (x, y)))
        for n in (1, 2, 3)
        for ordered in (True, False)
    }
    return {
        "cosine|weights:tf": oracle.cosine(x, y, dict.fromkeys("abcde", 1.0)),
        "cosine|idf:topic": oracle.cosine(x, y, weights),
        "simple-cosine": oracle.simple_cosine(x, y),
        "word-overlap": sets[1, True],
        "ngram-overlap-2": sets[2, True],
        "ngram-overlap-3|ordered:mead": sets[3, False],
        "lcs": oracle.normalised_lcs(peer, model),
        "lcs|form:length": oracle.lcs(x, y),
    }


@settings(max_examples=25)
@given(peer=SENTENCES, models=st.lists(SENTENCES, min_size=1, max_size=2), refs=st.sampled_from(["mean", "max"]))
def test_scores_are_those_of_the_oracle(peer: Sentences, models: list[Sentences], refs: str) -> None:
    every = [{*chain(*one)} for one in (peer, *models)]
    weights = {word: log(len(every) / max(1, sum(word in words for words in every))) for word in "abcde"}
    texts = [text(*map(" ".join, one)) for one in (peer, *models)]
    by_model = [expected_scores(peer, model, weights) for model in models]
    for signature in by_model[0]:
        name, *rest = signature.split("|")
        computed = value(name, texts[0], *texts[1:], refs=refs, **dict(one.split(":") for one in rest))
        scores = [scores[signature] for scores in by_model]
        expected = max(scores) if refs == "max" else np.mean(scores)
        assert np.isnan(computed) or computed == pytest.approx(expected, abs=1e-12)
        assert not np.isnan(computed) or expected == 0


# Harman & Over 2004, section 2.2: the pairs of models with the greatest and the least overlap of words, as extracted
# from the paper, with the space in "earnings- drop".
D32 = (
    (
        "In March 1989, an Exxon oil tanker crashed on a reef near Valdez, Alaska, spilling 8.4 million gallons "
        "of oil into Prince William Sound seriously damaging the environment. The cleanup was slow and Exxon was "
        "subject to severe compensation costs and indictment by a federal jury on five criminal charges."
    ),
    (
        "On March 24, 1989, the Exxon Valdez spilled 11.3 million gallons of crude oil in Prince William Sound, "
        "Alaska. Cleanup of the disaster continued until September and cost almost $2 billion, but 117 miles of "
        "beach remained oily. Exxon announced an earnings- drop in January 1990 and was ordered to resume "
        "cleaning on May 1."
    ),
)
D14 = (
    (
        "U.S. military aircraft crashes occur throughout the world more often than one might suspect. They are "
        "normally reported in the press; however, only those involving major damage or loss of life attract "
        "extensive media coverage. Investigations are always conducted. Flight safety records and statistics are "
        "kept for all aircraft models."
    ),
    (
        "1988 crashes included four F-16s, two F-14s, three A-10s, two B-52s, two B-1Bs, and one tanker. In 1989 "
        "one T-2 trainer crashed. 1990 crashes included one F-16, one F-111, one F-4, one C-5A, and 17 "
        "helicopters. Other plane crashes occurred in 1975 (C-5B), 1984 (B-52), 1987 (F-16), and 1994 (F-15)."
    ),
)


@pytest.mark.parametrize(
    ("pair", "name", "case", "expected"),
    [
        (D32, "word-overlap", "keep", 20 / 79),
        (D32, "word-overlap", "lower", 22 / 75),
        (D14, "word-overlap", "keep", 6 / 84),
        (D14, "word-overlap", "lower", 6 / 83),
        (D32, "ngram-overlap-3", "keep", 2 / 113),
        (D14, "ngram-overlap-3", "keep", 0),
    ],
)
def test_overlaps_of_the_published_pairs(pair: tuple[str, str], name: str, case: str, expected: float) -> None:
    # Figure 2 of the paper has values from .05 to .30: only with marks as words are both pairs within.
    assert value(name, text(pair[0]), text(pair[1]), case=case) == expected


def test_a_longest_common_subsequence_has_no_substitutions() -> None:
    # MEAD's code counts a substitution as two edits after it minimised with it as one, and gives 0.
    assert value("lcs", text("a x y b"), text("b p q a"), form="length") == 1
    assert value("lcs", text("a x y b"), text("b p q a")) == 2 / 8


def test_the_normalised_form_takes_the_best_sentence_of_the_other_text() -> None:
    peer, model = text("a b c", "d e"), text("d c e", "a b x y")
    assert value("lcs", peer, model) == ((2 + 2) + (2 + 2)) / 12
    assert value("lcs", peer, model, form="length") == 2


def test_mead_ignores_the_order_in_n_grams() -> None:
    assert value("ngram-overlap-2", text("a b c"), text("b a c")) == 0
    assert value("ngram-overlap-2", text("a b c"), text("b a c"), ordered="mead") == 1 / 3
    assert value("ngram-overlap-2", text("a b", "c"), text("b c")) == 1 / 2  # n-grams cross sentences


def test_tokenizers_and_case_are_chosen() -> None:
    assert value("word-overlap", text("Dam, town"), text("dam town")) == 1 / 4
    assert value("word-overlap", text("Dam, town"), text("dam town"), tok="155") == 1
    assert value("word-overlap", text("Dam town"), text("dam town"), tok="spaces") == 1 / 3
    assert value("word-overlap", text("Dam town"), text("dam town"), tok="spaces", case="lower") == 1


def test_idf_is_that_of_the_project_or_of_the_topic() -> None:
    measure = definition("cosine").measure()
    peer, model = text("dam broke broke"), text("dam town")
    texts = (peer, model, text("dam"), text("broke"))
    frequencies = word_frequencies(measure.parameters, texts)
    assert (frequencies.text_count, frequencies.counts) == (4, {"dam": 3, "broke": 2, "town": 1})
    dam, broke, town = log(4 / 3), log(2), log(4)
    expected = dam**2 / np.sqrt((dam**2 + (2 * broke) ** 2) * (dam**2 + town**2))
    scored = measure.score(TopicTexts("D1", (peer,), (model,), frequencies=(frequencies,)))
    assert scored.values[0, 0] == pytest.approx(expected, abs=1e-15)
    # In the topic alone, "dam" is in both texts, so that its idf is 0; "river" is a word of no text.
    assert value("cosine", peer, model, idf="topic") == 0
    scored = measure.score(TopicTexts("D1", (text("river"),), (text("river"),), frequencies=(frequencies,)))
    assert scored.values[0, 0] == 1


def test_idf_of_a_project_is_needed_only_by_default() -> None:
    lacking = TopicTexts("D1", (text("dam"),), (text("dam"),))
    measure = definition("cosine").measure()
    assert measure.score(lacking).reasons == ("no project texts",)
    assert {str(need) for need in measure.needs} == {"models", "project texts"}
    other_words = word_frequencies(definition("cosine").measure({"tok": "155"}).parameters, [text("dam")])
    assert measure.score(TopicTexts("D1", (text("dam"),), (text("dam"),), frequencies=(other_words,))).reasons == (
        "no project texts",
    )
    for chosen in ({"weights": "tf"}, {"idf": "topic"}):
        assert {str(need) for need in definition("cosine").measure(chosen).needs} == {"models"}
    assert value("cosine", text("dam"), text("dam"), weights="tf") == 1


@pytest.mark.parametrize("idf", ["topic", "project"])
def test_models_have_the_idf_of_the_whole_topic(idf: str) -> None:
    models = (text("dam town"), text("dam river"))
    measure = definition("cosine").measure({"idf": idf})
    frequencies = word_frequencies(measure.parameters, [text("town"), *models])
    topic = TopicTexts("D1", (text("town"),), models, frequencies=(frequencies,) if idf == "project" else ())
    assert measure.score_models is not None
    dam, river = log(3 / 2), log(3)
    expected = dam**2 / np.sqrt((dam**2 + dam**2) * (dam**2 + river**2))
    assert measure.score_models(topic).values[:, 0].tolist() == pytest.approx([expected] * 2)


def undefined(name: str, peers: Iterable[Text], *models: Text, **chosen: str) -> list[str]:
    return list(definition(name).measure(chosen).score(TopicTexts("D1", tuple(peers), tuple(models))).reasons)


@pytest.mark.parametrize("name", ["word-overlap", "lcs"])
def test_two_empty_texts_have_no_overlap(name: str) -> None:
    assert undefined(name, [text(), text(" "), text("dam")], text("")) == ["empty", "empty", ""]
    assert undefined(name, [text()], text(), text("dam")) == [""]
    assert value(name, text(), text("dam")) == 0
    measure = definition(name).measure()
    assert measure.score_models is not None
    topic = TopicTexts("D1", (text("a"), text("b")), (text(), text("")))
    assert measure.score_models(topic).reasons == ("empty", "empty")


def test_texts_shorter_than_n_words_have_no_overlap_of_n_grams() -> None:
    assert undefined("ngram-overlap-2", [text("dam"), text("dam broke")], text("town")) == ["empty", ""]


@pytest.mark.parametrize("name", [one.name for one in SIMILARITY])
def test_models_are_scored_as_peers_of_the_others(name: str) -> None:
    models = (text("the dam broke on friday"), text("a dam in town broke on a friday"))
    chosen = {"weights": "tf"} if name == "cosine" else {}
    measure = definition(name).measure(chosen)
    assert measure.score_models is not None
    rows = measure.score_models(TopicTexts("D1", (), models)).values[:, 0].tolist()
    assert rows == [value(name, models[0], models[1], **chosen), value(name, models[1], models[0], **chosen)]
