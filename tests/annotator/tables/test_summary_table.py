"""A table of texts: what is read, and every complaint at once with its line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.tables.csv_records import TableError
from annotator.tables.summary_table import TableRow, read_table

HEADER = "topic,kind,summarizer,text\n"


def messages(data: str | bytes) -> list[str]:
    with pytest.raises(TableError) as refusal:
        read_table(data.encode() if isinstance(data, str) else data)
    return refusal.value.messages


ROWS = [
    TableRow(2, "dam", "model", "Ann", "The dam", "What broke?", "It broke.\nOn Friday."),
    TableRow(4, "dam", "peer", "S1", "", "", 'A "dam", it seems.'),
]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_with_any_common_separator_and_quoted_line_ends(delimiter: str) -> None:
    cells = [
        ["Topic", " kind", "summarizer", "text", "title", "statement", "note"],
        ["dam", "model", "Ann", '"It broke.\nOn Friday."', "The dam", "What broke?", "not read"],
        ["dam", "PEER", " S1 ", '"A ""dam"", it seems."'],
        [""] * 7,
    ]
    data = "\n".join(delimiter.join(row) for row in cells)
    assert read_table(data.encode()) == ROWS
    assert read_table(b"\xef\xbb\xbf" + data.encode()) == ROWS


def test_jsonl() -> None:
    lines = [
        json.dumps({"topic": "dam", "kind": "model", "summarizer": 7, "text": "It broke.", "other": [1]}),
        "",
        json.dumps(
            {"topic": "dam", "kind": "peer", "summarizer": "S1", "text": "A\u2028b", "title": None}, ensure_ascii=False
        ),
    ]
    assert read_table("\n".join(lines).encode()) == [
        TableRow(1, "dam", "model", "7", "", "", "It broke."),
        TableRow(3, "dam", "peer", "S1", "", "", "A\u2028b"),
    ]


def test_changes_of_a_text_are_noted() -> None:
    (row,) = read_table((HEADER + 'dam,model,Ann,"One.\r\nTwo."\r\n').encode())
    assert (row.text, row.notes) == ("One.\nTwo.", ("line ends were made LF",))


def test_a_missing_column_is_named() -> None:
    assert messages("topic,summarizer,text,text\ndam,Ann,It broke.\n") == [
        "The column “kind” is missing.",
        "The column “text” appears twice.",
    ]


def test_all_that_is_wrong_is_told_at_once_with_its_line() -> None:
    data = (
        HEADER
        + "dam,model,Ann,It broke.\n"
        + "dam,modell,Bob,It broke.\n"
        + ',model,Bob,"  \n "\n'
        + "dam,model,Ann,Again.\n"
        + "dam,peer,Ann,Not the same kind.\n"
        + "dam,model\n"
        + "dam,model,Eve,It,broke\n"
        + "dam,model,Eve,It\x0b broke\n"
    )
    assert messages(data) == [
        "Line 3: kind is “modell”, not model or peer.",
        "Line 4: topic is empty.",
        "Line 4: text is empty.",
        "Line 6: the model “Ann” of topic “dam” is already in line 2.",
        "Line 8: summarizer is missing.",
        "Line 8: text is missing.",
        "Line 9: it has 5 cells under 4 columns.",
        "Line 10: line 1 has the character U+000B, which cannot be stored.",
    ]


def test_all_that_is_wrong_in_jsonl_is_told_at_once_with_its_line() -> None:
    good = {"topic": "dam", "kind": "model", "summarizer": "Ann", "text": "It broke."}
    lines = [
        json.dumps(good),
        '{"topic": "dam"',
        "[1]",
        json.dumps({**good, "text": 5}),
        json.dumps({**good, "text": "a\ud800b", "summarizer": "x" * 201}),
        json.dumps({key: value for key, value in good.items() if key != "kind"}),
        '{"a":' * 100_000,
    ]
    found = messages("\n".join(lines))
    assert found[:5] == [
        "Line 2: it is not JSON (Expecting ',' delimiter).",
        "Line 3: it is not a JSON object.",
        "Line 4: text is not text.",
        "Line 5: summarizer has more than 200 characters.",
        "Line 5: line 1 has the character U+D800, which cannot be stored.",
    ]
    assert found[5] == "Line 6: kind is missing."
    assert found[6] == "Line 7: it has more than 1,000 values."


def test_a_topic_has_one_title_and_one_statement() -> None:
    header = "topic,kind,summarizer,text,title\n"
    rows = read_table(f"{header}dam,model,Ann,a,The dam\ndam,model,Bob,b,\n".encode())
    assert [row.title for row in rows] == ["The dam", ""]
    assert messages(f"{header}dam,model,Ann,a,The dam\ndam,model,Bob,b,Dams\n") == [
        "Line 3: the title of topic “dam” differs from an earlier line."
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The table is empty."),
        (b"\xef\xbb\xbf\n", "The table is empty."),
        (b'[{"topic": "dam"}]', "The table is a JSON list; write one object per line (JSONL)."),
        (HEADER.encode(), "The table has no rows."),
        (HEADER.encode() + b"dam,model,Ann,caf\xe9\n", "The table is not UTF-8: line 2 has the byte 0xE9."),
        (HEADER.encode("utf-16"), "The table is UTF-16; save it as UTF-8."),
        (HEADER.encode() + b'dam,model,Ann,"open', "Line 2: it is not CSV (unexpected end of data)."),
        (b" " * 50_000_001, "The table is larger than 50 MB."),
        (
            HEADER.encode() + b"dam,model,Ann," + b"a" * 10_000_001,
            "Line 2: the text is larger than 10 MB.",
        ),
    ],
)
def test_what_is_no_table_is_refused_with_a_sentence(data: bytes, message: str) -> None:
    assert messages(data) == [message]


def test_a_long_list_of_complaints_is_cut_and_counted() -> None:
    found = messages(HEADER + "dam,x,Ann,a\n" * 60)
    assert len(found) == 51
    assert found[-1] == "And 10 more."


@given(st.binary(max_size=80))
def test_whatever_the_bytes_there_is_no_traceback(data: bytes) -> None:
    for start in (b"", HEADER.encode(), b"{"):
        with pytest.raises(TableError):
            read_table(start + data + b"\n{}\nx,y")
