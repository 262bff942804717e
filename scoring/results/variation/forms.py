"""Query strings of the pages and the API on the variation of judgments and on programs as judges."""

from dataclasses import replace
from typing import Any

from django import forms

from annotator.texts.errors import FieldError
from annotator.web.refusals import MalformedQuery
from scoring.results.judgments.forms import JudgmentQuery
from scoring.results.judgments.variation import VariationSettings
from scoring.stats.anova import SumsOfSquares
from scoring.stats.variation import Centre, SetsBy

SETS = {SetsBy.JUDGE: "judge", SetsBy.MODEL: "model", SetsBy.PAIR: "pair of model and judge"}
CENTRES = {Centre.MEDIAN: "medians", Centre.MEAN: "means"}
ANOVA_TYPES = {SumsOfSquares.SEQUENTIAL: "Type I (sequential)", SumsOfSquares.TYPE_II: "Type II"}
ONLY_COVERAGE = FieldError("set", "Only coverage instruments compare summaries with models; here sets are by judge.")


class VariationQuery(JudgmentQuery):
    """A :class:`JudgmentQuery` with ``score=NAME&set=judge&centre=median&anova=1&include_models=on``."""

    score = forms.CharField(required=False, max_length=200, help_text="The name of a score; default the first.")
    set = forms.ChoiceField(
        choices=list(SETS.items()), required=False, help_text="What sets of scores differ in; default judge."
    )
    centre = forms.ChoiceField(
        choices=list(CENTRES.items()), required=False, help_text="What is compared over topics; default median."
    )
    anova = forms.TypedChoiceField(
        choices=[(int(kind), name) for kind, name in ANOVA_TYPES.items()],
        coerce=int,
        empty_value=None,
        required=False,
        help_text="The type of the sums of squares; default 1.",
    )
    include_models = forms.BooleanField(required=False, help_text="Model summaries count as summaries too.")

    @property
    def variation_settings(self) -> VariationSettings:
        values = self.values
        return VariationSettings(
            by=SetsBy(values.get("set") or SetsBy.JUDGE),
            centre=Centre(values.get("centre") or Centre.MEDIAN),
            sums_of_squares=SumsOfSquares(values.get("anova") or SumsOfSquares.SEQUENTIAL),
            score=values.get("score") or "",
            includes_models=bool(values.get("include_models")),
        )

    def settings_for(self, kind: str) -> VariationSettings:
        """Returns the settings for instruments of this kind. If the kind has no models, sets are by judge."""
        settings = self.variation_settings
        return settings if kind == "coverage" else replace(settings, by=SetsBy.JUDGE)

    def require_sets_of(self, kind: str) -> None:
        """Raises MalformedQuery if instruments of this kind do not have the sets that the query chooses."""
        if kind != "coverage" and self.variation_settings.by is not SetsBy.JUDGE:
            raise MalformedQuery([ONLY_COVERAGE])


class ProgramQuery(JudgmentQuery):
    """A :class:`JudgmentQuery` with ``score=NAME`` but without ``program``."""

    score = forms.CharField(required=False, max_length=200, help_text="The name of a score; default the first.")
    program: Any = None  # removes the inherited field
