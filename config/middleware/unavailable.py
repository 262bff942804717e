"""Failures that are not faults of the site: no database, no room, no memory. They pass; who asked may ask again."""

from dataclasses import dataclass

from django.db import DatabaseError, InterfaceError, OperationalError

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
SHORT = Unavailable(
    503,
    "The server is short of memory",
    "The server is short of memory at the moment; it may or may not have taken what was sent.",
)
FULL = Unavailable(507, "The server's disk is full", "The server's disk is full: what was sent was not saved.")


def unavailable(error: BaseException | None) -> Unavailable | None:
    """What to answer if that is why it failed; None for a fault of the site."""
    if isinstance(error, MemoryError):
        return SHORT
    if isinstance(error, InterfaceError):
        return AWAY
    code = getattr(error and error.__cause__, "pgcode", "")
    if code == DISK_FULL:
        return FULL
    if isinstance(error, OperationalError):
        return AWAY if not code or code.startswith(PASSING) else None
    # psycopg2 has no better class for a connection that breaks in the middle of an answer; Django's own have no cause.
    return AWAY if type(error) is DatabaseError and code is None else None
