"""Topic roles: a member can be reviewer or adjudicator of a topic, in addition to the role in the project."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Q

from annotator.projects.visibility import sees_everything


class TopicRoleQuerySet(models.QuerySet["TopicRole"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Returns the user's own roles, and all roles in topics where nothing is hidden from the user."""
        if not user.is_authenticated:
            return self.none()
        all_roles = sees_everything(user, project="topic__project", topic="topic")
        return self.filter(all_roles | Q(topic__project__memberships__user=user.pk, member__user=user.pk))


class TopicRole(models.Model):
    class Role(models.TextChoices):
        REVIEWER = "reviewer", "Reviewer"
        ADJUDICATOR = "adjudicator", "Adjudicator"

    topic = models.ForeignKey("annotator.Topic", on_delete=models.CASCADE, related_name="roles")
    member = models.ForeignKey("annotator.Membership", on_delete=models.CASCADE, related_name="topic_roles")
    role = models.CharField(max_length=12, choices=Role.choices)

    objects = TopicRoleQuerySet.as_manager()

    class Meta:
        ordering = ["topic", "role", "member"]
        constraints = [
            models.UniqueConstraint(fields=["topic", "member", "role"], name="topic_role_once"),
            models.CheckConstraint(condition=models.Q(role__in=["reviewer", "adjudicator"]), name="topic_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.member}, {self.get_role_display().lower()} of {self.topic}"
