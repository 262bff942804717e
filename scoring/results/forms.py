"""What can be asked in a URL of scores."""

from typing import Any, Self

from django import forms

from annotator.texts.errors import FieldError
from annotator.web.refusals import MalformedQuery
from scoring.measures.pyramid import Rounding
from scoring.measures.pyramid_scores import KINDS, XCount
from scoring.observations.pyramid_scores import ScoreChoice
from scoring.results.scores.queries import Shown
from scoring.results.scores.ranking import TESTS

DEFAULT_KIND = "modified"


class Query(forms.Form):
    """A form whose fields can all be left out; one that could not be understood counts as left out on pages."""

    @property
    def asked(self) -> dict[str, Any]:
        """The fields that were understood."""
        self.is_valid()
        return self.cleaned_data

    def checked(self) -> Self:
        """For the API: raise MalformedQuery with each field that was not understood, and a sentence."""
        unknown = [
            FieldError(name, "Nothing of this name can be asked for here.")
            for name in self.data
            if name not in self.fields
        ]
        wrong = [FieldError(name, " ".join(map(str, told))) for name, told in self.errors.items()]
        if unknown or wrong:
            raise MalformedQuery([*unknown, *wrong])
        return self


class ScoreQuery(Query):
    """``?score=...&rounding=...&x=...&matcher=...&release=...&drafts=on&humans=jackknife&sort=...&order=...``.

    ``rounding`` empty: the project's own. ``common=on``: means over the topics that all summarizers have; ``test``:
    what the letters of significance are of.
    """

    score = forms.ChoiceField(choices=[(kind, kind.capitalize()) for kind in KINDS], required=False)
    rounding = forms.ChoiceField(choices=[("", "as the project"), *((one, one) for one in Rounding)], required=False)
    x = forms.ChoiceField(choices=[(one, one) for one in XCount], required=False)
    matcher = forms.CharField(required=False)
    release = forms.IntegerField(min_value=1, required=False)
    drafts = forms.BooleanField(required=False)
    sort = forms.CharField(required=False)
    highlight = forms.CharField(required=False)
    order = forms.ChoiceField(choices=[("asc", "ascending"), ("desc", "descending")], required=False)
    humans = forms.ChoiceField(choices=[("", "without"), ("jackknife", "by jackknife")], required=False)
    common = forms.BooleanField(required=False)
    test = forms.ChoiceField(choices=[(one, one) for one in TESTS], required=False)

    @property
    def choice(self) -> ScoreChoice:
        """What was asked for; fields that could not be understood count as left out."""
        cleaned = self.asked
        return ScoreChoice(
            include_drafts=bool(cleaned.get("drafts")),
            rounding=Rounding(cleaned["rounding"]) if cleaned.get("rounding") else None,
            matcher=cleaned.get("matcher") or "",
            release=cleaned.get("release"),
            jackknife=cleaned.get("humans") == "jackknife",
            x=XCount(cleaned.get("x") or XCount.DUCVIEW),
        )

    @property
    def shown(self) -> Shown:
        """How the scores are shown."""
        asked = self.asked
        return Shown(
            kind=asked.get("score") or DEFAULT_KIND,
            test=asked.get("test") or TESTS[0],
            common=bool(asked.get("common")),
            by=asked.get("sort") or "",
            descending=asked.get("order") == "desc",
        )

    @property
    def chosen(self) -> str:
        """The summarizer that stands out in pictures."""
        return self.asked.get("highlight") or ""
