"""Making a project."""

import pytest
from django.urls import reverse

from annotator.projects.models import Membership, Project
from tests.scenes import Scene, signed_in

ADDRESS = "/new/"


def test_whoever_makes_a_project_manages_it(scene: Scene) -> None:
    answer = signed_in(scene.viewer).post(ADDRESS, {"name": "News of 2006", "guidelines": "Be fair."})
    project = Project.objects.get(slug="news-of-2006")
    assert answer.headers["Location"] == reverse("project", args=[project.slug])
    assert (project.name, project.guidelines) == ("News of 2006", "Be fair.")
    member = Membership.objects.get(project=project)
    assert (member.user, member.role) == (scene.viewer.user, "manager")


def test_two_projects_may_have_the_same_name_but_not_the_same_address(scene: Scene) -> None:
    client = signed_in(scene.viewer)
    for _ in range(2):
        client.post(ADDRESS, {"name": "News"})
    slugs = set(Project.objects.filter(name="News").values_list("slug", flat=True))
    assert len(slugs) == 2
    assert "news" in slugs


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "This field is required."),
        ("   ", "This field is required."),
        ("a\x00b", "Null characters are not allowed."),
        ("x" * 201, "Ensure this value has at most 200 characters"),
    ],
    ids=["empty", "blank", "NUL", "long"],
)
def test_a_name_that_cannot_be_is_refused_with_a_sentence(scene: Scene, name: str, sentence: str) -> None:
    answer = signed_in(scene.viewer).post(ADDRESS, {"name": name})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert Project.objects.count() == 1


def test_a_name_without_a_latin_letter_gets_an_address_too(scene: Scene) -> None:
    signed_in(scene.viewer).post(ADDRESS, {"name": "要約"})
    assert Project.objects.get(name="要約").slug == "project"
