"""Where the model summaries of a pyramid's text are: by the file's regex, by the user's hints, by known headers.

Texts are made here; what is expected of each is how it was made.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.duc.divisions import Hints, find_model_summaries
from annotator.duc.documents import ModelSpan, Repair
from annotator.duc.part_bounds import PartBounds
from annotator.texts.errors import FormatError
from tests.annotator.duc.divided_texts import BETWEEN, BODIES, FAMILIES, LONE, NAMED, NAMES, SCUS, contributed
from tests.annotator.duc.duc_files import MODELS, REGEX, TEXT

ONE, TWO, THREE = MODELS
NONE = Hints()
NOBODY = PartBounds("", [])
ASK = r"say --models N or --separator REGEX\.$"
PREAMBLES = (
    "#4\n",
    "The dam at Varn\n",
    "12 May 2006\n\n",
    "\n\n \n",
    "#4\nThe dam at Varn\nSet D0608\n\n",
    "2 models - 3\n",
)
families = pytest.mark.parametrize("text", FAMILIES.values(), ids=FAMILIES)


def texts(text: str, spans: tuple[ModelSpan, ...]) -> list[str]:
    return [text[span.start : span.end] for span in spans]


def names(spans: tuple[ModelSpan, ...]) -> list[str | None]:
    return [span.name for span in spans]


def divided(text: str, hints: Hints = NONE, regex: str | None = None) -> list[str]:
    """The summaries of a text with the contributors of SCUS."""
    return texts(text, find_model_summaries(text, regex, hints, contributed(text)).spans)


class TestRegex:
    def test_the_regex_of_the_file_finds_the_summaries_and_their_names(self) -> None:
        summaries = find_model_summaries(TEXT, REGEX, NONE, NOBODY)
        assert texts(TEXT, summaries.spans) == list(MODELS)
        assert names(summaries.spans) == ["VARN.1", "VARN.2", "VARN.3"]
        assert (summaries.repairs, summaries.guess) == ((), "")

    def test_blank_lines_around_a_summary_are_not_its_own_but_indentation_is(self) -> None:
        text = "-- Ann --\n\n   \n  Indented.\nLast. \n      \n\n-- Bob --\nShort."
        summaries = find_model_summaries(text, r"\-\- [A-Z][a-z]+ \-\-", NONE, NOBODY)
        assert texts(text, summaries.spans) == ["  Indented.\nLast. ", "Short."]

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
    def test_an_unusable_regex_is_reported_and_headers_are_searched(self, regex: str, why: str | None) -> None:
        text = TEXT.replace("----------\n VARN.1", "-" * 5000 + "\n VARN.1")
        if why is None:
            text, why = text + "word " * 300, "matches more than 1000 times"
        summaries = find_model_summaries(text, regex, NONE, NOBODY)
        assert len(summaries.spans) == 3
        repair = Repair(None, f"startDocumentRegEx {why}; the text was searched for document headers")
        assert summaries.repairs[0] == repair

    def test_text_before_the_first_header_is_a_summary_if_a_contributor_points_into_it(self) -> None:
        text = f"{ONE}\n-- Bob --\n{TWO}\n"
        pointing = contributed(text, [["The dam at Varn"], ["A dam broke"]])
        summaries = find_model_summaries(text, "-- Bob --", NONE, pointing)
        assert texts(text, summaries.spans) == [ONE, TWO]
        assert summaries.repairs == (Repair(None, "text before the first document header was read as a model summary"),)
        not_pointing = contributed(text, [["A dam broke"]])
        assert texts(text, find_model_summaries(text, "-- Bob --", NONE, not_pointing).spans) == [TWO]

    def test_a_header_without_text_is_ignored_and_reported(self) -> None:
        text = f"-- Ann --\n{ONE}\n-- Bob --\n\n-- Eve --\n{THREE}\n"
        summaries = find_model_summaries(text, "-- [A-Z][a-z]+ --", NONE, NOBODY)
        assert names(summaries.spans) == ["Ann", "Eve"]
        assert summaries.repairs == (Repair(None, "1 document header(s) without text were ignored"),)

    def test_summaries_with_the_same_name_have_none(self) -> None:
        text = f"-- Ann --\n{ONE}\n-- Ann --\n{TWO}\n-- Eve --\n{THREE}\n"
        summaries = find_model_summaries(text, "-- [A-Z][a-z]+ --", NONE, NOBODY)
        assert names(summaries.spans) == [None, None, "Eve"]
        repair = Repair(None, "several model summaries are headed “Ann”; they were read without names")
        assert summaries.repairs == (repair,)

    def test_the_regex_precedes_the_users_hints(self) -> None:
        hints = Hints(model_count=5, separator="broke")
        assert len(find_model_summaries(TEXT, REGEX, hints, NOBODY).spans) == 3

    def test_a_regex_that_the_contributors_contradict_is_a_warning_of_every_export(self) -> None:
        text = NAMED["lower-case names"].replace("d0608.m.250.h.a", NAMES[0]).replace("d0608.m.250.h.c", NAMES[2])
        summaries = find_model_summaries(text, r"-+\n[A-Z0-9.]+\n-+\n", NONE, contributed(text))
        assert len(summaries.spans) == 2
        assert summaries.guess == (
            "startDocumentRegEx gives 2 model summaries, but the contributors fit better into 4, "
            "found by names between lines of dashes"
        )
        assert summaries.repairs == (Repair(None, summaries.guess),)


class TestKnownHeaders:
    @families
    def test_each_family_is_divided_without_a_hint_and_that_is_reported(self, text: str) -> None:
        summaries = find_model_summaries(text, None, NONE, contributed(text))
        assert texts(text, summaries.spans) == list(BODIES)
        assert summaries.guess.startswith("no usable startDocumentRegEx: 4 model summaries found by ")
        assert summaries.repairs == (Repair(None, summaries.guess),)

    @families
    def test_each_family_is_divided_with_the_number_of_models(self, text: str) -> None:
        assert divided(text, Hints(model_count=4)) == list(BODIES)
        assert divided(text, Hints(num_models=4)) == list(BODIES)

    @families
    def test_a_wrong_number_from_the_file_is_reported_and_one_from_the_user_refused(self, text: str) -> None:
        summaries = find_model_summaries(text, None, Hints(num_models=17), contributed(text))
        assert texts(text, summaries.spans) == list(BODIES)
        assert summaries.repairs[0] == Repair(None, "numModels is 17, but there are 4 headers")
        with pytest.raises(FormatError, match=r"^Its text cannot be divided into 17 model summaries; " + ASK):
            divided(text, Hints(model_count=17))

    @pytest.mark.parametrize("family", NAMED)
    def test_headers_with_names_give_names(self, family: str) -> None:
        text = NAMED[family]
        found = names(find_model_summaries(text, None, NONE, contributed(text)).spans)
        assert [str(name)[-1].upper() for name in found] == ["A", "B", "C", "D"]

    @pytest.mark.parametrize("before", PREAMBLES)
    @pytest.mark.parametrize("text", [*NAMED.values(), *LONE.values()], ids=[*NAMED, *LONE])
    def test_text_before_the_first_header_is_no_summary(self, text: str, before: str) -> None:
        summaries = find_model_summaries(before + text, None, NONE, contributed(before + text))
        assert texts(before + text, summaries.spans) == list(BODIES)
        assert summaries.guess.endswith("; the text before the first header was left out") == bool(before.strip())
        assert divided(before + text, Hints(model_count=4)) == list(BODIES)

    @pytest.mark.parametrize("rule", ["---", "----------", "=====", "* * *", "_____"])
    @families
    def test_a_rule_inside_a_summary_is_no_header_or_a_question(self, text: str, rule: str) -> None:
        for place in (" Ann met the engineer", " Bob read of old cracks", "\nCid knew the engineer", " Dot blames"):
            inside = text.replace(place, f"\n{rule}\n{place.strip()}")
            assert inside != text
            assert_right_or_asked(inside)

    @pytest.mark.parametrize("rule", ["---", "----------", "====="])
    def test_a_rule_inside_a_summary_does_not_hide_names_between_rules(self, rule: str) -> None:
        text = NAMED["names between dashes"].replace(" Bob read", f"\n{rule}\nBob read")
        assert [piece[:3] for piece in divided(text)] == ["Ann", "For", "Cid", "Dot"]

    def test_the_number_of_models_answers_whether_a_rule_is_inside_a_summary(self) -> None:
        text = LONE["dashes before"].replace(" Bob read", "\n---\nBob read")
        with pytest.raises(
            FormatError, match=r"^Its text can be divided in 2 ways, and its contributors fit all of them: 5 "
        ):
            divided(text)
        assert [piece[:3] for piece in divided(text, Hints(model_count=4))] == ["Ann", "For", "Cid", "Dot"]
        assert [piece[:3] for piece in divided(text, Hints(model_count=5))] == ["Ann", "For", "Bob", "Cid", "Dot"]

    def test_a_piece_between_rules_without_contributors_is_a_question(self) -> None:
        text = LONE["dashes before"].replace("---\nCid", "---\nSource: Varn Herald.\nAll rights reserved.\n---\nCid")
        with pytest.raises(FormatError, match=ASK):
            divided(text)
        assert divided(text, Hints(model_count=4)) == list(BODIES)

    def test_short_summaries_between_rules_are_no_names(self) -> None:
        text = "---\nOne line.\n---\nAnother line.\n---\nA third line.\n---\n"
        pointing = contributed(text, [["One", "Another", "third"]])
        found = find_model_summaries(text, None, NONE, pointing)
        assert texts(text, found.spans) == ["One line.", "Another line.", "A third line."]

    def test_short_summaries_that_may_be_names_are_a_question(self) -> None:
        text = "---\nOne line.\n---\nAnother line.\n---\nA third line.\n---\n"
        pointing = contributed(text, [["One", "third"]])
        with pytest.raises(FormatError, match=ASK):
            find_model_summaries(text, None, NONE, pointing)

    def test_headers_that_most_contributors_contradict_are_refused(self) -> None:
        text = f"{BODIES[0]}\n\n{BODIES[1]}\n---\n{BODIES[2]}\n\n{BODIES[3]}"
        with pytest.raises(FormatError, match=r"^Its contributors contradict the only headers that were found: 2 "):
            divided(text)
        assert divided(text.replace("---", ""), Hints(model_count=4)) == list(BODIES)

    def test_without_headers_the_user_is_asked(self) -> None:
        with pytest.raises(FormatError, match=r"^No document headers were found in its text; " + ASK):
            divided("\n\n".join(BODIES))

    def test_the_users_number_chooses_among_paragraphs_lines_and_the_whole(self) -> None:
        assert divided("\n \n".join(BODIES), Hints(model_count=4)) == list(BODIES)
        lines = [body.replace("\n", " ") for body in BODIES]
        text = "\n".join(lines)
        assert divided(text, Hints(model_count=4)) == lines
        assert divided(text, Hints(model_count=1)) == [text]

    def test_a_single_summary_behind_a_name_is_found(self) -> None:
        text = f"#1\n-----\n{NAMES[0]}\n-----\n\n{BODIES[0]}\n"
        pointing = contributed(text, [["Ann saw the dam"], ["Ann met the engineer"]])
        assert texts(text, find_model_summaries(text, None, NONE, pointing).spans) == [BODIES[0]]

    def test_far_more_summaries_than_people_write_are_refused(self) -> None:
        with pytest.raises(FormatError, match=r"^It seems to hold 300 model summaries; at most 200 are read\.$"):
            find_model_summaries("-- x --\nword\n" * 300, None, NONE, NOBODY)


class TestWithoutContributors:
    def test_names_between_rules_are_found(self) -> None:
        summaries = find_model_summaries(f"#3\n{TEXT}", None, NONE, NOBODY)
        assert names(summaries.spans) == ["VARN.1", "VARN.2", "VARN.3"]

    def test_lone_rules_before_summaries_are_found(self) -> None:
        text = f"---\n{ONE}\n---\n{TWO}\n---\n{THREE}\n"
        assert texts(text, find_model_summaries(text, None, NONE, NOBODY).spans) == list(MODELS)

    def test_text_before_the_first_lone_rule_is_a_question(self) -> None:
        text = f"{ONE}\n---\n{TWO}\n---\n{THREE}\n"
        with pytest.raises(FormatError, match=r"it has no contributors that decide: 3 model .*; " + ASK):
            find_model_summaries(text, None, NONE, NOBODY)
        assert len(find_model_summaries(text, None, Hints(model_count=3), NOBODY).spans) == 3
        assert len(find_model_summaries(text, None, Hints(num_models=2), NOBODY).spans) == 2

    def test_the_files_number_chooses_among_formats(self) -> None:
        text = f"---\nOne\n---\n{ONE}\n---\nTwo\n---\n{TWO}\n"
        assert len(find_model_summaries(text, None, NONE, NOBODY).spans) == 2
        assert len(find_model_summaries(text, None, Hints(num_models=4), NOBODY).spans) == 4
        repairs = find_model_summaries(text, None, Hints(num_models=9), NOBODY).repairs
        assert repairs[0] == Repair(None, "numModels is 9, but there are 2 headers")


class TestSeparator:
    @pytest.mark.parametrize("count", [None, 4])
    @pytest.mark.parametrize("before", ["", *PREAMBLES])
    @pytest.mark.parametrize(
        ("family", "separator"),
        [
            ("names between dashes", r"-+\n.*\n-+\n"),
            ("names between dashes", r"-{5,}\n"),
            ("names between equals signs", "=+"),
            ("names within dashes", r"-----\+ .* \+-----"),
            ("dashes before", "---"),
        ],
    )
    def test_a_separator_ignores_names_and_text_before_it(
        self, family: str, separator: str, before: str, count: int | None
    ) -> None:
        text = before + FAMILIES[family]
        assert divided(text, Hints(separator=separator, model_count=count)) == list(BODIES)

    @pytest.mark.parametrize("family", BETWEEN)
    def test_a_separator_may_stand_only_between_summaries(self, family: str) -> None:
        assert divided(BETWEEN[family], Hints(separator="[-=]{3,}")) == list(BODIES)

    def test_without_contributors_all_pieces_are_summaries(self) -> None:
        text = f"{ONE}\n###\n{TWO}\n###\n{THREE}\n"
        summaries = find_model_summaries(text, None, Hints(separator="###"), NOBODY)
        assert (texts(text, summaries.spans), summaries.guess) == (list(MODELS), "")

    def test_a_separator_that_also_occurs_within_summaries_is_a_warning_of_every_export(self) -> None:
        hyphenated = {"two flooded": "two-flooded", "broken dam": "broken-dam"}
        text, scus = LONE["dashes before"], [list(scu) for scu in SCUS]
        for words, with_hyphen in hyphenated.items():
            text = text.replace(words, with_hyphen)
            scus = [[each.replace(words, with_hyphen) for each in scu] for scu in scus]
        summaries = find_model_summaries(text, None, Hints(separator="-+"), contributed(text, scus))
        assert len(summaries.spans) == 6
        assert summaries.guess == (
            "the separator gives 6 model summaries, but the contributors fit better into 4, found by lines of dashes"
        )
        assert summaries.repairs == (Repair(None, summaries.guess),)

    def test_a_number_that_the_separator_does_not_give_is_refused(self) -> None:
        with pytest.raises(FormatError, match=r"^The separator gives 4 model summaries, not 7\.$"):
            divided(LONE["dashes before"], Hints(separator="---", model_count=7))

    @pytest.mark.parametrize(
        ("separator", "sentence"),
        [
            ("%%%", "The separator matches nowhere in its text."),
            ("((", "The separator cannot be understood (missing ))."),
            ("(e+)+$", "The separator takes too long."),
        ],
    )
    def test_an_unusable_separator_is_refused(self, separator: str, sentence: str) -> None:
        with pytest.raises(FormatError) as refusal:
            find_model_summaries("e" * 5000 + TEXT, None, Hints(separator=separator), NOBODY)
        assert str(refusal.value) == sentence


LINES = st.sampled_from(["#4", "The dam", "12 May 2006", "", "  ", "-", "--", "a - b", "D0608", "Models: A B"])
RULES = st.sampled_from(["-----", "===", "* * *", "________"])
FIRST_WORDS = ("Ann saw", "For Bob", "Cid was", "Dot reports a")


def assert_right_or_asked(text: str, hints: Hints = NONE) -> None:
    """Four summaries that begin with FIRST_WORDS, or a question; anything else would give wrong scores silently."""
    try:
        pieces = divided(text, hints)
    except FormatError as error:
        question = str(error)
    else:
        question = ""
        assert [[words for words in FIRST_WORDS if words in piece] for piece in pieces] == [[w] for w in FIRST_WORDS]
    assert not question or re.search(ASK, question)


@settings(deadline=None)
@given(st.lists(LINES, max_size=5), st.sampled_from(sorted([*NAMED, *LONE])))
def test_text_before_the_first_header_changes_nothing(lines: list[str], family: str) -> None:
    text = FAMILIES[family]
    before = "".join(f"{line}\n" for line in lines)
    uses: list[tuple[Hints, str | None]] = [(NONE, None), (Hints(model_count=4), None), (Hints(num_models=4), None)]
    if "names between" in family:
        uses += [(NONE, r"[-=_* ]{5,}\n+.*\n[-=_* ]{5,}"), (Hints(separator=r"[-=_* ]{5,}\n+.*\n[-=_* ]{5,}"), None)]
    for hints, regex in uses:
        alone = find_model_summaries(text, regex, hints, contributed(text))
        put_before = find_model_summaries(before + text, regex, hints, contributed(before + text))
        assert texts(text, alone.spans) == texts(before + text, put_before.spans)
        assert names(alone.spans) == names(put_before.spans)


@settings(deadline=None)
@given(st.lists(LINES | RULES, max_size=6), st.sampled_from(sorted(FAMILIES)), st.sampled_from([None, 4]))
def test_lines_before_the_summaries_never_give_a_wrong_division(
    lines: list[str], family: str, count: int | None
) -> None:
    assert_right_or_asked("\n".join([*lines, FAMILIES[family]]), Hints(model_count=count))


@settings(deadline=None)
@given(st.data())
def test_lines_anywhere_never_give_a_wrong_division(data: st.DataObject) -> None:
    lines = FAMILIES[data.draw(st.sampled_from(sorted(FAMILIES)))].split("\n")
    for line in data.draw(st.lists(LINES | RULES, max_size=3)):
        lines.insert(data.draw(st.integers(0, len(lines))), line)
    assert_right_or_asked("\n".join(lines))
