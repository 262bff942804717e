"""No acknowledged edit is lost or doubled: not by two people at once, nor by answers that never arrive, nor by killed
workers (DESIGN §7, 1)."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, Event, Lock
from typing import Any

import psutil
import pytest
from django.contrib.auth.models import User
from django.db import connection, connections

from annotator.matching.store import read_units
from annotator.pyramids.store import read_scus
from annotator.work.log.rebuild import rebuild
from annotator.work.models import Work
from tests import factories
from tests.annotator.work.log.requests import edits_url, send
from tests.annotator.work.log.site_client import PATIENCE, SiteClient, wait_until
from tests.factories import EDIT_IDS, GROUP_IDS, PART_IDS, SCU_IDS, UNIT_IDS, client_id, scu_snapshot
from tests.scenes import signed_in
from tests.site_process import SiteProcess

pytestmark = pytest.mark.django_db(transaction=True)

EACH = 25  # groups of each person
Group = dict[str, Any]


def _pyramid(**settings: Any) -> tuple[Work, list[User]]:
    """A pyramid of an SCU with the whole first model in reach, and its two editors."""
    project = factories.make_project(**settings)
    owner, editor = factories.make_member(project), factories.make_member(project)
    topic = factories.make_topic(project)
    factories.make_summary(topic, text="x" * 1_000)
    pyramid = factories.make_pyramid(topic, owner, [scu_snapshot(1)])
    pyramid.editors.add(editor)
    return pyramid, [user for user in (owner.user, editor.user) if user]


def _annotation() -> tuple[Work, list[User]]:
    pyramid, users = _pyramid()
    release = factories.make_release(pyramid, [scu_snapshot(1)])
    peer = factories.make_summary(pyramid.topic, "peer", text="x" * 1_000)
    annotation = factories.make_peer_annotation(release, pyramid.owner, summary=peer)
    annotation.editors.set(pyramid.editors.all())
    return annotation, users


def _group(number: int, *edits: dict[str, Any]) -> Group:
    numbered = [{"id": client_id(EDIT_IDS, 10 * number + i), **edit} for i, edit in enumerate(edits)]
    return {"group": client_id(GROUP_IDS, number), "edits": numbered}


def _new_scu(person: int, number: int, summary: int) -> Group:
    """An SCU with a part, after one that both people put theirs after."""
    key = person * 1_000 + number
    scu, part = client_id(SCU_IDS, key), client_id(PART_IDS, key)
    create = {"verb": "create_scu", "scu": scu, "label": str(key), "after": client_id(SCU_IDS, 1)}
    add = {"verb": "add_part", "part": part, "scu": scu, "summary": summary, "start": number, "end": number + 20}
    return _group(key, create, add)


def _new_unit(person: int, number: int, _summary: int) -> Group:
    key = person * 1_000 + number
    ids = {"unit": client_id(UNIT_IDS, key), "part": client_id(PART_IDS, key), "scu": client_id(SCU_IDS, 1)}
    return _group(key, {"verb": "match_part", **ids, "start": number, "end": number + 20})


def _part_of_one_scu(person: int, number: int, summary: int) -> Group:
    """Parts of the same contributor that the two people's meet: one of them absorbs the other."""
    key, start = person * 1_000 + number, number * 30 + person * 10
    ids = {"part": client_id(PART_IDS, key), "scu": client_id(SCU_IDS, 1), "summary": summary}
    return _group(key, {"verb": "add_part", **ids, "start": start, "end": start + 25})


Make = Callable[[int, int, int], Group]


def _model(target: Work) -> int:
    topic = target.topic
    return topic.summaries.filter(kind="model")[0].pk


def _at_once(work: Callable[[int, User, Barrier], None], users: list[User]) -> None:
    """Run the work of each person in a thread of its own, with its own connection, from the same moment on."""
    start = Barrier(len(users))

    def alone(person: int, user: User) -> None:
        try:
            work(person, user, start)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(users)) as pool:
        for future in [pool.submit(alone, person, user) for person, user in enumerate(users, start=1)]:
            future.result(PATIENCE)


def _all_of(make: Make, summary: int) -> list[Group]:
    return [make(person, number, summary) for person in (1, 2) for number in range(EACH)]


def _check_log(target: Work, groups: Iterable[Group]) -> None:
    """Each edit is in the log once, in revisions without a gap, and the log rebuilds the rows."""
    target.refresh_from_db()
    logged = list(target.edits.order_by("revision"))
    assert [edit.revision for edit in logged] == list(range(1, target.revision + 1))
    assert sorted(str(edit.uuid) for edit in logged) == sorted(e["id"] for group in groups for e in group["edits"])
    if target.kind == "pyramid":
        made = [snapshot for snapshot in read_scus(target.pk) if snapshot["uid"] != 1]
        assert rebuild(target.pk) == (made, [])
    else:
        assert rebuild(target.pk) == (read_units(target.pk), [])


def _post_in_process(target: Work, make: Make, person: int, user: User, start: Barrier) -> None:
    client, summary = signed_in(user), _model(target)
    start.wait(PATIENCE)
    for number in range(EACH):
        group = make(person, number, summary)
        for _ in range(2):  # its first answer is taken for lost
            answer = send(client, target, group)
            assert (answer.status_code, answer.data["applied"]) == (200, [group["group"]])


