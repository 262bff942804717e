"""Runs: long calculations, imports and exports that a runner executes while the user waits or does something else."""

import uuid
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models

from annotator.projects.models import Project

PROGRESS_TOTAL = 1000
"""The value of ``Run.done`` at the end of a run: progress is stored in thousandths."""


class RunQuerySet(models.QuerySet["Run"]):
    def of_user(self, user: User | AnonymousUser) -> Self:
        """Return the user's own runs, without runs in projects that the user has left."""
        is_still_member = models.Q(project__isnull=True) | models.Q(project__memberships__user=user.pk)
        return self.filter(is_still_member, user=user.pk)

    def unfinished(self) -> Self:
        """Return the runs that have not ended: they wait in the queue, or a runner executes them."""
        return self.filter(state__in=Run.UNFINISHED)


class Run(models.Model):
    """One execution of a job of `registry` with ``parameters``; ``digest`` is a hash of both, to recognise equal runs.

    ``basis``: identifiers of the data from which the result was computed (see `registry.Job`). ``runner``: the name of
    the process that executes the run and renews ``heartbeat_at``. ``attempts``: how often a runner has begun the run
    without returning it to the queue. ``result``: facts about the result, whose bytes are in parts.
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
            models.CheckConstraint(condition=models.Q(done__lte=PROGRESS_TOTAL), name="run_done_at_most_whole"),
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
        """Whether the run has ended, by success, failure or cancellation."""
        return self.state not in self.UNFINISHED

    def time_left(self, now: datetime) -> timedelta | None:
        """Return the remaining time, assuming the speed so far; None if the run has no progress yet."""
        if self.state != self.State.RUNNING or self.started_at is None or not 0 < self.done <= PROGRESS_TOTAL:
            return None
        return (now - self.started_at) * ((PROGRESS_TOTAL - self.done) / self.done)

    def as_json(self, now: datetime) -> dict[str, Any]:
        """Return the run's fields for the API and for the script of the run's page."""
        time_left = self.time_left(now)
        return {
            "id": str(self.pk),
            "job": self.job,
            "title": self.title,
            "state": self.state,
            "done": self.done,
            "total": PROGRESS_TOTAL,
            "seconds_left": None if time_left is None else round(time_left.total_seconds()),
            "created_at": self.created_at,
            "started_at": self.started_at,
            "finished_at": self.finished_at,
            "error": self.error or None,
        }


class RunPart(models.Model):
    """Bytes of a run: an input file, an intermediate result that a restart need not compute again, or a piece of the
    result. ``key``: number and name of the file, hash of the calculation, or number of the piece.
    """

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
