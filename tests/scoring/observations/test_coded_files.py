"""Pyramid files as codings: the same words whatever stands around and between them."""

import pytest

from annotator.duc.compose import compose_text
from annotator.duc.documents import Contributor, Part, PyramidDocument, Scu
from scoring.observations.coded_files import OtherText, file_codings

ONE = "The “dam” broke at dawn. Nobody slept."
TWO = "Man-made floods reached the mill."


def document(texts, *scus, names=("A", "B")) -> PyramidDocument:
    """SCUs of stretches of words that stand in the texts."""
    composed = compose_text(list(zip(names, texts, strict=False)))
    return PyramidDocument(
        composed.text, composed.regex, None, composed.models,
        tuple(Scu(n, f"SCU {n}", "", tuple(_said(composed.text, one) for one in scu)) for n, scu in enumerate(scus, 1)),
    )  # fmt: skip


def _said(text: str, words: str) -> Contributor:
    start = text.index(words)
    return Contributor(words, "", (Part(start, start + len(words), words),))


def codings(*documents):
    return file_codings({chr(ord("a") + n): document for n, document in enumerate(documents)})


def test_headers_are_no_words() -> None:
    found = codings(document([ONE, TWO], ["dam", "floods"]))
    assert found.coded.word_count == 7 + 5
    assert found.coded.codings[0].scus == ((1, 8),)
    assert found.coded.sentence_of_word == (0,) * 5 + (1,) * 2 + (2,) * 5


@pytest.mark.parametrize(
    "other",
    [
        ['The "dam"  broke\nat dawn. Nobody slept.', TWO],
        [f"  {ONE}", f"{TWO}\n"],
        ["THE dam broke at dawn -- nobody slept", TWO],
    ],
)
def test_other_headers_spacing_quotes_and_case_give_the_same_words(other) -> None:
    first = document([ONE, TWO], ["broke at dawn", "the mill"])
    second = document(other, ["broke", "the mill"], names=("Model number 1", "2.txt"))
    found = codings(first, second)
    assert found.unaligned == {"a": 0, "b": 0}
    assert found.coded.codings[0].scus == ((2, 3, 4, 10, 11),)
    assert found.coded.codings[1].scus == ((2, 10, 11),)
    assert found.coded.codings[1].unseen == frozenset()


def test_words_cut_otherwise_go_letter_by_letter() -> None:
    found = codings(document([ONE, TWO]), document([ONE, TWO.replace("-", " ")], ["made"]))
    assert found.coded.codings[1].scus == ((7,),)
    back = codings(document([ONE, TWO.replace("-", " ")]), document([ONE, TWO], ["Man-made"]))
    assert back.coded.codings[1].scus == ((7, 8),)
    assert found.unaligned == back.unaligned == {"a": 0, "b": 0}


def test_a_word_that_another_text_lacks_or_replaces_is_unaligned_and_unseen() -> None:
    replaced = codings(document([ONE, TWO]), document([ONE, TWO.replace("floods", "waves")], ["waves", "mill"]))
    assert replaced.unaligned == {"a": 0, "b": 1}
    assert replaced.coded.codings[1].unseen == frozenset({8})
    assert replaced.coded.codings[1].scus == ((11,),)
    longer = codings(document([ONE, TWO]), document([f"{ONE} Truly not.", TWO]))
    assert longer.unaligned == {"a": 0, "b": 2}
    assert longer.coded.codings[1].unseen == frozenset()


def test_models_in_another_order_are_found() -> None:
    found = codings(document([ONE, TWO], ["dam"]), document([TWO, ONE.replace("“", '"')], ["dam", "mill"]))
    assert found.coded.codings[1].scus == ((1, 11),)
    assert found.unaligned == {"a": 0, "b": 0}


def test_another_text_is_refused() -> None:
    with pytest.raises(OtherText, match="Model summary 2 of b is not in the first file"):
        codings(document([ONE, TWO]), document([ONE, "Quite different words stand here instead of those"]))
    with pytest.raises(OtherText, match="b has 1 model summaries, the first file has 2"):
        codings(document([ONE, TWO]), document([ONE]))
