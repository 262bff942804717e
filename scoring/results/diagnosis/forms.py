"""What can be asked in a URL of a diagnosis."""

from collections.abc import Iterable

from django import forms

from annotator.projects.models import Topic
from scoring.observations.viewer import chosen_topic
from scoring.results.forms import ScoreQuery


class DiagnosisQuery(ScoreQuery):
    """What a :class:`ScoreQuery` has, and ``topic=KEY``."""

    topic = forms.CharField(required=False)

    def topic_among(self, topics: Iterable[Topic]) -> Topic | None:
        """The topic that was asked for, None for all. Raises Topic.DoesNotExist."""
        return chosen_topic(self.asked.get("topic") or "", topics)
