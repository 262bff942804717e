"""Names from file names and headers. The shapes of DUC are those that DESIGN §5 lists."""

from __future__ import annotations

import pytest

from annotator.duc.names import Names, check_name_regex, names_of_file, names_of_header, read_map
from annotator.texts.errors import FormatError


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("100.D0601.M.250.A.1.pan", Names("100.D0601.M.250.A.1", "100", "D0601", "1")),
        ("peers/D0701.M.250.A.12.pan", Names("D0701.M.250.A.12", None, "D0701", "12")),
        ("D0703-A.M.100.A.52.pan", Names("D0703-A.M.100.A.52", None, "D0703-A", "52")),
        ("D0703-A-ACDJ.pyr", Names("D0703-A-ACDJ", None, "D0703-A", None, ("A", "C", "D", "J"))),
        ("D0601.pyr", Names("D0601", None, "D0601")),
        ("D0703-A.pyr", Names("D0703-A", None, "D0703-A")),
        ("ferry.consensus.r2.pyr", Names("ferry.consensus.r2", "consensus", "ferry")),
        ("ann.ferry.S1.pan", Names("ann.ferry.S1", "ann", "ferry", "S1")),
        ("matter/annotator1.pyr", Names("annotator1")),
        ("matter/peers/881197544.pan", Names("881197544")),
        ("minimal_v1.5_with_score.pan", Names("minimal_v1.5_with_score")),
        ("without ending", Names("without ending")),
    ],
)
def test_the_shapes_of_file_names(path: str, names: Names) -> None:
    assert names_of_file(path) == names


@pytest.mark.parametrize(
    ("header", "names"),
    [
        (" D0601.M.250.A.1", Names("D0601.M.250.A.1", None, "D0601", "1")),
        ("D0703-A.M.100.A.G", Names("D0703-A.M.100.A.G", None, "D0703-A", "G")),
        ("TCstudent1", Names("TCstudent1", summarizer="TCstudent1")),
        ("1.txt", Names("1", summarizer="1")),
        ("FERRY.1", Names("FERRY.1", summarizer="FERRY.1")),
    ],
)
def test_the_shapes_of_document_headers(header: str, names: Names) -> None:
    assert names_of_header(header) == names


def test_a_regex_of_the_person_goes_before_the_shapes() -> None:
    pattern = r"(?<annotator>[a-z]+)/(?<topic>[a-z]+)_(?<summarizer>\d+)"
    assert names_of_file("eve/ferry_3.pan", name_regex=pattern) == Names("ferry_3", "eve", "ferry", "3")
    with pytest.raises(FormatError, match=r"^The name regex matches nothing in its name\.$"):
        names_of_file("D0601.pyr", name_regex=pattern)


def test_a_regex_that_never_ends_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^The name regex takes too long\.$"):
        names_of_file("a" * 5000 + "!", name_regex="(?<topic>(a+)+)$")


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
    names = read_map(b"\xef\xbb\xbf" + MAP)
    assert names_of_file("x/a.pan", names=names) == Names("a", "eve", "ferry", "S1")
    assert names_of_file("sub/b.pyr", names=names, name_regex="(?<topic>zz)") == Names("b", None, "ferry", None)
    assert names_of_file("D0601.pyr", names=names) == Names("D0601", None, "D0601")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"file,who\na.pan,eve\n", "The map of names needs the columns file, annotator, topic and summarizer."),
        (b"", "The map of names needs the columns file, annotator, topic and summarizer."),
        (MAP + b"a.pan,x,y,z\n", "The map of names has “a.pan” twice, again in line 4."),
        (b"\xff\xfe\0", "The map of names is not UTF-8."),
        (MAP + b'"c.pan', "The map of names is no CSV: unexpected end of data."),
    ],
)
def test_a_map_that_cannot_be_used_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(FormatError) as refusal:
        read_map(data)
    assert str(refusal.value) == sentence
