"""Words and sentences. Expected sentences are our own judgment of where an English reader would stop."""

import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.texts.segmentation import SEGMENTER_VERSION, segment

HARD_NEWS_SENTENCES = [
    ["Dr. Smith arrived late.", "Mr. J. Doe had already left."],
    ["The U.S. Army sent troops.", "They landed at 5 p.m. Monday."],
    ["Sen. Kerry spoke on Jan. 5.", "He was cheered."],
    ["He lives at No. 10 Downing Street.", "She does not."],
    ["The company lost $3.5 million.", "Its shares fell 2.5 percent."],
    ["U.N. Secretary-General Kofi Annan was there.", "So was Gen. Wesley Clark."],
    ["J. R. R. Tolkien wrote it.", "George W. Bush read it."],
    ["Aid came from the U.S.", "The rest came from Japan."],
    ["The meeting ended at 5 p.m.", "The ministers then left."],
    ["The meeting ended at 5 p.m.", "Ministers then left."],
    ["The flood hit Washington, D.C.", "It did not reach Baltimore."],
    ['"Are you sure?" he asked.', '"Yes!" she said.'],
    ['"We won."', "The mayor smiled."],
    ["“We won,” the mayor said.", "“We will win again.”"],
    ["“We lost everything.", "It will take years to rebuild,” said Mayor Ann Lee."],
    ["He paused ... and went on.", "Nobody spoke."],
    ['"I wonder..." she said.', "Then she left."],
    ["They waited…", "Nobody came."],
    ["She thanked her sons, her neighbours ... Mayor Lee and the fire crews.", "They cheered."],
    ["Acme Inc. reported a loss.", "Widget Corp. of Ohio did not."],
    ["It was bought by Acme Inc.", "The price was low."],
    ["Acme Corp. (ACM) and Beta Ltd. Chairman Lee disagreed.", "Neither spoke."],
    ["Martin Luther King Jr. spoke there.", "So did Sammy Davis Jr. in 1963."],
    ["The ship left St. Petersburg on Feb. 28, 1998.", "It sank off Mt. Athos."],
    ["The shop is in Main St.", "The bank is not."],
    ["Lt. Col. James Brown and Rep. Ann Lee met Gov. Gray.", "Prof. Li was absent."],
    ["Smith v. Jones was decided in 1991.", "Brown vs. Board of Education was decided earlier."],
    ["Yahoo! said its profit doubled.", "Others lost money."],
    ["The dose is 2 mg. per day (approx. 3 drops).", "It works."],
    ["See fig. 3 and pp. 10-12.", "They show it."],
    ["Prices rose 3 percent.", '"That is bad," said A. Lee.'],
    ["He was born in 1945.", "In 1963, he moved to Dallas."],
    ["Was it an accident?", "Nobody knows!", "The police do."],
    ["The Ph.D. student met Mrs. O'Brien at approx. 6:30 a.m. on Tuesday.", "They talked."],
    ["They chose plan B.", "The plan failed."],
    ["The E.U. and the U.K. agreed.", "France's Mr. Barnier signed."],
    ["The train leaves at 10 a.m. EST Tuesday from Penn. Station.", "Do not miss it."],
    ["The town of St. Mary's, pop. 3,000, lost 1.2 sq. miles.", "It was rebuilt."],
    ["Officials said no.", "Then they said yes."],
    ["Only one man knew: J. Edgar Hoover.", "He never told."],
    ["The U.S. Supreme Court ruled Nov. 3.", "The U.S. Senate agreed."],
    ["Visit www.example.com. or write to a.b@example.org.", "Both work."],
    ["The score was 3-2.", "5,000 people watched."],
    ['He said: "Stop."', "She did not."],
    ["The vote was 5 to 4 (Justice O'Connor dissented.)", "It was final."],
    ["1. Open the gate.", "2. Close the gate."],
]

OTHER_LANGUAGES = [
    ("de", ["Das ist z. B. der Hund von Dr. Müller.", "Die Katze kam am 5. Mai und blieb."]),
    ("fr", ["Le chat de M. Dupont dort dans la maison.", "Les chiens sont au jardin !"]),
    ("es", ["El Sr. García vive en la ciudad.", "¿Dónde está la casa de los niños?"]),
    ("ru", ["Это был новый город.", "Он вырос за пять лет."]),
    ("zh", ["今天天气很好。", "我们去公园吧！"]),
    ("ja", ["これはペンです。", "あれは本ですか？"]),
    ("ar", ["وصل الوزير إلى المدينة، ثم غادر.", "هل عاد؟"]),
    ("he", ["השר הגיע לעיר.", "האם הוא חזר?"]),
    ("hi", ["यह एक किताब है।", "वह मेरी है।"]),
    ("el", ["Πού είναι το βιβλίο;", "Είναι στο σπίτι."]),
    ("ko", ["오늘은 날씨가 좋다.", "우리는 공원에 간다."]),
]


