"""ROUGE of examples whose values somebody else has printed: Lin's paper, ROUGE-1.5.5, rouge-score.

Values "of the script" were printed by ROUGE-1.5.5 for these texts.
"""

import numpy as np
import pytest

from scoring.measures.automatic.rouge.values import round5
from tests.scoring.measures.automatic.rouge.texts import recall, text, values

GUNMAN = "police killed the gunman"


@pytest.mark.parametrize(
    ("peer", "lcs", "skip"),
    [
        ("police kill the gunman", 3 / 4, 3 / 6),
        ("the gunman kill police", 2 / 4, 1 / 6),
        ("the gunman police killed", 2 / 4, 2 / 6),
    ],
)
def test_the_examples_of_the_paper(peer: str, lcs: float, skip: float) -> None:
    # W04-1013, sections 3 and 5; without stemming.
    assert recall("rouge-l", peer, GUNMAN, stem="no") == pytest.approx(lcs, abs=5e-6)
    assert recall("rouge-s*", peer, GUNMAN, stem="no") == pytest.approx(skip, abs=5e-6)


PEER = text("police kill the gunman mice")
MODEL = text("police killed the gunman mouse")


@pytest.mark.parametrize(
    ("name", "chosen", "expected"),
    [
        ("rouge-1", {}, [0.8, 0.8, 0.8]),
        ("rouge-2", {}, [0.75, 0.75, 0.75]),
        ("rouge-l", {}, [0.8, 0.8, 0.8]),
        ("rouge-w-1.2", {"formula": "155"}, [0.57982, 0.8, 0.67234]),
        ("rouge-su4", {}, [0.71429, 0.71429, 0.71429]),
    ],
)
def test_a_stemmed_pair_has_the_values_of_the_script(name: str, chosen: dict[str, str], expected: list[float]) -> None:
    assert values(name, PEER, MODEL, **chosen) == expected


def test_rouge_su4_leaves_out_the_last_word_as_a_unigram() -> None:
    assert values("rouge-su4", text("x b"), text("a b")) == [0, 0, 0]  # of the model only "a" and "a b" count
    assert values("rouge-su4", text("a x"), text("a b")) == [0.5, 0.5, 0.5]


@pytest.mark.parametrize(
    ("peer", "model", "expected"),
    [
        # Texts for which the value depends on the way back through the table, and on words that no longer count.
        (("wd", "wb wa we wc"), ("wa wa wb we", "wb we wc we"), [0.31928, 0.67406, 0.43331]),
        (("wc wc wc wc wa wb",), ("wb wc wa", "wa wc wa"), [0.26758, 0.33333, 0.29686]),
        (("wc we wd wc",), ("we", "we we wb wa we", "we wc we wb wa wd"), [0.16396, 0.67569, 0.26389]),
    ],
)
def test_rouge_w_has_the_values_of_the_script(
    peer: tuple[str, ...], model: tuple[str, ...], expected: list[float]
) -> None:
    assert values("rouge-w-1.2", text(*peer), text(*model), formula="155") == expected


def test_rouge_w_of_identical_texts_is_1_by_the_papers_formula_only() -> None:
    long = text("the dam broke on friday", "nobody was hurt")
    assert values("rouge-w-1.2", long, long) == [1, 1, 1]
    assert max(values("rouge-w-1.2", long, long, formula="155")) < 1


@pytest.mark.parametrize(("limit", "words"), [("1w", 1), ("2w", 3), ("3w", 4), ("4w", 4), ("5w", 5), ("8w", 9)])
def test_a_limit_of_words_counts_words_between_spaces(limit: str, words: int) -> None:
    # The script counts "bb-cc," as one word, which is two for the measure, and "--" as one, which is none.
    peer = text("aa bb-cc, dd -- ee 'ff' 3.5", "gg  hh")
    assert values("rouge-1", peer, text("aa"), limit=limit)[1] == round(1 / words, 5)


