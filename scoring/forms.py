"""What can be asked of scores in an address: ``?score=...&rounding=...&matcher=...&release=...&drafts=on&sort=...``."""

from typing import Any

from django import forms

from scoring.core.pyramid import Rounding
from scoring.services.peer_scores import ScoreChoice
from scoring.services.score_fields import KINDS

DEFAULT_KIND = "modified"


class ScoreQuery(forms.Form):
    """Every field can be left out. ``rounding`` empty: the project's own."""

    score = forms.ChoiceField(choices=[(kind, kind.capitalize()) for kind in KINDS], required=False)
    rounding = forms.ChoiceField(choices=[("", "as the project"), *((one, one) for one in Rounding)], required=False)
    matcher = forms.CharField(required=False)
    release = forms.IntegerField(min_value=1, required=False)
    drafts = forms.BooleanField(required=False)
    sort = forms.CharField(required=False)
    order = forms.ChoiceField(choices=[("asc", "ascending"), ("desc", "descending")], required=False)

    @property
    def choice(self) -> ScoreChoice:
        """What was asked for; fields that could not be understood count as left out."""
        cleaned = self._cleaned
        return ScoreChoice(
            include_drafts=bool(cleaned.get("drafts")),
            rounding=Rounding(cleaned["rounding"]) if cleaned.get("rounding") else None,
            matcher=cleaned.get("matcher") or "",
            release=cleaned.get("release"),
        )

    @property
    def kind(self) -> str:
        """Which of the three scores the table shows."""
        return self._cleaned.get("score") or DEFAULT_KIND

    @property
    def sorting(self) -> tuple[str, bool]:
        """The column to sort by, and whether downwards."""
        return self._cleaned.get("sort") or "", self._cleaned.get("order") == "desc"

    @property
    def _cleaned(self) -> dict[str, Any]:
        self.is_valid()
        return self.cleaned_data
