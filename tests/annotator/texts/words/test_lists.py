"""The lists of words, and the names by which signatures call them."""

from annotator.texts.words.lists import (
    function_words,
    function_words_name,
    irregular_forms,
    irregular_forms_name,
    smart_name,
    smart_stop_words,
)


def test_the_lists_are_whole() -> None:
    assert len(smart_stop_words()) == 596  # "may" and "would" stand twice in the 598 lines
    assert len(irregular_forms()) == 5_930
    assert (smart_name(), irregular_forms_name()) == ("smart-d8f6", "wn20-bc9f")


def test_of_two_entries_that_of_the_later_file_wins() -> None:
    # best: "good" (adj), "well" (adv); is: "is" (noun), "be" (verb); axes: "ax", then also "axis"
    forms = irregular_forms()
    assert (forms["best"], forms["is"], forms["axes"]) == ("well", "be", "ax")


def test_function_words_are_of_closed_classes() -> None:
    assert {"the", "of", "because", "didn't", "whose", "to", "not", "had"} <= function_words()
    assert not {"dam", "two", "go", "very", "said", "one"} & function_words()
    assert all(word == word.lower() and word.isascii() for word in function_words())
    assert function_words_name() == "list-en1-8352"
