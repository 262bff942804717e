"""The simple connectives: which words count, and what their arguments are."""

from collections import Counter

import pytest

from scoring.measures.automatic.topic_texts import DiscourseRelation, SentencePart
from scoring.measures.coherence.connectives import _connectives, connective_relations, connectives_name
from scoring.measures.coherence.features import PARSE, discourse_relations, features
from tests.scoring.measures.coherence.highland_valley import SENTENCES, TEXT

Readable = tuple[str, str, str]


def readable(*sentences: str) -> list[Readable]:
    """The relations of a text: the sense, with ``E.`` if explicit, and the words of both arguments."""

    def words(parts: tuple[SentencePart, ...]) -> str:
        return " + ".join(sentences[part.sentence][part.start : part.end].strip(" .,") for part in parts)

    def row(relation: DiscourseRelation) -> Readable:
        return (
            f"{'E.' if relation.is_explicit else ''}{relation.sense}",
            words(relation.arg1),
            words(relation.arg2),
        )

    return [row(relation) for relation in connective_relations(sentences)]


@pytest.mark.parametrize(
    ("sentence", "relation"),
    [
        ("The town fled because the dam broke.", ("E.Cont", "The town fled", "the dam broke")),
        ("Because the dam broke, the town fled.", ("E.Cont", "the town fled", "the dam broke")),
        (
            "The town, if the dam breaks, will flee.",
            ("E.Cont", "The town + will flee", "the dam breaks"),
        ),
        ("The dam broke, but nobody was hurt.", ("E.Comp", "The dam broke", "nobody was hurt")),
        ("The dam broke; the town, however, stood.", ("E.Comp", "The dam broke;", "the town + stood")),
        ("As the dam broke, the town fled.", ("E.Temp", "the town fled", "the dam broke")),
    ],
)
def test_a_connective_relates_clauses(sentence: str, relation: Readable) -> None:
    assert readable(sentence) == [relation]


def test_a_connective_at_the_beginning_relates_sentences() -> None:
    dam, town = "The dam broke.", "nobody was hurt"
    for word, sense in (("But", "E.Comp"), ("For example,", "E.Exp"), ("Then", "E.Temp"), ("Because", "E.Cont")):
        assert readable(dam, f"{word} {town}.") == [(sense, "The dam broke", town)]
    assert readable(dam, "Nobody was, however, hurt.") == [("E.Comp", "The dam broke", "Nobody was + hurt")]
    assert readable("But nobody was hurt.") == []  # no sentence before


def test_neighbours_without_a_connective_share_a_term_or_nothing() -> None:
    assert readable("The dam broke.", "Dams are old.") == [("EntRel", "The dam broke", "Dams are old")]
    assert readable("The dam broke.", "It was old.") == [("NoRel", "The dam broke", "It was old")]
    inner = readable("The dam broke.", "It fell because it was old.")
    assert inner == [("NoRel", "The dam broke", "It fell because it was old"), ("E.Cont", "It fell", "it was old")]


@pytest.mark.parametrize(
    "sentence",
    [
        "Red and white houses fell.",  # no mark before "and"
        "He worked as a broker, such as this.",
        "They fled because of the dam in the hills.",
        "The house, the garden and, alas.",  # an argument of one word
        "The so-called if-clause is a but-less one.",
        "",
    ],
)
def test_other_uses_do_not_count(sentence: str) -> None:
    assert readable(sentence) == []


def test_the_example_of_the_paper() -> None:
    # As Figure 3, but for the arguments of "as" and the implicit relations, which a list of words cannot find.
    s1, s2, s3, s4 = (sentence.rstrip(".") for sentence in SENTENCES)
    assert readable(*SENTENCES) == [
        ("EntRel", s1, s2),
        ("E.Comp", s2, s3.removeprefix("But ")),
        (
            "E.Temp",
            "they are expected to resume their roles as Japan's suppliers",
            "Highland Valley and Cananea begin operating",
        ),
        ("EntRel", s3, s4),
    ]


def test_the_list_is_named_by_its_content() -> None:
    assert Counter(connective.sense.value for connective in _connectives().values() if connective) == {
        "Comp": 18,
        "Cont": 16,
        "Temp": 26,
        "Exp": 32,
    }
    assert PARSE.canonical("connectives-en1") == connectives_name() == "connectives-en1-82e9"
    assert discourse_relations(TEXT, connectives_name()) == connective_relations(SENTENCES)
    by_connectives, by_parser = (features("lin", TEXT, parse) for parse in (connectives_name(), "file"))
    assert by_connectives is not None
    assert by_parser is not None
    assert by_connectives.tolist() != by_parser.tolist()


def test_a_long_sentence_takes_no_long_time() -> None:
    sentence = "(" * 10_000 + " if x y" * 5_000  # 5,000 connectives without a mark after them
    assert len(connective_relations([sentence])) == 4_999  # the first has neither a mark nor a sentence before