@pytest.mark.parametrize(("limit", "words"), [("3b", 1), ("4b", 2), ("8b", 3), ("12b", 4), ("13b", 4), ("14b", 5)])
def test_a_limit_of_bytes_cuts_words_and_counts_no_ends_of_lines(limit: str, words: int) -> None:
    peer = text("aa bb-cc, dd", " gg  hh", "ii jj")
    assert values("rouge-1", peer, text("aa"), limit=limit)[1] == round(1 / words, 5)


def test_limits_apply_to_models_and_count_bytes_of_utf_8() -> None:
    assert values("rouge-1", text("aa bb cc dd"), text("aa bb cc dd ee ff"), limit="2w") == [1, 1, 1]
    # "é aa é" and half a letter; nine characters would reach "b".
    assert values("rouge-1", text("é aa éé bb cc"), text("aa bb"), limit="9b")[1] == 1
    assert values("rouge-1", text(" aa bb"), text("aa bb"), limit="2w")[0] == 0.5  # a space at the start is a word
    assert values("rouge-1", text("aa ", "bb"), text("aa bb"), limit="2w")[0] == 1  # and one at the end is none


def test_stop_words_are_removed_before_stemming() -> None:
    # "does" is a stop word, so the stem "doe" is not among the peer's words; "doe" is none.
    assert values("rouge-1", text("does dogs"), text("do doe dog"), stop="smart") == [0.5, 1, 0.66667]
    assert values("rouge-1", text("the"), text("the dam"), stop="smart") == [0, 0, 0]


def test_lines_replace_sentences_on_request() -> None:
    joined = text("a b c d")
    by_line = type(joined)(("a b c d",), lines=("c d", "a b"))
    assert values("rouge-l", by_line, joined) == [1, 1, 1]
    assert values("rouge-l", by_line, text("c d a b"), sent="lines") == [1, 1, 1]
    assert values("rouge-l", by_line, text("c d a b"))[0] == 0.5


# rouge-score 0.1.2, RougeScorer(["rouge1", "rouge2", "rougeLsum"], use_stemmer=False): recall, precision, F
ROUGE_SCORE = {
    (GUNMAN, "the gunman was killed by police"): {
        "rouge-1": [0.66667, 1, 0.8],
        "rouge-2": [0.2, 0.33333, 0.25],
        "rouge-l": [0.33333, 0.5, 0.4],
    },
    ("a dam broke near the town", "near the old town the dam broke"): {
        "rouge-1": [0.71429, 0.83333, 0.76923],
        "rouge-2": [0.33333, 0.4, 0.36364],
        "rouge-l": [0.42857, 0.5, 0.46154],
    },
}


@pytest.mark.parametrize(("texts", "expected"), ROUGE_SCORE.items())
def test_rouge_score_agrees_on_one_sentence_and_one_model(
    texts: tuple[str, str], expected: dict[str, list[float]]
) -> None:
    peer, model = map(text, texts)
    for name, score in expected.items():
        assert values(name, peer, model, stem="no") == pytest.approx(score, abs=1.1e-5)  # its F is not of rounded ones


def test_rouge_score_differs_in_stems_and_in_the_choice_of_the_model() -> None:
    # rouge-score 0.1.2 with use_stemmer=True gives 0: nltk's Porter leaves "document" as it is.
    assert recall("rouge-1", "document", "docum") == 1
    # Its score_multi takes the model with the best F, the second: 0.6, 0.75, 0.66667.
    peer, short, long = text("a b c d"), text("a"), text("a b c x y")
    assert values("rouge-1", peer, short, long) == [0.66667, 0.5, 0.57143]
    assert values("rouge-1", peer, short, long, refs="best") == [1, 0.25, 0.4]


def test_values_are_rounded_as_printf_rounds_them() -> None:
    # 1/320 = 0.003125 is a little less as a float, although its product with 10^5 is exactly 312.5.
    shares = [1 / 320, 3 / 320, 1 / 64, 0.123455, 2 / 3, 0.0, 1.0]
    assert round5(np.array(shares)).tolist() == [float(f"{share:.5f}") for share in shares]
