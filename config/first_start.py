"""Prepares an installation to serve: static files, the first user, the sample projects, removal of expired records."""

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
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from annotator.interchange.whole_file import whole_file
from config.apps import limit_waits
from config.static_files import sources_digest

SIGN_IN_RECORD_DAYS = 180
FIRST_PASSWORD_FILE = "first_password"  # noqa: S105 - a file name
LOCK_KEY = 7_972_494_726  # for pg_advisory_lock: an arbitrary number that is used nowhere else


@contextmanager
def database_lock() -> Iterator[None]:
    """Lets one process prepare the database while others, on this machine or another, wait for it."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")  # the other process may prepare the database for any length of time
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK_KEY])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK_KEY])
            limit_waits(connection)  # sets the usual lock_timeout again


def collect_static() -> bool:
    """Collects and hashes the static files. Returns False if there was nothing to do.

    Files and manifests of other versions are kept, because open pages of those versions may still request them.
    """
    root = Path(settings.STATIC_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    if settings.DEBUG:
        return False  # Django serves the source files
    marker = root / f".collected-{sources_digest()}"
    with (root / ".lock").open("w") as lock:  # two servers may share the folder
        fcntl.flock(lock, fcntl.LOCK_EX)
        if marker.exists():
            return False
        call_command("collectstatic", verbosity=0, interactive=False)
        marker.touch()
        return True


@transaction.atomic
def make_first_user(name: str, password: str, *, with_sample: bool) -> str | None:
    """Makes the first superuser and, if `with_sample`, the sample projects, unless there is a superuser already.

    Args:
        name: the user's name.
        password: the password; "" for a generated one.
        with_sample: whether to load the sample project and the sample study into an installation without projects.

    Returns:
        The password of the new user; None if there was a superuser.

    Raises:
        CommandError: in production, for a password that the site's password validators reject.
    """
    users = get_user_model()._default_manager
    if users.filter(is_superuser=True).exists():
        return None
    if password and settings.PRODUCTION:
        try:
            validate_password(password, users.model(username=name))
        except ValidationError as error:
            raise CommandError(f"PYRAMIDION_PASSWORD cannot be a password: {' '.join(error.messages)}") from None
    password = password or secrets.token_urlsafe(12)
    user, _ = users.get_or_create(username=name)
    user.is_staff = user.is_superuser = user.is_active = True
    user.set_password(password)
    user.save()
    if with_sample and not apps.get_model("annotator", "Project")._default_manager.exists():
        for command in ("load_sample", "load_sample_study"):
            call_command(command, user=name, stdout=StringIO())
    return password


def write_first_password(password: str) -> Path:
    """Writes the first user's password into a file that only its owner can read. Returns the file's path."""
    path = settings.DATA_FOLDER / FIRST_PASSWORD_FILE
    with whole_file(path, mode=0o600) as file:
        file.write(f"{password}\n".encode())
    return Path(path)


def delete_used_first_password(name: str) -> None:
    """Deletes the file with the first password if the user `name` has another password now."""
    path = settings.DATA_FOLDER / FIRST_PASSWORD_FILE
    user = get_user_model()._default_manager.filter(username=name).first()
    if path.exists() and not (user and user.check_password(path.read_text().strip())):
        path.unlink()


def delete_expired_rows() -> None:
    """Deletes expired sessions and runs, sign-in records (with IP addresses) older than `SIGN_IN_RECORD_DAYS`, and
    values of measures and results of studies that nobody has read for 90 days.
    """
    from annotator.runs.services import delete_old_runs
    from scoring.studies.measures.rows import delete_unused
    from scoring.studies.services import delete_unused_results

    delete_old_runs()
    delete_unused()
    delete_unused_results()
    call_command("clearsessions")
    for command in ("axes_reset_logs", "axes_reset_failure_logs"):
        call_command(command, age=SIGN_IN_RECORD_DAYS, stdout=StringIO())
