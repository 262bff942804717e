"""Stopping and restarting while people work: what is asked is answered, nothing that was answered is lost."""

import http.client
import json
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from annotator.pyramids.models import pyramids
from annotator.work.models import Work
from tests import factories
from tests.annotator.work.log.requests import edits_url
from tests.annotator.work.log.site_client import PATIENCE, SiteClient, wait_until
from tests.factories import EDIT_IDS, GROUP_IDS, SCU_IDS, client_id
from tests.served_site import ServedSite

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pyramid() -> Work:
    """An empty pyramid; somebody who may do everything is there already."""
    User.objects.create_superuser("root")
    project = factories.make_project()
    return factories.make_pyramid(factories.make_topic(project), factories.make_member(project), [])


@contextmanager
def ended(*sites: ServedSite) -> Iterator[None]:
    """Whatever happens, no site goes on."""
    try:
        yield
    finally:
        for site in sites:
            site.stop(signal.SIGKILL)


def owner_of(pyramid: Work) -> User:
    """Who edits it."""
    assert pyramid.owner
    assert pyramid.owner.user
    return pyramid.owner.user


def new_scu(number: int) -> dict[str, Any]:
    """A request that makes an SCU."""
    edit = {"id": client_id(EDIT_IDS, number), "verb": "create_scu", "scu": client_id(SCU_IDS, number), "label": "x"}
    return {"base": 0, "groups": [{"group": client_id(GROUP_IDS, number), "edits": [edit]}]}


def is_ready(site: ServedSite) -> bool:
    """What a proxy asks."""
    try:
        with urllib.request.urlopen(f"{site.url}/readyz", timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except OSError:  # a status of 503 is one
        return False


def refuses(site: ServedSite) -> bool:
    """Whether nobody listens any more."""
    try:
        socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE).close()
    except OSError:
        return True
    return False


def someone_waits() -> bool:
    """Whether the database lets somebody wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # in a transaction it would always look as it first did
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = %s",
                       [connection.settings_dict["NAME"]])  # fmt: skip
        return bool(cursor.fetchone()[0])


def test_a_request_in_progress_is_finished_and_no_other_taken(pyramid: Work, tmp_path: Path) -> None:
    name = connection.settings_dict["NAME"]
    site = ServedSite(name, tmp_path)
    with ended(site), ThreadPoolExecutor(1) as others:
        site.start()
        client = SiteClient(site, owner_of(pyramid))
        with transaction.atomic():
            pyramids().select_for_update().get(pk=pyramid.pk)
            answer: Future[Any] = others.submit(client.post, edits_url(pyramid), new_scu(1))
            wait_until(someone_waits, "The edit does not reach the database.")
            site.signal(signal.SIGTERM)
            wait_until(lambda: refuses(site), "The site still takes requests.")
            assert not answer.done()
        assert answer.result(PATIENCE)[0] == 200
        assert site.wait_until_ended() == 0
    assert pyramid.scus.count() == 1


class Proxy:
    """What a real one does, in few lines: asks whether servers are ready, keeps connections, tries another server only
    where none could be opened."""

    def __init__(self, *sites: ServedSite) -> None:
        self.sites = sites
        self.ready = list(sites)

    def watch(self, until: Event) -> None:
        """Asks, over and over."""
        while not until.wait(0.1):
            self.ready = [site for site in self.sites if is_ready(site)]

    def connect(self, number: int) -> http.client.HTTPConnection:
        """A connection to a server that is ready."""
        ready = self.ready
        for turn in range(len(ready)):
            site = ready[(number + turn) % len(ready)]
            link = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
            try:
                link.connect()
            except ConnectionRefusedError:
                continue
            return link
        raise ConnectionRefusedError("No server is ready.")


class Person:
    """Edits and reads over kept connections, and repeats a request with the same ids if its connection is broken."""

    def __init__(self, proxy: Proxy, pyramid: Work, number: int) -> None:
        self.proxy = proxy
        self.address = edits_url(pyramid)
        self.number = number
        self.headers = SiteClient(proxy.sites[0], owner_of(pyramid))._headers | {"Connection": "keep-alive"}
        self.statuses: list[int] = []
        self.edits = 0

    def work(self, until: Event) -> None:
        """Edits and reads until told to stop; whatever fails is raised."""
        link = self.proxy.connect(self.number)
        while not until.is_set():
            self.edits += 1
            for method, address, body in (
                ("POST", self.address, new_scu(1_000 * self.number + self.edits)),
                ("GET", self.address.removesuffix("edits/"), None),
            ):
                link = self._send(link, method, address, json.dumps(body) if body else None)
            if until.wait(0.1) or self.edits % 5 == 0:
                link.close()  # the next one goes to whichever server is ready
        link.close()

    def _send(
        self, link: http.client.HTTPConnection, method: str, address: str, body: str | None
    ) -> http.client.HTTPConnection:
        """Sends until there is an answer: a server that stops has closed the connection, perhaps just now."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                link.request(method, address, body, self.headers)
                answer = link.getresponse()
                answer.read()
                self.statuses.append(answer.status)
                return link
            except (OSError, http.client.HTTPException):
                if time.monotonic() > until:
                    raise
                link.close()
                time.sleep(0.05)
                with suppress(ConnectionRefusedError):
                    link = self.proxy.connect(self.number)


def test_two_servers_restart_in_turn_and_nobody_notices(pyramid: Work, tmp_path: Path) -> None:
    name = connection.settings_dict["NAME"]
    sites = [ServedSite(name, tmp_path) for _ in range(2)]
    proxy, stop = Proxy(*sites), Event()
    with ended(*sites), ThreadPoolExecutor(3) as threads:
        for site in sites:
            site.launch()
        for site in sites:
            site.wait_until_up()
        people = [Person(proxy, pyramid, number) for number in (1, 2)]
        try:
            work = [threads.submit(proxy.watch, stop), *(threads.submit(person.work, stop) for person in people)]
            first, second = sites
            first.stop()
            first.start()
            wait_until(lambda: first in proxy.ready, "The first does not come back.")
            second.stop()  # that it would come back is shown by the first
        finally:
            stop.set()
        for each in work:
            each.result(PATIENCE)
    assert {status for person in people for status in person.statuses} == {200}
    assert pyramid.scus.count() == sum(person.edits for person in people) > 0
