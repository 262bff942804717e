"""Imports as runs: the files are stored with the run, and a runner imports them in one transaction."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse

from annotator.interchange.duc.importing import ImportOptions, import_files
from annotator.interchange.import_table import import_table
from annotator.interchange.project_file.importing import import_project
from annotator.projects.models import Membership, Project
from annotator.projects.permissions import check_manage
from annotator.runs.models import Run, RunPart
from annotator.runs.registry import EVERYTHING, Job, Outcome, register
from annotator.runs.services import start_run
from annotator.runs.steps import takes

DUC, TABLE, PROJECT = "import-duc", "import-table", "import-project"
SECONDS_OF_FILE = 0.03
SECONDS_OF_MEGABYTE = {DUC: 0.8, TABLE: 2.0, PROJECT: 2.0}
"""On a slow machine."""

Files = Sequence[tuple[str, bytes]]


def check_length(job: str, files: Files) -> None:
    """Raise TakesLong for an import that takes longer than a request should."""
    megabytes = sum(len(data) for _, data in files) / 1_000_000
    takes(max(len(files) * SECONDS_OF_FILE, megabytes * SECONDS_OF_MEGABYTE[job]))


def start_import(
    *, job: str, files: Files, parameters: dict[str, Any], by: User, project: Project | None = None
) -> Run:
    """Queue an import. Raises TooManyRuns."""
    title = f"Import into {project}" if project else f"Project from the file {files[0][0]}"
    return start_run(job=job, title=title, parameters=parameters, by=by, project=project, files=list(files))


def managers_alone(user: User, slug: str) -> frozenset[str]:
    """The basis of what managers alone may see. Raises Membership.DoesNotExist, NotAllowed."""
    check_manage(Membership.objects.get(project__slug=slug, user=user).role)
    return frozenset([EVERYTHING])


def register_jobs() -> None:
    """The three kinds of imports."""
    register(Job(DUC, _import_duc, _manages, _result_url, is_atomic=True))
    register(Job(TABLE, _import_table, _manages, _result_url, is_atomic=True))
    register(Job(PROJECT, _import_project, _made, _project_url, is_atomic=True))


def _import_duc(run: Run) -> Outcome:
    options = ImportOptions(**run.parameters)
    report = import_files(project=_project(run), files=_files(run), options=options, by=run.user, now=run.created_at)
    return Outcome({"report": report.as_json()})


def _import_table(run: Run) -> Outcome:
    ((_, data),) = _files(run)
    return Outcome({"report": asdict(import_table(project=_project(run), data=data))})


def _import_project(run: Run) -> Outcome:
    ((_, data),) = _files(run)
    return Outcome({"slug": import_project(data=data, by=run.user, **run.parameters).slug})


def _files(run: Run) -> list[tuple[str, bytes]]:
    parts = run.parts.filter(kind=RunPart.Kind.INPUT).order_by("key")
    return [(part.key.partition(" ")[2], bytes(part.data)) for part in parts]


def _project(run: Run) -> Project:
    if run.project is None:
        raise Project.DoesNotExist
    return run.project


def _manages(user: User, run: Run) -> frozenset[str]:
    return managers_alone(user, _project(run).slug)


def _made(user: User, run: Run) -> frozenset[str]:
    """Before the project is made, nothing: the file is its user's own."""
    return managers_alone(user, run.result["slug"]) if "slug" in run.result else frozenset([EVERYTHING])


def _result_url(run: Run) -> str:
    return f"{reverse('project-import', args=[_project(run).slug])}?run={run.pk}"


def _project_url(run: Run) -> str:
    return reverse("project", args=[run.result["slug"]])
