"""Projects: what a team annotates, and the rules it annotates by."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models


class ProjectQuerySet(models.QuerySet["Project"]):
    """Projects, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The projects the user is a member of; none for somebody who is not signed in."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(memberships__user=user)


class Project(models.Model):
    """Topics, members, guidelines and settings (DESIGN §1, §3).

    ``blind``: annotators see nobody else's work on a topic until it is revealed; ``mask_summarizers``: nor who wrote
    its peers. ``shuffle_peers``: each has the peers in an order of one's own. ``anonymous_owners``: who adjudicates
    does not see whose work it is.
    """

    class Overlap(models.TextChoices):
        ALLOW = "allow", "Allowed; shared words are shaded"
        WARN = "warn", "Allowed with a warning"
        FORBID = "forbid", "Not allowed"

    class NonMatching(models.TextChoices):
        MARK = "mark", "Marked, as units without an SCU"
        SKIP = "skip", "Not marked (the DUC 2006 rule); there is no original score then"

    class LiveScores(models.TextChoices):
        SHOW = "show", "Shown while judging"
        AFTER_SUBMIT = "after_submit", "Shown once the annotation is finished"
        HIDE = "hide", "Not shown to annotators"

    class Rounding(models.TextChoices):
        HALF_UP = "half-up", "Half up (official DUC practice)"
        FLOOR = "floor", "Down (DUCView 1.5)"
        CEIL = "ceil", "Up (TAC)"
        EXACT = "exact", "Exact (interpolated)"

    class Suggestions(models.TextChoices):
        ON = "on", "Offered on request"
        OFF = "off", "Not offered (for blind rounds)"

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=200)
    guidelines = models.TextField(blank=True, default="")
    overlap_models = models.CharField(max_length=10, choices=Overlap.choices, default=Overlap.ALLOW)
    overlap_peers = models.CharField(max_length=10, choices=Overlap.choices, default=Overlap.ALLOW)
    non_matching = models.CharField(max_length=10, choices=NonMatching.choices, default=NonMatching.MARK)
    live_scores = models.CharField(max_length=20, choices=LiveScores.choices, default=LiveScores.SHOW)
    rounding = models.CharField(max_length=10, choices=Rounding.choices, default=Rounding.HALF_UP)
    suggestions = models.CharField(max_length=10, choices=Suggestions.choices, default=Suggestions.ON)
    blind = models.BooleanField(default=False)
    mask_summarizers = models.BooleanField(default=False)
    shuffle_peers = models.BooleanField(default=False)
    anonymous_owners = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(overlap_models__in=["allow", "warn", "forbid"]), name="project_overlap_models_known"
            ),
            models.CheckConstraint(
                condition=models.Q(overlap_peers__in=["allow", "warn", "forbid"]), name="project_overlap_peers_known"
            ),
            models.CheckConstraint(
                condition=models.Q(non_matching__in=["mark", "skip"]), name="project_non_matching_known"
            ),
            models.CheckConstraint(
                condition=models.Q(live_scores__in=["show", "after_submit", "hide"]), name="project_live_scores_known"
            ),
            models.CheckConstraint(
                condition=models.Q(rounding__in=["half-up", "floor", "ceil", "exact"]), name="project_rounding_known"
            ),
            models.CheckConstraint(condition=models.Q(suggestions__in=["on", "off"]), name="project_suggestions_known"),
        ]

    def __str__(self) -> str:
        return self.name
