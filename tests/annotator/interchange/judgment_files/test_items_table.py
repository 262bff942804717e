"""The table of items: defaults, errors by line, and writing what was read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.interchange.judgment_files.items_table import read_items, write_items_csv, write_items_jsonl
from annotator.interchange.judgment_files.reading import ItemRow
from annotator.tables.csv_records import TableError
from tests.annotator.interchange.judgment_files.names import NAMES, TEXTS


def test_only_topic_source_key_and_text_are_needed() -> None:
    items = read_items(b"topic,source,key,text\nmill,statements,1,It broke.\n").items
    assert items == (ItemRow("mill", "", "statements", "", "1", "It broke."),)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("mill,scus,1,It broke.,,,", "the source “scus” is none of model_units, peer_sentences, document_sentences, "),
        ("mill,statements,,It broke.,,,", "the item is missing."),
        ("mill,statements,1,,,,", "the text of item 1 is empty."),
        ("mill,statements,1,It broke.,3,,", "start and end must both be given"),
        ("mill,statements,1,It broke.,3,9,", "a statement has no start and end."),
        ("mill,model_units,1,It broke.,3,9,", "the summarizer whose summary the item is from is missing."),
        ("mill,document_sentences,1,It broke.,3,9,", "the document of the sentence is missing."),
        ("mill,statements,1,It broke.,,,vita", "the importance “vita” is none of vital, okay."),
    ],
)
def test_errors_name_their_line(line: str, message: str) -> None:
    with pytest.raises(TableError) as refused:
        read_items(f"topic,source,key,text,start,end,importance\n{line}\n".encode())
    assert refused.value.messages[0].startswith(f"Line 2: {message}")


def test_two_items_with_one_key_are_refused() -> None:
    with pytest.raises(TableError, match="Line 3: item 1 is a different one in line 2"):
        read_items(b"topic,source,key,text\nmill,statements,1,It broke.\nmill,statements,1,It held.\n")


ITEMS = st.lists(
    st.builds(
        ItemRow,
        topic=NAMES,
        list=st.just("") | NAMES,
        source=st.just("statements"),
        summarizer=st.just("") | NAMES,
        key=NAMES,
        text=TEXTS,
        weight=st.none() | st.integers(0, 99),
        importance=st.sampled_from(["", "vital", "okay"]),
        heading=st.just("") | TEXTS,
        judged=st.booleans(),
    )
    | st.builds(
        ItemRow,
        topic=NAMES,
        list=st.just(""),
        source=st.just("model_units"),
        summarizer=NAMES,
        key=NAMES,
        text=TEXTS,
        start=st.integers(0, 9),
        end=st.integers(10, 20),
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda item: (item.topic, item.key),
)


@settings(max_examples=30)
@given(ITEMS)
def test_what_is_written_is_read_again(items: list[ItemRow]) -> None:
    for write in (write_items_csv, write_items_jsonl):
        assert read_items(write(items).encode()).items == tuple(items)
