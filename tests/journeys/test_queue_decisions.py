"""Edits that clash: mine and theirs are shown, each is decided, and nothing else waits for it."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.desk import choose, open_workspace, row, settles, wait_until_saved
from tests.journeys.queue_desk import EDITS, expect_state, labels, labels_in_log, log, make_scus, pill, relabel

BOB = "bob"


@pytest.fixture
def desk(shared: str, page: Page) -> Page:
    """Ann's window, with three SCUs."""
    open_workspace(page, shared)
    make_scus(page, "north", "south", "east")
    return page


def _merge(page: Page, label: str, into: str) -> None:
    choose(page, into)
    row(page, label).locator(".scu-button").click(modifiers=["Control"])
    page.keyboard.press("m")


def _dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


@pytest.mark.parametrize(
    ("choice", "standing", "merges"),
    [
        ("Merge the SCUs that exist", ["east"], [["south"], ["north"]]),
        ("Drop mine", ["east", "north"], [["south"]]),
    ],
)
def test_two_people_merge_one_scu_into_different_ones(
    desk: Page, bobs: Page, choice: str, standing: list[str], merges: list[list[str]]
) -> None:
    named = {edit["scu"]: edit["label"] for edit in log(desk)}
    _merge(desk, "south", into="north")
    wait_until_saved(desk)
    _merge(bobs, "south", into="east")
    dialog = _dialog(bobs)
    expect(dialog).to_contain_text("Merge “south” into “east”")
    expect(dialog).to_contain_text("“south” was merged into “north”")
    settles(bobs, lambda: labels(bobs), ["east", "north"])
    dialog.get_by_role("button", name=choice).click()
    wait_until_saved(bobs)
    settles(bobs, lambda: labels(bobs), standing)
    found = [edit for edit in log(bobs) if edit["verb"] == "merge_scus"]
    assert [[named[scu] for scu in edit["scus"]] for edit in found] == merges
    assert [edit["by"] for edit in found] == ["ann", "bob"][: len(merges)]


def test_what_clashes_waits_alone_survives_a_reload_and_can_be_changed(desk: Page, bobs: Page) -> None:
    relabel(desk, "north", "north of Ann")
    relabel(desk, "south", "south of Ann")
    wait_until_saved(desk)
    bobs.route(EDITS, lambda route: route.abort("connectionrefused"))
    for name in ("north", "south", "east"):
        relabel(bobs, name, f"{name} of Bob")
    expect(pill(bobs)).to_contain_text("3 pending")
    bobs.unroute(EDITS)
    expect(_dialog(bobs)).to_contain_text("Label: north of Bob")
    expect(pill(bobs)).to_have_text("2 need your decision")
    bobs.reload()

    dialog = _dialog(bobs)
    expect(dialog).to_contain_text("2 of your edits wait for a decision")
    dialog.get_by_label("Label (you can change it)").fill("north of both")
    dialog.get_by_role("button", name="Keep as changed").click()
    expect(dialog).to_contain_text("Label: south of Bob")
    expect(dialog).to_contain_text("Label: south of Ann")
    expect(dialog).not_to_contain_text("wait for a decision")  # the first is decided
    dialog.get_by_role("button", name="Drop mine").click()
    wait_until_saved(bobs)
    settles(bobs, lambda: labels(bobs), ["east of Bob", "north of both", "south of Ann"])
    settles(bobs, lambda: labels_in_log(bobs)[2:], ["east of Bob", "north of both"])  # the third has not waited


def test_a_label_for_an_scu_that_someone_has_deleted_makes_it_again(desk: Page, bobs: Page) -> None:
    choose(desk, "north")
    desk.keyboard.press("Delete")
    wait_until_saved(desk)
    relabel(bobs, "north", "north of Bob")
    dialog = _dialog(bobs)
    expect(dialog).to_contain_text("Label: north of Bob")
    expect(dialog).to_contain_text("“north” is gone")  # not Bob's own label
    dialog.get_by_role("button", name="Make it again").click()
    wait_until_saved(bobs)
    settles(bobs, lambda: labels(bobs), ["east", "north of Bob", "south"])


def test_an_edit_that_the_server_cannot_take_is_set_aside_alone(desk: Page) -> None:
    def refuse_one(route: Route) -> None:
        groups = (route.request.post_data_json or {})["groups"]
        wrong = [n for n, group in enumerate(groups) if group["edits"][0].get("label") == "wrong"]
        if wrong:
            error = {"field": f"groups[{wrong[0]}].edits[0].label", "message": "This is not a label."}
            route.fulfill(status=400, json={"errors": [error]})
        else:
            route.continue_()

    desk.route(EDITS, refuse_one)
    relabel(desk, "north", "wrong")
    dialog = _dialog(desk)
    expect(dialog).to_contain_text("This is not a label.")
    dialog.get_by_role("button", name="Decide later").click()
    relabel(desk, "south", "right")
    expect(pill(desk)).to_have_text("needs your decision")
    settles(desk, lambda: labels(desk), ["east", "north", "right"])
    pill(desk).click()
    dialog.get_by_label("Label (you can change it)").fill("right too")
    dialog.get_by_role("button", name="Keep as changed").click()
    expect_state(desk, "saved")
    settles(desk, lambda: labels_in_log(desk), ["right", "right too"])
