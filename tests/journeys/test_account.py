"""A token's life: made and copied on the account page, used by a script, revoked."""

from urllib.error import HTTPError
from urllib.request import Request, urlopen

from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotator.interchange.sample import load_sample
from tests.journeys.axe import axe_violations
from tests.site_process import SiteProcess

COPYING = "navigator.clipboard.writeText = async (text) => { document.documentElement.dataset.copied = text; };"
"""A clipboard of the page's own: that of the machine is another test's too."""


def _asked(site: SiteProcess, token: str) -> int:
    """The status that a script gets with this token."""
    request = Request(f"{site.url}/api/projects/sample/scores/", headers={"Authorization": f"Bearer {token}"})
    try:
        with urlopen(request, timeout=30) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_a_token_from_its_making_to_its_end(ann: User, site: SiteProcess, page: Page) -> None:
    load_sample(by=ann, now=timezone.now())
    page.add_init_script(COPYING)
    page.goto("/")
    page.get_by_title("Your account: ann").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("ann")
    expect(page.get_by_role("row").filter(has_text="manager")).to_have_count(1)

    page.get_by_label("Name").fill("nightly scores")
    page.get_by_role("button", name="Create token").click()
    expect(page.get_by_role("heading", name="New token: “nightly scores”")).to_be_visible()
    page.get_by_role("button", name="Copy the token").click()
    value = page.locator("#token-value").inner_text()
    expect(page.locator("html")).to_have_attribute("data-copied", value)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe_violations(page) == []
    assert _asked(site, value) == 200

    page.goto("/account/")
    expect(page.get_by_role("row", name="nightly scores")).to_contain_text(value[:10])
    expect(page.get_by_text(value)).to_have_count(0)
    page.get_by_role("button", name="Revoke nightly scores").click()
    expect(page.get_by_role("status")).to_have_text("The token “nightly scores” is revoked.")
    expect(page.get_by_role("row", name="nightly scores")).to_have_count(0)
    assert _asked(site, value) == 401
