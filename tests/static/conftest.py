"""The page's modules, run in Chromium without a server: requests are answered from the static folder, without comments
as an installation serves them."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from config.static_files import without_comments

STATIC = Path(__file__).parent.parent.parent / "static"
ORIGIN = "http://pyramidion.test"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

Run = Callable[..., Any]


def _document() -> str:
    paths = (path.relative_to(STATIC / "js").as_posix() for path in (STATIC / "js").rglob("*.js"))
    imports = {f"pyramidion/{path}": f"/static/js/{path}" for path in paths}
    return f'<!doctype html><title>modules</title><script type="importmap">{json.dumps({"imports": imports})}</script>'


def _answer(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN)
    if not path.startswith("/static/"):
        route.fulfill(body=_document(), content_type="text/html")
        return
    file = STATIC / path.removeprefix("/static/")
    text = file.read_text()
    body = without_comments(text) if file.suffix == ".js" else text
    route.fulfill(body=body, content_type=TYPES[file.suffix])


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page that can import the modules."""
    page = browser.new_page()
    page.route("**/*", _answer)
    page.goto(ORIGIN)
    yield page
    page.close()


@pytest.fixture
def run(page: Page) -> Run:
    """Runs the body of an async function in the page, with `given` as its argument."""

    def run(body: str, given: Any = None) -> Any:
        return page.evaluate(f"async (given) => {{ {body} }}", given)

    return run
