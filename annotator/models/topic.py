"""Topics: one document set each, with the summaries of it."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import F, Q

from annotator.models.visibility import MANAGER, hides_names, owes_pyramid, roles_over_peers, roles_over_pyramids


class TopicQuerySet(models.QuerySet["Topic"]):
    """Topics, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The topics of the projects the user is a member of."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(project__memberships__user=user)

    def for_member(self, user: User | AnonymousUser) -> Self:
        """Visible topics with their project, and what the user is to each.

        ``member_role``; ``hides_work``: others' work on it is hidden from the user; ``hides_names``: so are the names
        of who wrote its peers. ``reviews_pyramids``, ``reviews_peers``, ``adjudicates_pyramids`` and
        ``adjudicates_peers``: the user has this role and may use it now, as no such work of their own is unfinished.
        """
        if not user.is_authenticated:
            return self.none()
        over = {"pyramids": roles_over_pyramids(user), "peers": roles_over_peers(user)}
        roles = {
            f"{does}_{kind}": Q(pk__in=held.filter(role=role).values("topic"))
            for kind, held in over.items()
            for does, role in (("reviews", "reviewer"), ("adjudicates", "adjudicator"))
        }
        closed = Q(project__blind=True, revealed_at=None) & ~Q(project__memberships__role=MANAGER)
        return (
            self.visible_to(user)
            .select_related("project")
            .annotate(
                **roles,
                member_role=F("project__memberships__role"),
                hides_work=closed & ~Q(pk__in=over["pyramids"].values("topic")),
                hides_names=hides_names(),
            )
        )

    def with_own_unfinished(self, user: User) -> Self:
        """The topics on which the user still has a pyramid of their own to make or to finish."""
        return self.filter(owes_pyramid(user, topic="pk"))


class Topic(models.Model):
    """One document set ("docset" in DUC): key, title and the question asked.

    ``revealed_at``: when a manager lifted blindness and masks from it.
    """

    project = models.ForeignKey("annotator.Project", on_delete=models.CASCADE, related_name="topics")
    key = models.CharField(max_length=100)
    title = models.CharField(max_length=300, blank=True, default="")
    statement = models.TextField(blank=True, default="")
    revealed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    # Set by for_member() for the user who asks.
    member_role: str
    hides_work: bool
    hides_names: bool
    reviews_pyramids: bool
    reviews_peers: bool
    adjudicates_pyramids: bool
    adjudicates_peers: bool

    objects = TopicQuerySet.as_manager()

    class Meta:
        ordering = ["key", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "key"], name="topic_key_once_in_project"),
            models.CheckConstraint(condition=~models.Q(key=""), name="topic_key_not_empty"),
            models.CheckConstraint(condition=~models.Q(key__contains="/"), name="topic_key_fits_an_address"),
        ]

    def __str__(self) -> str:
        return self.title or self.key
