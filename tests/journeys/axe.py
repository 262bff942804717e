"""What axe finds in a page against WCAG 2.2 AA."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The rules that look at colours; the others look at elements, which are the same in all schemes.
OF_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
_SCRIPT = Axe().axe_script


def axe_violations(page: Page, rules: object = RULES) -> list[str]:
    """Each violation with the element that it is at."""
    if not page.evaluate("'axe' in window"):  # half a megabyte of script: once a page
        page.evaluate(_SCRIPT)
    options = {"runOnly": rules, "resultTypes": ["violations"], "elementRef": False}
    run = "(options) => axe.run(options).then(({violations}) => violations)"
    return [f"{v['id']} at {node['target']}" for v in page.evaluate(run, options) for node in v["nodes"]]


def violations_in_both_schemes(page: Page) -> list[str]:
    """In light, and what changes in dark, on the same page without opening it again."""
    page.emulate_media(color_scheme="light")
    found = [f"{page.url}: {one}" for one in axe_violations(page)]
    page.emulate_media(color_scheme="dark")
    return found + [f"{page.url} in the dark: {one}" for one in axe_violations(page, OF_COLOURS)]
