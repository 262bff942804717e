"""Imports small files within the request, and queues a run for larger files (see `annotator.runs`)."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from annotator.interchange.duc.importing import ImportOptions, import_files
from annotator.interchange.duc.report import ImportReport
from annotator.interchange.import_table import TableReport, import_table
from annotator.interchange.judgments.formats import DEFAULT_QUESTION, ReadOptions, sources_of
from annotator.interchange.judgments.importing import import_judgments
from annotator.interchange.judgments.report import JudgmentImportReport
from annotator.interchange.project_file.importing import import_project
from annotator.judgments.models import Instrument
from annotator.judgments.presets.registry import PRESETS
from annotator.projects.models import Membership, Project
from annotator.projects.permissions import check_manage
from annotator.runs import steps
from annotator.runs.models import Run, RunPart
from annotator.runs.registry import EVERYTHING, Job, Outcome, register
from annotator.runs.services import start_run

DUC, TABLE, PROJECT, JUDGMENTS = "import-duc", "import-table", "import-project", "import-judgments"
SECONDS_PER_FILE = 0.03
SECONDS_PER_MEGABYTE = {DUC: 0.8, TABLE: 2.0, PROJECT: 2.0, JUDGMENTS: 8.0}
"""The time that each job takes on a slow machine, estimated."""

Imported = Project | ImportReport | TableReport | JudgmentImportReport
Files = Sequence[tuple[str, bytes]]  # names and contents


def import_or_queue(
    *, job: str, files: Files, parameters: dict[str, Any], by: User, project: Project | None = None
) -> Imported | Run:
    """Import the files, or queue a run if that would take too long for a request. Raises ServiceRefused, FormatError.

    ``parameters``: `ImportOptions` for the job `DUC`, the new project's slug and name for `PROJECT`, the fields of
    `import_judgment_files` for `JUDGMENTS`, none for `TABLE`.
    """
    megabytes = sum(len(data) for _, data in files) / 1_000_000
    if max(len(files) * SECONDS_PER_FILE, megabytes * SECONDS_PER_MEGABYTE[job]) > steps.MAX_REQUEST_SECONDS:
        title = f"Import into {project}" if project else f"Project from the file {files[0][0]}"
        return start_run(job=job, title=title, parameters=parameters, by=by, project=project, files=list(files))
    return _import(job, files, parameters, by, project, timezone.now())


def _import(
    job: str, files: Files, parameters: dict[str, Any], by: User, project: Project | None, now: datetime
) -> Imported:
    if project is None:
        return import_project(data=files[0][1], by=by, **parameters)
    if job == TABLE:
        return import_table(project=project, data=files[0][1])
    if job == JUDGMENTS:
        member = project.memberships.get(user=by)
        return import_judgment_files(project=project, files=files, by=member, now=now, **parameters)
    return import_files(project=project, files=files, options=ImportOptions(**parameters), by=by, now=now)


def import_judgment_files(
    *,
    project: Project,
    files: Files,
    by: Membership,
    now: datetime,
    file_format: str,
    instrument: str,
    preset: str = "",
    judge: str = "",
    question: str = "",
    topic: str = "",
    program_version: str = "",
    dry_run: bool = False,
) -> JudgmentImportReport:
    """Read files of judgments and import them with `import_judgments`, which describes the parameters.

    ``instrument`` and ``preset`` are keys. ``judge``, ``question``, ``topic``: see `ReadOptions`.
    """
    options = ReadOptions(judge, question or DEFAULT_QUESTION, topic)
    return import_judgments(
        project=project,
        key=instrument,
        sources=sources_of(file_format, files, options),
        now=now,
        preset=PRESETS.get(preset),
        program_version=program_version,
        dry_run=dry_run,
        by=by,
    )


def basis_for_managers(user: User, slug: str) -> frozenset[str]:
    """Returns the basis (see `Job`) of a run that only the project's managers may see: all data of the project.

    Raises NotAllowed for other members, Membership.DoesNotExist for users who are not members.
    """
    check_manage(Membership.objects.get(project__slug=slug, user=user).role)
    return frozenset([EVERYTHING])


def register_jobs() -> None:
    register(Job(DUC, _perform, _import_basis, _report_url, is_atomic=True))
    register(Job(TABLE, _perform, _import_basis, _report_url, is_atomic=True))
    register(Job(JUDGMENTS, _perform, _import_basis, _judgments_report_url, is_atomic=True))
    register(Job(PROJECT, _perform, _new_project_basis, _project_url, is_atomic=True))


def _perform(run: Run) -> Outcome:
    rows = run.parts.filter(kind=RunPart.Kind.INPUT).order_by("key")
    files = [(row.key.partition(" ")[2], bytes(row.data)) for row in rows]  # keys: a number, a space, the file's name
    imported = _import(run.job, files, run.parameters, run.user, run.project, run.created_at)
    return Outcome({"slug": imported.slug} if isinstance(imported, Project) else {"report": asdict(imported)})


def _slug(run: Run) -> str:
    if run.project is None:
        raise Project.DoesNotExist
    return run.project.slug


def _import_basis(user: User, run: Run) -> frozenset[str]:
    return basis_for_managers(user, _slug(run))


def _new_project_basis(user: User, run: Run) -> frozenset[str]:
    """As for other imports once the project exists. Before that, the run contains only the data of its user's file."""
    return basis_for_managers(user, run.result["slug"]) if "slug" in run.result else frozenset([EVERYTHING])


def _report_url(run: Run) -> str:
    return f"{reverse('project-import', args=[_slug(run)])}?run={run.pk}"


def _judgments_report_url(run: Run) -> str:
    slug, key = _slug(run), run.parameters["instrument"]
    exists = Instrument.objects.filter(project__slug=slug, key=key).exists()
    page = reverse("judgments-import", args=[slug, key]) if exists else reverse("instrument-from-file", args=[slug])
    return f"{page}?run={run.pk}"


def _project_url(run: Run) -> str:
    return reverse("project", args=[run.result["slug"]])