def sentences_of(text: str) -> list[str]:
    bounds = segment(text).sentences
    return [text[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True)]


def words_of(text: str) -> list[str]:
    bounds = segment(text).words
    return [text[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True)]


@pytest.mark.parametrize("expected", HARD_NEWS_SENTENCES, ids=lambda expected: expected[0][:40])
def test_hard_news_sentences_end_where_a_reader_would_stop(expected: list[str]) -> None:
    assert sentences_of(" ".join(expected)) == expected


def test_hard_sentences_end_in_the_same_places_in_a_text_of_many_pages() -> None:
    page = "  ".join(" ".join(expected) for expected in HARD_NEWS_SENTENCES if not expected[0].startswith("1."))
    found = sentences_of(" ".join([page] * 20))
    assert len(found) == 20 * len(sentences_of(page))
    assert "They landed at 5 p.m. Monday." in found


@pytest.mark.parametrize(("language", "expected"), OTHER_LANGUAGES, ids=[language for language, _ in OTHER_LANGUAGES])
def test_other_languages_are_recognised_and_cut(language: str, expected: list[str]) -> None:
    text = ("" if language in {"zh", "ja"} else " ").join(expected)
    assert segment(text).language == language
    assert sentences_of(text) == expected


def test_a_latin_text_without_known_function_words_has_no_language() -> None:
    assert segment("Lorem ipsum dolor sit amet.").language is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("can't won’t rock-n-roll", ["can't", "won’t", "rock", "n", "roll"]),
        ("It cost $3.5 million, i.e. 2,000 each.", ["It", "cost", "3.5", "million", "i.e", "2,000", "each"]),
        ("no 👩‍👩‍👧‍👦 family 🇺🇸 here 𝒳𝒴", ["no", "family", "here", "𝒳𝒴"]),
        ("cafe\u0301 na\u0308ive", ["cafe\u0301", "na\u0308ive"]),
        ("سلام، دنيا 12", ["سلام", "دنيا", "12"]),
        ("ภาษาไทยง่าย", ["ภาษา", "ไทย", "ง่าย"]),
        ("我们去公园。", ["我们", "去", "公园"]),
        ("これは本です。", ["これ", "は", "本", "です"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("… — !", []),
        ("", []),
    ],
)
def test_words_are_runs_of_letters_and_digits(text: str, expected: list[str]) -> None:
    assert words_of(text) == expected


def test_offsets_count_code_points_not_utf16_units() -> None:
    assert segment("🎈🎈 one").words == (3, 6)


def test_direction_is_that_of_most_letters() -> None:
    assert segment("NATO: وصل الوزير إلى المدينة").direction == "rtl"
    assert segment("The word سلام means peace.").direction == "ltr"
    assert segment("").direction == "ltr"


def test_a_blank_line_ends_a_sentence_whatever_the_punctuation() -> None:
    assert sentences_of("Lighthouses of the north\n\nthey were built early") == [
        "Lighthouses of the north",
        "they were built early",
    ]


def test_one_sentence_per_line_is_kept() -> None:
    lines = [
        "The committee met for the first time in March and elected a chair",
        "Members came from the U.S.",
        "Army engineers advised them",
        "A report is due in the autumn",
    ]
    assert sentences_of("\n".join(lines)) == lines


def test_long_lines_without_full_stops_are_not_taken_for_wrapped_ones() -> None:
    lines = ["word " * 40 + "Alpha", "More " + "word " * 39 + "Beta", "Even more " + "word " * 20 + "Gamma"]
    assert sentences_of("\n".join(lines)) == lines


def test_wrapped_lines_are_not_cut_in_mid_sentence() -> None:
    text = (
        "The old harbour wall was raised by two metres after the storm of\n"
        "January 1953, when the sea came over it on a spring tide and Dr.\n"
        "Halvorsen's pharmacy was flooded to the ceiling. Nobody was hurt,\n"
        "but the town moved its market to the hill.\n"
        "\n"
        "It never moved back."
    )
    found = sentences_of(text)
    assert [sentence.split()[0] for sentence in found] == ["The", "Nobody", "It"]
    assert found[0].endswith("to the ceiling.")


