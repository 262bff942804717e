"""From word to word by keyboard: by sentences, summaries and open words, in texts of any direction."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from tests.journeys.desk import open_workspace, settles
from tests.journeys.texts import ARABIC, A, B, make_topic, pyramid_of, two_models

# The texts: tests/journeys/texts.py. A's second sentence begins with its 9th word, B's with its 10th.


@pytest.fixture
def path(ann: User) -> str:
    """The address of Ann's empty pyramid of two short model summaries."""
    return pyramid_of(ann, two_models(ann))


@pytest.fixture
def desk(path: str, page: Page) -> Page:
    """The workspace, with the keyboard in the texts."""
    open_workspace(page, path)
    page.keyboard.press("t")
    return page


def _here(page: Page) -> str:
    return str(
        page.evaluate(
            "document.activeElement.closest('summary-text')?.summary.letter + ' ' + document.activeElement.textContent"
        )
    )


def _walk(page: Page, *steps: tuple[str, str]) -> None:
    """Presses each key and sees that it leads to its place."""
    for key, place in steps:
        page.keyboard.press(key)
        settles(page, lambda: _here(page), place)


def _selected(page: Page) -> str:
    return "".join(page.locator("summary-text .selected").all_inner_texts())


def test_from_sentence_to_sentence_through_all_summaries(desk: Page) -> None:
    _walk(desk, *(("Alt+ArrowDown", place) for place in ("A Engineers", "B A", "B In", "B In")))
    desk.keyboard.press("ArrowRight")
    _walk(desk, *(("Alt+ArrowUp", place) for place in ("B In", "B A", "A Engineers", "A The")))


def test_from_summary_to_summary(desk: Page) -> None:
    desk.keyboard.press("End")
    _walk(desk, ("PageDown", "B A"), ("PageUp", "A The"))


def test_from_open_words_to_open_words(desk: Page) -> None:
    desk.keyboard.press("e")
    settles(desk, lambda: _selected(desk), "The last keeper left Skerry Light in 1998")
    desk.keyboard.press("n")
    desk.keyboard.type("keeper left")
    desk.keyboard.press("Enter")
    _walk(desk, ("o", "A Engineers"), ("o", "B A"), ("i", "A Engineers"), ("i", "B A"))


@pytest.fixture
def arabic(ann: User) -> str:
    """The address of a pyramid that begins with a summary from right to left."""
    return pyramid_of(ann, make_topic(ann, [ARABIC, A, B]))


def test_the_same_from_right_to_left(arabic: str, page: Page) -> None:
    open_workspace(page, arabic)
    page.keyboard.press("t")
    first, second = ARABIC.split()[0], ARABIC.split()[1]
    settles(page, lambda: _here(page), f"A {first}")
    _walk(
        page,
        ("ArrowLeft", f"A {second}"),
        ("ArrowRight", f"A {first}"),
        ("PageDown", "B The"),
        ("Alt+ArrowUp", "A وجاء"),
    )
