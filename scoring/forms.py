"""What can be asked in an address of scores and of agreement."""

from collections.abc import Iterable
from typing import Any

from django import forms

from annotator.projects.models import Topic
from annotator.texts.errors import FieldError
from annotator.web.refusals import MalformedQuery
from scoring.core.anova import SumsOfSquares
from scoring.core.codings import Uncovered
from scoring.core.pyramid import Rounding
from scoring.core.pyramid_scores import XCount
from scoring.exports.form import WIDE_DUC, ExportForm, FileFormat, Shape
from scoring.services.agreement import AgreementChoice
from scoring.services.peer_scores import ScoreChoice
from scoring.services.score_fields import KINDS
from scoring.services.score_ranking import TESTS

DEFAULT_KIND = "modified"


class Query(forms.Form):
    """A form whose fields can all be left out; one that could not be understood counts as left out on pages."""

    @property
    def asked(self) -> dict[str, Any]:
        """The fields that were understood."""
        self.is_valid()
        return self.cleaned_data

    def check(self) -> None:
        """For the API: raise MalformedQuery with each field that was not understood, and a sentence."""
        unknown = [
            FieldError(name, "Nothing of this name can be asked for here.")
            for name in self.data
            if name not in self.fields
        ]
        wrong = [FieldError(name, " ".join(map(str, told))) for name, told in self.errors.items()]
        if unknown or wrong:
            raise MalformedQuery([*unknown, *wrong])


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
    def kind(self) -> str:
        """Which of the three scores the table shows."""
        return self.asked.get("score") or DEFAULT_KIND

    @property
    def letters_of(self) -> str:
        """Which test the letters of significance are of."""
        return self.asked.get("test") or TESTS[0]

    @property
    def on_common(self) -> bool:
        """Whether means are over the topics that all summarizers have."""
        return bool(self.asked.get("common"))

    @property
    def chosen(self) -> str:
        """The summarizer that stands out in pictures."""
        return self.asked.get("highlight") or ""

    @property
    def sorting(self) -> tuple[str, bool]:
        """The column to sort by, and whether downwards."""
        return self.asked.get("sort") or "", self.asked.get("order") == "desc"


class ExportQuery(ScoreQuery):
    """Of scores as a file: ``?file=csv|xlsx|json|duc&shape=long|wide&topic=KEY&header=no`` and what ScoreQuery takes.

    ``score`` is that of a wide table; ``header=no`` leaves the names of a DUC table's columns out.
    """

    file = forms.ChoiceField(choices=[(one, one) for one in FileFormat], required=False)
    shape = forms.ChoiceField(choices=[(one, one) for one in Shape], required=False)
    topic = forms.CharField(required=False)
    header = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")], required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse a wide DUC table."""
        cleaned: dict[str, Any] = super().clean() or {}
        if (cleaned.get("file"), cleaned.get("shape")) == (FileFormat.DUC, Shape.WIDE):
            self.add_error("shape", WIDE_DUC)
        return cleaned

    def form(self, file_format: FileFormat | None = None) -> ExportForm:
        """The form that was asked for; with ``file_format`` a file of that format, whatever ``file`` says."""
        asked = self.asked
        taken = file_format or FileFormat(asked.get("file") or FileFormat.CSV)
        shape = Shape(asked.get("shape") or Shape.LONG)
        if taken is FileFormat.DUC:
            shape = Shape.LONG
        return ExportForm(taken, shape, self.kind, header=asked.get("header") != "no")


class AgreementQuery(Query):
    """``?topic=KEY&uncovered=...&score=...&squares=...&drafts=on``."""

    topic = forms.CharField(required=False)
    uncovered = forms.ChoiceField(
        choices=[
            (str(Uncovered.SINGLETON), "stands for itself"),
            (str(Uncovered.MISSING), "has no value"),
            (str(Uncovered.REFUSE), "is not accepted"),
        ],
        required=False,
    )
    score = forms.ChoiceField(choices=[(kind, kind.capitalize()) for kind in KINDS], required=False)
    squares = forms.ChoiceField(choices=[("1", "type I, sequential"), ("2", "type II")], required=False)
    drafts = forms.BooleanField(required=False)

    def choice(self, topics: Iterable[Topic]) -> AgreementChoice:
        """What was asked for, with the topic among those that may be seen. Raises Topic.DoesNotExist."""
        asked = self.asked
        topic = chosen_topic(asked.get("topic") or "", topics)
        return AgreementChoice(
            uncovered=Uncovered(asked.get("uncovered") or Uncovered.SINGLETON),
            topic=topic,
            include_drafts=bool(asked.get("drafts")),
            score=asked.get("score") or DEFAULT_KIND,
            sums_of_squares=SumsOfSquares(int(asked.get("squares") or SumsOfSquares.SEQUENTIAL)),
        )


class DiagnosisQuery(ScoreQuery):
    """What a :class:`ScoreQuery` has, and ``topic=KEY``."""

    topic = forms.CharField(required=False)

    def topic_among(self, topics: Iterable[Topic]) -> Topic | None:
        """The topic that was asked for, None for all. Raises Topic.DoesNotExist."""
        return chosen_topic(self.asked.get("topic") or "", topics)


def chosen_topic(key: str, topics: Iterable[Topic]) -> Topic | None:
    """The topic of this key among those that may be seen, None for no key. Raises Topic.DoesNotExist."""
    found = next((one for one in topics if one.key == key), None)
    if key and found is None:
        raise Topic.DoesNotExist
    return found