def test_a_heading_above_wrapped_lines_is_its_own_sentence() -> None:
    text = "Harbour wall raised\nThe old harbour wall was raised by two metres after the storm of\nJanuary 1953."
    assert sentences_of(text)[0] == "Harbour wall raised"


def test_bullets_begin_sentences() -> None:
    text = "- buy tickets for the boat that leaves on Friday\n- pack warm clothes\n- tell the neighbours"
    assert sentences_of(text) == text.split("\n")


def test_a_piece_without_words_joins_the_sentence_beside_it() -> None:
    assert sentences_of("It works. (!) Really. :-)") == ["It works. (!)", "Really. :-)"]
    assert sentences_of("...\n\n---\n\n") == []


AWKWARD = st.text(
    alphabet=st.one_of(
        st.characters(),  # lone surrogates included
        st.sampled_from(list(" \n\r\t\u2028.!?…\"'”“()[]AaBb1é漢かกا🎈\u0301\u200d∯ȸ。")),
    ),
    max_size=300,
)


@given(AWKWARD)
def test_any_text_gets_valid_spans(text: str) -> None:
    tokens = segment(text)
    for flat in (tokens.words, tokens.sentences):
        assert list(flat) == sorted(flat)
        assert all(start < end for start, end in zip(flat[::2], flat[1::2], strict=True))
        assert not flat or (flat[0] >= 0 and flat[-1] <= len(text))


@given(AWKWARD)
def test_every_letter_and_digit_is_in_a_word(text: str) -> None:
    words = segment(text).words
    inside = {i for start, end in zip(words[::2], words[1::2], strict=True) for i in range(start, end)}
    assert all(index in inside for index, character in enumerate(text) if character.isalnum())


@given(AWKWARD)
def test_every_word_is_whole_in_one_sentence_and_no_sentence_is_without(text: str) -> None:
    tokens = segment(text)
    words = list(zip(tokens.words[::2], tokens.words[1::2], strict=True))
    sentences = list(zip(tokens.sentences[::2], tokens.sentences[1::2], strict=True))
    homes = [[s for s in sentences if s[0] <= start and end <= s[1]] for start, end in words]
    assert all(len(home) == 1 for home in homes)
    assert {home[0] for home in homes} == set(sentences)
    assert all(text[start:end] == text[start:end].strip() for start, end in sentences)


@given(st.text(alphabet=st.sampled_from(list("der und . ! \" ' ( ) 1 A z.B. ∯ ȸ \n der die das")), max_size=200))
def test_text_that_goes_through_pysbd_keeps_the_same_promises(text: str) -> None:
    test_every_word_is_whole_in_one_sentence_and_no_sentence_is_without.hypothesis.inner_test(  # type: ignore[attr-defined]
        "Das ist der Hund und die Katze. " + text
    )


@pytest.mark.parametrize("unit", ["a", "A.\n", '". ', "(", "1. ", "Mr. ", "\n", "漢字。", "und der die. "])
def test_a_long_monotonous_text_ends(unit: str) -> None:
    """200,000 characters; a method that is quadratic anywhere would take minutes, and the run's time limit shows it."""
    text = (unit * 200_000)[:200_000]
    assert segment(text).words[-1:] <= (len(text),)


def test_the_same_text_gives_the_same_tokens() -> None:
    words = ["Dr.", "der", "U.S.", "the", "stop.", "\n", "“Go!”", "5"]
    text = " ".join(random.Random(1).choices(words, k=200))
    assert segment(text) == segment(text)


def test_the_version_is_a_short_string() -> None:
    assert 1 <= len(SEGMENTER_VERSION) <= 20


def test_no_warning_is_raised_when_the_libraries_are_compiled_anew() -> None:
    """pysbd's invalid escapes warn whenever its files are compiled: as on the first import of a fresh installation."""
    code = (
        "from annotator.texts.segmentation import segment; print(segment('Das ist der Hund und die Katze.').language)"
    )
    command = [sys.executable, "-W", "error", "-B", "-X", "pycache_prefix=/nonexistent", "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.stdout.strip(), result.stderr) == ("de", "")
