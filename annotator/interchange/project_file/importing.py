"""Imports a project file (docs/project-format.md), completely or not at all."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction

from annotator.interchange.models import ImportedFile
from annotator.interchange.project_file.additions import additions
from annotator.interchange.project_file.checks import check_project
from annotator.interchange.project_file.fields import column_values
from annotator.interchange.project_file.imported_judgments import write_instruments, write_topic_judgments
from annotator.interchange.project_file.imported_works import write_works
from annotator.interchange.project_file.reading import read
from annotator.interchange.project_file.refusals import Json, ProjectFileError
from annotator.interchange.project_file.rows import People, TopicKeys, insert_rows
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.peer_names import mask_project
from annotator.projects.services import add_member, usable_slug
from annotator.web.database_errors import is_conflict, is_temporary
from annotator.work.states.models import TopicRole

logger = logging.getLogger(__name__)


def import_project(
    *, data: bytes, by: User | None, slug: str = "", name: str = "", link_accounts: bool = False
) -> Project:
    """Create a project from a project file; ``slug`` and ``name`` override those in the file.

    ``by`` becomes a manager; None means that an administrator runs the command ``import_project``. With
    ``link_accounts``, every user name in the file that exists here is linked to its account; otherwise only that of
    ``by``. All others are stored as names only. Raises ProjectFileError with a path in the file, or ServiceRefused if
    the slug is taken or invalid.
    """
    project_json = read(data)
    check_project(project_json)
    slug = usable_slug(slug or project_json["project"]["slug"], by=by)
    try:
        with transaction.atomic():
            project = _write_project(project_json, slug, name, _people(project_json, by, link_accounts=link_accounts))
            _add_manager(project, by)
            connection.check_constraints()
    except DatabaseError as error:
        slug_is_taken = is_conflict(error) and Project.objects.filter(slug=slug).exists()
        if slug_is_taken or is_temporary(error):
            raise
        reason = str(error).strip().partition("\n")[0].strip(" .")
        raise ProjectFileError("", f"The database cannot store the file: {reason}.") from error
    importer = f"account {by.pk}" if by else "an administrator"
    logger.info("Project %d was imported from a file of %d bytes by %s.", project.pk, len(data), importer)
    return project


def _people(project_json: Json, by: User | None, *, link_accounts: bool) -> People:
    if not link_accounts:
        return People({by.get_username(): by.pk} if by else {})
    names = {member["account"] for member in project_json["members"]} | set(_user_names(project_json))
    return People(dict(User.objects.filter(username__in=names - {None}).values_list("username", "pk")))


def _user_names(project_json: Json) -> Iterable[str | None]:
    for topic in project_json["topics"]:
        yield from (assignment["created_by"] for assignment in topic["assignments"])
        for work in [*topic["pyramids"], *topic["annotations"]]:
            yield from (edit["by"] for edit in work["log"])
            yield from (thread["resolved_by"] for thread in work["threads"])
            yield from (release["created_by"] for release in work.get("releases", ()))
        yield from (item_list["created_by"] for item_list in topic.get("item_lists", ()))
    for instrument in project_json.get("instruments", ()):
        yield from (edit["by"] for sheet in instrument["sheets"] for edit in sheet["log"])
    for addition in additions():
        for item in project_json.get(addition.key, ()):
            yield from addition.user_names(item)


def _write_project(project_json: Json, slug: str, name: str, people: People) -> Project:
    row = {**column_values(Project, project_json["project"]), "slug": slug, **({"name": name} if name else {})}
    (project_key,) = insert_rows(Project, [row])
    people.members = _write_members(project_key, project_json["members"], people)
    releases: dict[tuple[str, str, int], int] = {}  # by topic key, owner of the pyramid, and number
    topics: dict[str, TopicKeys] = {}
    for topic in project_json["topics"]:
        (topic_key,) = insert_rows(Topic, [{**column_values(Topic, topic), "project": project_key}])
        models, peers = (_write_summaries(topic_key, topic, kind) for kind in ("models", "peers"))
        keys = TopicKeys(topic_key, models, peers)
        write_works(keys, topic, people)
        write_topic_judgments(keys, topic, people)
        topics[topic["key"]] = keys
        releases |= {(topic["key"], owner, number): key for (owner, number), key in keys.releases.items()}
        roles = [
            {**column_values(TopicRole, role), "topic": topic_key, "member": people.members[role["member"]]}
            for role in topic["roles"]
        ]
        insert_rows(TopicRole, roles)
    write_instruments(project_key, project_json.get("instruments", ()), topics, people)
    for addition in additions():
        addition.write(project_key, project_json.get(addition.key, []), topics, people)
    _write_files(project_key, project_json["imported_files"], releases)
    project = Project.objects.get(pk=project_key)
    if project.mask_summarizers:
        mask_project(project=project)  # pages need a mask for every peer, which the file may lack
    return project


def _write_members(project: int, members: list[Json], people: People) -> dict[str, int]:
    rows = [
        {
            **column_values(Membership, member),
            "project": project,
            "kind": Membership.Kind.PROGRAM if "program" in member else Membership.Kind.PERSON,
            "version": member.get("program", ""),
            **people.account_columns(member["account"], account="user", fallback="account_name"),
        }
        for member in members
    ]
    return dict(zip((member["name"] for member in members), insert_rows(Membership, rows), strict=True))


def _write_summaries(topic: int, topic_json: Json, kind: str) -> dict[str, int]:
    rows = [
        {
            **column_values(Summary, summary),
            "topic": topic,
            "kind": Summary.Kind.MODEL if kind == "models" else Summary.Kind.PEER,
            "length": len(summary["text"]),
        }
        for summary in topic_json[kind]
    ]
    return dict(zip((summary["summarizer"] for summary in topic_json[kind]), insert_rows(Summary, rows), strict=True))


def _write_files(project: int, files: Iterable[Json], releases: Mapping[tuple[str, str, int], int]) -> None:
    rows: list[dict[str, Any]] = []
    for file in files:
        report = dict(file["report"])
        if release := report.get("same_as"):  # the release whose content the file repeats
            report["same_as"] = releases[release["topic"], release["pyramid"], release["number"]]
        rows.append({**column_values(ImportedFile, file), "project": project, "report": report})
    insert_rows(ImportedFile, rows)


def _add_manager(project: Project, by: User | None) -> None:
    """Make ``by`` a manager of the project; if ``by`` is None, add all administrators unless an active manager exists.

    Members added here are marked as hosts: exports omit hosts who have done nothing in the project.
    """
    managers = project.memberships.filter(role=Membership.Role.MANAGER, user__is_active=True)
    if by is not None:
        managers = managers.filter(user=by)
    if managers.exists():
        return
    users = [by] if by else User.objects.filter(is_superuser=True, is_active=True).order_by("pk")
    for user in users:
        if not project.memberships.filter(user=user).update(role=Membership.Role.MANAGER):
            member = add_member(project=project, user=user, role=Membership.Role.MANAGER, by=by)
            Membership.objects.filter(pk=member.pk).update(host=True)
