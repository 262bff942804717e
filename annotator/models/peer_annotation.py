"""Peer annotations: one owner's matching of one peer against one release."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from annotator.models.opaque_id import opaque_id
from annotator.models.pyramid import WorkState


class PeerAnnotationQuerySet(models.QuerySet["PeerAnnotation"]):
    """Peer annotations, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The peer annotations of the projects the user is a member of."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(summary__topic__project__memberships__user=user)

    def for_workspace(self, user: User | AnonymousUser) -> Self:
        """Visible annotations with peer, topic, project, owner and release, and what the user is to them.

        ``member_role`` and ``member_is_editor`` come from the user's own membership.
        """
        edits = self.model.editors.through.objects.filter(peerannotation=OuterRef("pk"), membership__user=user.pk)
        return (
            self.visible_to(user)
            .select_related("summary__topic__project", "owner", "release__pyramid__owner")
            .annotate(
                member_role=F("summary__topic__project__memberships__role"),
                member_is_editor=Q(owner=F("summary__topic__project__memberships")) | Exists(edits),
            )
        )


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
    member_is_editor: bool

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
