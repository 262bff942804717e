"""Failures that are not the site's own: the database is away, or has no room. They pass; who asked may ask again."""

from dataclasses import dataclass

from django.db import InterfaceError, OperationalError

DISK_FULL = "53100"
# Classes of Postgres' codes that pass: connection, rolled back, out of resources, ended by somebody, system.
PASSING = ("08", "40", "53", "55", "57", "58")


@dataclass(frozen=True, slots=True)
class Unavailable:
    """What is answered: a status, and two sentences for people."""

    status: int
    title: str
    detail: str


AWAY = Unavailable(
    503,
    "The database does not answer",
    "The database does not answer at the moment; it may or may not have taken what was sent.",
)
FULL = Unavailable(507, "The server's disk is full", "The server's disk is full: what was sent was not saved.")


def unavailable(error: BaseException | None) -> Unavailable | None:
    """What to answer if the database is why this failed; None for a fault of the site."""
    if isinstance(error, InterfaceError):
        return AWAY
    if not isinstance(error, OperationalError):
        return None
    code = getattr(error.__cause__, "pgcode", None)
    if code == DISK_FULL:
        return FULL
    return AWAY if code is None or code.startswith(PASSING) else None
