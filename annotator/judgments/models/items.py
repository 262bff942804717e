"""Lists of the items that are judged: model units, sentences and statements."""

from typing import Any, Self

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import BigIntegerRangeField, IntegerRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.functions import Coalesce

from annotator.projects.columns import choices_constraint, imported_user_name_field, opaque_id

SOURCES = ("model_units", "peer_sentences", "document_sentences", "statements")


class ItemListQuerySet(models.QuerySet["ItemList"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The lists of the projects that the user is a member of."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(topic__project__memberships__user=user)


class ItemList(models.Model):
    """A numbered, fixed list of items, to which sheets are pinned, as peer annotations are to a release.

    ``summary``: the summary whose units or sentences these are, else None. ``release``: the release whose SCUs became
    these statements, if any. "peer_sentences" are of any judged summary, also of a model. A database trigger refuses
    changes of the items once a sheet or an extract refers to the list.
    """

    class Source(models.TextChoices):
        MODEL_UNITS = "model_units", "Units of a model summary"
        PEER_SENTENCES = "peer_sentences", "Sentences of a summary"
        DOCUMENT_SENTENCES = "document_sentences", "Sentences of the documents"
        STATEMENTS = "statements", "Statements"

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    topic = models.ForeignKey("annotator.Topic", on_delete=models.CASCADE, related_name="item_lists")
    source = models.CharField(max_length=20, choices=Source.choices)
    summary = models.ForeignKey("annotator.Summary", on_delete=models.RESTRICT, null=True, related_name="item_lists")
    release = models.ForeignKey("annotator.Release", on_delete=models.RESTRICT, null=True, related_name="item_lists")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    creator_name = imported_user_name_field()
    file_name = models.CharField(max_length=255, blank=True, default="")

    objects = ItemListQuerySet.as_manager()

    class Meta:
        ordering = ["topic", "source", "summary", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["topic", "source", "summary", "number"], name="item_list_number_once", nulls_distinct=False
            ),
            choices_constraint(
                "itemlist", "source", "model_units", "peer_sentences", "document_sentences", "statements"
            ),
            models.CheckConstraint(
                condition=Q(source__in=["model_units", "peer_sentences"], summary__isnull=False)
                | Q(source__in=["document_sentences", "statements"], summary__isnull=True),
                name="item_list_of_a_summary_names_it",
            ),
            models.CheckConstraint(
                condition=Q(release__isnull=True) | Q(source="statements"), name="item_list_release_is_of_statements"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_source_display()} {self.number}"

    @property
    def code(self) -> str:
        """The list's name in tables and `Work.slot`: its number, after the letter of its model summary if it has one.

        The code does not name the summarizer, whom judges must not know.
        """
        return f"{self.summary.letter if self.summary else ''}{self.number}"


def _range_of_key(key: Any) -> Func:
    """A range that contains only this key, because GiST has no "=" for integers without an extension."""
    return Func(key, key + Value(1), function="int8range", output_field=BigIntegerRangeField())


class Item(models.Model):
    """A unit, sentence or statement. It has a fixed position in one list.

    ``key``: its name in files. ``document``, ``start``, ``end``: its span, in the list's summary if it has no
    document; statements have no span. ``scu``, ``weight``: of a statement from a release. ``source_summary``: the
    model summary that a statement is from. ``heading``: groups statements. ``judged``: False for items that are only
    shown, such as headlines.
    """

    class Importance(models.TextChoices):
        VITAL = "vital", "Vital"
        OKAY = "okay", "Okay"

    list = models.ForeignKey("annotator.ItemList", on_delete=models.CASCADE, related_name="items")
    position = models.PositiveIntegerField()
    key = models.CharField(max_length=200)
    text = models.TextField()
    document = models.ForeignKey("annotator.Document", on_delete=models.RESTRICT, null=True, related_name="items")
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    scu = models.ForeignKey("annotator.ReleasedScu", on_delete=models.RESTRICT, null=True, related_name="items")
    weight = models.PositiveIntegerField(null=True)
    importance = models.CharField(max_length=5, choices=Importance.choices, null=True)  # noqa: DJ001  # null: not rated
    source_summary = models.ForeignKey(
        "annotator.Summary", on_delete=models.RESTRICT, null=True, related_name="statements"
    )
    heading = models.CharField(max_length=300, blank=True, default="")
    judged = models.BooleanField(default=True)

    class Meta:
        ordering = ["list", "position"]
        constraints = [
            models.UniqueConstraint(fields=["list", "position"], name="item_position_once_in_list"),
            models.UniqueConstraint(fields=["list", "key"], name="item_key_once_in_list"),
            models.CheckConstraint(condition=Q(position__gte=1), name="item_position_counts_from_1"),
            models.CheckConstraint(condition=~Q(key=""), name="item_key_not_empty"),
            models.CheckConstraint(
                condition=Q(start__isnull=True, end__isnull=True) | Q(start__isnull=False, end__gt=F("start")),
                name="item_span_not_empty",
            ),
            models.CheckConstraint(
                condition=Q(document__isnull=True) | Q(start__isnull=False), name="item_of_a_document_has_a_span"
            ),
            models.CheckConstraint(
                condition=Q(importance__isnull=True) | Q(importance__in=["vital", "okay"]), name="item_importance_known"
            ),
            ExclusionConstraint(
                name="item_none_overlaps_in_list",
                deferrable=models.Deferrable.DEFERRED,
                expressions=[
                    (_range_of_key(F("list")), RangeOperators.OVERLAPS),
                    (_range_of_key(Coalesce(F("document"), Value(0))), RangeOperators.OVERLAPS),
                    (
                        Func(F("start"), F("end"), function="int4range", output_field=IntegerRangeField()),
                        RangeOperators.OVERLAPS,
                    ),
                ],
                condition=Q(start__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.text
