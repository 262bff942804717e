"""Reading from a snapshot of the database, so that all queries agree."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def database_snapshot() -> Iterator[None]:
    """All queries in this context see the database as it was at the first query, and cannot write.

    Inside another transaction this changes nothing: queries see what that transaction sees, and can write.
    """
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
