"""All rows of all tables, so that "nothing was changed" can be said of everything at once."""

from django.apps import apps
from django.db import connection

TRACES = {"django_session", "annotator_accountsession", "axes_accesslog", "axes_accessattempt", "axes_accessfailurelog"}
"""What a visit leaves however it ends."""


def all_rows() -> dict[str, str]:
    """By table a digest of its rows; times at which something was last used are no part of it."""
    tables = sorted({model._meta.db_table for model in apps.get_models(include_auto_created=True)} - TRACES)
    rows = "SELECT (to_jsonb({0}) - 'last_login' - 'last_used_at')::text one FROM {0}"
    digest = f"SELECT '{{0}}', md5(coalesce(string_agg(one, '' ORDER BY one), '')) FROM ({rows}) {{0}}"
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(digest.format(table) for table in tables))
        return dict(cursor.fetchall())


def changed(before: dict[str, str]) -> list[str]:
    """The tables whose rows are no more what they were."""
    now = all_rows()
    return [table for table in now if now[table] != before.get(table)]
