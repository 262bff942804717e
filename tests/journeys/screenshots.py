"""`python -m tests.journeys.screenshots`: the pictures of docs/screenshots, from a throw-away database.

With names (`pyramid peer topic scores`) only those; each in light and dark.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests import chromium
from tests.journeys.desk import open_workspace, select, sign_in

FOLDER = Path(__file__).parent.parent.parent / "docs" / "screenshots"
SIZE = (1440, 810)
NAME, PASSWORD = "ann", "a password for pictures"


def _pyramid(page: Page, topic: str, peer: str) -> None:
    open_workspace(page, f"{topic}pyramid/ann/")
    page.locator(".scu-button").first.click()
    select(page, 3, 8, summary=1)


def _peer(page: Page, topic: str, peer: str) -> None:
    open_workspace(page, f"{topic}peers/{peer}/ann/")
    page.locator(".unit-button").first.click()
    page.wait_for_selector("score-panel table")


def _topic(page: Page, topic: str, peer: str) -> None:
    page.goto(topic)


def _scores(page: Page, topic: str, peer: str) -> None:
    page.goto(f"{topic}scores/")


PICTURES: dict[str, Callable[[Page, str, str], None]] = {
    "pyramid": _pyramid,
    "peer": _peer,
    "topic": _topic,
    "scores": _scores,
}


def take(names: list[str]) -> None:
    """Takes the pictures of these names."""
    topic, peer = _prepare()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with _signed_in() as page:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for name in names:
                PICTURES[name](page, topic, peer)
                page.screenshot(path=FOLDER / f"{name}-{scheme}.png")


def _prepare() -> tuple[str, str]:
    """A database with the sample project; the address of its annotated topic and the name of a peer of it."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connections
    from django.utils import timezone

    from annotator.models import PeerAnnotation
    from annotator.services.sample import load_sample

    call_command("migrate", verbosity=0, interactive=False)
    project = load_sample(by=User.objects.create_user(NAME, password=PASSWORD), now=timezone.now())
    summary = PeerAnnotation.objects.select_related("summary__topic").earliest("pk").summary
    connections.close_all()
    return f"/p/{project.slug}/t/{summary.topic.key}/", summary.summarizer


@contextmanager
def _signed_in() -> Iterator[Page]:
    from django.db import connection

    from tests.site_process import SiteProcess

    size = {"width": SIZE[0], "height": SIZE[1]}
    with (
        TemporaryDirectory() as static,
        SiteProcess(str(connection.settings_dict["NAME"]), Path(static)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=chromium.ARGUMENTS)
        page = browser.new_page(base_url=site.url, viewport=size)  # type: ignore[arg-type]  # a TypedDict
        sign_in(page, NAME, PASSWORD)
        yield page
        browser.close()


if __name__ == "__main__":
    take(sys.argv[1:] or list(PICTURES))
