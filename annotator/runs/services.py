"""Starts, finds, cancels and deletes runs."""

import hashlib
import json
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotator.projects.models import Project
from annotator.runs.models import Run, RunPart
from annotator.runs.registry import EVERYTHING, job_named
from annotator.web.refusals import NotAllowed, ServiceRefused

MAX_UNFINISHED = 2
"""The number of runs that one account may have at a time: one that is executed, and one that waits."""
DAYS_KEPT = 7


class TooManyRuns(ServiceRefused):
    """The account has `MAX_UNFINISHED` unfinished runs."""

    def __init__(self) -> None:
        super().__init__("You have one run in progress and one waiting. Wait for one, or cancel one.")


@transaction.atomic
def start_run(
    *,
    job: str,
    title: str,
    parameters: dict[str, Any],
    by: User,
    project: Project | None = None,
    files: list[tuple[str, bytes]] | None = None,
) -> Run:
    """Queue a run, or return an equal, unfinished run of the same user. Raises TooManyRuns.

    ``files``: names and contents of the files that the job reads.
    """
    hasher = hashlib.sha256(json.dumps([job, parameters, project and project.pk], sort_keys=True).encode())
    for name, data in files or []:
        hasher.update(f"{_storable(name)}\0{hashlib.sha256(data).hexdigest()}\0".encode())
    digest = hasher.hexdigest()
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # so that a double click cannot start two equal runs
    unfinished = Run.objects.filter(user=by).unfinished()
    if equal_run := unfinished.filter(digest=digest).first():
        return equal_run
    if unfinished.count() >= MAX_UNFINISHED:
        raise TooManyRuns
    run = Run.objects.create(job=job, title=title[:200], parameters=parameters, digest=digest, project=project, user=by)
    rows = [
        RunPart(run=run, kind=RunPart.Kind.INPUT, key=f"{number:04} {_storable(name)}"[:300], data=data)
        for number, (name, data) in enumerate(files or [])
    ]
    RunPart.objects.bulk_create(rows, batch_size=20)
    return run


def _storable(name: str) -> str:
    # Postgres stores neither lone surrogates nor NUL.
    return name.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def visible_run(user: User, run_id: UUID | str) -> Run:
    """Return the run with this id: the user's own, or another user's that is done. Else raises Run.DoesNotExist.

    A run that is done is visible only to users who may still see everything that its result was computed from.
    """
    try:
        run = Run.objects.select_related("project").get(pk=run_id)
    except ValidationError as malformed:
        raise Run.DoesNotExist from malformed
    is_own = run.user_id == user.pk
    if is_own and run.project_id and not Run.objects.of_user(user).filter(pk=run.pk).exists():
        raise Run.DoesNotExist
    if run.state != Run.State.DONE:
        if not is_own:
            raise Run.DoesNotExist
        return run
    try:
        visible_basis = job_named(run.job).basis(user, run)
    except (ObjectDoesNotExist, NotAllowed) as hidden:
        raise Run.DoesNotExist from hidden
    if EVERYTHING not in visible_basis and not visible_basis.issuperset(run.basis):
        raise Run.DoesNotExist
    return run


def cancel_run(*, run: Run, by: User) -> None:
    """Cancel a user's own run, unless it has ended. Raises Run.DoesNotExist for another user's run."""
    if run.user_id != by.pk:
        raise Run.DoesNotExist
    _cancel(Run.objects.filter(pk=run.pk))


def cancel_runs_of_former_members(*, project: int) -> None:
    """Cancel runs in a project that belong to users who are no longer its members."""
    _cancel(Run.objects.filter(project=project).exclude(project__memberships__user=F("user")))


def _cancel(runs: Any) -> None:
    # The runner that executes a run learns of the cancellation at its next heartbeat.
    runs.unfinished().update(state=Run.State.CANCELLED, finished_at=timezone.now())


def delete_old_runs() -> None:
    """Delete runs that ended more than `DAYS_KEPT` days ago, and all parts of ended runs except their results."""
    now = timezone.now()
    ended = Run.objects.exclude(state__in=Run.UNFINISHED)
    ended.filter(finished_at__lt=now - timedelta(days=DAYS_KEPT)).delete()
    RunPart.objects.filter(run__in=ended).exclude(kind=RunPart.Kind.RESULT).delete()
