"""What must be there before the site serves: tables, static files, a first user, the sample project."""

import fcntl
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command, get_commands
from django.db import connection, transaction

from config.static_files import sources_digest

RECORD_DAYS = 180
LOCK = 7_972_494_726  # of pg_advisory_lock: any number that nothing else here uses


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Several machines may start at once on one database: one prepares, the others wait for it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def collect_static() -> bool:
    """Collects and hashes the static files; False if those of this version are there already.

    Files of other versions stay, and their manifests: pages of theirs may still ask for them.
    """
    root = Path(settings.STATIC_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    if settings.DEBUG:
        return False  # they are served from their sources
    mark = root / f".collected-{sources_digest()}"
    with (root / ".lock").open("w") as lock:  # two servers may share the folder: one collects, the other waits for it
        fcntl.flock(lock, fcntl.LOCK_EX)
        if mark.exists():
            return False
        call_command("collectstatic", verbosity=0, interactive=False)
        mark.touch()
        return True


def first_user(name: str, password: str) -> str | None:
    """Makes the first user, who may do everything, unless there is one who can sign in.

    Args:
        name: the user's name.
        password: the password, or "" for a generated one.

    Returns:
        The password of the new user, None if nobody was made.

    Raises CommandError in production for a password that the site would take from nobody.
    """
    users = get_user_model()._default_manager
    if users.filter(is_superuser=True).exists():
        return None
    if password and settings.PRODUCTION:
        _check(password, name)
    password = password or secrets.token_urlsafe(12)
    user, _ = users.get_or_create(username=name)
    user.is_staff = user.is_superuser = user.is_active = True
    user.set_password(password)
    user.save()
    return password


def _check(password: str, name: str) -> None:
    try:
        validate_password(password, get_user_model()(username=name))
    except ValidationError as refused:
        raise CommandError(f"PYRAMIDION_PASSWORD cannot be a password: {' '.join(refused.messages)}") from None


@transaction.atomic
def welcome(name: str, password: str, *, sample: bool) -> str | None:
    """On the first start the first user and, if asked, the sample project; both or neither.

    Returns:
        The password of the new user, None on a later start.
    """
    made = first_user(name, password)
    if made and sample and "load_sample" in get_commands() and not _projects_exist():
        call_command("load_sample", user=name, stdout=StringIO())
    return made


def forget_what_ended() -> None:
    """Removes sessions and runs that have ended, and records of signing in after half a year: they hold addresses."""
    from annotator.runs.services import delete_old_runs

    delete_old_runs()
    call_command("clearsessions")
    for record in ("axes_reset_logs", "axes_reset_failure_logs"):
        call_command(record, age=RECORD_DAYS, stdout=StringIO())


def _projects_exist() -> bool:
    return bool(apps.get_model("annotator", "Project")._default_manager.exists())
