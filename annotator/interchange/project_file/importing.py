"""A project made from its JSON: whole or not at all (docs/project-format.md)."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.validators import slug_re
from django.db import DatabaseError, connection, transaction

from annotator.interchange.inserting import insert_rows
from annotator.interchange.models import ImportedFile
from annotator.interchange.project_file.checks import check_project
from annotator.interchange.project_file.fields import columns
from annotator.interchange.project_file.import_names import People, TopicRows
from annotator.interchange.project_file.imported_works import write_works
from annotator.interchange.project_file.json import ProjectFileError
from annotator.interchange.project_file.reading import read
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.peer_names import mask_project
from annotator.projects.services import LONGEST_SLUG, add_member
from annotator.web.refusals import ServiceRefused
from annotator.work.states.models import TopicRole

logger = logging.getLogger(__name__)

Json = Mapping[str, Any]


def import_project(
    *, data: bytes, by: User | None, slug: str = "", name: str = "", link_accounts: bool = False
) -> Project:
    """Make the project that a file holds; ``slug`` and ``name`` instead of its own.

    ``by`` (None: an administrator, by a command) becomes a manager. ``link_accounts``: user names in the file mean the
    accounts of the same names here; else they stay names, but for that of ``by``. Raises ProjectFileError with a
    path in the file, or ServiceRefused for an address that is taken or cannot be one.
    """
    value = read(data)
    check_project(value)
    slug = slug or value["project"]["slug"]
    _check_slug(slug)
    try:
        with transaction.atomic():
            project = _write(value, slug, name, _people(value, by, link_accounts=link_accounts))
            _let_in(project, by)
            connection.check_constraints()
    except DatabaseError as error:
        raise ProjectFileError("", f"The database cannot take the file: {_first_line(error)}.") from error
    who = f"account {by.pk}" if by else "an administrator"
    logger.info("Project %d was imported from a file of %d bytes by %s.", project.pk, len(data), who)
    return project


def _check_slug(slug: str) -> None:
    if len(slug) > LONGEST_SLUG or not slug_re.match(slug):
        raise ServiceRefused(f"A project's address has 1 to {LONGEST_SLUG} letters, digits, hyphens and underscores.")
    if Project.objects.filter(slug=slug).exists():
        raise ServiceRefused(f"There is a project with the address “{slug}” already.")


def _first_line(error: DatabaseError) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].strip(" .") if lines else "it does not say why"


def _people(value: Json, by: User | None, *, link_accounts: bool) -> People:
    if not link_accounts:
        return People({by.get_username(): by.pk} if by else {})
    names = {one["account"] for one in value["members"]} | set(_actors(value))
    return People(dict(User.objects.filter(username__in=names - {None}).values_list("username", "pk")))


def _actors(value: Json) -> Iterable[str | None]:
    for topic in value["topics"]:
        yield from (one["created_by"] for one in topic["assignments"])
        for work in [*topic["pyramids"], *topic["annotations"]]:
            yield from (one["by"] for one in work["log"])
            yield from (one["resolved_by"] for one in work["threads"])
            yield from (one["created_by"] for one in work.get("releases", ()))


def _write(value: Json, slug: str, name: str, people: People) -> Project:
    own = {**columns(Project, value["project"]), "slug": slug, **({"name": name} if name else {})}
    (key,) = insert_rows(Project, [own])
    people.members = _write_members(key, value["members"], people)
    releases: dict[tuple[str, str, int], int] = {}
    for topic in value["topics"]:
        (topic_key,) = insert_rows(Topic, [{**columns(Topic, topic), "project": key}])
        rows = TopicRows(
            topic_key, _write_summaries(topic_key, topic, "models"), _write_summaries(topic_key, topic, "peers")
        )
        write_works(rows, topic, people)
        releases |= {(topic["key"], *release): made for release, made in rows.releases.items()}
        insert_rows(
            TopicRole,
            [
                {**columns(TopicRole, one), "topic": topic_key, "member": people.members[one["member"]]}
                for one in topic["roles"]
            ],
        )
    _write_files(key, value["imported_files"], releases)
    project = Project.objects.get(pk=key)
    if project.mask_summarizers:
        mask_project(project=project)  # where the file left a mask out, no page could name the peer
    return project


def _write_members(project: int, members: Iterable[Json], people: People) -> dict[str, int]:
    every = list(members)
    keys = insert_rows(
        Membership,
        [
            {**columns(Membership, one), "project": project, **people.pointed(one["account"], "user", "account_name")}
            for one in every
        ],
    )
    return {one["name"]: key for one, key in zip(every, keys, strict=True)}


def _write_summaries(topic: int, value: Json, kind: str) -> dict[str, int]:
    rows = [
        {
            **columns(Summary, one),
            "topic": topic,
            "kind": Summary.Kind.MODEL if kind == "models" else Summary.Kind.PEER,
            "length": len(one["text"]),
        }
        for one in value[kind]
    ]
    keys = insert_rows(Summary, rows)
    return {one["summarizer"]: key for one, key in zip(value[kind], keys, strict=True)}


def _write_files(project: int, files: Iterable[Json], releases: Mapping[tuple[str, str, int], int]) -> None:
    rows = []
    for one in files:
        report = dict(one["report"])
        if report.get("same_as") is not None:
            report["same_as"] = releases[tuple(report["same_as"][name] for name in ("topic", "pyramid", "number"))]
        rows.append({**columns(ImportedFile, one), "project": project, "report": report})
    insert_rows(ImportedFile, rows)


def _let_in(project: Project, by: User | None) -> None:
    """Make sure that somebody can open and manage it: who imports it, or the administrators.

    They are no part of the project: they are not exported with it as long as they do nothing in it.
    """
    managers = project.memberships.filter(role=Membership.Role.MANAGER, user__is_active=True)
    if by is not None:
        wanted = [] if managers.filter(user=by).exists() else [by]
    else:
        wanted = (
            [] if managers.exists() else list(User.objects.filter(is_superuser=True, is_active=True).order_by("pk"))
        )
    for user in wanted:
        known = project.memberships.filter(user=user)
        if not known.update(role=Membership.Role.MANAGER):
            member = add_member(project=project, user=user, role=Membership.Role.MANAGER, by=by)
            Membership.objects.filter(pk=member.pk).update(host=True)
