"""Peer annotations: one owner's matching of one peer against one release, in units."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Self
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, OuterRef, Q, Subquery

from annotator.projects.columns import opaque_id
from annotator.projects.visibility import called, hides_names
from annotator.pyramids.models import Pyramid
from annotator.work.columns import flags_field, flags_known, int4range, int8range
from annotator.work.models import Release
from annotator.work.states.models import TopicRole
from annotator.work.states.visibility import WorkState, last_turn, open_notes, roles_over_peers, sees_work


class PeerAnnotationQuerySet(models.QuerySet["PeerAnnotation"]):
    """Peer annotations, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The peer annotations of the projects the user is a member of, but for what is blind.

        With ``hides_peer`` and ``hides_pyramid``: whether who wrote the peer, and whose release it is matched to, are
        hidden from the user.
        """
        if not user.is_authenticated:
            return self.none()
        edited = self._edited_by(user)
        return self.filter(
            sees_work(user, topic="summary__topic", editors=edited, roles=roles_over_peers(user))
        ).annotate(
            hides_peer=hides_names("summary__topic__"),
            hides_pyramid=~Q(release__pyramid__in=Pyramid.objects.visible_to(user)),
        )

    def of_peer_called(self, name: str) -> Self:
        """Of visible annotations those of the peer of this name in an address."""
        return self.filter(called(name, summary="summary__", hidden="hides_peer"), summary__kind="peer")

    def pinned_by(self, query: Mapping[str, str]) -> Self:
        """Of visible annotations those that the query of an address means, see ``pin``."""
        found = self
        if number := query.get("release", ""):
            found = found.filter(release__number=int(number) if re.fullmatch(r"[0-9]{1,8}", number) else 0)
        if owner := query.get("pyramid", ""):
            found = found.filter(release__pyramid__owner__name=owner, hides_pyramid=False)
        if pin := query.get("pin", ""):
            found = found.filter(release=int(pin) if re.fullmatch(r"[0-9]{1,16}", pin) else 0)
        return found

    def for_workspace(self, user: User | AnonymousUser) -> Self:
        """Visible annotations with peer, topic, project, owner and release, and what the user is to them.

        ``member_role`` and ``member_is_editor`` come from the user's own membership; ``member_reviews`` and
        ``member_adjudicates`` from the roles for the topic that the user may use now. ``newest_release``: the greatest
        number of a release of the same pyramid that the user may see.
        """
        if not user.is_authenticated:
            return self.none()
        roles = roles_over_peers(user)
        members = "summary__topic__project__memberships"
        releases = Release.objects.visible_to(user).filter(pyramid=OuterRef("release__pyramid"))
        return (
            self.visible_to(user)
            .select_related("summary__topic__project", "owner", "release__pyramid__owner")
            .annotate(
                member_role=F(f"{members}__role"),
                member_is_owner=Q(owner=F(members)),
                member_is_editor=Q(owner=F(members)) | Q(pk__in=self._edited_by(user)),
                member_reviews=Q(summary__topic__in=roles.filter(role=TopicRole.Role.REVIEWER).values("topic")),
                member_adjudicates=Q(summary__topic__in=roles.filter(role=TopicRole.Role.ADJUDICATOR).values("topic")),
                last_turn=last_turn("annotation"),
                open_notes=open_notes("annotation"),
                newest_release=Subquery(releases.order_by("-number").values("number")[:1]),
            )
        )

    def of_editor(self, user: User) -> Self:
        """The annotations that the user owns or is a listed editor of."""
        return self.filter(Q(owner__user=user.pk) | Q(pk__in=self._edited_by(user)))

    def roles_over(self, annotation: int, *, user: User) -> tuple[bool, bool]:
        """Whether the user reviews and whether they adjudicate an annotation that they can see. Raises DoesNotExist."""
        return self.for_workspace(user).values_list("member_reviews", "member_adjudicates").get(pk=annotation)

    def _edited_by(self, user: User) -> models.QuerySet[Any]:
        """The keys of the peer annotations that the user is a listed editor of."""
        return self.model.editors.through.objects.filter(membership__user=user.pk).values("peerannotation")


class PeerAnnotation(models.Model):
    """The units of a peer by one owner, pinned to a release.

    ``derived_from`` is the annotation it was carried over from; ``document`` keeps an imported file's own form, which
    stands for revision ``document_revision``.
    """

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    summary = models.ForeignKey("annotator.Summary", on_delete=models.CASCADE, related_name="peer_annotations")
    owner = models.ForeignKey("annotator.Membership", on_delete=models.PROTECT, related_name="peer_annotations")
    editors = models.ManyToManyField("annotator.Membership", related_name="edited_peer_annotations", blank=True)
    release = models.ForeignKey("annotator.Release", on_delete=models.PROTECT, related_name="peer_annotations")
    derived_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="derived")
    state = models.CharField(max_length=12, choices=WorkState.choices, default=WorkState.IN_PROGRESS)
    revision = models.PositiveIntegerField(default=0)
    next_position = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    file_name = models.CharField(max_length=255, blank=True, default="")
    document = models.JSONField(null=True)
    document_revision = models.PositiveIntegerField(null=True)

    # Set by for_workspace() from the membership of the user who asks.
    member_role: str
    member_is_owner: bool
    member_is_editor: bool
    member_reviews: bool
    member_adjudicates: bool
    last_turn: dict[str, str] | None
    newest_release: int
    open_notes: int

    # Set by visible_to() too; other code works with the real names.
    hides_peer = False
    hides_pyramid = False

    objects = PeerAnnotationQuerySet.as_manager()

    class Meta:
        ordering = ["summary", "created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["summary", "owner", "release"], name="peer_annotation_once_for_peer_owner_and_release"
            ),
            models.CheckConstraint(condition=models.Q(state__in=WorkState.values), name="peer_annotation_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.summary} by {self.owner}"

    @property
    def peer_name(self) -> str:
        """What the user who asked is told of who wrote the peer: the summarizer or the mask."""
        return self.summary.mask if self.hides_peer else self.summary.summarizer

    @property
    def peer_title(self) -> str:
        """The peer's title, unless it may tell who wrote it."""
        return "" if self.hides_peer else self.summary.title

    @property
    def pyramid_owner(self) -> str:
        """Whose pyramid the release is of; nothing where that is hidden from the user who asked."""
        return "" if self.hides_pyramid else self.release.pyramid.owner.name

    @property
    def pin(self) -> str:
        """The query of an address that means this annotation, also after a carry-over."""
        if self.hides_pyramid:
            return urlencode({"pin": self.release_id})
        return _pin(self.release.number, self.release.pyramid.owner.name)


