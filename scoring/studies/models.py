"""Scores that came from outside, stored values of automatic measures (docs/adr/0197-values-and-given-scores.md),
trained models of measures (docs/adr/0218-trained-measures.md), and studies with their results
(docs/adr/0198-studies-as-documents.md).
"""

import json
from datetime import datetime
from typing import Self

from django.contrib.auth.models import User
from django.db import models

from annotator.projects.columns import imported_user_name_field
from annotator.projects.models import Project, Summary, Topic
from scoring.measures.trained.model import HASH_LENGTH
from scoring.studies.column_names import MAX_NAME
from scoring.studies.definition import StudyDefinition

LARGEST = 1e15
"""Given scores must be between -LARGEST and LARGEST, so that their sums stay exact enough."""


class GivenColumn(models.Model):
    """A kind of score that came from outside, such as a column of somebody's table: ``given.NAME`` in studies.

    ``is_human``: whether people gave the scores. ``scale_low``, ``scale_high``: the ends of their scale, if known.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="given_columns")
    name = models.CharField(max_length=MAX_NAME)
    is_human = models.BooleanField(default=False)
    scale_low = models.FloatField(null=True)
    scale_high = models.FloatField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="given_column_once_in_project"),
            models.CheckConstraint(condition=~models.Q(name=""), name="given_column_name_not_empty"),
            models.CheckConstraint(
                condition=models.Q(scale_low=None, scale_high=None) | models.Q(scale_low__lt=models.F("scale_high")),
                name="given_column_scale_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class GivenScore(models.Model):
    """A score of one summary. ``judge``: who gave it, such as an assessor; "" if the table does not say."""

    column = models.ForeignKey(GivenColumn, on_delete=models.CASCADE, related_name="scores")
    summary = models.ForeignKey(Summary, on_delete=models.CASCADE, related_name="given_scores")
    judge = models.CharField(max_length=100, blank=True, default="")
    value = models.FloatField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["column", "summary", "judge"], name="given_score_once"),
            # NaN is greater than every number in Postgres, so this keeps it out too.
            models.CheckConstraint(
                condition=models.Q(value__gt=-LARGEST, value__lt=LARGEST), name="given_score_is_a_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.value:g}"


class MeasuredQuerySet(models.QuerySet["Measured"]):
    def unused_since(self, moment: datetime) -> Self:
        """Returns the rows that nobody has read since this moment."""
        return self.filter(last_used__lt=moment)


class Measured(models.Model):
    """The stored values of one measure for the summaries of one topic: they need not be computed again.

    ``key``: a hash of everything that could change a value (`scoring.studies.measures.rows`). A row is never updated:
    other texts or parameters have another key. ``values``: little-endian float64, a row for each summary (peers
    first), NaN if undefined. ``reasons``: for each summary, why it has no value; "" if it has a value.
    """

    topic = models.ForeignKey(Topic, on_delete=models.CASCADE, related_name="measured")
    key = models.CharField(max_length=64, unique=True)
    values = models.BinaryField()
    reasons = models.JSONField(default=list)
    last_used = models.DateTimeField(db_index=True)

    objects = MeasuredQuerySet.as_manager()

    def __str__(self) -> str:
        return self.key


class TrainedMeasure(models.Model):
    """A trained model of a measure that the members of a project can use (docs/adr/0218-trained-measures.md).

    ``key``: the value of the measure's parameter ``model``. ``content``: the model as JSON, in a text field because
    jsonb would change its numbers. ``overview``: the parts of the content that pages show.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="trained_measures")
    name = models.CharField(max_length=MAX_NAME)
    key = models.CharField(max_length=HASH_LENGTH)
    content = models.TextField()
    overview = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    creator_name = imported_user_name_field()

    class Meta:
        ordering = ["project", "name"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="trained_measure_name_once_in_project"),
            models.UniqueConstraint(fields=["project", "key"], name="trained_measure_key_once_in_project"),
            models.CheckConstraint(condition=~models.Q(name=""), name="trained_measure_name_not_empty"),
            models.CheckConstraint(
                condition=models.Q(key__regex="^[0-9a-f]{8}$"), name="trained_measure_key_is_a_hash"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Study(models.Model):
    """A study: a definition whose result is computed for each viewer.

    ``number``: from 1 within the project; a deleted study's number may be used again. ``content``: the definition as
    JSON, in a text field because jsonb would sort the groups.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="studies")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=200)
    content = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    creator_name = imported_user_name_field()

    class Meta:
        ordering = ["project", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="study_number_once_in_project"),
            models.CheckConstraint(condition=models.Q(number__gt=0), name="study_number_from_1"),
            models.CheckConstraint(condition=~models.Q(title=""), name="study_title_not_empty"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def definition(self) -> StudyDefinition:
        return StudyDefinition.from_json(json.loads(self.content))


class StudyResult(models.Model):
    """The document of a study, computed from the scores that a viewer sees. Viewers of the same scores share a row.

    ``key``: a hash of the definition, the scores and the program's version (`scoring.studies.services`).
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="results")
    key = models.CharField(max_length=64)
    document = models.TextField()
    last_used = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["study", "key"], name="study_result_once")]

    def __str__(self) -> str:
        return self.key
