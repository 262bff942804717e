"""SEE's files of model units, and the places of the units in the model."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.interchange.judgment_files.reading import ItemRow
from annotator.interchange.judgment_files.see import SeeName, place_units, read_units, see_name, write_units
from annotator.tables.csv_records import TableError
from tests.annotator.interchange.judgment_files.names import TEXTS

NAME = SeeName("D061", "M", "050", "J", "A")
UNITS = b"""<html><head><title>D061.M.050.J.A</title></head><body>
<a name="1">[1]</a> <a href="#1" id=1>The old
dam broke,</a>
<a name="2">[2]</a> <A HREF="#2" ID="2">after rain &amp; snow.</A>
</body></html>"""
MODEL = "“The old dam broke, after rain & snow. Nobody fell."


def test_units_are_links_to_themselves() -> None:
    units = read_units(UNITS, see_name("D061.M.050.J.A.html"))
    assert [(unit.topic, unit.summarizer, unit.key, unit.text) for unit in units.items] == [
        ("D061", "A", "1", "The old dam broke,"),
        ("D061", "A", "2", "after rain & snow."),
    ]
    assert str(see_name("D061.M.050.J.A.HTML")) == "D061.M.050.J.A.html"


def test_units_get_their_places_and_words_without_unit_are_counted() -> None:
    placed = place_units(read_units(UNITS, NAME).items, MODEL)
    assert [unit.text for unit in placed.items] == ["“The old dam broke,", "after rain & snow."]
    assert all(MODEL[unit.start : unit.end] == unit.text for unit in placed.items)
    assert [repair.what for repair in placed.repairs] == ["2 of its words are in no unit."]


def test_a_unit_whose_words_are_not_in_the_model_is_refused() -> None:
    with pytest.raises(TableError) as refused:
        place_units(read_units(UNITS, NAME).items, "The old dam broke after snow.")
    assert refused.value.messages == [
        "Unit 2: its words “after rain & snow.” are not in the model after those of the previous unit."
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<html><p>No units.</p></html>", "The file has no units"),
        (b"<a href='#1' id=1>It</a><a href='#1' id=1>broke</a>", "Unit 1: there are two units with this number."),
        (b"<a href='#1' id=1> </a>", "Unit 1: the text of item 1 is empty."),
    ],
)
def test_faults_name_their_unit(data: bytes, message: str) -> None:
    with pytest.raises(TableError, match=message):
        read_units(data, NAME)


def test_a_file_with_another_name_is_refused() -> None:
    with pytest.raises(TableError, match=r"The name “units\.html” is not like"):
        see_name("units.html")


@settings(max_examples=30)
@given(st.lists(TEXTS, min_size=1, max_size=4))
def test_what_is_written_is_read_again(texts: list[str]) -> None:
    units = tuple(
        ItemRow("D061", "", "model_units", "A", str(number), text) for number, text in enumerate(texts, start=1)
    )
    assert read_units(write_units(units, NAME).encode(), NAME).items == units
