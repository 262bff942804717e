"""Pages in narrow and in wide windows; 200 % zoom of a 1280 px window is one of 640 px (WCAG 1.4.4, 1.4.10)."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page

from annotator.interchange.sample import load_sample
from tests.journeys.desk import open_workspace

TOPIC = "/p/sample/t/mill/"
WORKSPACES = [f"{TOPIC}pyramid/ann/", f"{TOPIC}peers/neural-7/ann/"]
SIZES = [(320, 640), (390, 700), (640, 500), (860, 540), (1024, 700), (1280, 800), (1920, 1080), (2560, 1300)]
STACKED, ONE_LINE = 600, 48  # px: up to this width the panes are below one another; the height of a header of one line
MEASURE = 44 * 16  # px: the width of lines elsewhere (--measure)
LEAST = 130  # px of the panes that are worked in: a few lines
ORDINARY = [
    *("/", "/new/", "/guide/", "/p/sample/", "/p/sample/members/", "/p/sample/import/", "/p/sample/settings/"),
    *("/p/sample/assignments/", "/p/sample/scores/", "/p/sample/stability/", "/p/sample/diagnosis/"),
    *(TOPIC, f"{TOPIC}pyramid/ann/release/", f"{TOPIC}peers/neural-7/ann/score/", f"{TOPIC}scores/", f"{TOPIC}tour/"),
]


@pytest.fixture
def sample(ann: User) -> None:
    load_sample(by=ann, now=timezone.now())


def _too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


@pytest.mark.usefixtures("sample")
def test_both_workspaces_can_be_worked_in_at_every_width(page: Page) -> None:
    problems = []
    for address in WORKSPACES:
        open_workspace(page, address)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if _too_wide(page):
                problems.append(f"{address} scrolls sideways at {width}")
            for name in ("text-pane", "scu-list", ".pane-list", ".account", "save-state"):
                box = page.locator(name).bounding_box()
                least = LEAST if "list" in name or "pane" in name else 8
                if box is None or min(box["height"], box["width"]) < least or box["x"] + box["width"] > width + 1:
                    problems.append(f"{address}: {name} is {box} at {width}")
            header = page.locator(".site-header").bounding_box()
            if width > STACKED and (header is None or header["height"] > ONE_LINE):
                problems.append(f"{address}: the header is {header} at {width}")
    assert problems == []


@pytest.mark.usefixtures("sample")
def test_the_text_of_a_peer_and_scores_use_the_width_of_a_large_screen(page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_workspace(page, WORKSPACES[1])
    assert page.locator("summary-text").evaluate("(text) => text.offsetWidth") > MEASURE
    page.goto("/p/sample/scores/")
    table, chart = (page.locator(part).first.bounding_box() for part in (".table.scores", ".figure"))
    assert table
    assert chart
    assert chart["x"] > table["x"] + table["width"]
    assert chart["y"] < table["y"] + table["height"]


@pytest.mark.usefixtures("sample")
def test_the_rows_of_tables_of_works_are_blocks_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    for address in (
        *("/p/sample/", "/p/sample/members/", "/p/sample/assignments/", TOPIC),
        *("/p/sample/diagnosis/", f"{TOPIC}peers/neural-7/ann/score/"),
    ):
        page.goto(address)
        heads = page.locator(".table.stacked tbody th")
        narrow = heads.evaluate_all(
            "(heads) => heads.filter((head) => head.checkVisibility() && head.offsetWidth < 300)"
        )
        assert heads.count(), address
        assert narrow == [], address


@pytest.mark.usefixtures("sample")
def test_the_fields_of_a_filter_stay_beside_their_labels(page: Page) -> None:
    for width in (390, 700, 1024):
        page.set_viewport_size({"width": width, "height": 700})
        for name in ("scores", "diagnosis", "stability"):
            page.goto(f"/p/sample/{name}/")
            assert page.locator(".inline-form .labelled > label").count() > 1
            assert page.locator(".inline-form > label[for]").count() == 0, name


@pytest.mark.usefixtures("sample")
def test_ordinary_pages_need_no_scrolling_sideways_at_320_pixels(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    wide = []
    for address in ORDINARY:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        if _too_wide(page):
            wide.append(address)
    assert wide == []
