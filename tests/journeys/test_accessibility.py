"""The pages without a violation of WCAG 2.2 AA that axe can find, in both colour schemes."""

from dataclasses import dataclass
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page

from annotator.models import Pyramid
from annotator.services.projects import add_member
from annotator.services.sample import load_sample
from tests.journeys.desk import open_workspace, select

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = ["/", "/new/", "/p/sample/", "/p/sample/settings/", "/p/sample/import/", "/p/sample/scores/"]
PEOPLE = ["/p/sample/members/", "/p/sample/delete/", "/p/sample/guidelines/"]


@dataclass(frozen=True)
class Sample:
    """Addresses of the sample project, Ann's."""

    topic: str
    untouched: str
    pyramid: str
    peer: str
    member: str

    @property
    def pages(self) -> list[str]:
        """Everything but the workspaces."""
        topic = [self.topic, f"{self.topic}scores/", f"{self.pyramid}release/", f"{self.peer}score/"]
        editors = [f"{self.pyramid}editors/", f"{self.peer}editors/", self.member]
        return [*PAGES, *PEOPLE, *topic, *editors, self.untouched, f"{self.untouched}summaries/"]


@pytest.fixture
def sample(ann: User) -> Sample:
    """The sample project, with one annotated and one untouched topic."""
    project = load_sample(by=ann, now=timezone.now())
    add_member(project=project, user=User.objects.create_user("grace"), role="annotator")
    topic = Pyramid.objects.get().topic
    untouched = project.topics.exclude(pk=topic.pk).get()
    peer = topic.summaries.filter(kind="peer").earliest("position")
    base = f"/p/{project.slug}/t"
    return Sample(
        topic=f"{base}/{topic.key}/",
        untouched=f"{base}/{untouched.key}/",
        pyramid=f"{base}/{topic.key}/pyramid/ann/",
        peer=f"{base}/{topic.key}/peers/{peer.summarizer}/ann/",
        member=f"/p/{project.slug}/members/{project.memberships.get(user=ann).pk}/",
    )


def _violations(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": RULES}).response["violations"]
    return [f"{page.url}: {v['id']} at {node['target']}" for v in found for node in v["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages(sample: Sample, page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    found = []
    for path in sample.pages:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        found += _violations(page)
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_workspaces(sample: Sample, page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    open_workspace(page, sample.pyramid)
    found = _violations(page)
    page.locator(".scu-button").first.click()
    page.locator(".contributor").first.hover()
    found += _violations(page)
    select(page, 3, 6)
    found += _violations(page)
    page.keyboard.press("/")
    found += _violations(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_label("Find in labels and texts").fill("the")
    found += _violations(page)
    page.locator("h1").click()
    page.keyboard.press("?")
    found += _violations(page)
    open_workspace(page, sample.peer)
    page.locator(".unit-button").first.click()
    found += _violations(page)
    assert found == []


def test_the_empty_workspace_in_a_small_window(sample: Sample, page: Page) -> None:
    page.goto(sample.untouched)
    page.get_by_role("button", name="Start my pyramid").click()
    page.wait_for_selector("pyramid-workspace.ready")
    page.set_viewport_size({"width": 1024, "height": 700})
    assert _violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