def test_two_people_on_one_pyramid_lose_and_double_nothing() -> None:
    pyramid, users = _pyramid()
    _at_once(partial(_post_in_process, pyramid, _new_scu), users)
    _check_log(pyramid, _all_of(_new_scu, _model(pyramid)))
    snapshots = read_scus(pyramid.pk)
    assert sorted(snapshot["uid"] for snapshot in snapshots) == list(range(1, 2 * EACH + 2))
    assert len({snapshot["position"] for snapshot in snapshots}) == len(snapshots)


def test_two_people_on_one_annotation_lose_and_double_nothing() -> None:
    annotation, users = _annotation()
    _at_once(partial(_post_in_process, annotation, _new_unit), users)
    _check_log(annotation, _all_of(_new_unit, 0))
    assert [unit["position"] for unit in read_units(annotation.pk)] == list(range(1, 2 * EACH + 1))


def test_two_people_on_one_contributor_leave_parts_that_do_not_overlap() -> None:
    pyramid, users = _pyramid()
    _at_once(partial(_post_in_process, pyramid, _part_of_one_scu), users)
    pyramid.refresh_from_db()
    assert pyramid.revision == pyramid.edits.count() == 2 * EACH
    (contributor,) = read_scus(pyramid.pk)[0]["contributors"]
    # [30 n + 10, 30 n + 35) and [30 n + 20, 30 n + 45): each shares words with the next, so all are one span.
    spans = sorted((part["start"], part["end"]) for part in contributor["parts"])
    covered = {place for start, end in spans for place in range(start, end)}
    assert covered == set(range(10, 30 * (EACH - 1) + 45))
    assert sum(end - start for start, end in spans) == len(covered)
    assert rebuild(pyramid.pk) == (read_scus(pyramid.pk), [])


def test_of_two_people_who_want_the_same_words_one_is_refused_where_overlap_is_forbidden() -> None:
    pyramid, users = _pyramid(overlap_models="forbid")
    refused: list[str] = []

    def work(person: int, user: User, start: Barrier) -> None:
        client, summary = signed_in(user), _model(pyramid)
        start.wait(PATIENCE)
        for number in range(EACH):
            group = _new_scu(person, number, summary)
            group["edits"][1] |= {"start": number * 30, "end": number * 30 + 20}
            answer = send(client, pyramid, group)
            assert answer.status_code == 200
            refused.extend([answer.data["refused"]["code"]] if answer.data["refused"] else [])

    _at_once(work, users)
    assert refused == ["overlap"] * EACH
    assert len(read_scus(pyramid.pk)) == EACH + 1


def _stream(site: SiteProcess, target: Work, make: Make, users: list[User], told: Callable[[], None]) -> list[Group]:
    """Both people send their groups to the running site, each until it is answered; gives all of them."""
    clients = {user.pk: SiteClient(site, user) for user in users}
    summary = _model(target)

    def work(person: int, user: User, start: Barrier) -> None:
        start.wait(PATIENCE)
        for number in range(EACH):
            group = make(person, number, summary)
            answer = clients[user.pk].post_until_answered(edits_url(target), {"base": 0, "groups": [group]})
            assert answer["applied"] == [group["group"]]
            told()

    _at_once(work, users)
    return _all_of(make, summary)


def test_two_clients_of_the_running_site_lose_and_double_nothing(site: SiteProcess) -> None:
    pyramid, users = _pyramid()
    _check_log(pyramid, _stream(site, pyramid, _new_scu, users, lambda: None))


def test_edits_whose_answer_never_arrives_are_applied_once(site: SiteProcess) -> None:
    pyramid, users = _pyramid()
    client, url, summary = SiteClient(site, users[0]), edits_url(pyramid), _model(pyramid)
    groups = [_new_scu(1, number, summary) for number in range(EACH)]
    for number, group in enumerate(groups):
        body = {"base": 0, "groups": [group]}
        client.post_and_hang_up(url, body, reset=number % 2 == 0)
        assert client.post_until_answered(url, body)["applied"] == [group["group"]]
    site.wait_until_idle()
    _check_log(pyramid, groups)


def test_killed_workers_lose_no_acknowledged_edit(site: SiteProcess) -> None:
    """SIGKILL in the middle of the stream, of one worker and then of the other; the site makes new ones."""
    annotation, users = _annotation()
    workers = [psutil.Process(pid) for pid in site.worker_pids()]
    assert len(workers) == site.workers
    answers = iter(range(1_000))
    killed = Event()

    def told() -> None:
        number = next(answers)
        if number == EACH // 2:
            workers[0].kill()
        if number == EACH:
            workers[1].kill()
            killed.set()

    groups = _stream(site, annotation, _new_unit, users, told)
    assert killed.is_set()
    psutil.wait_procs(workers, timeout=PATIENCE)
    _check_log(annotation, groups)
    new = {worker.pid for worker in workers}
    wait_until(lambda: len(set(site.worker_pids()) - new) == site.workers, "The site makes no new workers.")


def test_broken_connections_to_the_database_lose_no_acknowledged_edit(site: SiteProcess) -> None:
    """The database ends the site's sessions in the middle of the stream, as a restart of it does."""
    pyramid, users = _pyramid()
    answers, one_at_a_time, ours = iter(range(1_000)), Lock(), {_session()}

    def told() -> None:
        if next(answers) % EACH == EACH // 2:
            with one_at_a_time, connection.cursor() as cursor:
                ours.add(_session())
                cursor.execute(
                    """
                    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> ALL(%s)
                    """,
                    [list(ours)],
                )
                assert cursor.fetchone()[0], "the site had no session to end"

    _check_log(pyramid, _stream(site, pyramid, _new_scu, users, told))


def _session() -> int:
    """The database's number of this thread's session."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])
