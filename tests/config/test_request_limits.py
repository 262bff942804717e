"""Large bodies and large downloads never occupy more than half of the threads of a process."""

from collections.abc import Iterator

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotator.web.costs import Cost
from annotator.web.shares import WAITING_FOR_CLIENTS, Shares
from tests.scenes import Scene, make_scene, signed_in

IMPORT = "/p/p/import/"
LARGE = SimpleUploadedFile("a.csv", b"a" * Cost.SHORT.value)


@pytest.fixture
def scene(db: None) -> Iterator[Scene]:
    """A project "p"; every place is free before and after."""
    assert WAITING_FOR_CLIENTS._users == []
    yield make_scene()
    assert WAITING_FOR_CLIENTS._users == []


def sent(client: Client) -> int:
    LARGE.seek(0)
    return client.post(IMPORT, {"how": "table", "table": LARGE}).status_code


def test_a_third_large_body_is_refused_and_small_ones_are_not(scene: Scene) -> None:
    client = signed_in(scene.manager)
    assert [WAITING_FOR_CLIENTS.acquire(user) for user in (-1, -2)] == [True, True]
    refused = client.post(IMPORT, {"how": "table", "table": LARGE})
    assert (refused.status_code, refused["Retry-After"]) == (503, "5")
    assert "receives two large files at a time" in refused.content.decode()
    assert client.post(IMPORT, {"how": "table"}).status_code == 400
    WAITING_FOR_CLIENTS.release(-1)
    assert sent(client) == 302  # a run will import it
    WAITING_FOR_CLIENTS.release(-2)


def test_one_account_sends_one_large_body_at_a_time(scene: Scene) -> None:
    user = scene.manager.user_id
    assert WAITING_FOR_CLIENTS.acquire(user)
    assert sent(signed_in(scene.manager)) == 503
    WAITING_FOR_CLIENTS.release(user)
    assert sent(signed_in(scene.manager)) == 302


def test_its_place_is_free_again_whatever_comes_of_it(scene: Scene) -> None:
    """The scene's fixture looks."""
    for person in (scene.viewer, scene.manager):
        assert sent(signed_in(person)) in (302, 403)
    assert sent(signed_in(scene.manager, csrf=True)) == 403


def test_shares_are_limited_in_all_and_by_account() -> None:
    shares = Shares(total=3, per_account=2)
    assert [shares.acquire(user) for user in (1, 1, 1, 2, 3)] == [True, True, False, True, False]
    shares.release(1)
    assert shares.acquire(3)
