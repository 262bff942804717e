"""A project's guidelines, as a page and as a piece of a workspace."""

import pytest
from django.urls import reverse

from tests.factories import make_member
from tests.scenes import Scene, signed_in, statements

ADDRESS = "/p/p/guidelines/"
TEXT = """# What to mark

- **facts**, no opinions

## Numbers

[Style](https://style.example) <script>alert(1)</script>
"""


@pytest.fixture
def guided(scene: Scene) -> Scene:
    """The project with guidelines."""
    scene.project.guidelines = TEXT
    scene.project.save()
    return scene


def test_the_page_shows_them_below_its_only_h1(guided: Scene) -> None:
    page = signed_in(guided.viewer).get(ADDRESS).content.decode()
    assert page.count("<h1") == 1
    assert "<h2>What to mark</h2>" in page
    assert "<h3>Numbers</h3>" in page
    assert "<li><strong>facts</strong>, no opinions</li>" in page


def test_the_panel_is_a_piece_without_the_frame_of_a_page(guided: Scene) -> None:
    answer = signed_in(guided.viewer).get(f"{ADDRESS}?panel")
    piece = answer.content.decode()
    assert answer.headers["Content-Type"].startswith("text/html")
    assert piece.startswith('<div class="guidelines">')
    assert "<html" not in piece
    assert "<h3>What to mark</h3>" in piece
    assert reverse("guide") in piece


@pytest.mark.parametrize("address", [ADDRESS, f"{ADDRESS}?panel", "/p/p/"])
def test_nobody_can_put_markup_on_a_page_with_them(guided: Scene, address: str) -> None:
    page = signed_in(guided.viewer).get(address).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert '<a href="https://style.example" rel="noopener noreferrer">Style</a>' in page


def test_a_project_without_them_says_so_and_asks_its_manager(scene: Scene) -> None:
    settings = reverse("project-settings", args=["p"])
    managers, viewers = (signed_in(member).get(ADDRESS).content.decode() for member in (scene.manager, scene.viewer))
    assert "No guidelines yet" in managers
    assert settings in managers
    assert "No guidelines yet" in viewers
    assert settings not in viewers
    assert "no guidelines yet" in signed_in(scene.viewer).get(f"{ADDRESS}?panel").content.decode()


def test_its_statements_do_not_grow_with_members_or_text(scene: Scene) -> None:
    client = signed_in(scene.viewer)
    few = statements(client, ADDRESS)
    assert few <= 4
    scene.project.guidelines = TEXT * 50
    scene.project.save()
    for _ in range(5):
        make_member(scene.project)
    assert statements(client, ADDRESS) == few == statements(client, f"{ADDRESS}?panel")
