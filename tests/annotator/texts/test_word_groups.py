"""A text is cut before words: every word is in one group, and marks stay with the word that they belong to."""

from itertools import pairwise

import pytest

from annotator.texts.segmentation import segment
from annotator.texts.word_groups import first_words, group_begins, group_spans

TEXTS = {
    "English": "“It burned,” he said (in 1802). She left… twice!\n\n- A list\n- of things\n",
    "Arabic": "كان حارس «المنارة» آخر من غادر. وجاء المهندسون كل ستة أشهر.",
    "Chinese": "灯塔的最后一位看守人于1998年离开。他说：「工程师每六个月来一次」😀检查灯具。",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_any_cut_keeps_all_words_whole_and_in_order(text: str) -> None:
    tokens = segment(text)
    words = list(zip(tokens.words[::2], tokens.words[1::2], strict=True))
    for word in range(len(words)):
        for first in ([word], list(range(word)), list(range(0, len(words), word + 1))):
            spans = group_spans(text, tokens.words, tokens.sentences, first)
            assert len(spans) == len({0, *first})
            assert all(start < end for start, end in spans)
            assert all(end <= start for (_, end), (start, _) in pairwise(spans))
            for start, end in words:
                assert sum(low <= start and end <= high for low, high in spans) == 1
            assert all(text[end:start].isspace() or end == start for (_, end), (start, _) in pairwise(spans))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_sentences_are_given_back(text: str) -> None:
    tokens = segment(text)
    sentences = list(zip(tokens.sentences[::2], tokens.sentences[1::2], strict=True))
    assert group_spans(text, tokens.words, tokens.sentences, first_words(tokens.words, tokens.sentences)) == sentences


def test_marks_go_with_the_word_that_they_belong_to() -> None:
    def cut(text: str, word: int) -> list[str]:
        tokens = segment(text)
        return [text[start:end] for start, end in group_spans(text, tokens.words, tokens.sentences, [word])]

    assert cut("He said “yes” now.", 2) == ["He said", "“yes” now."]
    assert cut("He said “yes” now.", 3) == ["He said “yes”", "now."]
    assert cut("well-known(old)", 2) == ["well-known", "(old)"]
    assert cut("他说：「来一次」", 2) == ["他说：", "「来一次」"]


def test_a_word_that_is_not_there_begins_no_group() -> None:
    for word in (-1, 3):
        with pytest.raises(IndexError, match=str(word)):
            group_spans("He left early.", [0, 2, 3, 7, 8, 13], [0, 14], [word])


def test_a_sentence_begins_where_it_was_said_to() -> None:
    text = "One. - Two."
    assert group_begins(text, [0, 3, 7, 10], [0, 4, 5, 11]) == [0, 5]
    assert group_begins(text, [0, 3, 7, 10], [0, 11]) == [0, 7]
