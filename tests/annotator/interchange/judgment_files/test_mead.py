"""MEAD's documents, clusters, utilities and extracts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.interchange.judgment_files.mead import (
    ExtractFile,
    read_cluster,
    read_document,
    read_extract,
    read_utilities,
    write_cluster,
    write_document,
    write_extract,
    write_utilities,
)
from annotator.interchange.judgment_files.reading import JudgmentFile, TextRow
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import TableError
from annotator.texts.errors import FormatError
from tests.annotator.interchange.judgment_files.names import NAMES, TEXTS

# The DOCTYPE of real files names a file of the machine that made them; it is never read.
DOCUMENT = """<?xml version='1.0' encoding='UTF-8'?>
<!DOCTYPE DOCSENT SYSTEM "/clair/tools/mead/dtd/docsent.dtd">
<DOCSENT DID='d1' LANG='ENG'><BODY>
<HEADLINE><S PAR="1" RSNT="1" SNO="1">Dam breaks</S></HEADLINE>
<TEXT><S PAR='2' RSNT='1' SNO='2'>The dam
broke.</S><S PAR='2' RSNT='2' SNO='3'>It rained &amp; poured.</S><S PAR='3' RSNT='1' SNO='4'>Nobody fell.</S></TEXT>
</BODY></DOCSENT>
"""
UTILITIES = """<SENT-JUDGE QID="7">
<S DID="d1" PAR="2" RSNT="1" SNO="2"><JUDGE N="anna" UTIL="10"/><JUDGE N="ben" UTIL="7.0"/></S>
<S DID="d1" PAR="2" RSNT="2" SNO="3"><JUDGE N="anna" UTIL="0"/></S>
</SENT-JUDGE>"""


def test_sentences_of_a_document_have_spans_in_its_text() -> None:
    document = read_document(DOCUMENT.encode(), topic="7")
    text = "Dam breaks\nThe dam broke. It rained & poured.\nNobody fell.\n"
    assert document.texts == (TextRow("7", "document", "d1", text),)
    assert [(item.key, item.judged) for item in document.items] == [
        ("d1#1", False),
        ("d1#2", True),
        ("d1#3", True),
        ("d1#4", True),
    ]
    assert all(text[item.start : item.end] == item.text for item in document.items)
    again = write_document(document.texts[0], document.items)
    assert '<S PAR="2" RSNT="2" SNO="3">It rained &amp; poured.</S>' in again
    assert read_document(again.encode(), topic="7") == document


def test_a_document_that_declares_entities_is_refused() -> None:
    bomb = DOCUMENT.replace('SYSTEM "/clair/tools/mead/dtd/docsent.dtd"', '[<!ENTITY a "b">]')
    with pytest.raises(FormatError, match="declares XML entities"):
        read_document(bomb.encode(), topic="7")
    with pytest.raises(FormatError, match="not one <DOCSENT>"):
        read_document(UTILITIES.encode(), topic="7")


def test_a_cluster_lists_its_documents() -> None:
    assert read_cluster(b'<CLUSTER LANG="ENG"><D DID="41"/><D DID="42"/></CLUSTER>') == ["41", "42"]
    assert read_cluster(write_cluster(["4 <1>", "42"]).encode()) == ["4 <1>", "42"]


def test_a_judge_who_judged_some_sentences_has_an_unfinished_sheet() -> None:
    judged = read_utilities(UTILITIES.encode())
    assert [(row.judge, row.item, row.value, row.state) for row in judged.rows] == [
        ("anna", "d1#2", 10, "submitted"),
        ("ben", "d1#2", 7, "in_progress"),
        ("anna", "d1#3", 0, "submitted"),
    ]
    assert [(repair.place, repair.what) for repair in judged.repairs] == [
        ("Judge ben", "d1#3 not judged; the sheet is not finished.")
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"10"', '"11"', "Sentence d1#2: the utility “11” is not a whole number from 0 to 10."),
        ('"10"', '"6.5"', "Sentence d1#2: the utility “6.5” is not a whole number from 0 to 10."),
        ("ben", "anna", "Sentence d1#2: anna has another answer to the same question in Sentence d1#2."),
        ('DID="d1"', 'DID="d9"', "Sentences: d9#2, d9#3 are not in the documents."),
    ],
)
def test_faults_of_utilities_name_their_sentence(old: str, new: str, message: str) -> None:
    with pytest.raises(TableError) as refused:
        read_utilities(UTILITIES.replace(old, new).encode(), items=read_document(DOCUMENT.encode(), topic="7").items)
    assert refused.value.messages == [message]


def test_an_extract_keeps_its_order_and_each_sentence_once() -> None:
    sentences = [("2", "d1", 3), ("1", "d1", 2), ("3", "d1", 3)]
    lines = "".join(f'<S ORDER="{order}" DID="{did}" SNO="{sno}" />' for order, did, sno in sentences)
    extract = read_extract(f'<EXTRACT TARGET="7" COMPRESSION="10" SYSTEM="lead" LANG="ENG">{lines}</EXTRACT>'.encode())
    repairs = ("Sentence d1#3 is there twice; it counts once.",)
    assert extract == ExtractFile("7", "lead", "10", ("d1#2", "d1#3"), repairs)
    empty = read_extract(b'<EXTRACT QID="7" SYSTEM="lead"></EXTRACT>')
    assert (empty.items, empty.repairs) == ((), ("The extract has no sentences.",))
    for bad in (b'<EXTRACT QID="7"/>', b'<EXTRACT SYSTEM="a"/>', lines.join(["<EXTRACT>", "</EXTRACT>"]).encode()):
        with pytest.raises(FormatError, match=" has no "):
            read_extract(bad)


_PARAGRAPHS = st.lists(st.lists(TEXTS, min_size=1, max_size=3), min_size=1, max_size=3)


@settings(max_examples=30)
@given(NAMES, NAMES, _PARAGRAPHS, st.lists(NAMES, min_size=1, max_size=2, unique=True), st.integers(0, 10))
def test_what_is_written_is_read_again(
    topic: str, name: str, paragraphs: list[list[str]], judges: list[str], utility: int
) -> None:
    numbers = iter(range(1, 10))
    body = "".join(
        f'<S PAR="{number}" SNO="{next(numbers)}"><![CDATA[{sentence}]]></S>'
        for number, sentences in enumerate(paragraphs, start=1)
        for sentence in sentences
    )
    document = read_document(f"<DOCSENT DID='1'><TEXT>{body}</TEXT></DOCSENT>".encode(), topic=topic)
    assert read_document(write_document(document.texts[0], document.items).encode(), topic=topic) == document
    rows = tuple(
        JudgmentRow("", topic, "", "", judge, "", "utility", item.key, utility)
        for item in document.items
        for judge in judges
    )
    judged = JudgmentFile(rows, document.items, document.texts)
    again = read_utilities(write_utilities(judged, topic=topic).encode(), items=document.items)
    assert again.rows == rows
    extract = ExtractFile(topic, name, "10", tuple(item.key for item in reversed(document.items)))
    assert read_extract(write_extract(extract).encode()) == extract
