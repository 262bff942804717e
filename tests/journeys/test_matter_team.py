"""Three annotators of real texts: how far they agree, where they differ, and scores by the consensus of them."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Page, expect

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Project
from tests.journeys.desk import choose, select, settles, wait_until_saved

MATTER = Path(__file__).parent.parent.parent.parent / "shared" / "data" / "matter"
pytestmark = pytest.mark.skipif(not MATTER.is_dir(), reason="../shared/data/matter is not there")
OWNERS = ("annotator1", "annotator2", "annotator3")
TOPIC = "/p/matter/t/matter/"


@pytest.fixture
def project(ann: User, capsys: pytest.CaptureFixture[str]) -> Project:
    """The pyramids of three owners without an account, and the peers of the first, in a project that Ann manages."""
    project = Project.objects.create(slug="matter", name="Matter")
    Membership.objects.create(project=project, user=ann, name="ann", role=Membership.Role.MANAGER)
    paths = {owner: [MATTER / f"{owner}.pyr"] for owner in OWNERS}
    paths[OWNERS[0]].append(MATTER / "peers")
    for owner, files in paths.items():
        call_command("import_duc", *map(str, files), project="matter", topic="matter", owner=owner, matcher=owner)
    capsys.readouterr()
    return project


def _agreement(page: Page) -> None:
    """The figures of the issue: alpha with Jaccard .59, and .67 where uncovered words are missing."""
    page.goto("/p/matter/agreement/")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=re.compile("^Jaccard")))
    expect(row.locator("td").first).to_have_text(re.compile(r"^0?\.5935"))
    page.get_by_label("A word in no SCU").select_option("missing")
    page.get_by_role("button", name="Show").click()
    expect(row.locator("td").first).to_have_text(re.compile(r"^0?\.6658"))
    expect(page.locator("p.policy")).to_contain_text("missing")


def _differences(page: Page) -> None:
    page.goto(f"{TOPIC}differences/?a=annotator1&b=annotator2")
    rows = page.locator(".difference-row")
    expect(rows.first).to_be_visible()
    everything = rows.count()
    page.keyboard.press("f")  # one kind alone
    settles(page, lambda: 0 < rows.count() < everything, True)
    page.keyboard.press("Shift+F")
    expect(rows).to_have_count(everything)
    expect(page.locator("difference-view .lit").first).to_be_visible()


def _finish(page: Page, owner: str) -> None:
    page.goto(f"{TOPIC}pyramid/{owner}/finish/")
    page.get_by_role("button", name="Finish").click()
    page.wait_for_selector("pyramid-workspace.ready")
    expect(page.get_by_text(re.compile("inished by ann"))).to_be_visible()


def _undecided(page: Page) -> int:
    text = page.locator("[data-figure=undecided]").inner_text()
    found = re.match(r"(\d+) of", text)
    return int(found[1]) if found else 0


def _adjudicate(page: Page) -> None:
    """Two with the mouse and a note, one taken back, the rest with a key: the first annotator's."""
    page.goto(f"{TOPIC}adjudicate/")
    page.get_by_role("button", name="Begin the consensus").click()
    figure = page.locator("[data-figure=undecided]")
    expect(figure).to_contain_text("undecided")
    left = _undecided(page)
    page.get_by_label("Note").fill("the better label")
    page.get_by_role("button", name="Take B").click()
    settles(page, lambda: _undecided(page), left - 1)
    page.keyboard.press("Control+z")
    settles(page, lambda: _undecided(page), left)
    page.get_by_role("button", name="Take B").click()
    for done in range(left - 2, -1, -1):
        settles(page, lambda: _undecided(page), done + 1)  # called at once
        page.keyboard.press("a")
    expect(figure).to_contain_text("decided")
    expect(figure).not_to_contain_text("undecided")
    wait_until_saved(page)
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_text("This consensus is finished")).to_be_visible()


def _release(page: Page) -> None:
    page.get_by_role("link", name="Release", exact=True).click()
    page.get_by_role("button", name="Make release 1").click()
    expect(page.get_by_text("Release 1 is ready")).to_be_visible()


def _carry_over(page: Page) -> None:
    """All peers at once; marks on what the consensus has left out are kept as non-matching."""
    page.get_by_role("link", name="Carry peers over").click()
    expect(page.get_by_role("button", name="Carry over 20 peer annotations")).to_be_visible()
    for question in page.locator(".decision select").all():
        if not question.input_value():
            question.select_option("non-matching")
    page.get_by_role("button", name="Carry over 20 peer annotations").click()
    expect(page.get_by_text("20 peer annotations carried over to release 1 of consensus.")).to_be_visible()


def _score_oneself(page: Page) -> None:
    """Ann matches two peers to the consensus, so that two owners have scores of them."""
    for peer in peer_annotations().filter(state="submitted", release__pyramid__owner__name="consensus")[:2]:
        page.goto(f"{TOPIC}peers/{peer.summary.summarizer}/")
        page.locator("label").filter(has_text="consensus").click()
        page.get_by_role("button", name="Start").click()
        page.wait_for_selector("peer-workspace.ready")
        first = page.locator("scu-list .scu .label").first.inner_text()
        choose(page, first)
        select(page, 0, 2)
        page.keyboard.press("m")
        wait_until_saved(page)
        page.get_by_role("button", name="Finish").click()
        page.get_by_role("dialog").get_by_role("button", name="Finish").click()  # it asks: little is marked
        expect(page.get_by_role("button", name="Reopen")).to_be_visible()


def test_from_three_pyramids_to_scores_by_a_consensus(project: Project, page: Page) -> None:
    _agreement(page)
    _differences(page)
    for owner in OWNERS:
        _finish(page, owner)
    _adjudicate(page)
    _release(page)
    _carry_over(page)
    page.goto("/p/matter/scores/")
    expect(page.locator("tbody tr").first).to_contain_text(re.compile(r"0?\.\d{4}"))
    _score_oneself(page)
    page.goto("/p/matter/agreement/")
    side = page.get_by_role("table").filter(has_text="score by each annotator")
    expect(side.get_by_role("columnheader")).to_have_text(["Summarizer", "ann", "annotator1", "Range"])
    expect(side.locator("tbody tr")).to_have_count(2)
