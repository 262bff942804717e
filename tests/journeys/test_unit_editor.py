"""A manager cuts a model summary into units, by mouse and by keyboard, and fixes them as a list. Texts in texts.py."""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from annotator.judgments.models import ItemList
from annotator.projects.documents.models import Document
from annotator.projects.documents.services import NewDocument, add_documents
from tests.journeys.texts import ARABIC, CHINESE, A, B, make_topic


@pytest.fixture
def editor(ann: User, page: Page) -> Page:
    """The editor with text A: "The last keeper left Skerry Light in 1998." and "Engineers now come ... said."."""
    topic = make_topic(ann, [A, B, ARABIC, CHINESE])
    page.goto(f"/p/{topic.project.slug}/t/T1/units/of/M1/")
    return page


def units(page: Page) -> Locator:
    return page.locator("unit-editor .unit")


def word(page: Page, number: int) -> Locator:
    return page.locator(f'unit-editor [data-word="{number}"]')


def click_before(page: Page, number: int, *, edge: str = "left") -> None:
    """Click in the half of a word that is nearer to its beginning."""
    word(page, number).scroll_into_view_if_needed()
    box = word(page, number).bounding_box()
    assert box
    x = box["x"] + 2 if edge == "left" else box["x"] + box["width"] - 2
    page.mouse.click(x, box["y"] + box["height"] / 2)


def fixed_items() -> list[str]:
    return [item.text for item in ItemList.objects.get().items.order_by("position")]


def test_units_are_split_joined_and_fixed_by_mouse(editor: Page) -> None:
    expect(units(editor)).to_have_count(2)
    click_before(editor, 6)  # "in 1998"
    expect(units(editor)).to_have_text(
        [
            re.compile(r"^A\.1The last keeper left Skerry Light\s*$"),
            re.compile(r"^A\.2in 1998\.\s*$"),
            re.compile(r"^A\.3Engineers now come every six months, officials said\.\s*$"),
        ]
    )
    editor.get_by_role("button", name="A.3: join to the unit before").click()
    expect(units(editor)).to_have_count(2)
    expect(editor.get_by_role("status").filter(has_text="units")).to_have_text("Joined: 2 units.")
    editor.get_by_role("button", name="Undo").click()
    expect(units(editor)).to_have_count(3)
    editor.get_by_label("Name of the list").first.fill("clauses")
    editor.get_by_role("button", name="Create list A1").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text("List A1 clauses")
    expect(editor.get_by_role("cell", name="in 1998.")).to_be_visible()
    assert fixed_items() == [
        "The last keeper left Skerry Light",
        "in 1998.",
        "Engineers now come every six months, officials said.",
    ]


def test_units_are_split_joined_and_fixed_by_keyboard(editor: Page) -> None:
    word(editor, 0).focus()
    for _ in range(4):
        editor.keyboard.press("ArrowRight")
    editor.keyboard.press("Enter")  # before "Skerry"
    expect(units(editor)).to_have_count(3)
    expect(word(editor, 4)).to_be_focused()
    editor.keyboard.press("ArrowDown")
    expect(word(editor, 8)).to_be_focused()
    editor.keyboard.press("End")
    editor.keyboard.press("Space")  # before "said"
    expect(units(editor)).to_have_count(4)
    editor.keyboard.press("ArrowUp")
    editor.keyboard.press("Backspace")  # "Engineers ... officials" joins "Skerry Light in 1998."
    expect(units(editor)).to_have_count(3)
    expect(word(editor, 8)).to_be_focused()
    editor.keyboard.press("Control+z")
    expect(units(editor)).to_have_count(4)
    editor.keyboard.press("Control+z")
    editor.keyboard.press("Control+z")
    editor.keyboard.press("Control+z")  # nothing is left to be undone
    expect(units(editor)).to_have_count(2)
    expect(editor.get_by_role("button", name="Undo")).to_be_disabled()
    editor.get_by_role("button", name="Create list A1").focus()
    editor.keyboard.press("Enter")
    expect(editor.get_by_role("heading", level=1)).to_have_text("List A1")
    assert fixed_items() == [A[:42], A[43:]]


def test_the_first_unit_has_none_before_it_to_be_joined_to(editor: Page) -> None:
    word(editor, 2).focus()
    editor.keyboard.press("Backspace")
    expect(units(editor)).to_have_count(2)
    expect(editor.get_by_role("button", name="A.1", exact=True)).to_be_disabled()
    expect(editor.get_by_role("button", name="Undo")).to_be_disabled()


def test_text_from_right_to_left_is_split_at_the_right_edge_of_a_word(editor: Page) -> None:
    editor.goto(editor.url.replace("M1", "M3"))
    click_before(editor, 2, edge="right")
    expect(units(editor)).to_have_count(3)
    word(editor, 2).focus()
    editor.keyboard.press("ArrowLeft")
    expect(word(editor, 3)).to_be_focused()
    editor.get_by_role("button", name="Create list C1").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text("List C1")
    assert fixed_items() == ["كان حارس", "المنارة آخر من غادر الجزيرة.", "وجاء المهندسون كل ستة أشهر."]


def test_text_without_spaces_is_split_between_the_servers_words(editor: Page) -> None:
    editor.goto(editor.url.replace("M1", "M4"))
    text = "于1998年离开"
    click_before(editor, editor.locator("unit-editor .word").all_text_contents().index("于"))
    editor.get_by_role("button", name="Create list D1").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text("List D1")
    assert fixed_items()[:2] == ["灯塔的最后一位看守人", f"{text}。"]
    assert "😀" in fixed_items()[2]


def test_sentence_ends_of_a_document_are_corrected(ann: User, page: Page) -> None:
    topic = make_topic(ann, [A])
    add_documents(topic=topic, documents=[NewDocument("41", A)], by=None)
    page.goto(f"/p/{topic.project.slug}/t/T1/documents/of/41/")
    click_before(page, 4)
    page.get_by_role("button", name="41.3: join to the sentence before").click()
    page.get_by_role("button", name="Save sentences").click()
    expect(page.get_by_text("41 has 2 sentences.")).to_be_visible()
    assert Document.objects.get().sentences == [0, 20, 21, len(A)]
