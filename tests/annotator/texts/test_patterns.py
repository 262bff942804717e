"""Java's regular expressions: each expected match is what java.util.regex gives by its documentation."""

from __future__ import annotations

import pytest

from annotator.texts import patterns as bounded_regex
from annotator.texts.patterns import PatternError, find_all, group_names, search_groups


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never ends is given up sooner here."""
    monkeypatch.setattr(bounded_regex, "MAX_SECONDS", 0.05)


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        (r"[-]+\n\s*[A-Z]+\.\d+\n[-]+\n", "--\n FERRY.1\n--\nx", ["--\n FERRY.1\n--\n"]),
        (r"\-\- TCstudent[1-5] \-\-", "-- TCstudent3 --\n", ["-- TCstudent3 --"]),
        (r"[-]*\n[0-9]\.txt\n[-]*\n", "---\n1.txt\n---\n", ["---\n1.txt\n---\n"]),
        (r"\Q-[*]-\E+", "a -[*]-- b", ["-[*]--"]),
        (r"\Q--", "a -- b", ["--"]),
        (r"[a-z&&[^bc]]+", "abcd", ["a", "d"]),
        (r"[a[xy]]+", "axbya", ["ax", "ya"]),
        (r"\p{Alpha}+\h", "ab c", ["ab "]),
        (r"\p{javaUpperCase}+", "abCDe", ["CD"]),
        (r"\x{2014}+", "a——b", ["——"]),
        (r"\u002D+", "a--b", ["--"]),
        (r"(?<mark>[-=])\k<mark>+", "a == b", ["=="]),
        (r"x\v", "x\ny", ["x\n"]),
        (r"[x\v]+", "ax\n\ny", ["x\n\n"]),
        (r"end\Z", "end\n", ["end"]),
        (r"end\z", "end\n", []),
        (r"\w+", "aé", ["a"]),
        (r"(?i)doc", "DOC", ["DOC"]),
        (r"(?m)^-+$", "--\nx\n---", ["--", "---"]),
        (r"x*", "axxb", ["xx"]),
    ],
)
def test_java_patterns_match_as_in_java(pattern: str, text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_all(pattern, text)] == found


@pytest.mark.parametrize("pattern", ["(", "[", "*", "(?<a", r"\p{NoSuchThing}", "a{2,1}"])
def test_what_cannot_be_understood_is_said_so(pattern: str) -> None:
    with pytest.raises(PatternError, match=r"^cannot be understood \("):
        group_names(pattern)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)+$", "(.*a){20}$", "((a{1,100}){1,100}){1,100}b"])
def test_a_pattern_that_never_ends_is_stopped(pattern: str) -> None:
    with pytest.raises(PatternError, match=r"^takes too long$"):
        find_all(pattern, "a" * 5000 + "!")


def test_named_groups_of_the_first_match_are_given() -> None:
    assert search_groups(r"(?<topic>D\d+)(?:-(?<set>[A-Z]))?", "x.D0703.pyr") == {"topic": "D0703"}
    assert search_groups(r"(?P<topic>D\d+)", "none") is None
    with pytest.raises(PatternError, match=r"^takes too long$"):
        search_groups("(a+)+$", "a" * 5000 + "!")
