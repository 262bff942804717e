"""Whether two pyramids are the same; U+FFFD stands for any character."""

from __future__ import annotations

import pytest

from annotator.duc.compare import differing_uids, is_same_pyramid, is_same_text
from annotator.duc.readers import read_pyr
from tests.annotator.duc.duc_files import BROKE, CRACKS, FLOOD, SCUS, TEXT, part, pyr

SOUND = read_pyr(pyr()).document


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("café", "café", True),
        ("caf\ufffd", "café", True),
        ("café", "caf\ufffd", True),
        ("caf\ufffd", "cafés", False),
        ("caf\ufffd", "cave", False),
        ("", "", True),
    ],
)
def test_the_replacement_character_matches_any_one(a: str, b: str, same: bool) -> None:
    assert is_same_text(a, b) is same


def test_a_pyramid_is_the_same_as_its_copy_with_a_lost_character_and_without_a_regex() -> None:
    scus = [(uid, label.replace("broke", "br\ufffdke"), contributors) for uid, label, contributors in SCUS]
    lost = read_pyr(pyr(scus, TEXT.replace("nobody", "n\ufffdbody"), regex=None)).document
    assert is_same_pyramid(SOUND, lost)
    assert differing_uids(SOUND, lost) == ()


def test_other_order_text_or_parts_make_another_pyramid() -> None:
    assert not is_same_pyramid(SOUND, read_pyr(pyr([FLOOD, BROKE, CRACKS])).document)
    assert not is_same_pyramid(SOUND, read_pyr(pyr([BROKE, FLOOD])).document)
    assert not is_same_pyramid(SOUND, read_pyr(pyr(text=TEXT.replace("nobody", "no-one"))).document)
    assert is_same_pyramid(SOUND, SOUND)


def test_the_scus_that_differ_are_named() -> None:
    other = read_pyr(pyr([(2, "Flooding", FLOOD[2]), BROKE, (9, "New", [[part("cracks")]])])).document
    assert differing_uids(SOUND, other) == (2, 7, 9)
