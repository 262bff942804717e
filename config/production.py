"""Checks that production settings have secrets that are hard to guess and a list of the site's host names.

The error messages never quote the settings.
"""

import re
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from django.core.exceptions import ImproperlyConfigured

HOST = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]")  # a name, or an IPv6 address in brackets
MIN_KEY_LENGTH = 50
MIN_DISTINCT_CHARACTERS = 10
EXAMPLE_SECRET = re.compile(  # wordings of the secrets in tutorials and sample settings
    r"insecure|change.?(me|this|it)|replace.?(me|this)|secret.?key|your.?(own.?)?(secret|key|password)|example|placeholder"
    r"|keyboard.?cat|top.?secret|password|qwerty|1234567890",
    re.IGNORECASE,
)
MIN_PASSWORD_LENGTH = 8
WEAK_PASSWORDS = {"postgres", "postgresql", "pyramidion", "database", "password", "passw0rd", "admin", "root", "secret"}


def database_from_url(env: Any) -> dict[str, Any]:
    """Returns Django's settings for the database in DATABASE_URL. Raises ImproperlyConfigured if it is malformed."""
    database: dict[str, Any] = {}
    with suppress(ValueError, KeyError, AttributeError, ImproperlyConfigured), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # django-environ's warning quotes the URL with its password
        database = env.db_url("DATABASE_URL")
    if database.get("ENGINE") != "django.db.backends.postgresql":
        raise ImproperlyConfigured(
            "DATABASE_URL is not understood. Write postgres://user:password@host:5432/name, and percent-encode "
            "characters that have a meaning in URLs (a slash is %2F)."
        )
    host = unquote(str(database.get("HOST") or ""))  # may be the folder of a socket: %2Fvar%2Frun%2Fpostgresql
    return {**database, "HOST": host}


def check_hosts(hosts: Sequence[str], *, debug: bool) -> None:
    """Raises ImproperlyConfigured if debugging is on, no host is listed, or a host is not a plain name or address."""
    if debug or not hosts or not all(HOST.fullmatch(host) for host in hosts):
        raise ImproperlyConfigured(
            "In production, list the site's host names in PYRAMIDION_HOSTS (full names separated by commas, no *) and "
            "leave PYRAMIDION_DEBUG off."
        )


def check_secret_key(key: str) -> None:
    """Raises ImproperlyConfigured for a key that is short or repetitive, or looks like an example."""
    if len(key) < MIN_KEY_LENGTH:
        reason = f"it has fewer than {MIN_KEY_LENGTH} characters"
    elif len(set(key)) < MIN_DISTINCT_CHARACTERS or _is_repetition(key):
        reason = "it repeats itself"
    elif EXAMPLE_SECRET.search(key):
        reason = "it looks like an example"
    else:
        return
    raise ImproperlyConfigured(
        f"SECRET_KEY is too weak for production ({reason}). Leave it unset, and a random key is generated in the data "
        f"folder, or set {MIN_KEY_LENGTH} random characters."
    )


def check_database_password(database: Mapping[str, Any]) -> None:
    """Raises ImproperlyConfigured for a missing or obvious password.

    No password is needed with a Unix socket (peer authentication), a client certificate or a password file.
    """
    options = database.get("OPTIONS") or {}
    host, password = str(options.get("host") or database.get("HOST") or ""), str(database.get("PASSWORD") or "")
    if not password and (not host or host.startswith(("/", "@")) or {"sslcert", "passfile"} & set(options)):
        return
    names = {str(database.get(name) or "").lower() for name in ("USER", "NAME", "HOST")}
    if not password:
        reason = "there is none"
    elif len(password) < MIN_PASSWORD_LENGTH or len(set(password)) < MIN_PASSWORD_LENGTH // 2:
        reason = f"it has fewer than {MIN_PASSWORD_LENGTH} characters, or too few different ones"
    elif password.lower().rstrip("0123456789!") in WEAK_PASSWORDS | names or EXAMPLE_SECRET.search(password):
        reason = "it is easy to guess"
    else:
        return
    raise ImproperlyConfigured(
        f"The password in DATABASE_URL is too weak for production ({reason}): give the role a random one, or connect "
        "through a Unix socket."
    )


def _is_repetition(key: str) -> bool:
    """Whether the key is a shorter text repeated. Only then does `key + key` contain it at a third place."""
    return (key + key).find(key, 1) < len(key)  # besides the start and the middle
