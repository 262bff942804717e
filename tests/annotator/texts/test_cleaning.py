"""Plain text on its way in (DESIGN §3, "text is sacred")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.texts.cleaning import TextError, clean_text

MARK = "a byte order mark was removed"
ENDS = "line ends were made LF"


@pytest.mark.parametrize(
    ("raw", "text", "notes"),
    [
        ("One.\nTwo.\n", "One.\nTwo.\n", ()),
        ("One.\r\nTwo.\rThree.", "One.\nTwo.\nThree.", (ENDS,)),
        (b"\xef\xbb\xbfOne.\r\n", "One.\n", (MARK, ENDS)),
        ("\ufeffOne.", "One.", (MARK,)),
        ("  One.\t\u00a0\u200f\ufeff 😀\ufffd\u0085\n\n", "  One.\t\u00a0\u200f\ufeff 😀\ufffd\u0085\n\n", ()),
        ("", "", ()),
    ],
)
def test_only_line_ends_and_a_mark_are_changed_and_told(raw: str | bytes, text: str, notes: tuple[str, ...]) -> None:
    clean = clean_text(raw)
    assert (clean.text, clean.notes) == (text, notes)


def test_it_is_kept_whether_the_last_line_ended() -> None:
    assert clean_text("One.\r\n").ends_with_newline
    assert not clean_text("One.").ends_with_newline
    assert not clean_text("").ends_with_newline


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ("One\0.", "Line 1 has the character U+0000, which cannot be stored."),
        ("One.\r\nTwo\x0b.", "Line 2 has the character U+000B, which cannot be stored."),
        ("One\ud83d.", "Line 1 has the character U+D83D, which cannot be stored."),
        ("One\uffff.", "Line 1 has the character U+FFFF, which cannot be stored."),
        (b"One.\nTwo\x92s.", "The text is not UTF-8: line 2 has the byte 0x92."),
        ("One.".encode("utf-16"), "The text is UTF-16; save it as UTF-8."),
        ("a" * 200_001, "The text has 200,001 characters; at most 200,000 are allowed."),
        (b"a" * 10_000_001, "The text is larger than 10 MB."),
        ("a" * 10_000_001, "The text is larger than 10 MB."),
    ],
)
def test_what_cannot_be_stored_is_refused_with_a_sentence(raw: str | bytes, sentence: str) -> None:
    with pytest.raises(TextError) as refusal:
        clean_text(raw)
    assert str(refusal.value) == sentence


@given(st.text())
def test_a_clean_text_is_clean(raw: str) -> None:
    try:
        clean = clean_text(raw)
    except TextError:
        return
    assert clean_text(clean.text).text == clean.text.removeprefix("\ufeff")
    assert "\r" not in clean.text
    assert clean_text(clean.text.encode()).text == clean.text.removeprefix("\ufeff")
