"""The list of those who edit a pyramid or peer annotation besides its owner."""

import pytest

from annotator.projects.models import Membership
from annotator.work.models import Work
from tests.factories import EDIT_IDS, GROUP_IDS, client_id, make_member, make_pyramid
from tests.scenes import Scene, make_scene, signed_in, statements

PYRAMID, PEER = "/p/p/t/D1/pyramid/ann/editors/", "/p/p/t/D1/peers/7/ann/editors/"
BOTH = pytest.mark.parametrize("address", [PYRAMID, PEER], ids=["pyramid", "peer"])


def _work(address: str, annotation: Work) -> Work:
    return annotation.release.pyramid if address == PYRAMID else annotation


@BOTH
def test_a_manager_sets_them(scene: Scene, annotation: Work, address: str) -> None:
    client, work = signed_in(scene.manager), _work(address, annotation)
    answer = client.post(address, {"editors": [scene.annotator.pk]}, follow=True)
    assert "Edited by: ann, annotator-p." in answer.content.decode()
    assert list(work.editors.all()) == [scene.annotator]
    page = client.get(address).content.decode()
    assert "checked" in page
    assert "viewer-p" not in page
    client.post(address, {})
    assert not work.editors.exists()


@BOTH
def test_only_members_who_may_annotate_can_be_ones(scene: Scene, annotation: Work, address: str) -> None:
    client = signed_in(scene.manager)
    for member in (make_scene("other").annotator.pk, scene.viewer.pk, 0, "x"):
        answer = client.post(address, {"editors": [member]})
        assert answer.status_code == 400
        assert "Choose members who may annotate." in answer.content.decode()
    assert not _work(address, annotation).editors.exists()


def test_an_editor_edits_the_peer(scene: Scene, annotation: Work) -> None:
    edits = f"/api/peer-annotations/{annotation.pk}/edits/"
    client = signed_in(scene.annotator)
    no_such = client_id(GROUP_IDS, 9)
    undo = {"id": client_id(EDIT_IDS, 9), "verb": "undo", "group": no_such}
    body = {"base": 0, "groups": [{"group": no_such, "edits": [undo]}]}
    assert client.post(edits, body, content_type="application/json").status_code == 403
    signed_in(scene.manager).post(PEER, {"editors": [scene.annotator.pk]})
    assert client.post(edits, body, content_type="application/json").status_code == 200


def test_an_owner_without_an_account_is_told(scene: Scene, annotation: Work) -> None:
    make_member(scene.project, "manager")
    Membership.objects.filter(pk=scene.annotator.pk).update(user=None)
    make_pyramid(annotation.topic, scene.annotator)
    page = signed_in(scene.manager).get("/p/p/t/D1/pyramid/annotator-p/editors/").content.decode()
    invite = f'<a href="/p/p/members/{scene.annotator.pk}/">invite an account to own it</a>'
    assert f"Its owner, annotator-p, has no account: {invite}" in page


@BOTH
def test_their_statements_do_not_grow_with_members(scene: Scene, annotation: Work, address: str) -> None:
    client = signed_in(scene.manager)
    few = statements(client, address)
    for _ in range(5):
        make_member(scene.project)
    assert statements(client, address) == few
