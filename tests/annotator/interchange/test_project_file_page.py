"""Downloading a project and making one from a file."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from annotator.interchange.project_file.exporting import export_project
from annotator.projects.models import Project
from tests.annotator.interchange.whole_project import whole_file
from tests.factories import make_project
from tests.scenes import Scene, signed_in

ADDRESS = "/new/file/"


def upload(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("p.json", data, "application/json")


@pytest.fixture
def data(db: None) -> bytes:
    return whole_file()


def test_a_manager_downloads_the_project_from_its_settings(scene: Scene) -> None:
    address = reverse("project-file", args=["p"])
    client = signed_in(scene.manager)
    assert f'href="{address}"' in client.get(reverse("project-settings", args=["p"])).content.decode()
    answer = client.get(address)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="p.json"'
    assert answer.headers["Content-Type"] == "application/json"
    assert b"".join(answer).decode() == "".join(export_project(scene.project))


def test_others_do_not(scene: Scene) -> None:
    address = reverse("project-file", args=["p"])
    assert [signed_in(one).get(address).status_code for one in (scene.annotator, scene.viewer)] == [403, 403]


def test_whoever_brings_a_file_manages_what_is_made_of_it(scene: Scene, data: bytes) -> None:
    client = signed_in(scene.viewer)
    answer = client.post(ADDRESS, {"file": upload(data), "slug": "again", "name": "Again"})
    assert answer.headers["Location"] == "/p/again/"
    assert client.get("/p/again/").status_code == 200
    member = Project.objects.get(slug="again").memberships.get(user=scene.viewer.user)
    assert (member.role, member.host) == ("manager", True)


def test_a_taken_address_is_changed_and_a_faulty_file_refused(scene: Scene, data: bytes) -> None:
    client = signed_in(scene.viewer)
    make_project("whole")
    answer = client.post(ADDRESS, {"file": upload(data)}, follow=True)
    assert answer.redirect_chain[0][0].startswith("/p/whole-")
    assert "already" not in answer.content.decode()
    value = json.loads(data)
    value["members"][0]["role"] = "king"
    answer = client.post(ADDRESS, {"file": upload(json.dumps(value).encode()), "slug": "again"})
    assert answer.status_code == 400
    assert "members[0].role: This must be one of: manager, annotator, viewer." in answer.content.decode()
    assert not Project.objects.filter(slug="again").exists()
