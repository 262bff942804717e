"""Checks of settings in production: secrets that others could guess, unnamed hosts.

The messages say what is wrong, and never quote the value.
"""

import re
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from django.core.exceptions import ImproperlyConfigured

WHOLE_HOST = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]")
SHORTEST_KEY = 50
FEWEST_CHARACTERS = 10
EXAMPLES = re.compile(
    r"insecure|change.?(me|this|it)|replace.?(me|this)|secret.?key|your.?(own.?)?(secret|key|password)|example|placeholder"
    r"|keyboard.?cat|top.?secret|password|qwerty|1234567890",
    re.IGNORECASE,
)
SHORTEST_PASSWORD = 8
OBVIOUS = {"postgres", "postgresql", "pyramidion", "database", "password", "passw0rd", "admin", "root", "secret"}


def database_from_url(env: Any) -> dict[str, Any]:
    """Returns Django's settings of the database in DATABASE_URL. Raises ImproperlyConfigured without quoting it."""
    database: dict[str, Any] = {}
    with suppress(ValueError, KeyError, AttributeError, ImproperlyConfigured), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # django-environ's warning quotes the URL with its password
        database = env.db_url("DATABASE_URL")
    if database.get("ENGINE") != "django.db.backends.postgresql":
        raise ImproperlyConfigured(
            "DATABASE_URL is not understood: postgres://user:password@host:5432/name, with % and two digits for "
            "characters that have a meaning there (a slash is %2F)."
        )
    host = unquote(str(database.get("HOST") or ""))  # a socket's folder: %2Fvar%2Frun%2Fpostgresql
    return {**database, "HOST": host}


def check_hosts(hosts: Sequence[str], *, debug: bool) -> None:
    """Raises ImproperlyConfigured unless every host is a whole name, there is one, and debugging is off."""
    if debug or not hosts or not all(WHOLE_HOST.fullmatch(host) for host in hosts):
        raise ImproperlyConfigured(
            "In production name the hosts in PYRAMIDION_HOSTS (whole names with commas between them, no *) and leave "
            "PYRAMIDION_DEBUG off."
        )


def check_secret_key(key: str) -> None:
    """Raises ImproperlyConfigured for a key that is short, repetitive or known from an example."""
    if len(key) < SHORTEST_KEY:
        why = f"it has fewer than {SHORTEST_KEY} characters"
    elif len(set(key)) < FEWEST_CHARACTERS or _repeats(key):
        why = "it repeats itself"
    elif EXAMPLES.search(key):
        why = "it looks like an example"
    else:
        return
    raise ImproperlyConfigured(
        f"SECRET_KEY is too weak for production ({why}): leave it out, and a random one is kept in the data folder, "
        f"or give {SHORTEST_KEY} random characters."
    )


def check_database_password(database: Mapping[str, Any]) -> None:
    """Raises ImproperlyConfigured for a missing or obvious password.

    None is needed with a Unix socket (peer authentication), a client certificate or a password file.
    """
    options = database.get("OPTIONS") or {}
    host, password = str(options.get("host") or database.get("HOST") or ""), str(database.get("PASSWORD") or "")
    if not password and (not host or host.startswith(("/", "@")) or {"sslcert", "passfile"} & set(options)):
        return
    names = {str(database.get(name) or "").lower() for name in ("USER", "NAME", "HOST")}
    if not password:
        why = "it has none"
    elif len(password) < SHORTEST_PASSWORD or len(set(password)) < SHORTEST_PASSWORD // 2:
        why = f"it has fewer than {SHORTEST_PASSWORD} characters, or too few different ones"
    elif password.lower().rstrip("0123456789!") in OBVIOUS | names or EXAMPLES.search(password):
        why = "it is one that others would try"
    else:
        return
    raise ImproperlyConfigured(
        f"The password in DATABASE_URL is too weak for production ({why}): give the role a random one, or connect "
        "through a socket of this machine."
    )


def _repeats(key: str) -> bool:
    """Whether the key is a shorter text repeated."""
    return (key + key).find(key, 1) < len(key)
