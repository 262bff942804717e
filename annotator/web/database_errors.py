"""Recognises database errors that are no fault in the code: temporary failures, and conflicts of two requests."""

import psycopg2
from django.db import DatabaseError, InterfaceError, OperationalError
from django.db.models import ProtectedError, RestrictedError

CONFLICTS = frozenset(
    {
        "23503",  # foreign_key_violation: the row referred to was deleted meanwhile, or a new row refers to this one
        "23505",  # unique_violation: the other request has stored the same value
        "23P01",  # exclusion_violation
        "40001",  # serialization_failure
        "40P01",  # deadlock_detected
    }
)
# Classes of SQLSTATE for temporary failures: connection, rollback, resources, lock, operator, system.
TEMPORARY_CLASSES = ("08", "40", "53", "55", "57", "58")


def sqlstate_of(error: BaseException | None) -> str | None:
    """Returns the SQLSTATE of an error of Django or psycopg2; None if the connection broke, and for other errors."""
    codes = [getattr(candidate, "pgcode", None) for candidate in (error, error and error.__cause__)]
    return next((str(code) for code in codes if code), None)


def is_conflict(error: BaseException | None) -> bool:
    """Whether a simultaneous request prevented this request, which has saved nothing.

    Services check first what the constraints enforce, so only a simultaneous request can cause a violation.
    """
    return isinstance(error, ProtectedError | RestrictedError) or sqlstate_of(error) in CONFLICTS


def is_temporary(error: BaseException | None) -> bool:
    """Whether the database is unavailable: its connection broke, or it lacks memory, disk, a lock or the like."""
    sqlstate = sqlstate_of(error)
    if isinstance(error, OperationalError | psycopg2.OperationalError):
        return sqlstate is None or sqlstate.startswith(TEMPORARY_CLASSES)
    if isinstance(error, InterfaceError | psycopg2.InterfaceError):
        return True
    # psycopg2 raises a plain DatabaseError without a code if the connection breaks. Errors that Django itself raises
    # have no cause.
    is_plain = type(error) is psycopg2.DatabaseError or (type(error) is DatabaseError and error.__cause__ is not None)
    return is_plain and sqlstate is None
