"""What can be asked in an address of the analysis by pyramid order."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms

from annotator.projects.models import Project, Topic
from scoring.measures.orders.stability import THRESHOLD
from scoring.measures.pyramid import Rounding
from scoring.results.forms import Query
from scoring.results.stability.project import PyramidChoice
from scoring.results.stability.result import StabilityChoice

FINEST = Decimal("0.0001")


@dataclass(frozen=True, slots=True)
class Pictured:
    """Which two summaries of which topic the picture shows; empty for what is left to the page."""

    topic: str
    first: str
    second: str


class StabilityQuery(Query):
    """``?topic=KEY&topic=...&threshold=0.06&peers=K&score_peers=on&annotator=...&release=...&matcher=...&rounding=...
    &drafts=on``.
    """

    topic = forms.CharField(
        required=False, help_text="The key of a topic, several times for several; none: all pooled."
    )
    threshold = forms.DecimalField(
        min_value=FINEST,
        max_value=1,
        decimal_places=4,
        required=False,
        help_text="Scores closer than this are the same; 0.06 unless given.",
    )
    peers = forms.IntegerField(
        min_value=1, max_value=999, required=False, help_text="Model summaries ranked at a time; half of them."
    )
    score_peers = forms.BooleanField(required=False, help_text="Matched peers under the smaller pyramids too.")
    annotator = forms.CharField(required=False, help_text="Whose pyramids; the consensus, else the only one.")
    release = forms.IntegerField(min_value=1, max_value=99999, required=False, help_text="The latest unless given.")
    matcher = forms.CharField(required=False, help_text="Whose matching of peers.")
    rounding = forms.ChoiceField(choices=[(one, one) for one in Rounding], required=False)
    drafts = forms.BooleanField(required=False)

    def pyramids(self, topics: Iterable[Topic]) -> PyramidChoice:
        """Whose pyramids, with the topics among those that may be seen. Raises Topic.DoesNotExist."""
        asked, keys = self.asked, tuple(dict.fromkeys(filter(None, self._several("topic"))))
        if set(keys) - {topic.key for topic in topics}:
            raise Topic.DoesNotExist
        return PyramidChoice(
            topics=keys,
            owner=asked.get("annotator") or "",
            number=asked.get("release"),
            matcher=asked.get("matcher") or "",
            include_drafts=bool(asked.get("drafts")),
        )

    def choice(self, project: Project, *, score_peers: bool = False) -> StabilityChoice:
        """What is computed; fields that could not be understood count as left out."""
        asked = self.asked
        threshold = asked.get("threshold")
        return StabilityChoice(
            threshold=THRESHOLD if threshold is None else Fraction(threshold),
            peers=asked.get("peers"),
            score_peers=score_peers or bool(asked.get("score_peers")),
            rounding=Rounding(asked.get("rounding") or project.rounding),
        )

    def _several(self, name: str) -> list[str]:
        found: Any = self.data
        return list(found.getlist(name))


class StabilityPageQuery(StabilityQuery):
    """The same, and for the picture ``&of=KEY&a=...&b=...``."""

    of = forms.CharField(required=False)
    a = forms.CharField(required=False)
    b = forms.CharField(required=False)

    @property
    def pictured(self) -> Pictured:
        """The two summaries of the picture."""
        asked = self.asked
        return Pictured(asked.get("of") or "", asked.get("a") or "", asked.get("b") or "")
