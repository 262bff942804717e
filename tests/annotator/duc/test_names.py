"""Names from file names and headers. The shapes of DUC are those that DESIGN §5 lists."""

from __future__ import annotations

import pytest

from annotator.duc.documents import ModelSpan
from annotator.duc.names import NameParts, check_name_regex, model_names, parse_file_name, read_name_map
from annotator.texts.errors import FormatError


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("100.D0601.M.250.A.1.pan", NameParts("100.D0601.M.250.A.1", "100", "D0601", "1")),
        ("peers/D0701.M.250.A.12.pan", NameParts("D0701.M.250.A.12", None, "D0701", "12")),
        ("D0703-A.M.100.A.52.pan", NameParts("D0703-A.M.100.A.52", None, "D0703-A", "52")),
        ("D0703-A-ACDJ.pyr", NameParts("D0703-A-ACDJ", None, "D0703-A")),
        ("D0601.pyr", NameParts("D0601", None, "D0601")),
        ("D0703-A.pyr", NameParts("D0703-A", None, "D0703-A")),
        ("ferry.consensus.r2.pyr", NameParts("ferry.consensus.r2", "consensus", "ferry")),
        ("ann.ferry.S1.pan", NameParts("ann.ferry.S1", "ann", "ferry", "S1")),
        ("matter/annotator1.pyr", NameParts("annotator1")),
        ("matter/peers/881197544.pan", NameParts("881197544")),
        ("minimal_v1.5_with_score.pan", NameParts("minimal_v1.5_with_score")),
        ("without ending", NameParts("without ending")),
    ],
)
def test_the_shapes_of_file_names(path: str, names: NameParts) -> None:
    assert parse_file_name(path) == names


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (" D0601.M.250.A.1", "1"),
        ("D0703-A.M.100.A.G", "G"),
        ("TCstudent1", "TCstudent1"),
        ("1.txt", "1"),
        ("FERRY.1", "FERRY.1"),
        (None, "M1"),
    ],
)
def test_the_shapes_of_document_headers(header: str | None, name: str) -> None:
    assert model_names([ModelSpan(header, 0, 1)]) == [name]


def test_a_regex_of_the_person_goes_before_the_shapes() -> None:
    pattern = r"(?<annotator>[a-z]+)/(?<topic>[a-z]+)_(?<summarizer>\d+)"
    assert parse_file_name("eve/ferry_3.pan", name_regex=pattern) == NameParts("ferry_3", "eve", "ferry", "3")
    with pytest.raises(FormatError, match=r"^The name regex matches nothing in the file's path\.$"):
        parse_file_name("D0601.pyr", name_regex=pattern)


def test_a_regex_that_never_ends_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^The name regex takes too long\.$"):
        parse_file_name("a" * 5000 + "!", name_regex="(?<topic>(a+)+)$")


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("(", r"^The name regex cannot be understood"),
        (r"(?<name>\d+)", r"^The name regex needs at least one of the groups annotator, topic and summarizer\.$"),
    ],
)
def test_a_regex_of_no_use_is_refused_before_any_file(pattern: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        check_name_regex(pattern)
    check_name_regex("(?<topic>x)")


MAP = b"file,annotator,topic,summarizer\na.pan,eve,ferry,S1\nsub/b.pyr,,ferry,\n"


def test_a_map_goes_before_all_else() -> None:
    names = read_name_map(b"\xef\xbb\xbf" + MAP)
    assert parse_file_name("x/a.pan", name_map=names) == NameParts("a", "eve", "ferry", "S1")
    assert parse_file_name("sub/b.pyr", name_map=names, name_regex="(?<topic>zz)") == NameParts(
        "b", None, "ferry", None
    )
    assert parse_file_name("D0601.pyr", name_map=names) == NameParts("D0601", None, "D0601")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b"file,who\na.pan,eve\n",
            "The map of names needs the column file and at least one of the columns annotator, topic, summarizer.",
        ),
        (b"", "The map of names needs the column file and at least one of the columns annotator, topic, summarizer."),
        (MAP + b"a.pan,x,y,z\n", "The map of names has “a.pan” twice; the second time is in line 4."),
        (b"\xff\xfe\0", "The map of names is not UTF-8."),
        (MAP + b'"c.pan', "The map of names is not a CSV file: unexpected end of data."),
    ],
)
def test_a_map_that_cannot_be_used_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(FormatError) as refusal:
        read_name_map(data)
    assert str(refusal.value) == sentence
