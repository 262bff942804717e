"""Large bodies and large downloads never occupy more than half of the threads of a process."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from annotator.accounts.tokens import make_token
from annotator.web.costs import Cost
from annotator.web.shares import WAITING_FOR_CLIENTS, Shares
from config.threaded_wsgi import THREADS
from tests.factories import make_topic
from tests.scenes import Scene, make_scene, signed_in

IMPORT = "/p/p/import/"
LARGE = b"a" * Cost.SHORT.value


@contextmanager
def receiving(*users: int) -> Iterator[None]:
    """These accounts have places, which are free again even if a check fails."""
    held = [user for user in users if WAITING_FOR_CLIENTS.acquire(user)]
    try:
        assert held == [*users]
        yield
    finally:
        for user in held:
            WAITING_FOR_CLIENTS.release(user)


@pytest.fixture
def scene(db: None) -> Iterator[Scene]:
    """A project "p"; every place is free before and after."""
    assert WAITING_FOR_CLIENTS._holders == []
    yield make_scene()
    assert WAITING_FOR_CLIENTS._holders == []


def send(client: Client) -> Any:
    """The answer to a large body; its file is a new one, because a file that was sent is at its end."""
    return client.post(IMPORT, {"how": "table", "table": SimpleUploadedFile("a.csv", LARGE)})


def test_a_third_large_body_is_refused_and_small_ones_are_not(scene: Scene) -> None:
    client = signed_in(scene.manager)
    with receiving(-1):
        with receiving(-2):
            refused = send(client)
            assert (refused.status_code, refused.headers.get("Retry-After")) == (503, "5")
            assert "receives at most two large files at a time" in refused.content.decode()
            assert client.post(IMPORT, {"how": "table"}).status_code == 400
        assert send(client).status_code == 302  # a run will import it


def test_one_account_sends_one_large_body_at_a_time(scene: Scene) -> None:
    user = scene.manager.user_id
    assert user
    with receiving(user):
        assert send(signed_in(scene.manager)).status_code == 503
    assert send(signed_in(scene.manager)).status_code == 302


def test_a_token_counts_as_its_account_and_a_wrong_one_as_nobody(scene: Scene) -> None:
    user = scene.manager.user
    assert user
    value = make_token(name="t", scope="write", days=1, by=user, now=timezone.now()).value
    topic, body = make_topic(scene.project, "D1"), LARGE + b"a"

    def status(token: str) -> int:
        path, headers = f"/api/projects/p/topics/{topic.key}/summaries/", {"authorization": f"Bearer {token}"}
        return Client().post(path, body, content_type="application/json", headers=headers).status_code

    with receiving(user.pk):
        assert status(value) == 503
        assert status("pyr_wrong") == status("") == 401
    with receiving(-1):
        assert status(value) == 400  # it was read, and is no JSON


def test_its_place_is_free_again_whatever_comes_of_it(scene: Scene) -> None:
    """The scene's fixture looks."""
    for person in (scene.viewer, scene.manager):
        assert send(signed_in(person)).status_code in (302, 403)
    assert send(signed_in(scene.manager, csrf=True)).status_code == 403


def test_clients_occupy_at_most_half_of_the_threads() -> None:
    accounts = range(-THREADS, 0)
    with receiving(*accounts[: THREADS // 2]):
        assert [account for account in accounts if WAITING_FOR_CLIENTS.acquire(account)] == []


def test_shares_are_limited_in_all_and_by_account() -> None:
    shares = Shares(total=3, per_account=2)
    assert [shares.acquire(user) for user in (1, 1, 1, 2, 3)] == [True, True, False, True, False]
    shares.release(1)
    assert shares.acquire(3)
