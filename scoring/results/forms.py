"""Query strings of score pages, the API and exports."""

from typing import Any, Self

from django import forms

from annotator.texts.errors import FieldError
from annotator.web.refusals import MalformedQuery
from scoring.measures.pyramid import Rounding
from scoring.measures.pyramid_scores import KINDS, XCount
from scoring.observations.pyramid_scores import ScoreChoice
from scoring.results.scores.queries import Display
from scoring.results.scores.ranking import TESTS

DEFAULT_KIND = "modified"


class Query(forms.Form):
    """A query string. Every field is optional; pages ignore invalid fields."""

    @property
    def values(self) -> dict[str, Any]:
        """The values of the valid fields."""
        self.is_valid()
        return self.cleaned_data

    def checked(self) -> Self:
        """For the API: raise MalformedQuery with a sentence for each unknown or invalid field."""
        unknown = [FieldError(name, "There is no such parameter.") for name in self.data if name not in self.fields]
        invalid = [FieldError(name, " ".join(map(str, messages))) for name, messages in self.errors.items()]
        if unknown or invalid:
            raise MalformedQuery([*unknown, *invalid])
        return self


class ScoreQuery(Query):
    """``?score=...&rounding=...&x=...&matcher=...&release=...&drafts=on&humans=jackknife&sort=...&order=...``.

    An empty ``rounding`` is the project's. ``common=on``: means over the topics that all summarizers have. ``test``:
    which test the letters of significance come from.
    """

    score = forms.ChoiceField(choices=[(kind, kind.capitalize()) for kind in KINDS], required=False)
    rounding = forms.ChoiceField(choices=[("", "project default"), *((one, one) for one in Rounding)], required=False)
    x = forms.ChoiceField(choices=[(one, one) for one in XCount], required=False)
    matcher = forms.CharField(required=False)
    release = forms.IntegerField(min_value=1, required=False)
    drafts = forms.BooleanField(required=False)
    sort = forms.CharField(required=False)
    highlight = forms.CharField(required=False)
    order = forms.ChoiceField(choices=[("asc", "ascending"), ("desc", "descending")], required=False)
    humans = forms.ChoiceField(choices=[("", "not scored"), ("jackknife", "scored by jackknife")], required=False)
    common = forms.BooleanField(required=False)
    test = forms.ChoiceField(choices=[(one, one) for one in TESTS], required=False)

    @property
    def choice(self) -> ScoreChoice:
        """Which annotations are scored, and how."""
        values = self.values
        return ScoreChoice(
            include_drafts=bool(values.get("drafts")),
            rounding=Rounding(values["rounding"]) if values.get("rounding") else None,
            matcher=values.get("matcher") or "",
            release=values.get("release"),
            jackknife=values.get("humans") == "jackknife",
            x=XCount(values.get("x") or XCount.DUCVIEW),
        )

    @property
    def display(self) -> Display:
        values = self.values
        return Display(
            kind=values.get("score") or DEFAULT_KIND,
            test=values.get("test") or TESTS[0],
            common=bool(values.get("common")),
            sort=values.get("sort") or "",
            descending=values.get("order") == "desc",
            highlight=values.get("highlight") or "",
        )


class TopicQuery(ScoreQuery):
    """A :class:`ScoreQuery` with ``topic=KEY``."""

    topic = forms.CharField(required=False)
