"""Files of discourse relations in three formats, aligned to a stored text."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from annotator.texts.errors import FormatError
from scoring.measures.automatic.topic_texts import DiscourseRelation, Sense, SentencePart
from scoring.measures.coherence.senses import class_of_sense
from scoring.observations.text_files.discourse.reading import read_discourse, split_discourse
from tests.scoring.measures.coherence import highland_valley
from tests.scoring.observations.text_files.discourse.parsed_texts import (
    BRACKETS,
    SENTENCES,
    TEXT,
    pipe_line,
    relation_line,
)

BECAUSE = DiscourseRelation(Sense.CONTINGENCY, True, (SentencePart(0, 0, 13),), (SentencePart(0, 22, 32),))


def aligned(content: str, text: str = TEXT) -> tuple[DiscourseRelation, ...]:
    (parse,) = read_discourse(content).values()
    return parse.align(text, text.split("\n"))


def refusal(content: str, text: str = TEXT) -> str:
    with pytest.raises(FormatError) as refused:
        aligned(content, text)
    return str(refused.value)


def test_brackets_may_be_nested_and_cross() -> None:
    whole = [(SentencePart(number, 0, len(sentence)),) for number, sentence in enumerate(SENTENCES)]
    assert aligned(BRACKETS) == (
        DiscourseRelation(Sense.ENTITY, False, whole[0], whole[1]),
        BECAUSE,
        DiscourseRelation(Sense.CONTINGENCY, False, whole[1], whole[2]),
    )


def test_brackets_give_the_relations_of_the_example() -> None:
    # Figures 2 and 3 of Lin et al. 2012. S3.1 is Arg1 of one relation, within Arg2 and Arg1 of two others.
    content = """
{NonExp_0_Arg1 Japan normally depends heavily on the Highland Valley and Cananea mines as well as the Bougainville mine
in Papua New Guinea . NonExp_0_Arg1}
{NonExp_0_Arg2_Contrast {Exp_0_Arg1 Recently , Japan has been buying copper elsewhere . Exp_0_Arg1} NonExp_0_Arg2}
{Exp_0_Arg2 {Exp_1_Arg1 {NonExp_1_Arg1 {Exp_0_conn_Contrast But Exp_0_conn} {Exp_1_conn_Asynchronous as Exp_1_conn}
Highland Valley and Cananea begin operating , Exp_1_Arg1} {Exp_1_Arg2 they are expected to resume their roles as
Japan 's suppliers . Exp_1_Arg2} NonExp_1_Arg1} Exp_0_Arg2}
{NonExp_1_Arg2_List {Attr_0 According to Fred Demler , metals economist for Drexel Burnham Lambert , New York , Attr_0}
{Exp_2_Arg1 `` Highland Valley has already started operating Exp_2_Arg1} {Exp_2_Arg2 {Exp_2_conn_Conjunction and
Exp_2_conn} Cananea is expected to do so soon . '' Exp_2_Arg2} NonExp_1_Arg2}
"""
    (parse,) = read_discourse(content).values()
    relations = parse.align("\n".join(highland_valley.SENTENCES), highland_valley.SENTENCES)
    assert set(relations) == set(highland_valley.RELATIONS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Exp_0_Arg2} .", ".", "Line 1: {Exp_0_Arg2 is not closed."),
        ("{Attr_0", "", "Line 4: Attr_0} closes no open bracket."),
        ("{Attr_0", "{NonExp_1_Arg1", "Line 2: {NonExp_1_Arg1 is open already, since line 2."),
        ("_Pragmatic_cause", "_Rhyme", "Line 4: “Rhyme” is not a sense of the Penn Discourse Treebank."),
        ("conn_Cause", "conn", "Line 1: “” is not a sense of the Penn Discourse Treebank."),
        ("{Exp_0_Arg1", "{Exp_0_Arg1_Cause", "Line 1: {Exp_0_Arg1 has the sense “Cause”, which does not belong there."),
        ("{Exp_0_conn_Cause because Exp_0_conn}", "because", "Line 1: Exp_0 has no sense."),
        ("It cost", "{NonExp_1_Arg2_List It cost", "Line 4: {NonExp_1_Arg2 is open already, since line 4."),
        ("It cost", "{Exp_0_conn_List It Exp_0_conn} cost", "Line 4: Exp_0 has another sense in line 1."),
        ("{Exp_0_Arg2 it was old Exp_0_Arg2}", "it was old", "Line 1: Exp_0 has no Arg2."),
        ("The dam broke Exp_0_Arg1}", "Exp_0_Arg1} The dam broke", "Line 1: Exp_0_Arg1 has no words."),
        ("{Attr_0", "{Exp_0_Arg3", "Line 2: “{Exp_0_Arg3” is not a bracket of the discourse parser."),
        ("cost", "costs", "Line 4 has “costs” where the text has “cost $5 Inc.” (line 3)."),
        ("-LRB-", "-RRB-", "Line 2 has “-RRB-” where the text has “(in “Alto”) can't sa” (line 2)."),
        ("Inc. Attr_0} .", "Attr_0}", "The file ends before “Inc.” (line 3)."),
        ("Inc. Attr_0} .", "Inc. Attr_0} . more", "Line 4 has “more” where the text has ended."),
    ],
)
def test_brackets_that_do_not_fit_are_refused_with_the_place(old: str, new: str, message: str) -> None:
    assert refusal(BRACKETS.replace(old, new)) == message


def test_only_64_brackets_may_be_open_and_a_text_has_20_000_words() -> None:
    def nested(depth: int) -> str:
        return " ".join(f"{{Attr_{n}" for n in range(depth)) + " dam " + " ".join(f"Attr_{n}}}" for n in range(depth))

    assert aligned(nested(64), "dam") == ()
    assert refusal(nested(65), "dam") == "Line 1: more than 64 brackets are open."
    assert refusal("x\n" * 20_001) == "Line 20001: the text has more than 20,000 words."


def test_marks_between_sentences_belong_to_no_sentence() -> None:
    # Segmentation leaves out what has no word, such as a line of hyphens.
    brackets = "{Exp_0_conn_List - - Exp_0_conn} {Exp_0_Arg1 - A b . - - Exp_0_Arg1} {Exp_0_Arg2 C d . * Exp_0_Arg2}"
    (parse,) = read_discourse(brackets).values()
    (relation,) = parse.align("---\nA b.\n--\nC d.\n*", ["A b.", "", "C d."])
    assert (relation.arg1, relation.arg2) == ((SentencePart(0, 0, 4),), (SentencePart(2, 0, 4),))
    with pytest.raises(FormatError, match="The text does not have its sentence “C d"):
        parse.align("A b.", ["A b.", "C d."])


@pytest.mark.parametrize("content", [relation_line(), pipe_line()])
def test_positions_of_characters_give_the_same_relations(content: str) -> None:
    assert aligned(content) == (BECAUSE,)


def test_relations_of_conll_and_of_the_treebank() -> None:
    # An argument in two pieces and over two sentences; two senses; types without a connective.
    pieces = {"CharacterSpanList": [[0, 7], [22, 40]], "RawText": "The dam it was old. Nobody"}
    arg1 = (SentencePart(0, 0, 7), SentencePart(0, 22, 33), SentencePart(1, 0, 6))
    lines = [
        relation_line(Sense=["Comparison.Contrast", "Expansion.Conjunction"], Arg1=pieces),
        relation_line(Type="EntRel", Sense=["EntRel"]),
        relation_line(Type="AltLex", Sense="Temporal"),
    ]
    expected = (
        DiscourseRelation(Sense.COMPARISON, True, arg1, BECAUSE.arg2),
        DiscourseRelation(Sense.EXPANSION, True, arg1, BECAUSE.arg2),
        DiscourseRelation(Sense.ENTITY, False, BECAUSE.arg1, BECAUSE.arg2),
        DiscourseRelation(Sense.TEMPORAL, False, BECAUSE.arg1, BECAUSE.arg2),
    )
    assert aligned("\n\n".join(lines)) == expected
    pipes = [
        pipe_line(column_11="Comparison.Contrast", column_12="Expansion.Conjunction", column_22="0..7;22..40",
                  column_24="The dam it was old. Nobody"),
        pipe_line(column_0="EntRel", column_11=""),
        pipe_line(column_0="AltLex", column_11="Temporal"),
    ]  # fmt: skip
    assert aligned("\n".join(pipes)) == expected
    assert set(read_discourse(f"{lines[0]}\n{relation_line(DocID='b')}")) == {"D1.M.1.A.1", "b"}


def with_arg2(**changed: object) -> str:
    return relation_line(Arg2={"CharacterSpanList": [[22, 32]], "RawText": "it was old"} | changed)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "Line 1: it is not JSON"),
        ("\n[{}]", "Line 2: it must be an object in braces."),
        (relation_line(DocID=1), "Line 1: DocID is missing or is not text."),
        (
            relation_line(Type="Guess"),
            "Line 1: “Guess” is not a type of relation; known are explicit, implicit,",
        ),
        (relation_line(Sense=[]), "Line 1: the explicit relation has no sense."),
        (relation_line(Sense=[3]), "Line 1: Sense must be a list of names."),
        (relation_line(Sense="Comparison.Cause"), "Line 1: “Comparison.Cause” is not a sense of the Penn"),
        (relation_line(Arg2={"TokenList": [5]}), "Line 1: Arg2 has no CharacterSpanList, the positions of"),
        (with_arg2(CharacterSpanList=[[1, True]]), "Line 1: a CharacterSpanList must have pairs of whole"),
        (with_arg2(CharacterSpanList=[[9, 9]]), "Line 1: the characters 9 to 9 are not a range."),
        (with_arg2(CharacterSpanList=[[1, 2]] * 101), "Line 1: an argument has more than 100 parts."),
        (with_arg2(CharacterSpanList=[[22, 900]]), "Line 1, Arg2 ends at character 900, but the text has 84"),
        (with_arg2(RawText="it was new"), "Line 1, Arg2 has “new” where the text has “old.” (line 1)."),
        (with_arg2(RawText="it was"), "Line 1, Arg2 has “nothing more” where the text has “old.” (line 1)."),
        (with_arg2(RawText="it was older"), "Line 1, Arg2 has “er” after the characters that it names."),
        ("Explicit|1", "Line 1: it has 2 columns separated by “|” instead of 48."),
        (pipe_line(column_22="0-13"), "Line 1: “0-13” must be a range of characters such as 9..258."),
        (pipe_line(column_32="13..0"), "Line 1: the characters 13 to 0 are not a range."),
        (
            "\n".join([pipe_line(), pipe_line(column_0="")]),
            "Line 2: “” is not a type of relation; known are explicit, implicit,",
        ),
        (pipe_line(column_22="33..34", column_24=" "), "Relation 1 has an argument without a letter of a sentence."),
    ],
)
def test_positions_that_do_not_fit_are_refused_with_the_place(content: str, message: str) -> None:
    assert refusal(content).startswith(message)


def test_a_relation_has_the_class_of_its_sense() -> None:
    for sense, names in {
        "Temp": "Temporal, Temp, synchrony, Temporal.Asynchronous.Succession, Temporal.Synchronous",
        "Cont": "Pragmatic_condition, Contingency.Pragmatic cause.Justification, Contingency.Cause+Belief.Reason",
        "Comp": "Comparison.Concession.Contra-expectation, Pragmatic_contrast",
        "Exp": "Expansion.Level-of-detail.Arg2-as-detail, List, Expansion.Alternative.Chosen alternative",
        "EntRel": "EntRel",
        "NoRel": "NoRel",
    }.items():
        assert {class_of_sense(name).value for name in names.split(", ")} == {sense}


def test_a_file_is_split_into_its_texts() -> None:
    lines = [relation_line(), relation_line(DocID="b"), relation_line(Type="EntRel")]
    parts = dict(split_discourse("\n".join(lines)))
    assert parts == {"D1.M.1.A.1": f"{lines[0]}\n{lines[2]}\n", "b": f"{lines[1]}\n"}
    assert len(aligned(parts["D1.M.1.A.1"])) == 2
    for content in (BRACKETS, pipe_line(), "{Exp_0_Arg1", "[ 1 ]", ""):
        assert list(split_discourse(content)) == [("", content)]


@pytest.mark.parametrize(
    ("limit", "at_most", "content", "message"),
    [
        ("parses.MAX_RELATIONS", 2, "\n".join([pipe_line()] * 3), "Line 3: a text has more than 2 relations."),
        ("parses.MAX_RELATIONS", 2, BRACKETS, "Line 2: a text has more than 2 relations."),
        ("parses.MAX_SENTENCE_PARTS", 5, BRACKETS, "The relations have more than 5 parts of sentences."),
        ("conll.MAX_LINES", 1, f"{relation_line()}\n\n{relation_line()}", "Line 3: the file has more than 1 lines."),
    ],
)
def test_files_are_bounded(monkeypatch, limit: str, at_most: int, content: str, message: str) -> None:
    monkeypatch.setattr(f"scoring.observations.text_files.discourse.{limit}", at_most)
    assert refusal(content) == message


FILES = (BRACKETS, relation_line(), pipe_line())
PIECES = [
    "{",
    "}",
    "|",
    " ",
    "\n",
    '"',
    "[",
    "]",
    "-1",
    "0",
    "9" * 30,
    "..",
    ";",
    "{Exp_0_Arg1",
    "Exp_0_Arg1}",
    "\x00",
    "’",
]


@settings(max_examples=150, deadline=None)
@given(
    content=st.sampled_from(FILES),
    edits=st.lists(st.tuples(st.integers(0, 500), st.integers(0, 20), st.sampled_from(PIECES) | st.text(max_size=5))),
)
@example(relation_line(), [(20, 20, "[" * 50_000)])
@example(relation_line(), [(20, 0, "\ud800")])
def test_damaged_files_are_read_or_refused(content: str, edits: list[tuple[int, int, str]]) -> None:
    for start, length, piece in edits:
        content = content[:start] + piece + content[start + length :]
    message = ""
    try:
        for relation in aligned_parts(content):
            for part in (*relation.arg1, *relation.arg2):
                assert SENTENCES[part.sentence][part.start : part.end].strip()
    except FormatError as error:
        message = str(error)
    assert re.match(r"$|Line \d+|The file ends|Relation \d+", message)


def aligned_parts(content: str) -> list[DiscourseRelation]:
    """The relations of all texts of a file, each part of the file read by itself."""
    parses = [parse for _, part in split_discourse(content) for parse in read_discourse(part).values()]
    return [relation for parse in parses for relation in parse.align(TEXT, SENTENCES)]
