"""`python -m tests.journeys.screenshots`: pictures of all pages, from a throw-away database.

With names of routes (`pyramid topic-scores ...`) only those; each in light and dark, 1280 and 1920 wide. Those that
README and docs show are replaced in docs/screenshots; the others go to test-results/screenshots, which git ignores.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests import chromium
from tests.journeys.desk import choose, open_workspace, select, sign_in

ROOT = Path(__file__).parent.parent.parent
SHOWN, OTHERS = ROOT / "docs" / "screenshots", ROOT / "test-results" / "screenshots"
SIZES = [(1280, 800), (1920, 1080)]
NAME, PASSWORD = "ann", "a password for pictures"


def _pyramid(page: Page, path: str) -> None:
    open_workspace(page, path)
    choose(page, "The tide mill turns again")
    select(page, 3, 8, summary=1)


def _gather(page: Page, path: str) -> None:
    open_workspace(page, path)
    choose(page, "Volunteers")
    page.locator("summary-text").first.locator(".word").nth(30).click()
    page.keyboard.press("g")
    page.get_by_text("Looking for similar passages").wait_for(state="hidden")
    page.mouse.move(0, 0)


def _peer(page: Page, path: str) -> None:
    open_workspace(page, path)
    page.locator(".unit-button").first.click()
    page.wait_for_selector("score-panel table")


# What is done on a page before its picture is taken; `gather` is a second one of the pyramid.
DONE: dict[str, Callable[[Page, str], None]] = {"pyramid": _pyramid, "gather": _gather, "peer": _peer}


def _file(name: str) -> Path:
    """Where the picture of this name goes."""
    return SHOWN / name if (SHOWN / name).exists() else OTHERS / name


def take(names: list[str]) -> None:
    """Takes the pictures of these pages, or of all."""
    pages = prepare()
    pages["gather"] = pages["pyramid"]
    OTHERS.mkdir(parents=True, exist_ok=True)
    with signed_in_page() as page:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                for name in names or pages:
                    DONE.get(name, lambda page, path: page.goto(path))(page, pages[name])
                    page.screenshot(path=_file(f"{name}-{scheme}-{width}.png"))


def prepare(*, administrator: bool = False) -> dict[str, str]:
    """A throw-away database with the sample project; the addresses of its pages."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connections
    from django.test.utils import setup_test_environment

    from tests.journeys.sample_site import make_sample

    setup_test_environment()
    call_command("migrate", verbosity=0, interactive=False)
    user = User(username=NAME, is_staff=administrator, is_superuser=administrator)
    user.set_password(PASSWORD)
    user.save()
    pages = make_sample(user)
    connections.close_all()
    return pages


@contextmanager
def signed_in_page() -> Iterator[Page]:
    """A browser on a site of that database."""
    from django.db import connection

    from tests.site_process import PATIENCE, SiteProcess

    with (
        TemporaryDirectory() as static,
        SiteProcess(str(connection.settings_dict["NAME"]), Path(static), workers=1) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=chromium.ARGUMENTS)
        page = browser.new_page(base_url=site.url, reduced_motion="reduce")
        page.set_default_timeout(PATIENCE * 1000)  # a busy machine is slow, not wrong
        sign_in(page, NAME, PASSWORD)
        yield page
        browser.close()


if __name__ == "__main__":
    take(sys.argv[1:])
