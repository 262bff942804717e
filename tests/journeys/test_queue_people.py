"""An expired session, another person on the computer, a pyramid that takes no edits: the queue waits, then goes on."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from annotator.accounts.models import AccountSession
from annotator.projects.models import Membership
from annotator.projects.services import add_member
from annotator.pyramids.models import pyramids
from tests.journeys.conftest import NAME, PASSWORD
from tests.journeys.desk import open_workspace, settles, sign_in, wait_until_saved
from tests.journeys.queue_desk import (
    EDITS,
    expect_kept,
    expect_state,
    labels,
    labels_in_log,
    log,
    make_scus,
    pill,
    refuse_connection,
    relabel,
    relabel_chosen,
)
from tests.journeys.texts import pyramid_of, two_models

BOB = "bob"


@pytest.fixture
def path(ann: User) -> str:
    """The address of Ann's pyramid, which Bob may edit too."""
    topic = two_models(ann)
    path = pyramid_of(ann, topic)
    bob = User.objects.create_user(BOB, password=PASSWORD)
    member = add_member(project=topic.project, user=bob, role=Membership.Role.ANNOTATOR, by=None)
    pyramids().get().editors.add(member)
    return path


@pytest.fixture
def desk(path: str, page: Page) -> Page:
    """The workspace with one SCU."""
    open_workspace(page, path)
    make_scus(page, "start")
    return page


def _sign_out(page: Page) -> None:
    menu = page.locator(".account .menu-button")
    if menu.is_visible():
        menu.click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/accounts/login/**")


def _come_to_front(page: Page) -> None:
    page.bring_to_front()
    page.evaluate("dispatchEvent(new Event('focus'))")  # a headless browser's pages all have the focus


def test_an_expired_session_offers_signing_in_and_then_goes_on_by_itself(desk: Page) -> None:
    AccountSession.objects.all().delete()
    relabel(desk, "start", "one")
    relabel_chosen(desk, "two")
    expect(pill(desk)).to_have_text("signed out · 2 pending")
    pill(desk).click()
    with desk.expect_popup() as opened:
        desk.get_by_role("link", name="Sign in in a new tab").click()
    popup = opened.value
    popup.get_by_label("User name").fill(NAME)
    popup.get_by_label("Password").fill(PASSWORD)
    popup.get_by_role("button", name="Sign in").click()
    popup.wait_for_selector("pyramid-workspace.ready")
    wait_until_saved(popup)
    wait_until_saved(desk)
    settles(popup, lambda: labels_in_log(popup), ["one", "two"])
    popup.close()
    relabel_chosen(desk, "three")  # with the token of the new session
    expect(pill(desk)).to_have_text("saved")
    settles(desk, lambda: labels_in_log(desk), ["one", "two", "three"])


def test_a_second_person_neither_sends_nor_sees_what_the_first_has_left(
    path: str, desk: Page, context: BrowserContext
) -> None:
    context.route(EDITS, refuse_connection)
    relabel(desk, "start", "a secret of Ann's")
    relabel_chosen(desk, "another secret")
    expect_kept(desk)
    _sign_out(desk)
    context.unroute(EDITS)

    sign_in(desk, BOB, PASSWORD)
    open_workspace(desk, path)
    notice = desk.locator("[data-storage=others]")
    expect(notice).to_have_text("2 unsent edits of ann are kept on this computer until ann signs in again.")
    settles(desk, lambda: labels(desk), ["start"])
    assert "secret" not in desk.content()
    relabel(desk, "start", "Bob's own")
    wait_until_saved(desk)
    settles(desk, lambda: [(edit["by"], edit["label"]) for edit in log(desk)], [("ann", "start"), ("bob", "Bob's own")])
    _sign_out(desk)

    sign_in(desk, NAME, PASSWORD)
    open_workspace(desk, path)
    # Ann had not seen Bob's label: hers is a decision, and what she wrote over it waits with it.
    dialog = desk.get_by_role("dialog")
    expect(dialog).to_contain_text("Label: a secret of Ann's")
    expect(dialog).to_contain_text("Label: Bob's own")
    dialog.get_by_role("button", name="Keep mine").click()
    wait_until_saved(desk)
    settles(
        desk,
        lambda: [(edit["by"], edit["label"]) for edit in log(desk)][2:],
        [
            ("ann", "a secret of Ann's"),
            ("ann", "another secret"),
        ],
    )


def test_a_page_left_open_sends_nothing_in_another_persons_name(path: str, desk: Page, context: BrowserContext) -> None:
    second = context.new_page()
    second.goto("/")
    _sign_out(second)
    sign_in(second, BOB, PASSWORD)
    desk.bring_to_front()
    relabel(desk, "start", "whose?")
    expect(pill(desk)).to_have_text("another person is signed in")
    relabel_chosen(desk, "not taken")
    expect(desk.locator("[data-notice]")).to_contain_text("bob is signed in now")
    open_workspace(second, path)
    settles(second, lambda: labels(second), ["start"])
    settles(second, lambda: labels_in_log(second), [])
    _sign_out(second)
    sign_in(second, NAME, PASSWORD)
    _come_to_front(desk)
    wait_until_saved(desk)
    settles(desk, lambda: [edit["by"] for edit in log(desk) if edit["verb"] == "relabel_scu"], ["ann"])
    settles(desk, lambda: labels_in_log(desk), ["whose?"])


def test_a_submitted_pyramid_keeps_the_queue_until_it_is_reopened(desk: Page, tmp_path: Path) -> None:
    pyramids().update(state="submitted")
    relabel(desk, "start", "too late")
    expect(pill(desk)).to_have_text("not saved · 1 pending")
    pill(desk).click()
    with desk.expect_download() as download:
        desk.get_by_role("button", name="Download them").click()
    download.value.save_as(tmp_path / "edits.json")
    [group] = json.loads((tmp_path / "edits.json").read_text())["groups"]
    assert [edit["label"] for edit in group["edits"]] == ["too late"]
    pyramids().update(state="in_progress")
    desk.get_by_role("button", name="Try again").click()
    expect_state(desk, "saved")
    settles(desk, lambda: labels_in_log(desk), ["too late"])
