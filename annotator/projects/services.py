"""Services that create, change, reveal and delete projects, and add members."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.validators import slug_re
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify

from annotator.accounts.audit_log import count_actions, log_action
from annotator.projects.models import CONSENSUS, Membership, Project, Topic
from annotator.projects.peer_names import mask_project
from annotator.projects.permissions import check_manage
from annotator.web.database_errors import is_conflict
from annotator.web.refusals import ServiceRefused
from annotator.web.url_names import url_name_problem

logger = logging.getLogger(__name__)
LONGEST_SLUG = 60
LONGEST_NAME = 100
DELETION_ATTEMPTS = 5
MAX_REVEALED_SLUGS_PER_DAY = 5
"""Within 24 hours, a user can find out that this many slugs are taken by projects that they cannot see. After that,
each slug that they choose gets a random end, whether it is taken or not.
"""
TAKEN_SLUG_ENTRY = "Asked for the URL name of a project that the user cannot see."
RANDOM_CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that look alike, such as l and 1
SETTINGS_FIELDS = (
    *("overlap_models", "overlap_peers", "non_matching", "live_scores", "rounding", "suggestions"),
    *("blind", "mask_summarizers", "shuffle_peers", "anonymous_owners"),
)
CHANGEABLE_FIELDS = ("name", "guidelines", *SETTINGS_FIELDS)
"""The fields of a project that managers can change."""


@transaction.atomic
def create_project(*, name: str, by: User | None, slug: str = "", guidelines: str = "") -> Project:
    """Create a project with ``by`` as its manager (None for a command: the project then has no manager).

    ``slug``: the name in URLs, by default made from ``name``; see `usable_slug`.
    """
    slug = usable_slug(slug, by=by) if slug else _free_slug(slugify(name)[:LONGEST_SLUG] or "project", by=by)
    project = Project.objects.create(name=name, slug=slug, guidelines=guidelines)
    if by is not None:
        add_member(project=project, user=by, role=Membership.Role.MANAGER, by=by)
    return project


def usable_slug(slug: str, *, by: User | None) -> str:
    """Returns this slug or, if it is taken, a slug that begins with it. Raises ServiceRefused for a malformed slug.

    A taken slug is refused only for a command (``by`` is None): users must not learn which projects there are.
    """
    if len(slug) > LONGEST_SLUG or not slug_re.match(slug):
        raise ServiceRefused(f"A project's URL name has 1 to {LONGEST_SLUG} letters, digits, hyphens and underscores.")
    if by is None and Project.objects.filter(slug=slug).exists():
        raise ServiceRefused(f"There is already a project with the URL name “{slug}”.")
    return _free_slug(slug, by=by)


def _free_slug(slug: str, *, by: User | None) -> str:
    """Returns this slug; with a random end if it is taken, or if ``by`` has found out about too many slugs."""
    if by is not None:
        yesterday = timezone.now() - timedelta(days=1)
        if count_actions(by=by, message=TAKEN_SLUG_ENTRY, since=yesterday) >= MAX_REVEALED_SLUGS_PER_DAY:
            return _with_random_end(slug)
    if not Project.objects.filter(slug=slug).exists():
        return slug
    if by is not None and not Project.objects.visible_to(by).filter(slug=slug).exists():
        log_action(by=by, on=by, message=TAKEN_SLUG_ENTRY)
    return _with_random_end(slug)


def _with_random_end(slug: str) -> str:
    return f"{slug[: LONGEST_SLUG - 7]}-{get_random_string(6, RANDOM_CHARACTERS)}"


@transaction.atomic
def add_member(*, project: Project, user: User, role: str, by: User | None) -> Membership:
    """Make an account a member, named after its user name, and write an audit entry. Checks no permission.

    ``by``: a manager, or the user (for a new project or an invitation), or None (for a command, which writes no audit
    entry). Raises ServiceRefused if the user is already a member.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # else two calls could add the same user
    if project.memberships.filter(user=user).exists():
        raise ServiceRefused(f"{user.get_username()} is already a member.")
    name = user.get_username().replace("/", "-")[: LONGEST_NAME - 10]  # leaves room for a number
    if name == CONSENSUS or project.memberships.filter(name=name).exists():
        name = _free_name(project, name)
    member = Membership.objects.create(project=project, user=user, name=name, role=role)
    if by is not None:
        action = "Joined" if by.pk == user.pk else f"Added {user.get_username()}"
        article = "an" if role == Membership.Role.ANNOTATOR else "a"
        log_action(by=by, on=project, message=f"{action} as {article} {role}.")
    return member


