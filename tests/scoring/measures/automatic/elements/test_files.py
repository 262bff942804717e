"""Files of Basic Elements, parses in CoNLL-U, and the elements made from a parse."""

import pytest

from scoring.measures.automatic.elements.be_files import BasicElementsError, read_elements
from scoring.measures.automatic.elements.conllu import ConlluError, read_conllu
from scoring.measures.automatic.elements.ud1 import elements_of_parse


def test_a_line_is_an_element() -> None:
    assert read_elements("\ufeffbreak|dam|subj\r\n\n two towns | nil | nil") == (
        ("break", "dam", "subj"),
        ("two towns", "nil", "nil"),
    )
    assert read_elements("") == ()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("dam|nil|nil\ndam|nil", "Line 2 must be head|modifier|relation, not “dam|nil”."),
        ("dam|nil|nil|nil", "Line 1 must be head|modifier|relation, not “dam|nil|nil|nil”."),
        ("dam||nil", "Line 1 has an empty field; write nil for a missing value: “dam||nil”."),
    ],
)
def test_other_lines_are_refused(content: str, sentence: str) -> None:
    with pytest.raises(BasicElementsError) as refusal:
        read_elements(content)
    assert str(refusal.value) == sentence


def conllu(*words: str) -> str:
    """The lines of one sentence from ``form lemma upos head relation``, numbered."""
    rows = [f"{number} {word}".split() for number, word in enumerate(words, 1)]
    return "\n".join(
        f"{n}\t{form}\t{lemma}\t{upos}\t_\t_\t{head}\t{rel}\t_\t_" for n, form, lemma, upos, head, rel in rows
    )


FLOOD = conllu(
    "The the DET 2 det",
    "dam dam NOUN 4 nsubj",
    "has have AUX 4 aux",
    "broken break VERB 0 root",
    "because because ADP 7 case",
    "of of ADP 5 fixed",
    "rain rain NOUN 4 obl",
    "and and CCONJ 9 cc",
    "wind wind NOUN 7 conj",
    "and and CCONJ 11 cc",
    "killed kill VERB 4 conj",
    "cattle _ NOUN 11 obj",
    "on on ADP 14 case",
    "farms farm NOUN 11 obl:loc",
    ". . PUNCT 4 punct",
)


def test_the_rules_make_elements_of_edges() -> None:
    parse = read_conllu(FLOOD)[""]
    assert ["|".join(element) for element in elements_of_parse(parse)] == [
        "break|dam|nsubj",
        "break|nil|nil",
        "break|rain|because of",  # the case marker of an oblique
        "wind|and|cc",
        "break|wind|because of",  # a conjunct has the edge of the first
        "kill|and|cc",
        "kill|nil|nil",
        "kill|cattle|obj",
        "kill|farm|on",
    ]


def test_a_conjunct_may_have_its_own_case_marker() -> None:
    parse = read_conllu(
        conllu(
            "live live VERB 0 conj",  # a root, whatever its relation is called
            "in in ADP 3 case",
            "towns town NOUN 1 obl",
            "on on ADP 5 case",
            "farms farm NOUN 3 conj",
            "! ! PUNCT 1 dep",
        )
    )[""]
    assert ["|".join(element) for element in elements_of_parse(parse)] == [
        "live|nil|nil",
        "live|town|in",
        "live|farm|on",
    ]


def test_documents_are_read_by_their_names() -> None:
    two = f"# newdoc id = A.1\n# text = x\n{FLOOD}\n\n{conllu('Rain rain NOUN 0 root')}\n\n# newdoc id = A.2\n"
    documents = read_conllu(two.replace("\n", "\r\n"))
    assert [(name, [len(words) for words in sentences]) for name, sentences in documents.items()] == [
        ("A.1", [15, 1]),
        ("A.2", []),
    ]
    assert read_conllu("") == {}


def test_tokens_of_several_words_and_empty_nodes_are_left_out() -> None:
    lines = conllu("de de ADP 2 case", "eau eau NOUN 0 root").split("\n")
    token, empty = (lines[0].replace("1\t", f"{number}\t", 1) for number in ("1-2", "1.1"))
    words = read_conllu("\n".join([token, lines[0], empty, lines[1]]))[""][0]
    assert [word.word for word in words] == ["de", "eau"]


WORD = conllu("Rain rain NOUN 0 root")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("1 Rain rain", "Line 1 has 1 columns separated by tabs instead of 10."),
        (f"{WORD}\n{WORD}", "Line 2: the word must have number 2, not “1”."),
        (WORD.replace("\t0\t", "\t_\t"), "Line 1: the head must be the number of a word or 0, not “_”."),
        (
            f"{WORD}\n\n" + WORD.replace("\t0\t", "\t1\t"),
            "The sentence at line 3: the heads of word 1 lead to no root.",
        ),
        (WORD.replace("\t0\t", "\t2\t"), "The sentence at line 1: the heads of word 1 lead to no root."),
        ("# newdoc id = A\n# newdoc id = A", "Line 2: document “A” is in the file twice."),
    ],
)
def test_what_is_no_parse_is_refused(content: str, sentence: str) -> None:
    with pytest.raises(ConlluError) as refusal:
        read_conllu(content)
    assert str(refusal.value) == sentence
