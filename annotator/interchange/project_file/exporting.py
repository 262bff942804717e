"""Exports a project as a project file: JSON as described in docs/project-format.md."""

from collections.abc import Iterator
from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import Any, BinaryIO, cast

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from annotator.interchange.models import ImportedFile
from annotator.interchange.project_file.additions import exported_additions
from annotator.interchange.project_file.exported_judgments import instruments_json, topic_judgments_json
from annotator.interchange.project_file.exported_works import works_json
from annotator.interchange.project_file.fields import PLAIN_FIELDS, json_fields, user_name_expression
from annotator.interchange.project_file.names import Names, release_references, sort_keys
from annotator.interchange.project_file.schema import FORMAT, VERSION
from annotator.interchange.project_file.writing import write
from annotator.projects.database_snapshot import database_snapshot
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.runs.steps import with_progress
from annotator.work.models import Work
from annotator.work.notes.models import Note
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment


def export_project(project: Project) -> Iterator[str]:
    """Yield the file in pieces, all from one snapshot of the database.

    At most one topic is in memory at a time, with the log of one pyramid or peer annotation.
    """
    with database_snapshot():
        yield from write(_file_json(Project.objects.get(pk=project.pk)))


def export_to_file(project: Project) -> BinaryIO:
    """Export to a temporary file, which is deleted when closed, so that a slow download keeps no transaction open."""
    with ExitStack() as close_on_error:
        file = close_on_error.enter_context(TemporaryFile())
        for piece in export_project(project):
            file.write(piece.encode())
        file.seek(0)
        close_on_error.pop_all()  # from here on, the caller closes the file
    return cast("BinaryIO", file)


def _file_json(project: Project) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "project": json_fields(Project, {name: getattr(project, name) for name in PLAIN_FIELDS[Project]}),
        "members": _members(project),
        "imported_files": _imported_files(project),
        "topics": _topics(project),
        **({"instruments": instruments_json(project)} if project.instruments.exists() else {}),
        **exported_additions(project),
    }


def _members(project: Project) -> list[dict[str, Any]]:
    account = user_name_expression(account="user", fallback="account_name")
    rows = _exported_members(project).values(*PLAIN_FIELDS[Membership], "kind", "version", account=account)
    members = [{**json_fields(Membership, row), "account": row["account"], **_program(row)} for row in rows]
    return sorted(members, key=lambda member: member["name"])


def _program(row: dict[str, Any]) -> dict[str, Any]:
    """A program's version under the key ``program``; an empty dictionary for a person."""
    return {"program": row["version"]} if row["kind"] == Membership.Kind.PROGRAM else {}


def _exported_members(project: Project) -> QuerySet[Membership]:
    """All members, without hosts (managers whom an import added) that own or wrote nothing in the project."""
    member = OuterRef("pk")
    rows_of_member = (
        Work.objects.filter(owner=member),
        Work.editors.through.objects.filter(membership=member),
        Note.objects.filter(author=member),
        TopicRole.objects.filter(member=member),
        Assignment.objects.filter(member=member),
    )
    condition = Q(host=False)
    for rows in rows_of_member:
        condition |= Q(Exists(rows))
    return Membership.objects.filter(condition, project=project).order_by()


def _imported_files(project: Project) -> list[dict[str, Any]]:
    releases = Release.objects.filter(pyramid__topic__project=project).order_by()
    references = {
        key: {"topic": topic, "pyramid": owner, "number": number}
        for key, topic, owner, number in releases.values_list(
            "pk", "pyramid__topic__key", "pyramid__owner__name", "number"
        )
    }
    rows = ImportedFile.objects.filter(project=project).order_by("pk").values(*PLAIN_FIELDS[ImportedFile], "report")
    return [{**json_fields(ImportedFile, row), "report": _report(row["report"], references)} for row in rows]


def _report(report: dict[str, Any], references: dict[int, dict[str, Any]]) -> dict[str, Any]:
    report_json: dict[str, Any] = sort_keys(report)
    if report_json.get("same_as") is not None:  # the release whose content the file repeats
        report_json["same_as"] = references.get(report_json["same_as"])
    return report_json


def _topics(project: Project) -> Iterator[dict[str, Any]]:
    rows = list(Topic.objects.filter(project=project).order_by().values("pk", *PLAIN_FIELDS[Topic]))
    for row in with_progress(sorted(rows, key=lambda row: row["key"]), time_share=1):
        yield {**json_fields(Topic, row), **_topic_content(row["pk"])}


def _topic_content(topic: int) -> dict[str, Any]:
    rows = list(
        Summary.objects.filter(topic=topic)
        .order_by("kind", "position", "pk")
        .values("pk", "kind", *PLAIN_FIELDS[Summary])
    )
    names = Names({row["pk"]: row["summarizer"] for row in rows}, release_references(topic))
    return {
        "models": [json_fields(Summary, row) for row in rows if row["kind"] == Summary.Kind.MODEL],
        "peers": [json_fields(Summary, row) for row in rows if row["kind"] == Summary.Kind.PEER],
        "roles": _roles(topic),
        **works_json(topic, names),
        "assignments": _assignments(topic, names),
        **topic_judgments_json(topic, names),
    }


def _roles(topic: int) -> list[dict[str, Any]]:
    rows = TopicRole.objects.filter(topic=topic).order_by().values("role", name=F("member__name"))
    roles = [{"member": row["name"], **json_fields(TopicRole, row)} for row in rows]
    return sorted(roles, key=lambda role: (role["member"], role["role"]))


def _assignments(topic: int, names: Names) -> list[dict[str, Any]]:
    creator = user_name_expression(account="created_by", fallback="creator_name")
    rows = Assignment.objects.filter(topic=topic).order_by("pk")
    return [
        {
            "member": row["name"],
            "peer": names.summary(row["summary"]),
            "release": names.releases.get(row["release"]),
            **json_fields(Assignment, row),
            "created_by": row["creator"],
            **({"slot": row["slot"]} if row["slot"] else {}),
        }
        for row in rows.values(
            *PLAIN_FIELDS[Assignment], "slot", "summary", "release", name=F("member__name"), creator=creator
        )
    ]
