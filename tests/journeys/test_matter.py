"""The main job on real files: from import to a score that is the same everywhere."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Page, expect

from annotator.projects.models import Membership, Project
from tests.journeys.desk import choose, open_workspace, select, settles, wait_until_saved, weight, words

MATTER = Path(__file__).parent.parent.parent.parent / "shared" / "data" / "matter"
pytestmark = pytest.mark.skipif(not MATTER.is_dir(), reason="../shared/data/matter is not there")


@pytest.fixture
def project(ann: User) -> Project:
    """A project with Ann as its manager, and nothing in it."""
    project = Project.objects.create(slug="matter", name="Matter")
    Membership.objects.create(project=project, user=ann, name="ann", role=Membership.Role.MANAGER)
    return project


def _import_by_upload(page: Page) -> None:
    page.goto("/p/matter/import/")
    card = page.get_by_role("region", name="Pyramids and peer annotations")
    files = [*sorted(MATTER.glob("*.pyr")), *sorted((MATTER / "peers").glob("*.pan"))]
    card.locator("input[type=file]").set_input_files(files)
    card.locator("summary").click()
    card.get_by_label("Topic").fill("matter")
    card.get_by_role("button", name="Import the files").click()


def _make_pyramid(page: Page) -> None:
    """Two SCUs: one of weight 2 with a discontinuous contributor, one of weight 1."""
    page.goto("/p/matter/t/matter/")
    page.get_by_role("button", name="Start my pyramid").click()
    page.wait_for_selector("pyramid-workspace.ready")
    select(page, 0, 8)  # A1: Matter is what makes up all objects or substances
    page.keyboard.press("n")
    page.keyboard.type("Matter makes up all objects")
    page.keyboard.press("Enter")
    wait_until_saved(page)

    page.reload()
    page.wait_for_selector("pyramid-workspace.ready")
    expect(weight(page, "Matter makes up all objects")).to_have_text("1")
    choose(page, "Matter makes up all objects")
    expect(words(page).first).to_have_class("word covered tier-1 lit lit-start")
    select(page, 11, 13, summary=1)
    select(page, 16, 19, summary=1, key="Control")
    page.get_by_role("toolbar").get_by_text("Add to “Matter makes up").click()
    expect(weight(page, "Matter makes up all objects")).to_have_text("2")
    second = page.locator(".scu.current .contributor").nth(1)
    expect(second.locator(".part")).to_have_count(2)

    select(page, 20, 24)
    page.keyboard.press("n")
    page.keyboard.press("Enter")  # the label is left out: that bars a release
    wait_until_saved(page)


def _release(page: Page) -> None:
    page.get_by_role("link", name="Release", exact=True).click()
    expect(page.get_by_text("Fix this before releasing")).to_be_visible()
    page.get_by_role("link", name="SCU 2").click()
    page.wait_for_selector("pyramid-workspace.ready")
    contributor = page.locator(".scu.current .contributor")
    contributor.hover()
    contributor.get_by_role("button", name="Make these words the label").click()
    wait_until_saved(page)
    page.get_by_role("link", name="Release", exact=True).click()
    page.get_by_role("button", name="Make release 1").click()
    expect(page.get_by_text("Release 1 is ready")).to_be_visible()


def _match_peer(page: Page) -> None:
    """Both SCUs once, the first one repeated, and one non-matching unit."""
    page.goto("/p/matter/t/matter/peers/881197544/")
    page.locator("label").filter(has_text=re.compile(r"\bann\b")).click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("peer-workspace.ready")
    choose(page, "Matter makes up all objects")
    select(page, 0, 2)
    page.keyboard.press("m")
    select(page, 5, 6)
    page.keyboard.press("Shift+M")
    select(page, 20, 22)
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    select(page, 30, 33)
    page.keyboard.press("x")
    wait_until_saved(page)
    expect(page.locator(".unit")).to_have_count(4)
    expect(page.locator(".repeats").first).to_have_text("×2")


def _shown_scores(page: Page) -> dict[str, list[str]]:
    expect(page.locator("score-panel")).not_to_have_class("stale")
    rows = page.locator("score-panel tbody tr")
    return {r.get_attribute("data-score") or "": r.locator("td").all_inner_texts() for r in rows.all()}


def test_from_files_to_the_same_score_everywhere(project: Project, page: Page) -> None:
    _import_by_upload(page)
    expect(page.get_by_text("refused")).to_have_count(0)
    _make_pyramid(page)
    _release(page)
    _match_peer(page)

    # By definitions.md §1: weights 2 and 1 matched, 2 repeated once, one unit non-matching. X = 4 units (as DUCView
    # counts), Max(4) of a pyramid of two SCUs = 3; sum = 3. The weight of a repetition counts for nothing.
    settles(page, lambda: _shown_scores(page)["original"], ["1.0000", "4", "3"])
    page.get_by_role("button", name="Finish").click()
    page.wait_for_selector("peer-workspace.ready")
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()
    settles(page, lambda: _shown_scores(page)["original"], ["1.0000", "4", "3"])


def test_an_imported_peer_scores_the_same_in_page_command_and_table(
    project: Project, page: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    _import_by_upload(page)
    call_command("score_files", MATTER / "peers" / "881197544.pan", format="json")
    [command] = json.loads(capsys.readouterr().out)
    table = page.request.get("/p/matter/scores.csv").text()
    [line] = [line for line in csv.DictReader(io.StringIO(table)) if line["summarizer"] == "881197544"]

    open_workspace(page, "/p/matter/t/matter/peers/881197544/annotator1/")
    for name, [score, x, maximum] in _shown_scores(page).items():
        assert score == f"{command[name]['score']:.4f}"
        assert (int(x), int(maximum)) == (command[name]["x"], command[name]["max"])
        assert float(line[name]) == command[name]["score"]
        assert int(line[f"{name}_max"]) == command[name]["max"]
