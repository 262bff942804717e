"""An edit and the history when the log has a million rows."""

from collections.abc import Iterator
from dataclasses import replace

from bench.crowd import PEOPLE, crowd, crowded_port
from bench.edit_throughput import sound
from bench.load import Crowd, Load
from bench.registry import Measured, at_most, line

ROWS = 1_000_000
CLIENTS, SECONDS = 16, 8.0
SLOWER_BUDGET = 1.5


@line("growth-log")
def long_log() -> Iterator[Measured]:
    """The time of an edit with a short log and with a million rows, shared out among 64 pyramids."""
    short, long = [], []
    with Crowd(crowded_port(), crowd()) as people:
        people.rush("edits", clients=CLIENTS, seconds=2)
        short.append(people.rush("edits", clients=CLIENTS, seconds=SECONDS))
        yield from sound(people, short)
    revisions, kilobytes = _lengthened()
    late = [replace(person, revision=revisions[person.pyramid]) for person in crowd()]
    with Crowd(crowded_port(), late) as people:
        people.rush("edits", clients=CLIENTS, seconds=2)
        long.append(people.rush("edits", clients=CLIENTS, seconds=SECONDS))
        yield from sound(people, long)
    yield Measured("ms of an edit, p50 and p99, short log", _two(short[0]))
    yield Measured(f"ms of an edit, p50 and p99, {ROWS:,} rows", _two(long[0]))
    yield at_most("ratio of the p50s", long[0].at(0.5, "edit") / short[0].at(0.5, "edit"), SLOWER_BUDGET)
    yield Measured("kB of a row of the log, with its indexes", f"{kilobytes:.2f}")


def _two(load: Load) -> str:
    return f"{load.at(0.5, 'edit'):.0f}, {load.at(0.99, 'edit'):.0f}"


def _lengthened() -> tuple[dict[int, int], float]:
    """Rows that change nothing in each pyramid's log; the new revisions, and the size of a row."""
    from django.db import connection

    each, keys = ROWS // PEOPLE, [person.pyramid for person in crowd()]
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO annotator_edit
                   (work_id, uuid, "group", revision, actor_name, at, verb, payload, before, after)
               SELECT p.id, gen_random_uuid(), gen_random_uuid(), p.revision + n, '', now(), 'relabel_scu',
                      '{}', '{}', '{}'
               FROM annotator_work p, generate_series(1, %s) AS n WHERE p.id = ANY(%s)""",
            [each, keys],
        )
        cursor.execute("UPDATE annotator_work SET revision = revision + %s WHERE id = ANY(%s)", [each, keys])
        cursor.execute("VACUUM ANALYZE annotator_edit")
        cursor.execute("SELECT pg_total_relation_size('annotator_edit') / 1e3 / (SELECT count(*) FROM annotator_edit)")
        size = float(cursor.fetchone()[0])
        cursor.execute("SELECT id, revision FROM annotator_work WHERE id = ANY(%s)", [keys])
        return dict(cursor.fetchall()), size
