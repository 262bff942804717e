"""Clipped overlaps of n-grams and skip bigrams, against counting with dictionaries."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.measures.automatic import bags
from scoring.measures.automatic.bags import clipped_overlaps, totals, weighted
from scoring.measures.automatic.grams import Grams, n_grams, skip_bigrams
from scoring.measures.automatic.words import encode

Words = list[str]
WORD = st.sampled_from("abcd")
TEXTS = st.lists(st.lists(WORD, max_size=9), max_size=5)


def encoded_grams(texts: Sequence[Words], n: int, gap: int | None) -> Grams:
    encoded = encode([[words] for words in texts])
    return n_grams(encoded, n) if gap is None else skip_bigrams(encoded, gap)


def counted(words: Words, n: int, gap: int | None) -> Counter[tuple[str, ...]]:
    """The same grams as a dictionary."""
    if gap is None:
        return Counter(tuple(words[start : start + n]) for start in range(len(words) - n + 1))
    places = combinations(range(len(words)), 2)
    return Counter((words[i], words[j]) for i, j in places if j - i - 1 <= gap)


@pytest.mark.parametrize("cells", [1, 7, 2_000_000])
@settings(max_examples=40)
@given(peers=TEXTS, models=TEXTS, n=st.integers(1, 9), gap=st.none() | st.integers(0, 9))
def test_overlaps_are_the_sums_of_the_smaller_counts(
    cells: int, peers: list[Words], models: list[Words], n: int, gap: int | None
) -> None:
    grams = encoded_grams([*peers, *models], n, gap)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bags, "BLOCK_CELLS", cells)
        overlaps = clipped_overlaps(*grams.split(len(peers)))
    expected = [[[(counted(peer, n, gap) & counted(model, n, gap)).total()] for model in models] for peer in peers]
    assert overlaps.tolist() == expected
    assert totals(grams).tolist() == [[counted(words, n, gap).total()] for words in [*peers, *models]]


@settings(max_examples=40)
@given(peers=TEXTS, models=TEXTS, gap=st.integers(0, 9))
def test_overlaps_are_counted_by_the_number_of_function_words(
    peers: list[Words], models: list[Words], gap: int
) -> None:
    encoded = encode([[words] for words in [*peers, *models]])
    is_function_word = np.array([word in "ab" for word in encoded.vocabulary], np.int64)
    grams = skip_bigrams(encoded, gap, is_function_word)
    overlaps = clipped_overlaps(*grams.split(len(peers)))

    def by_class(counts: Counter[tuple[str, ...]]) -> list[int]:
        return [
            sum(count for gram, count in counts.items() if sum(word in "ab" for word in gram) == k) for k in range(3)
        ]

    expected = [[by_class(counted(peer, 0, gap) & counted(model, 0, gap)) for model in models] for peer in peers]
    assert overlaps.tolist() == expected
    assert totals(grams).tolist() == [by_class(counted(words, 0, gap)) for words in [*peers, *models]]


def test_the_weight_of_a_gram_is_that_of_its_class() -> None:
    # Lin et al. 2012, section 3: 0.1 for each function word.
    assert weighted(np.array([[1, 1, 0], [2, 0, 3]]), (1, 0.1, 0.01)).tolist() == [1.1, 2.03]


def test_grams_cross_sentences_but_not_texts() -> None:
    encoded = encode([[["a", "b"], ["c"]], [["d"]]])
    assert encoded.text_lengths.tolist() == [3, 1]
    assert totals(n_grams(encoded, 2)).tolist() == [[2], [0]]
    assert totals(skip_bigrams(encoded, 0)).tolist() == [[2], [0]]


def test_words_with_one_normal_form_are_one_word() -> None:
    encoded = encode([[["Dam", "dam"], []], []], str.lower)
    assert (encoded.words.tolist(), encoded.vocabulary) == ([0, 0], ("dam",))
    assert encoded.sentence_starts.tolist() == [0, 2, 2]
    assert (encoded.text_starts.tolist(), encoded.text_of_word.tolist()) == ([0, 2, 2], [0, 0])


def test_grams_of_many_words_are_told_apart() -> None:
    # 9-grams over 3,000 words: a product of vocabularies would need 104 bits.
    words = [str(number) for number in range(3_000)]
    grams = encoded_grams([words, words[1:], words[::-1]], 9, None)
    assert clipped_overlaps(*grams.split(1))[0].tolist() == [[2_991], [0]]
