"""Who takes part in a project; owners of pyramids and peer annotations are members, with or without an account."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Q

from annotator.models.kept_name import kept_name
from annotator.models.visibility import unveiled

CONSENSUS = "consensus"


class MembershipQuerySet(models.QuerySet["Membership"]):
    """Members, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The members of the projects the user is a member of.

        A name without an account stands for work that is there: in a blind project only managers see it.
        """
        if not user.is_authenticated:
            return self.none()
        people = Q(project__memberships__user=user.pk, user__isnull=False)
        return self.filter(unveiled(user, project="project") | people)


class Membership(models.Model):
    """A member of a project. Without ``user`` it is a named owner (of imported work) who cannot sign in.

    ``account_name``: of a project that was exported elsewhere, whose account it was there. ``host``: let in by such an
    import, as somebody must be able to open the project; no part of it as long as nothing stands under the name.
    """

    class Role(models.TextChoices):
        MANAGER = "manager", "Manager"
        ANNOTATOR = "annotator", "Annotator"
        VIEWER = "viewer", "Viewer"

    project = models.ForeignKey("annotator.Project", on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="memberships")
    name = models.CharField(max_length=100)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.ANNOTATOR)
    account_name = kept_name()
    host = models.BooleanField(default=False, db_default=False, editable=False)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="membership_name_once_in_project"),
            models.UniqueConstraint(fields=["project", "user"], name="membership_user_once_in_project"),
            models.CheckConstraint(
                condition=models.Q(role__in=["manager", "annotator", "viewer"]), name="membership_role_known"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="membership_name_not_empty"),
            models.CheckConstraint(condition=~models.Q(name__contains="/"), name="membership_name_fits_an_address"),
        ]

    def __str__(self) -> str:
        return self.name
