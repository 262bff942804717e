"""Figures on pages: the picture, its numbers as a table, and the downloads at the same address."""

import csv
import io
import re
from html import unescape

import pytest
from defusedxml.ElementTree import fromstring
from django.test import Client

from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.scored_project import manager_of, matched_peer, released_topic

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    """A project."""
    return make_project("p")


@pytest.fixture
def manager(project):
    """Its manager."""
    return manager_of(project)


@pytest.fixture
def release(project, manager):
    """The manager's release of the topic D1."""
    return released_topic(project, "D1", manager)


def csv_rows(answer) -> list[dict[str, str]]:
    """The rows of a downloaded table."""
    return list(csv.DictReader(io.StringIO(answer.content.decode(), newline="")))


def test_the_page_of_a_peer_has_its_pyramid_with_what_was_matched(manager, release) -> None:
    matched_peer(release, "7", [1, None])
    client, address = signed_in(manager), f"/p/p/t/D1/peers/7/{manager.name}/score/"
    page = client.get(address).content.decode()
    picture = page[page.index("<svg") : page.index("</svg>") + 6]
    titles = [unescape(one) for one in re.findall(r"<title>([^<]*)</title></rect>", picture)]
    assert [one.split(" (")[1] for one in titles] == [
        "weight 3, in the peer)",
        "weight 2, missing)",
        "weight 1, missing)",
    ]
    rows = csv_rows(client.get(address, {"figure": "pyramid", "as": "csv"}))
    assert [(row["Weight"], row["In the peer"]) for row in rows] == [
        ("3", "matched"),
        ("2", "missing"),
        ("1", "missing"),
    ]
    assert all(row["SCU"] in page for row in rows)


@pytest.mark.parametrize(
    ("query", "choices"), [({}, ""), ({"release": "1"}, ""), ({"rounding": "exact", "release": "1"}, ".rounding=exact")]
)
def test_an_svg_stands_alone_and_is_named_for_what_it_shows(manager, release, query, choices) -> None:
    """The name tells the release of the pyramid once, whether or not the query does."""
    matched_peer(release, "7", [1])
    name = manager.name
    answer = signed_in(manager).get(f"/p/p/t/D1/peers/7/{name}/score/", {"figure": "pyramid", "as": "svg", **query})
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Content-Disposition"] == f'attachment; filename="p.D1.7.{name}.1.{name}{choices}.pyramid.svg"'
    root = fromstring(answer.content.decode())
    assert "prefers-color-scheme: dark" in "".join(root.itertext())


def test_links_to_downloads_keep_what_the_page_was_asked(manager, release) -> None:
    matched_peer(release, "7", [1])
    page = signed_in(manager).get(f"/p/p/t/D1/peers/7/{manager.name}/score/?release=1").content.decode()
    assert 'href="?release=1&amp;figure=pyramid&amp;as=svg"' in page
    assert 'href="?release=1&amp;figure=pyramid&amp;as=csv"' in page
    assert f'data-png="p.D1.7.{manager.name}.1.{manager.name}.pyramid.png"' in page


@pytest.mark.parametrize(
    "query", ["?figure=pyramid", "?figure=pyramid&as=png", "?figure=other&as=svg", "?figure=&as=csv"]
)
def test_a_figure_that_is_not_there_is_404(manager, release, query) -> None:
    matched_peer(release, "7", [1])
    assert signed_in(manager).get(f"/p/p/t/D1/peers/7/{manager.name}/score/{query}").status_code == 404


def test_a_download_is_for_those_who_may_see_the_page(project, manager, release) -> None:
    matched_peer(release, "7", [1])
    address = f"/p/p/t/D1/peers/7/{manager.name}/score/?figure=pyramid&as=svg"
    elsewhere = signed_in(manager_of(make_project()))
    type(project).objects.filter(pk=project.pk).update(live_scores="hide")
    hidden = signed_in(make_member(project))
    assert [one.get(address).status_code for one in (Client(), elsewhere, hidden)] == [302, 404, 403]


def test_scores_by_topic_are_those_of_the_table_of_the_page_and_of_the_csv(project, manager, release) -> None:
    second = released_topic(project, "D2", manager)
    for peer, units in (("7", [1, 2]), ("8", [3]), ("9", [])):
        matched_peer(release, peer, units)
    matched_peer(second, "7", [2])
    client, query = signed_in(manager), {"score": "recall"}
    page = client.get("/p/p/scores/", query).content.decode()
    page = page[page.index('id="figure-topics"') :]
    rows = csv_rows(client.get("/p/p/scores/", {**query, "figure": "topics", "as": "csv"}))
    assert rows == [
        {"Topic": "D1", "7": repr(5 / 6), "8": repr(1 / 6), "9": "0.0", "mean of all": repr(1 / 3)},
        {"Topic": "D2", "7": repr(1 / 3), "8": "", "9": "", "mean of all": repr(1 / 3)},
    ]
    numbers = sorted(value for row in rows for name, value in row.items() if name != "Topic" and value)
    assert sorted(re.findall(r'data-value="([^"]+)"', page)) == numbers
    table = page[page.index("The numbers as a table") :]
    assert sorted(re.findall(r'<data value="([^"]+)"', table)) == numbers


def test_one_of_many_summarizers_can_be_pointed_out(manager, release) -> None:
    for peer in "abcdefghi":
        matched_peer(release, peer, [1])
    client = signed_in(manager)
    crowd = client.get("/p/p/scores/").content.decode()
    assert crowd.count('class="mark quiet"') == 9 + 1  # and the one in the legend
    pointed = client.get("/p/p/scores/?highlight=c&score=recall").content.decode()
    assert pointed.count('class="mark quiet"') == 8 + 1
    assert "the others (8)" in pointed
    assert "<option selected>c</option>" in pointed
    assert '<input type="hidden" name="score" value="recall">' in pointed
    unknown = client.get("/p/p/scores/?highlight=nobody").content.decode()
    assert unknown.count('class="mark quiet"') == 9 + 1


def test_a_project_without_scores_has_no_picture_of_them(manager) -> None:
    client = signed_in(manager)
    assert "<svg" not in client.get("/p/p/scores/").content.decode()
    assert client.get("/p/p/scores/?figure=topics&as=svg").status_code == 404


def test_scores_by_annotator_are_those_of_the_table_beside_them(project, manager, release) -> None:
    bob = make_member(project)
    for owner, units in ((manager, [1, 2]), (bob, [1])):
        matched_peer(release, "7", units, owner=owner)
    client, address = signed_in(manager), "/p/p/agreement/"
    (row,) = csv_rows(client.get(address, {"figure": "owners", "as": "csv", "score": "recall"}))
    assert row == {"Summarizer": "7", manager.name: repr(5 / 6), bob.name: "0.5"}
    page = client.get(address, {"score": "recall"}).content.decode()
    assert sorted(re.findall(r'data-value="([^"]+)"', page)) == ["0.5", repr(5 / 6)]


def test_a_name_that_a_spreadsheet_would_run_is_text_in_heads_too(manager, release) -> None:
    matched_peer(release, "=1+1", [1])
    answer = signed_in(manager).get("/p/p/scores/?figure=topics&as=csv")
    assert answer.content.decode().splitlines()[0] == "Topic,'=1+1,mean of all"
