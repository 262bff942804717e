"""Gives a database the rows back that it had: cheaper than another copy of it, and than emptying all of its tables."""

from django.db import connection

SAVE = """
DO $$
DECLARE name text;
BEGIN
    CREATE SCHEMA original;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('CREATE TABLE original.%1$I AS TABLE public.%1$I', name);
    END LOOP;
END $$;
CREATE TABLE original.sequence_values AS
    SELECT format('%I.%I', schemaname, sequencename)::regclass AS name, COALESCE(last_value, start_value) AS value,
        last_value IS NOT NULL AS is_used
    FROM pg_sequences WHERE schemaname = 'public';
"""
# Foreign keys are checked at the end of the transaction. What still writes (a request of a page that is gone) comes to
# its end first.
RESTORE = """
DO $$
DECLARE
    name text;
    columns text;
    is_same boolean;
BEGIN
    PERFORM set_config('pyramidion.deleting_project', 'on', true);
    PERFORM set_config('pyramidion.restoring_backup', 'on', true);
    EXECUTE (
        SELECT 'LOCK TABLE ' || string_agg(format('public.%I', tablename), ', ') || ' IN SHARE ROW EXCLUSIVE MODE'
        FROM pg_tables WHERE schemaname = 'public'
    );
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format(
            'SELECT (SELECT count(*) FROM public.%1$I) = (SELECT count(*) FROM original.%1$I)
                AND NOT EXISTS (TABLE public.%1$I EXCEPT TABLE original.%1$I)', name
        ) INTO is_same;
        IF NOT is_same THEN
            EXECUTE format('DELETE FROM public.%I', name);
            SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
                WHERE attrelid = format('public.%I', name)::regclass
                    AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
            EXECUTE format('INSERT INTO public.%1$I (%2$s) SELECT %2$s FROM original.%1$I', name, columns);
        END IF;
    END LOOP;
END $$;
"""
RESTORE_SEQUENCES = "SELECT setval(name, value, is_used) FROM original.sequence_values"


def save_rows() -> None:
    """Keeps the rows of the current database for `restore_rows`."""
    with connection.cursor() as cursor:
        cursor.execute(SAVE)


def restore_rows(*, sequences: bool) -> None:
    """Gives the current database its rows back; ``sequences``: also the numbers of rows to come."""
    with connection.cursor() as cursor:
        cursor.execute(RESTORE + (RESTORE_SEQUENCES if sequences else ""))
