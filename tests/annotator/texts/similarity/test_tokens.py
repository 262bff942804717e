"""Stretches of a text as bags of words."""

from annotator.texts.similarity.tokens import TokenText, bag_of_label, join_bags
from tests.annotator.texts.similarity.topics import token_text

TEXT = token_text("The storm closed the harbour. Two ferries, both old, were cancelled.")


def spans(*quotes: str) -> list[tuple[int, int]]:
    return [(TEXT.text.index(quote), TEXT.text.index(quote) + len(quote)) for quote in quotes]


def test_a_bag_has_the_words_it_touches_in_text_order() -> None:
    assert TEXT.bag(spans("were canc", "storm")).words == ("storm", "were", "cancelled".removesuffix("ed"))


def test_a_word_touched_twice_is_there_once() -> None:
    assert TEXT.bag(spans("st", "orm")).words == ("storm",)


def test_its_context_is_the_sentences_it_stands_in() -> None:
    one, two = TEXT.bag(spans("storm")), TEXT.bag(spans("harbour. Two"))
    assert (set(one.context), one.sentences) == ({"the", "storm", "clos", "harbour"}, 1)
    assert (set(one.context) < set(two.context), two.sentences) == (True, 2)


def test_between_words_there_is_nothing() -> None:
    assert TEXT.bag(spans(". ")).words == TEXT.bag([]).words == ()


def test_clauses_end_at_punctuation_and_with_the_text() -> None:
    words = ["harbour", "ferries", "old", "cancelled"]
    assert [
        TEXT.text[start:end] for (start, end), ends in zip(TEXT.bounds, TEXT.clause_ends, strict=True) if ends
    ] == words


def test_a_text_without_sentences_is_one() -> None:
    assert TokenText("a b", [0, 1, 2, 3], []).bag([(0, 1)]).context == ("a", "b")


def test_a_text_without_words_has_empty_bags() -> None:
    assert TokenText("...", [], []).bag([(0, 3)]).words == ()


def test_a_label_is_its_own_context() -> None:
    assert bag_of_label("Storms closed it").context == ("clos", "it", "storm")


def test_joined_bags_keep_every_word_of_each() -> None:
    both = join_bags([TEXT.bag(spans("storm")), TEXT.bag([]), bag_of_label("storm")])
    assert (both.words, both.texts, both.sentences) == (("storm", "storm"), 2, 2)
    assert join_bags([]).words == ()
