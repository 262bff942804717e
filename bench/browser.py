"""The workspace in Chromium, for the lines that measure there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bench.site import Person, running_site

if TYPE_CHECKING:
    from playwright.sync_api import Page


@contextmanager
def workspace_of(person: Person, *, heard: list[Any] | None = None) -> "Iterator[Page]":
    """A signed-in person's workspace in Chromium; what the site answers goes to ``heard``."""
    from playwright.sync_api import sync_playwright

    site = running_site()
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=arguments)
        context = browser.new_context(viewport={"width": 1600, "height": 1000})
        context.add_cookies([{"name": "sessionid", "value": person.session, "url": site.url}])
        page = context.new_page()
        if heard is not None:
            page.on("response", lambda answer: heard.append(answer))
        page.goto(site.url + person.address)
        page.wait_for_selector("pyramid-workspace.ready")
        yield page
        browser.close()
