"""The page of the API: Swagger UI works under the site's content security policy."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.factories import make_member, make_project


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_api_can_be_read_and_tried(ann: User, page: Page, scheme: str) -> None:
    make_member(make_project("lamp", name="Lamp"), "manager", ann)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto("/api/docs/")
    block = page.locator("#operations-projects-projects_list")
    block.get_by_role("button").first.click()
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()
    expect(block.locator(".live-responses-table")).to_contain_text('"slug": "lamp"')
