"""Names of downloads: no two that differ share one."""

from urllib.parse import urlencode

import pytest
from django import forms
from django.http import QueryDict

from annotator.web.file_names import MAX_BYTES, file_stem, join_stems


class Choices(forms.Form):
    shape = forms.CharField(required=False)
    topic = forms.CharField(required=False)
    release = forms.IntegerField(required=False)


@pytest.mark.parametrize(
    ("query", "stem"),
    [
        ("", "p.scores"),
        ("shape=wide&release=", "p.scores.shape=wide"),
        ("topic=B&topic=A&shape=wide", "p.scores.shape=wide.topic=B.topic=A"),
        ("release=none&unknown=1", "p.scores"),
    ],
)
def test_a_name_tells_the_valid_choices(query: str, stem: str) -> None:
    assert file_stem("p", "scores", query=Choices(QueryDict(query))) == stem


def test_a_field_that_the_suffix_tells_is_left_out() -> None:
    assert file_stem("p", query=Choices(QueryDict("shape=csv")), except_fields=["shape"]) == "p"


def test_characters_that_no_name_should_have_are_replaced_and_the_names_still_differ() -> None:
    topics = ("a/b", "a\\b", "a b", "a_b")
    stems = {file_stem("p", query=Choices(QueryDict(urlencode({"topic": topic})))) for topic in topics}
    assert len(stems) == 4
    assert not any(set(stem) & set('/\\ "%') for stem in stems)


def test_long_names_are_cut_and_still_differ() -> None:
    several = [[*["topic"] * 100, "a"], [*["topic"] * 100, "b"], ["水" * 100, "a"], ["水" * 100, "b"]]
    stems = {file_stem("p", *parts) for parts in several}
    assert len(stems) == len(several)
    assert max(len(stem.encode()) for stem in stems) < MAX_BYTES + 20


def test_what_is_joined_can_be_told_apart() -> None:
    choice = Choices(QueryDict("topic=b"))
    stems = {
        *(file_stem("a", *parts) for parts in (["b"], ["b", "c"], ["b.c"], ["b,c"], ["topic=b"], ["topic-b"])),
        file_stem("a", query=choice),
        join_stems(["a", "b"]),
        join_stems([file_stem("a", "b"), "c"]),
        join_stems(["a", file_stem("b", "c")]),
    }
    assert len(stems) == 10
