"""The warning that a tokenizer loses letters."""

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.topic_texts import Text
from scoring.measures.automatic.warnings import lost_letters_warning

TEXTS = [Text(("大坝在星期五溃决了。",)), Text(("The dam broke.",)), Text(("A naïve text with a single letter.",))]


def measures(*names: str) -> list[Measure]:
    return [definition(name).measure() for name in names]


def test_texts_whose_letters_are_lost_are_counted() -> None:
    assert lost_letters_warning(measures("rouge-1", "rouge-2", "tesla-s"), TEXTS) == (
        "With tok:155, only ASCII letters are read (rouge-1, rouge-2): over 5% of the letters are lost in 1 of 3 "
        "texts. tok:unicode1 reads all letters."
    )


def test_other_texts_and_other_tokenizers_need_no_warning() -> None:
    assert lost_letters_warning(measures("rouge-2"), TEXTS[1:]) == ""
    assert lost_letters_warning([definition("rouge-2").measure({"tok": "unicode1"})], TEXTS) == ""
    assert lost_letters_warning(measures("be-hm"), TEXTS) == ""
