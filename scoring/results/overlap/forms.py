"""Query string of the overlap API."""

from typing import Any, cast

from django import forms
from django.http import QueryDict

from scoring.measures.overlap import DEFAULT_N, MAX_N, OverlapSettings
from scoring.results.forms import Query


class OverlapQuery(Query):
    """``?topic=KEY&topic=...&n=4&fold_case=on&bare=on``."""

    topic = forms.CharField(required=False, help_text="The key of a topic, once for each topic; default all topics.")
    n = forms.IntegerField(
        min_value=1, max_value=MAX_N, required=False, help_text=f"The longest n-grams; default {DEFAULT_N}."
    )
    fold_case = forms.BooleanField(required=False, help_text="Capital and small letters are the same.")
    bare = forms.BooleanField(required=False, help_text="Punctuation marks are no tokens.")

    def settings(self) -> dict[str, Any]:
        return {**super().settings(), "topic": self.topics or None, "n": self.overlap_settings.largest_n}

    @property
    def topics(self) -> list[str]:
        return list(dict.fromkeys(filter(None, cast("QueryDict", self.data).getlist("topic"))))

    @property
    def overlap_settings(self) -> OverlapSettings:
        values = self.values
        return OverlapSettings(
            values.get("n") or DEFAULT_N, folds_case=bool(values.get("fold_case")), drops_marks=bool(values.get("bare"))
        )
