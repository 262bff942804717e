"""Where the model summaries of a pyramid's text are: by the file's regex, by known headers, by what the person says."""

from __future__ import annotations

import pytest

from annotator.duc.documents import ModelSpan, Repair
from annotator.duc.model_headers import Hints, find_model_spans
from annotator.texts.errors import FormatError
from tests.annotator.duc.duc_files import MODELS, REGEX, TEXT

ONE, TWO, THREE = MODELS
NONE = Hints()
ASK = r"say --models N or --separator REGEX\.$"


def texts(text: str, spans: tuple[ModelSpan, ...]) -> list[str]:
    return [text[span.start : span.end] for span in spans]


def names(spans: tuple[ModelSpan, ...]) -> list[str | None]:
    return [span.name for span in spans]


def test_the_regex_of_the_file_finds_the_summaries_and_their_names() -> None:
    spans, repairs = find_model_spans(TEXT, REGEX, NONE)
    assert texts(TEXT, spans) == list(MODELS)
    assert names(spans) == ["VARN.1", "VARN.2", "VARN.3"]
    assert repairs == []


def test_blank_lines_around_a_summary_are_not_its_own_but_indentation_is() -> None:
    text = "-- Ann --\n\n   \n  Indented.\nLast. \n      \n\n-- Bob --\nShort."
    spans, _ = find_model_spans(text, r"\-\- [A-Z][a-z]+ \-\-", NONE)
    assert texts(text, spans) == ["  Indented.\nLast. ", "Short."]


@pytest.mark.parametrize(
    ("text", "shape", "expected"),
    [
        pytest.param(
            TEXT,
            "names between lines of dashes",
            ["VARN.1", "VARN.2", "VARN.3"],
            id="a name between two lines of dashes",
        ),
        pytest.param(
            f"-----+ Ann +-----\n{ONE}\n-----+ Bob +-----\n{TWO}\n-----+ Eve +-----\n{THREE}\n",
            "names within dashes",
            ["Ann", "Bob", "Eve"],
            id="a name within dashes and plus signs",
        ),
        pytest.param(
            f"----- Ann -----\n{ONE}\n\n----- Bob -----\n{TWO}\n\n----- Eve -----\n{THREE}\n",
            "names within dashes",
            ["Ann", "Bob", "Eve"],
            id="a name within dashes",
        ),
        pytest.param(
            f"-- student1 --\n{ONE}\n-- student2 --\n{TWO}\n-- student3 --\n{THREE}\n",
            "names within dashes",
            ["student1", "student2", "student3"],
            id="a name within two dashes",
        ),
        pytest.param(f"---\n{ONE}\n---\n{TWO}\n---\n{THREE}\n", "lines of dashes", [None] * 3, id="--- before each"),
        pytest.param(f"{ONE}\n---\n{TWO}\n---\n{THREE}\n", "lines of dashes", [None] * 3, id="--- between them"),
        pytest.param(
            f"---\n{ONE}\n---\n{TWO}\n---\n{THREE}\n---\n", "lines of dashes", [None] * 3, id="--- around them"
        ),
    ],
)
def test_without_a_regex_headers_of_the_known_shapes_are_found(
    text: str, shape: str, expected: list[str | None]
) -> None:
    spans, repairs = find_model_spans(text, None, NONE)
    assert texts(text, spans) == list(MODELS)
    assert names(spans) == expected
    assert repairs == [Repair(None, f"no usable startDocumentRegEx: 3 model summaries found by {shape}")]


@pytest.mark.parametrize(
    ("regex", "why"),
    [
        ("never there", "matches nowhere in the text"),
        ("((", "cannot be understood (missing ))"),
        ("(-+)+$", "takes too long"),
        (".", None),
        ("-" * 1001, "is longer than 1000 characters"),
    ],
)
def test_a_regex_of_no_use_is_told_and_headers_are_looked_for(regex: str, why: str | None) -> None:
    text = TEXT.replace("----------\n VARN.1", "-" * 5000 + "\n VARN.1")
    if why is None:
        text, why = text + "word " * 300, "matches more than 1000 times"
    spans, repairs = find_model_spans(text, regex, NONE)
    assert len(spans) == 3
    assert repairs[0] == Repair(None, f"startDocumentRegEx {why}; the text was searched for document headers")


