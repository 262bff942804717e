"""A run: work that a runner does while its user waits, goes on with something else, or has closed the browser."""

import uuid
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models

from annotator.projects.models import Project

WHOLE = 1000
"""``done`` of a run whose work is all done: progress is stored in thousandths."""


class RunQuerySet(models.QuerySet["Run"]):
    """Runs, scoped to people."""

    def of(self, user: User | AnonymousUser) -> Self:
        """The user's own runs, without those of projects that they have left."""
        member = models.Q(project__isnull=True) | models.Q(project__memberships__user=user.pk)
        return self.filter(member, user=user.pk)

    def waiting(self) -> Self:
        """The runs that have not ended."""
        return self.filter(state__in=Run.UNFINISHED)


class Run(models.Model):
    """One piece of long work. ``job`` names what to do (`registry`), ``parameters`` with what; ``digest`` is a hash of
    both, by which equal runs are recognised.

    ``basis``: what the result was computed from, as `registry.Job.basis` lists it. ``runner``: the process that works
    on it, which renews ``heartbeat_at``. ``attempts``: how often a runner has begun it and not given it back.
    ``result``: what leads to the result; its bytes are in parts.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "Waiting"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    UNFINISHED: ClassVar = (State.QUEUED, State.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    job = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    parameters = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, related_name="runs")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="runs")
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    done = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    runner = models.CharField(max_length=100, default="")
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(default="")
    basis = models.JSONField(default=list)
    result = models.JSONField(default=dict)

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=["queued", "running", "done", "failed", "cancelled"]),
                name="run_state_known",
            ),
            models.CheckConstraint(condition=models.Q(done__lte=WHOLE), name="run_done_at_most_whole"),
        ]
        indexes = [
            models.Index(
                fields=["created_at"], condition=models.Q(state__in=["queued", "running"]), name="run_unfinished"
            ),
            models.Index(fields=["user", "-created_at"], name="run_of_user"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_finished(self) -> bool:
        """Whether nothing will happen to it any more."""
        return self.state not in self.UNFINISHED

    def time_left(self, now: datetime) -> timedelta | None:
        """The time it will still take, if it goes on as fast as so far; None before that can be told."""
        if self.state != self.State.RUNNING or self.started_at is None or not 0 < self.done <= WHOLE:
            return None
        return (now - self.started_at) * ((WHOLE - self.done) / self.done)

    def as_json(self, now: datetime) -> dict[str, Any]:
        """What the API and the run's page say of it."""
        left = self.time_left(now)
        return {
            "id": str(self.pk),
            "job": self.job,
            "title": self.title,
            "state": self.state,
            "done": self.done,
            "total": WHOLE,
            "seconds_left": None if left is None else round(left.total_seconds()),
            "created_at": self.created_at,
            "started_at": self.started_at,
            "finished_at": self.finished_at,
            "error": self.error or None,
        }


class RunPart(models.Model):
    """Bytes of a run: files that it was given; computed parts, so that a restart need not compute them; its result."""

    class Kind(models.TextChoices):
        INPUT = "input", "Input"
        COMPUTED = "computed", "Computed part"
        RESULT = "result", "Result"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="parts")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    key = models.CharField(max_length=300)
    data = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "kind", "key"], name="run_part_once"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["input", "computed", "result"]), name="run_part_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
