"""The worst GET of every route: it reads few rows in few queries, in little memory, however much has gathered."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psutil
from django.db import connection, transaction

from annotator.pyramids.services import MAX_RELEASES
from tests.access.actors import MANAGER, OWNER
from tests.access.asking import address
from tests.access.scene import Scene, make_scene
from tests.access.table import SCU, TABLE, UNIT

GATHERED = 4_000
"""Rows of each kind without a limit: of the log of each work, runs, sessions, closed links."""
MAX_ROWS = 3_000
"""In all queries of a request: more than the rows of kinds with a limit, fewer than `GATHERED`."""
MAX_QUERIES = 65
MAX_KILOBYTES = 800
MEGABYTES = 150
"""How much more memory than this process has the walk over all routes may take."""
LARGE = {"api-schema", "project-file"}
"""Answers whose size is that of the API, and of a project with its log. Both are limited in memory."""

PARAMETERS = "&".join(f"{name}={10**18}" for name in ("page", "page_size", "before", "after", "limit", "q"))
QUERIES = ("", f"{PARAMETERS}&search={'(a%2B)%2B' * 500}{'&topic=x' * 3_000}")


def gather(scene: Scene) -> None:
    """Adds much of all that gathers: what the people of a project do is kept, and nobody limits how often."""
    user, owner = scene.user(MANAGER).pk, scene.user(OWNER).pk
    release = """
        INSERT INTO annotator_release
            (id, pyramid_id, number, revision, created_at, creator_name, model_count, weight_source, file_name)
        SELECT n, %s, n, 9, now(), '', 2, 'summaries', '' FROM generate_series(3, %s) AS n"""
    run = """
        INSERT INTO annotator_run (id, job, title, parameters, digest, project_id, user_id, state, done, created_at,
            runner, attempts, error, basis, result)
        SELECT gen_random_uuid(), job, title, parameters, digest, project_id, user_id, 'failed', 0, now(),
            '', 0, '', basis, result FROM annotator_run, generate_series(1, %s) WHERE user_id = %s"""
    link = """
        INSERT INTO annotator_invitation
            (project_id, code, role, max_uses, uses, expires_at, revoked_at, created_at, created_by_id)
        SELECT project_id, 'code' || n, role, max_uses, 0, expires_at, now(), now(), created_by_id
        FROM annotator_invitation, generate_series(1, %s) AS n"""
    session = """
        INSERT INTO annotator_accountsession (session_key, session_data, expire_date, user_id)
        SELECT 'key' || n, session_data, expire_date, user_id
        FROM annotator_accountsession, generate_series(1, %s) AS n WHERE user_id = %s"""
    edit = """
        INSERT INTO annotator_edit
            (work_id, uuid, "group", revision, actor_id, actor_name, at, verb, payload, before, after)
        SELECT id, gen_random_uuid(), gen_random_uuid(), revision + n, %s, '', now(), 'unflag',
            jsonb_build_object('reason', 'unsure', %s, %s), '{}', '{}'
        FROM annotator_work, generate_series(1, %s) AS n WHERE id = %s"""
    with connection.cursor() as cursor:
        cursor.execute(release, [scene.names["pyramid"], MAX_RELEASES])
        cursor.execute(run, [GATHERED, user])
        cursor.execute(link, [GATHERED])
        cursor.execute(session, [GATHERED, user])
        for work, field, item in (("pyramid", "scu", SCU), ("annotation", "unit", UNIT)):
            cursor.execute(edit, [owner, field, item, GATHERED, scene.names[work]])
            cursor.execute(
                "UPDATE annotator_work SET revision = revision + %s WHERE id = %s", [GATHERED, scene.names[work]]
            )


@dataclass
class Read:
    """Counts queries and the rows that they fetch. Rows of a server-side cursor do not count: they are a stream."""

    queries: int = 0
    rows: int = 0

    def __call__(self, execute: Any, sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        result = execute(sql, params, many, context)
        self.queries += 1
        self.rows += max(context["cursor"].rowcount, 0)
        return result


@contextmanager
def limited_memory() -> Iterator[None]:
    """This process gets no more than `MEGABYTES` beyond what it has: a request that needs more is answered 500."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (psutil.Process().memory_info().vms + (MEGABYTES << 20), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def test_no_get_grows_with_what_gathers(db: None) -> None:
    scene = make_scene()
    gather(scene)
    client = scene.clients[MANAGER]
    client.raise_request_exception = False
    wrong = {}
    with limited_memory():
        for route in TABLE:
            if route.get is None:
                continue
            url = address(route, scene, MANAGER)
            for query in QUERIES:
                read = Read()
                with transaction.atomic(), connection.execute_wrapper(read):
                    answer = client.get(f"{url.partition('?')[0]}?{query}" if query else url)
                    size = sum(map(len, answer)) if answer.streaming else len(answer.content)
                is_large = size > MAX_KILOBYTES * 1024 and route.name not in LARGE
                if answer.status_code >= 500 or read.rows > MAX_ROWS or read.queries > MAX_QUERIES or is_large:
                    wrong[route.name, query[:4]] = answer.status_code, read, size
    assert wrong == {}
