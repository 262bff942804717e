"""The sample's annotated topic annotated anew, once with the keyboard alone and once with the mouse alone.

Expected is what annotator/interchange/sample_texts/mill.toml says: the same SCUs with the same words.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from annotator.interchange.sample_texts import SampleTopic, read_sample
from annotator.pyramids.models import Part, pyramids
from tests.journeys.desk import drag, open_workspace, wait_until_saved, words
from tests.journeys.texts import make_topic, pyramid_of

GOAL = 3.0  # actions of the mouse for a contributor
PLACES = """() => [...document.querySelectorAll("summary-text")].map((text) => ({
    words: text.words.map(({ start, end }) => [start, end]),
    sentences: text.sentences.map((one) => one.pieces.find((piece) => piece.word >= 0).word),
}))"""

Spans = tuple[tuple[int, int], ...]
Words = list[tuple[int, int]]  # first and last word of each part


@pytest.fixture
def mill() -> SampleTopic:
    """The annotated topic of the sample project."""
    [topic] = [topic for topic in read_sample().topics if topic.scus]
    return topic


@pytest.fixture
def desk(ann: User, mill: SampleTopic, page: Page) -> Page:
    """An empty pyramid of its five model summaries."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_workspace(page, pyramid_of(ann, make_topic(ann, [model.text for model in mill.models])))
    return page


class Texts:
    """Which words the spans of the sample are."""

    def __init__(self, page: Page) -> None:
        self._texts = page.evaluate(PLACES)

    def words(self, summary: int, spans: Spans) -> Words:
        """The numbers of the first and the last word of each span."""
        places = self._texts[summary]["words"]
        starts, ends = [start for start, _ in places], [end for _, end in places]
        return [(starts.index(start), ends.index(end)) for start, end in spans]

    def sentence(self, summary: int, word: int) -> int:
        """The number of the sentence that a word is in."""
        return sum(first <= word for first in self._texts[summary]["sentences"]) - 1

    def first_word(self, summary: int, sentence: int) -> int:
        """The number of the word that begins a sentence."""
        return int(self._texts[summary]["sentences"][sentence])


@dataclass
class Keyboard:
    """Hands that stay on the keyboard: they know where the cursor is."""

    page: Page
    texts: Texts
    at: tuple[int, int] = (0, 0)

    def press(self, key: str, times: int = 1) -> None:
        """Presses a key."""
        for _ in range(times):
            self.page.keyboard.press(key)

    def go(self, summary: int, word: int) -> None:
        """To a word, by summaries, sentences and words."""
        here, place = self.at
        if here != summary:
            self.press("PageDown" if summary > here else "PageUp", abs(summary - here))
            place = 0
        away = self.texts.sentence(summary, word) - self.texts.sentence(summary, place)
        if away < 0 and place != self.texts.first_word(summary, self.texts.sentence(summary, place)):
            away -= 1  # the first step back is to the beginning of the sentence
        if away:
            self.press("Alt+ArrowDown" if away > 0 else "Alt+ArrowUp", abs(away))
            place = self.texts.first_word(summary, self.texts.sentence(summary, word))
        self.press("ArrowRight" if word > place else "ArrowLeft", abs(word - place))
        self.at = (summary, word)

    def select(self, summary: int, parts: Words) -> None:
        """Selects words, one part after the other."""
        for i, (first, last) in enumerate(parts):
            if i:
                self.press("p")
            self.go(summary, first)
            self.press("Space") if first == last else self.press("Shift+ArrowRight", last - first)
            self.at = (summary, last)


@dataclass
class Mouse:
    """A hand that stays on the mouse: each click and each drag is counted."""

    page: Page
    actions: int = field(default=0)

    def select(self, summary: int, parts: Words) -> None:
        """Drags over words, double-clicks one alone, with Ctrl held from the second part on."""
        there = words(self.page, summary)
        for i, (first, last) in enumerate(parts):
            if first == last:
                there.nth(first).dblclick(modifiers=["Control"] if i else None)
            else:
                drag(self.page, there.nth(first), there.nth(last), key="Control" if i else None)
            self.actions += 1

    def click(self, name: str) -> None:
        """Clicks a button by its name."""
        self.page.get_by_role("button", name=name).first.click()
        self.actions += 1


def _contributors(mill: SampleTopic, texts: Texts) -> Iterator[tuple[int, int, Words]]:
    """Number of the SCU, number of the summary, words, in the order of the sample."""
    for number, scu in enumerate(mill.scus):
        for summary, spans in scu.contributors.items():
            yield number, summary, texts.words(summary, spans)


def _made() -> dict[str, dict[int, Spans]]:
    """What the database has: by label of the SCU and number of the summary, the spans."""
    made: dict[str, dict[int, Spans]] = {}
    order = ("contributor__scu__uid", "contributor__summary__position", "start")
    rows = Part.objects.order_by(*order).select_related("contributor__scu", "contributor__summary")
    summaries = list(pyramids().get().topic.summaries.order_by("position").values_list("pk", flat=True))
    for part in rows:
        spans = made.setdefault(part.contributor.scu.label, {})
        summary = summaries.index(part.contributor.summary_id)
        spans[summary] = (*spans.get(summary, ()), (part.start, part.end))
    return made


def test_with_the_keyboard_alone(desk: Page, mill: SampleTopic) -> None:
    keyboard = Keyboard(desk, Texts(desk))
    keyboard.press("t")
    done = -1
    for number, summary, parts in _contributors(mill, keyboard.texts):
        keyboard.select(summary, parts)
        if number == done:
            keyboard.press("a")
            continue
        keyboard.press("n")
        desk.keyboard.type(mill.scus[number].label)
        keyboard.press("Enter")
        done = number
    wait_until_saved(desk)
    assert _made() == {scu.label: dict(sorted(scu.contributors.items())) for scu in mill.scus}


def test_with_the_mouse_alone(desk: Page, mill: SampleTopic) -> None:
    mouse, texts = Mouse(desk), Texts(desk)
    done, contributors = -1, 0
    for number, summary, parts in _contributors(mill, texts):
        mouse.select(summary, parts)
        contributors += 1
        if number == done:
            mouse.click("Add to “")
            continue
        mouse.click("New SCU")
        desk.locator(".scu.current .contributor").hover()
        mouse.click("Make these words the label")
        done = number
    wait_until_saved(desk)
    expect(desk.locator("scu-list .scu")).to_have_count(len(mill.scus))
    made = sorted(str(contributors) for contributors in _made().values())
    assert made == sorted(str(dict(sorted(scu.contributors.items()))) for scu in mill.scus)
    assert mouse.actions / contributors <= GOAL