def test_text_before_the_first_header_is_a_summary_if_parts_begin_there() -> None:
    text = f"{ONE}\n-- Bob --\n{TWO}\n"
    assert texts(text, find_model_spans(text, "-- Bob --", NONE, first_part=4)[0]) == [ONE, TWO]
    assert texts(text, find_model_spans(text, "-- Bob --", NONE, first_part=90)[0]) == [TWO]
    repairs = find_model_spans(text, "-- Bob --", NONE, first_part=4)[1]
    assert repairs == [Repair(None, "text before the first document header was read as a model summary")]


def test_a_header_without_text_is_left_out_and_told() -> None:
    text = f"-- Ann --\n{ONE}\n-- Bob --\n\n-- Eve --\n{THREE}\n"
    spans, repairs = find_model_spans(text, "-- [A-Z][a-z]+ --", NONE)
    assert names(spans) == ["Ann", "Eve"]
    assert repairs == [Repair(None, "1 document header(s) without text were ignored")]


def test_names_that_several_summaries_have_are_no_names() -> None:
    text = f"-- Ann --\n{ONE}\n-- Ann --\n{TWO}\n-- Eve --\n{THREE}\n"
    spans, repairs = find_model_spans(text, "-- [A-Z][a-z]+ --", NONE)
    assert names(spans) == [None, None, "Eve"]
    assert repairs == [Repair(None, "several model summaries are headed “Ann”; they were read without names")]


def test_a_line_of_dashes_inside_a_summary_does_not_hide_the_headers() -> None:
    text = TEXT.replace("nobody died.\n", "nobody died.\n-----\n")
    assert names(find_model_spans(text, None, NONE)[0]) == ["VARN.1", "VARN.2", "VARN.3"]


def test_short_summaries_between_lines_of_dashes_are_no_names() -> None:
    text = "---\nOne line.\n---\nAnother.\n---\nA third.\n---\n"
    assert texts(text, find_model_spans(text, None, NONE)[0]) == ["One line.", "Another.", "A third."]


def test_without_headers_the_person_is_asked() -> None:
    with pytest.raises(FormatError, match=r"^Its text shows no document headers that could be found; " + ASK):
        find_model_spans(f"{ONE}\n\n{TWO}\n\n{THREE}\n", None, NONE)


def test_the_persons_number_chooses_among_paragraphs_lines_and_the_whole() -> None:
    paragraphs = f"{ONE}\n\n{TWO}\n  \n{THREE}\n"
    assert texts(paragraphs, find_model_spans(paragraphs, None, Hints(model_count=3))[0]) == list(MODELS)
    lines = "One.\nTwo.\nThree.\n"
    assert texts(lines, find_model_spans(lines, None, Hints(model_count=3))[0]) == ["One.", "Two.", "Three."]
    assert texts(lines, find_model_spans(lines, None, Hints(model_count=1))[0]) == ["One.\nTwo.\nThree."]


def test_the_persons_number_that_fits_nothing_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^Its text shows no 7 model summaries that could be found; " + ASK):
        find_model_spans(TEXT, None, Hints(model_count=7))


def test_the_files_number_chooses_among_shapes_and_is_told_where_it_fits_none() -> None:
    text = f"---\nOne\n---\n{ONE}\n---\nTwo\n---\n{TWO}\n"
    assert len(find_model_spans(text, None, NONE)[0]) == 2
    assert len(find_model_spans(text, None, Hints(num_models=4))[0]) == 4
    assert find_model_spans(text, None, Hints(num_models=9))[1][0] == Repair(
        None, "numModels is 9, but there are 2 headers"
    )


def test_the_persons_separator_is_what_stands_between() -> None:
    text = f"{ONE}\n###\n{TWO}\n###\n{THREE}\n"
    assert texts(text, find_model_spans(text, None, Hints(separator="###"))[0]) == list(MODELS)


@pytest.mark.parametrize(
    ("separator", "sentence"),
    [
        ("%%%", "The separator matches nowhere in its text."),
        ("((", "The separator cannot be understood (missing ))."),
        ("(e+)+$", "The separator takes too long."),
    ],
)
def test_a_separator_of_no_use_is_refused(separator: str, sentence: str) -> None:
    with pytest.raises(FormatError) as refusal:
        find_model_spans("e" * 5000 + TEXT, None, Hints(separator=separator))
    assert str(refusal.value) == sentence


def test_the_files_own_regex_goes_before_what_the_person_says() -> None:
    assert len(find_model_spans(TEXT, REGEX, Hints(model_count=5, separator="broke"))[0]) == 3


def test_far_more_summaries_than_people_write_are_refused() -> None:
    with pytest.raises(FormatError, match=r"^It seems to hold 300 model summaries; at most 200 are read\.$"):
        find_model_spans("-- x --\nword\n" * 300, None, NONE)
