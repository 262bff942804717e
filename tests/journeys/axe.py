"""What axe finds in a page against WCAG 2.2 AA."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def axe_violations(page: Page) -> list[str]:
    """Each violation with the element that it is at."""
    found = Axe().run(page, options={"runOnly": RULES}).response["violations"]
    return [f"{v['id']} at {node['target']}" for v in found for node in v["nodes"]]
