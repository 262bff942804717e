"""Query strings of result pages, the API and exports, parsed as Django forms."""

from decimal import Decimal
from typing import Any, Self

from django import forms

from annotator.projects.models import Project
from annotator.texts.errors import FieldError
from annotator.web.refusals import MalformedQuery
from scoring.measures.pyramid import Rounding
from scoring.measures.pyramid_scores import SCORE_KINDS, XCount
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.results.reporting.program import this_program
from scoring.results.scores.queries import Display

DEFAULT_SCORE_KIND = "modified"


class Query(forms.Form):
    """A query string in which every field is optional. Pages ignore invalid fields; the API refuses them.
    ``display_fields``: the names of the fields that change only how a result is displayed, not its numbers.
    """

    display_fields = frozenset({"sort", "order", "highlight"})

    @property
    def values(self) -> dict[str, Any]:
        """The values of the valid fields, by name."""
        self.is_valid()
        return self.cleaned_data

    def settings(self) -> dict[str, Any]:
        """The values of the fields that can change the numbers of a result, as JSON; None for a missing field."""
        values = {name: value for name, value in self.values.items() if name not in self.display_fields}
        return {name: _json_value(value) for name, value in values.items()}

    def made_by(self, **resolved: Any) -> dict[str, Any]:
        """The program and the settings that made a result, for its JSON. ``resolved``: the values used for fields with
        a default, and settings that have no field, such as a seed.
        """
        return this_program().made_by({**self.settings(), **resolved})

    def rounding_in(self, project: Project) -> str:
        """The rounding of the query, or else the project's."""
        return str(self.values.get("rounding") or project.rounding)

    def require_valid(self) -> Self:
        """Raise MalformedQuery with a sentence for each unknown or invalid field; otherwise return this query."""
        unknown = [FieldError(name, "There is no such parameter.") for name in self.data if name not in self.fields]
        invalid = [FieldError(name, " ".join(map(str, messages))) for name, messages in self.errors.items()]
        if unknown or invalid:
            raise MalformedQuery([*unknown, *invalid])
        return self


class ScoreQuery(Query):
    """``?score=...&rounding=...&x=...&matcher=...&release=...&drafts=on`` choose scores; an empty ``rounding`` is the
    project's setting, ``x`` is how X of the original score (the peer's number of SCUs) is counted. ``humans=jackknife``
    scores model summaries too. ``common=on``: means are over the topics that all summarizers have. ``min_topics=K``:
    only summarizers with scores on at least K topics. ``sort``, ``order`` and ``highlight`` only change the display.
    """

    score = forms.ChoiceField(choices=[(kind, kind.capitalize()) for kind in SCORE_KINDS], required=False)
    rounding = forms.ChoiceField(
        choices=[("", "project default"), *((rule, rule) for rule in Rounding)], required=False
    )
    x = forms.ChoiceField(choices=[(count, count) for count in XCount], required=False)
    matcher = forms.CharField(required=False)
    release = forms.IntegerField(min_value=1, required=False)
    drafts = forms.BooleanField(required=False)
    sort = forms.CharField(required=False)
    highlight = forms.CharField(required=False)
    order = forms.ChoiceField(choices=[("asc", "ascending"), ("desc", "descending")], required=False)
    humans = forms.ChoiceField(choices=[("", "not scored"), ("jackknife", "scored by jackknife")], required=False)
    common = forms.BooleanField(required=False)
    min_topics = forms.IntegerField(min_value=1, max_value=100_000, required=False)

    @property
    def score_settings(self) -> ScoreSettings:
        values = self.values
        return ScoreSettings(
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
            score_kind=values.get("score") or DEFAULT_SCORE_KIND,
            common_topics_only=bool(values.get("common")),
            min_topics=values.get("min_topics") or 1,
            sort=values.get("sort") or "",
            descending=values.get("order") == "desc",
            highlight=values.get("highlight") or "",
        )


class TopicQuery(ScoreQuery):
    """A :class:`ScoreQuery` with ``topic=KEY``."""

    topic = forms.CharField(required=False)


def _json_value(value: Any) -> Any:
    """The value of a field as JSON: a Decimal as a float, "" as None."""
    if isinstance(value, Decimal):
        return float(value)
    return None if value == "" else value
