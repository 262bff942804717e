"""Hostile text in every field, in a real browser: nothing of it runs, and the policy has nothing to stop."""

from playwright.sync_api import Browser, Dialog, Page, expect

from tests import chromium
from tests.access.actors import MANAGER
from tests.access.asking import address
from tests.access.table import TABLE
from tests.journeys.desk import be_signed_in
from tests.security.poisoned_site import PoisonedScene, make_poisoned_scene
from tests.site_process import SiteProcess

WATCH = """
window.found = [];
document.addEventListener("securitypolicyviolation", (one) => found.push(`${one.violatedDirective} ${one.blockedURI}`));
"""
HOSTILE = (
    "img[src='x'], [onerror], [onload], [onx], script:not([src]):not([type='importmap']):not([type='application/json'])"
)


def look(page: Page, place: str, ready: str) -> None:
    """Open a page, wait until it stands, and find nothing that somebody wrote at work in it."""
    page.goto(place)
    expect(page.locator(ready).first).to_be_visible()
    expect(page.locator(HOSTILE)).to_have_count(0)
    expect(page.get_by_text("onerror=alert(1)").first).to_be_attached()  # it is shown, as text
    assert page.evaluate("window.found") == []


def test_workspaces_and_score_pages_run_nothing_that_somebody_wrote(site: SiteProcess, browser: Browser) -> None:
    scene = make_poisoned_scene()
    context = browser.new_context(base_url=site.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    account = scene.members[MANAGER].user
    assert account is not None
    be_signed_in(context, site.url, account)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.set_default_timeout(chromium.PATIENCE)
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    try:
        walk(page, scene)
    finally:
        context.close()
    assert dialogs == []


def walk(page: Page, scene: PoisonedScene) -> None:
    """The pages that scripts build, and what opens in them."""
    places = {row.name: address(row, scene, MANAGER) for row in TABLE if row.get and not row.api}
    look(page, places["pyramid"], "pyramid-workspace.ready")
    page.locator(".scu-button").first.click()
    page.get_by_role("button", name="History").click()
    expect(page.get_by_role("dialog", name="History")).to_be_visible()
    expect(page.locator(HOSTILE)).to_have_count(0)
    look(page, places["peer"], "peer-workspace.ready")
    page.locator(".unit-button").first.click()
    expect(page.locator(HOSTILE)).to_have_count(0)
    look(page, places["pyramid-adjudicate"], "difference-view h2")
    look(page, places["project-scores"], "table")
    look(page, places["project-diagnosis"], "main h1")
    look(page, places["topic"], "main h1")
    assert page.evaluate("window.found") == []
