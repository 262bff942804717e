"""Names of downloads: no two that differ share one."""

from urllib.parse import urlencode

import pytest
from django import forms
from django.http import QueryDict

from annotator.web.file_names import MAX_CHARACTERS, file_stem


class Choices(forms.Form):
    shape = forms.CharField(required=False)
    topic = forms.CharField(required=False)
    release = forms.IntegerField(required=False)


@pytest.mark.parametrize(
    ("query", "stem"),
    [
        ("", "p.scores"),
        ("shape=wide&release=", "p.scores.shape-wide"),
        ("topic=B&topic=A&shape=wide", "p.scores.shape-wide.topic-B.topic-A"),
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
    first, second = (file_stem("p", *["topic"] * 100, end) for end in "ab")
    assert first != second
    assert max(len(first), len(second)) < MAX_CHARACTERS + 20
