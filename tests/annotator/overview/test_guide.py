"""The guide to the method: who reads it, and that its worked example is right."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from scoring.measures.pyramid import Pyramid
from scoring.measures.pyramid_scores import Peer, Score, score_peer
from tests.factories import make_member, make_project, make_user
from tests.scenes import signed_in, statements

ADDRESS = "/guide/"


class Table(HTMLParser):
    """The cells of the table with an id, row by row."""

    def __init__(self, html: str, name: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._name, self._inside = name, False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._inside = dict(attrs).get("id") == self._name
        elif self._inside and tag == "tr":
            self.rows.append([])
        elif self._inside and tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside and self.rows and self.rows[-1] and data.strip():
            self.rows[-1][-1] += data


@pytest.fixture
def page(db: None) -> str:
    """The guide as a member of nothing reads it."""
    client = signed_in(make_user())
    return client.get(ADDRESS).content.decode()


def test_everybody_with_an_account_may_read_it(page: str) -> None:
    assert page.count("<h1") == 1
    assert 'aria-label="Contents"' in page


def test_the_contents_lead_to_every_section(page: str) -> None:
    linked = re.findall(r'<li><a href="#([a-z-]+)">', page)
    assert (
        linked == re.findall(r'<h2 id="([a-z-]+)">', page) == re.findall(r'<section aria-labelledby="([a-z-]+)">', page)
    )
    assert len(linked) == 13


def test_every_picture_says_what_it_shows(page: str) -> None:
    pictures = re.findall(r'<svg[^>]*role="img" aria-labelledby="(\S+) (\S+)">(.*?)</svg>', page, re.DOTALL)
    assert len(pictures) == page.count("<svg") == page.count("<figcaption>") == 4
    for title, description, content in pictures:
        assert re.search(rf'<title id="{title}">[^<]{{10,}}</title>', content)
        assert re.search(rf'<desc id="{description}">[^<]{{40,}}</desc>', content)


def test_no_id_is_there_twice(page: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_the_worked_example_is_what_the_scores_give(page: str) -> None:
    """Expected: scoring.measures on the weights and units of the page's own table, with its four model summaries."""
    _, *lines, sums = Table(page, "example-pyramid").rows
    weights: dict[int, int] = {}
    units: list[int | None] = []
    for uid, (label, weight, mentions, earned) in enumerate(lines):
        is_scu = not label.startswith("No SCU")
        weights |= {uid: int(weight)} if is_scu else {}
        units += [uid if is_scu else None] * int(mentions)
        assert int(earned) == (int(weight) if is_scu and int(mentions) else 0)
    scores = score_peer(Pyramid(weights, model_count=4), Peer(tuple(units)))
    assert sums[1:] == [str(sum(weights.values())), str(len(units)), str(scores.weight_sum)]
    assert (scores.repeated, scores.non_matching) == (1, 1)
    assert [score.x for score in (scores.original, scores.modified, scores.recall)] == [6, 5, 10]
    shown = re.findall(r">(10 / \d+ = [\d.]+)<", page)
    assert shown == [_ratio(scores.weight_sum, one) for one in (scores.original, scores.modified, scores.recall)]
    assert "20 contributors in 4 summaries make 5" in page


def _ratio(weight_sum: float, score: Score) -> str:
    return f"{weight_sum} / {score.max} = {score.score:.3f}"


def test_pages_lead_to_it(db: None) -> None:
    newcomer = signed_in(make_user())
    empty = newcomer.get("/").content.decode()
    assert empty.count(f'href="{reverse("guide")}"') == 2  # the head of every page, and the invitation
    member = make_member(make_project("p"))
    assert signed_in(member).get("/p/p/").content.decode().count(f'href="{reverse("guide")}"') == 1


def test_who_is_signed_out_is_shown_no_link_to_it(db: None) -> None:
    assert reverse("guide") not in Client().get("/accounts/login/").content.decode()


def test_it_asks_the_database_for_nothing_but_the_account(db: None) -> None:
    client = signed_in(make_user())
    assert statements(client, ADDRESS) == 2