def _free_name(project: Project, name: str) -> str:
    taken = set(project.memberships.values_list("name", flat=True)) | {CONSENSUS}
    return next(candidate for n in range(2, len(taken) + 3) if (candidate := f"{name}-{n}") not in taken)


def get_or_create_owner(*, project: Project, name: str) -> Membership:
    """Returns the member of this name, who will own imported work. Creates a member without an account if needed.

    Raises ServiceRefused for a name that cannot be part of a URL.
    """
    name = name.replace("/", "-").replace("\\", "-").strip()[:LONGEST_NAME]
    if url_name_problem(name):
        raise ServiceRefused("The name of an annotator needs letters or digits, because it is used in URLs.")
    owner, _ = Membership.objects.get_or_create(project=project, name=name)
    return owner


@transaction.atomic
def change_settings(*, project: Project, values: Mapping[str, Any], by: Membership) -> None:
    """Set some of the ``CHANGEABLE_FIELDS`` of a project. Raises NotAllowed unless ``by`` manages the project.

    If the project becomes blind, scores that were shown during matching are now shown only once an annotation is
    finished. If the summarizers become masked, the peers get masks.
    """
    check_manage(by.role)
    old_project = Project.objects.select_for_update().get(pk=project.pk)
    changed_fields = [name for name in CHANGEABLE_FIELDS if name in values]
    for name in changed_fields:
        setattr(project, name, values[name])
    becomes_blind = project.blind and not old_project.blind
    if becomes_blind and project.live_scores == old_project.live_scores == Project.LiveScores.SHOW:
        project.live_scores = Project.LiveScores.AFTER_SUBMIT
        changed_fields.append("live_scores")
    project.save(update_fields=changed_fields)
    if project.mask_summarizers and not old_project.mask_summarizers:
        mask_project(project=project)


def delete_project(*, project: Project, by: Membership) -> None:
    """Delete a project with everything in it. Raises NotAllowed unless ``by`` manages the project.

    A row that a simultaneous request adds makes the deletion fail; the deletion is then repeated and includes this row.
    """
    check_manage(by.role)
    project_id = project.pk
    for attempt in range(1, DELETION_ATTEMPTS + 1):
        try:
            _delete_rows(Project(pk=project_id))
            break
        except DatabaseError as error:
            if attempt == DELETION_ATTEMPTS or not is_conflict(error):
                raise
    logger.warning("Project %d was deleted by account %s.", project_id, by.user_id)


@transaction.atomic
def _delete_rows(project: Project) -> None:
    """Lock the project and its works, so that edits wait, and delete all rows.

    Database triggers refuse to delete logs and releases unless ``pyramidion.deleting_project`` is on.
    """
    Project.objects.select_for_update().get(pk=project.pk)
    works: Any = Membership._meta.get_field("works").related_model  # Work, which this package must not import
    list(works.objects.select_for_update(of=["self"]).filter(topic__project=project.pk).order_by("pk").values("pk"))
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL pyramidion.deleting_project = 'on'")
        project.delete()
        cursor.execute("SET LOCAL pyramidion.deleting_project = 'off'")


def reveal_topic(*, topic: Topic, by: Membership, now: datetime) -> None:
    """Show all members the work on the topic, the owners of this work, and the summarizers of the topic's peers.

    Raises NotAllowed or ServiceRefused.
    """
    check_manage(by.role)
    if not topic.project.hides_something:
        raise ServiceRefused("Nothing in this topic is hidden.")
    if not Topic.objects.filter(pk=topic.pk, revealed_at=None).update(revealed_at=now):
        raise ServiceRefused("This topic is already revealed.")
    logger.info("Topic %d was revealed by account %s.", topic.pk, by.user_id)
