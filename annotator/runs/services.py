"""What people do with runs: start, see, cancel."""

import hashlib
import json
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotator.projects.models import Project
from annotator.runs.models import Run, RunPart
from annotator.runs.registry import EVERYTHING, job_named
from annotator.web.refusals import NotAllowed, ServiceRefused

MOST_WAITING = 20
"""Runs of one account that have not ended."""

KEPT_DAYS = 7


class TooManyRuns(ServiceRefused):
    """The account has enough runs that have not ended."""

    def __init__(self) -> None:
        super().__init__(f"You have {MOST_WAITING} runs that have not finished. Wait for one, or cancel one.")


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
    """Queue a run, or return an equal one of the same user that has not ended. Raises TooManyRuns.

    ``files``: names and contents that the job reads.
    """
    content = hashlib.sha256(json.dumps([job, parameters, project and project.pk], sort_keys=True).encode())
    for name, data in files or []:
        content.update(f"{_storable(name)}\0{hashlib.sha256(data).hexdigest()}\0".encode())
    digest = content.hexdigest()
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # the same click twice is one run
    waiting = Run.objects.filter(user=by).waiting()
    if same := waiting.filter(digest=digest).first():
        return same
    if waiting.count() >= MOST_WAITING:
        raise TooManyRuns
    run = Run.objects.create(job=job, title=title[:200], parameters=parameters, digest=digest, project=project, user=by)
    rows = [
        RunPart(run=run, kind=RunPart.Kind.INPUT, key=f"{number:04} {_storable(name)}"[:300], data=data)
        for number, (name, data) in enumerate(files or [])
    ]
    RunPart.objects.bulk_create(rows, batch_size=20)
    return run


def _storable(name: str) -> str:
    return name.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def visible_run(user: User, key: Any) -> Run:
    """A run: one's own, or one that is done and whose basis the user may see. Raises Run.DoesNotExist.

    The result of one's own run is checked too: who has lost sight of what it was computed from has lost the run.
    """
    try:
        run = Run.objects.select_related("project").get(pk=key)
    except ValidationError as malformed:
        raise Run.DoesNotExist from malformed
    own = run.user_id == user.pk
    if own and run.project_id and not Run.objects.of(user).filter(pk=run.pk).exists():
        raise Run.DoesNotExist
    if run.state != Run.State.DONE:
        if not own:
            raise Run.DoesNotExist
        return run
    try:
        seen = job_named(run.job).basis(user, run)
    except (ObjectDoesNotExist, NotAllowed) as hidden:
        raise Run.DoesNotExist from hidden
    if EVERYTHING not in seen and not seen.issuperset(run.basis):
        raise Run.DoesNotExist
    return run


def cancel_run(*, run: Run, by: User) -> None:
    """Cancel one's own run; one that has ended stays as it is. Raises Run.DoesNotExist for another's."""
    if run.user_id != by.pk:
        raise Run.DoesNotExist
    _cancel(Run.objects.filter(pk=run.pk))


def cancel_runs_of_others(*, project: int) -> None:
    """Cancel the runs in a project whose users are no longer its members."""
    _cancel(Run.objects.filter(project=project).exclude(project__memberships__user=F("user")))


def _cancel(runs: Any) -> None:
    """The runner finds out when it next says that it is alive."""
    runs.waiting().update(state=Run.State.CANCELLED, finished_at=timezone.now())


def delete_old_runs() -> None:
    """Delete runs that ended some days ago, with their results; and the parts of ended runs that no one needs."""
    now = timezone.now()
    ended = Run.objects.exclude(state__in=Run.UNFINISHED)
    ended.filter(finished_at__lt=now - timedelta(days=KEPT_DAYS)).delete()
    RunPart.objects.filter(run__in=ended).exclude(kind=RunPart.Kind.RESULT).delete()
