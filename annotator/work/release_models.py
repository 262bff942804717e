"""`Release` is an immutable, numbered copy of a pyramid to match peers against."""

from datetime import datetime
from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.fields.json import KeyTextTransform

from annotator.projects.columns import imported_user_name_field, opaque_id
from annotator.work.models import Work
from annotator.work.tasks.models import Assignment
from annotator.work.visibility import visible_works_with_releases


class ReleaseQuerySet(models.QuerySet["Release"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Returns the releases of visible pyramids, and those that the user's works or tasks are pinned to.

        Annotates ``hides_owner``: the pyramid is not visible, so its owner's name is hidden from the user.
        """
        if not user.is_authenticated:
            return self.none()
        assigned = Assignment.objects.filter(member__user=user.pk, release__isnull=False)
        pyramids = visible_works_with_releases(user)
        pinned = Work.objects.of_editor(user).filter(release__isnull=False)
        return self.filter(
            Q(pyramid__in=pyramids) | Q(pk__in=assigned.values("release")) | Q(pk__in=pinned.values("release"))
        ).annotate(hides_owner=~Q(pyramid__in=pyramids))

    def to_choose_from(self) -> Self:
        """Returns the releases with their owners: by owner, newest first. Releases of hidden owners are unsorted."""
        owner = Case(When(hides_owner=False, then=F("pyramid__owner__name")), default=Value(""))
        number = Case(When(hides_owner=False, then=F("number")))
        return self.select_related("pyramid__owner").defer("document").order_by(owner, number.desc(), "pk")


class Release(models.Model):
    """A frozen copy of a pyramid with its weights. A database trigger refuses every change of it.

    ``document``: what the exact export of an imported release needs (its text, headers, regex, offsets and order).
    ``guess``: a clause about what the import had to guess, without a full stop; null if nothing.
    """

    class WeightSource(models.TextChoices):
        SUMMARIES = "summaries", "Distinct model summaries"
        FILE = "file", "Contributor elements of the imported file"

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    pyramid = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="releases")
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    creator_name = imported_user_name_field()
    model_count = models.PositiveIntegerField()
    weight_source = models.CharField(max_length=10, choices=WeightSource.choices, default=WeightSource.SUMMARIES)
    file_name = models.CharField(max_length=255, blank=True, default="")
    document = models.JSONField(null=True)
    guess = models.GeneratedField(
        expression=KeyTextTransform("guess", "document"), output_field=models.TextField(null=True), db_persist=True
    )

    # Set by visible_to(): whether the pyramid, and with it the owner's name, is hidden from the user.
    hides_owner = False

    objects = ReleaseQuerySet.as_manager()

    class Meta:
        ordering = ["pyramid", "number"]
        constraints = [
            models.UniqueConstraint(fields=["pyramid", "number"], name="release_number_once_in_pyramid"),
            models.CheckConstraint(
                condition=models.Q(weight_source__in=["summaries", "file"]), name="release_weight_source_known"
            ),
        ]

    def __str__(self) -> str:
        return f"release {self.number}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """The sentence about the import's guess, for every result that depends on it; empty if there was none."""
        return (f"{self.guess}.",) if self.guess else ()

    @property
    def owner_name(self) -> str:
        """The owner of the pyramid; empty if hidden from the user."""
        return "" if self.hides_owner else self.pyramid.owner.name

    @property
    def shown_created_at(self) -> datetime | None:
        """The time of creation; None if the owner is hidden from the user, because the time could reveal the owner."""
        return None if self.hides_owner else self.created_at