@lru_cache(maxsize=1024)
def _pin(number: int, owner: str) -> str:
    """Remembered: the peers of a project, thousands on one page, share some releases."""
    return urlencode({"release": number, "pyramid": owner})


class UnitQuerySet(models.QuerySet["Unit"]):
    """Units, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The units of the peer annotations that the user may see."""
        return self.filter(annotation__in=PeerAnnotation.objects.visible_to(user))


class Unit(models.Model):
    """One mention; without ``scu`` it is non-matching (DUCView's uid 0)."""

    annotation = models.ForeignKey("annotator.PeerAnnotation", on_delete=models.CASCADE, related_name="units")
    uuid = models.UUIDField()
    scu = models.ForeignKey("annotator.ReleasedScu", on_delete=models.PROTECT, null=True, related_name="units")
    position = models.PositiveIntegerField()
    label = models.TextField(blank=True, default="")
    comment = models.TextField(blank=True, default="")
    flags = flags_field()

    objects = UnitQuerySet.as_manager()

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["annotation", "uuid"], name="unit_uuid_once_in_annotation"),
            flags_known(["unsure", "partial", "discuss"], name="unit_flags_known"),
        ]

    def __str__(self) -> str:
        return f"Unit {self.pk}"


class UnitPart(models.Model):
    """A half-open span of code points of the peer."""

    unit = models.ForeignKey("annotator.Unit", on_delete=models.CASCADE, related_name="parts")
    annotation = models.ForeignKey("annotator.PeerAnnotation", on_delete=models.CASCADE, related_name="parts")
    uuid = models.UUIDField()
    position = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["annotation", "uuid"],
                name="unit_part_uuid_once_in_annotation",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(condition=models.Q(start__lt=F("end")), name="unit_part_not_empty"),
            ExclusionConstraint(
                name="unit_part_none_overlaps_in_unit",
                deferrable=models.Deferrable.DEFERRED,
                expressions=[
                    (int8range("unit"), RangeOperators.OVERLAPS),
                    (int4range("start", "end"), RangeOperators.OVERLAPS),
                ],
            ),
        ]

    def __str__(self) -> str:
        return f"[{self.start}, {self.end})"


class Absence(models.Model):
    """A released SCU that was looked for in a peer and is not there."""

    annotation = models.ForeignKey("annotator.PeerAnnotation", on_delete=models.CASCADE, related_name="absences")
    scu = models.ForeignKey("annotator.ReleasedScu", on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotation", "scu"], name="absence_once_for_annotation_and_scu"),
        ]

    def __str__(self) -> str:
        return f"Absence {self.pk}"
