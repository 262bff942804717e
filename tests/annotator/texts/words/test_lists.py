"""The lists of words, and the names by which signatures call them."""

from annotator.texts.words.lists import irregular_forms, irregular_forms_name, smart_name, smart_stop_words


def test_the_lists_are_whole() -> None:
    assert len(smart_stop_words()) == 596  # "may" and "would" stand twice in the 598 lines
    assert len(irregular_forms()) == 5_930
    assert (smart_name(), irregular_forms_name()) == ("smart-d8f6", "wn20-bc9f")


def test_of_two_entries_that_of_the_later_file_wins() -> None:
    # best: "good" (adj), "well" (adv); is: "is" (noun), "be" (verb); axes: "ax", then also "axis"
    forms = irregular_forms()
    assert (forms["best"], forms["is"], forms["axes"]) == ("well", "be", "ax")
