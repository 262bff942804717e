"""Score pages: what they show, to whom, and with how many statements."""

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.scored_project import OTHER_WEIGHTS, manager_of, matched_peer, next_release, released_topic

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return make_project("p")


@pytest.fixture
def manager(project):
    return manager_of(project)


@pytest.fixture
def release(project, manager):
    return released_topic(project, "D1", manager)


def addresses(owner: str) -> list[str]:
    return [
        "/p/p/scores/",
        "/p/p/scores.csv",
        "/p/p/t/D1/scores/",
        f"/p/p/t/D1/peers/7/{owner}/score/",
    ]


def titles(page: str) -> list[str]:
    """The exact values behind the numbers of a page, its figures left out."""
    return re.findall(r'<data value="([^"]+)"', re.sub(r"<figure.*?</figure>", "", page, flags=re.DOTALL))


def test_the_addresses_are_those_of_the_design() -> None:
    assert reverse("project-scores", args=["p"]) == "/p/p/scores/"
    assert reverse("project-scores-file", args=["p", "csv"]) == "/p/p/scores.csv"
    assert reverse("topic-scores", args=["p", "D1"]) == "/p/p/t/D1/scores/"
    assert reverse("peer-score", args=["p", "D1", "7", "ann"]) == "/p/p/t/D1/peers/7/ann/score/"


@pytest.mark.parametrize("role", Membership.Role.values)
def test_every_member_can_read_the_scores(project, manager, release, role) -> None:
    matched_peer(release, "7", [1])
    client = signed_in(make_member(project, role))
    assert [client.get(address).status_code for address in addresses(manager.name)] == [200] * 4


def test_for_somebody_outside_the_project_they_do_not_exist(manager, release) -> None:
    matched_peer(release, "7", [1])
    client = signed_in(manager_of(make_project()))
    assert [client.get(address).status_code for address in addresses(manager.name)] == [404] * 4


def test_somebody_signed_out_is_sent_to_sign_in(manager, release) -> None:
    matched_peer(release, "7", [1])
    answers = [Client().get(address) for address in addresses(manager.name)]
    assert [(answer.status_code, answer["Location"][:16]) for answer in answers] == [(302, "/accounts/login/")] * 4


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_written_to_them(manager, release, method) -> None:
    matched_peer(release, "7", [1])
    client = signed_in(manager)
    assert [getattr(client, method)(address).status_code for address in addresses(manager.name)] == [405] * 4


def test_a_topic_peer_or_owner_that_is_not_there_is_404(manager, release) -> None:
    matched_peer(release, "7", [1])
    client = signed_in(manager)
    for address in (
        "/p/p/t/D2/scores/",
        "/p/nowhere/scores/",
        "/p/p/t/D1/peers/8/x/score/",
        f"/p/p/t/D1/peers/7/{manager.name}/score/?release=9",
        f"/p/p/t/D1/peers/7/{manager.name}/score/?release=x",
        f"/p/p/t/D1/peers/7/{manager.name}/score/?pyramid=nobody",
    ):
        assert client.get(address).status_code == 404


def test_the_topic_of_another_project_is_404_under_this_one(manager, release) -> None:
    released_topic(make_project("other"), "E1")
    assert signed_in(manager).get("/p/p/t/E1/scores/").status_code == 404


def test_a_member_whose_project_hides_scores_sees_none(project, manager, release) -> None:
    type(project).objects.filter(pk=project.pk).update(live_scores="hide")
    matched_peer(release, "7", [1])
    client = signed_in(make_member(project))
    page = client.get("/p/p/scores/").content.decode()
    assert "1 peer annotation is left out" in page
    assert titles(page) == []
    assert client.get("/p/p/scores.csv").getvalue().count(b"\n") == 1
    assert client.get(f"/p/p/t/D1/peers/7/{manager.name}/score/").status_code == 403


def test_the_project_page_has_peers_by_topics_with_means(project, manager, release) -> None:
    matched_peer(release, "7", [1, 2])
    matched_peer(released_topic(project, "D2", manager), "7", [3])
    page = signed_in(manager).get("/p/p/scores/?score=recall").content.decode()
    # 1/2 -+ 12.7062 * (1/3) with t of one degree of freedom from a table: the standard error of 5/6 and 1/6 is 1/3.
    low, high = (float(end) for end in titles(page)[1:3])
    assert (round(low, 4), round(high, 4)) == (-3.7354, 4.7354)
    assert [titles(page)[0], *titles(page)[3:]] == ["0.5", repr(5 / 6), repr(1 / 6)]  # mean, topics
    assert "X&nbsp;3 Max&nbsp;6" in page


def test_numbers_of_page_and_csv_are_the_same_to_the_last_digit(manager, release) -> None:
    matched_peer(release, "7", [1, 2, None])
    client = signed_in(manager)
    page = client.get("/p/p/t/D1/scores/?rounding=exact").content.decode()
    answer = client.get("/p/p/scores.csv?rounding=exact")
    (row,) = csv.DictReader(io.StringIO(answer.getvalue().decode(), newline=""))
    assert titles(page) == [row["original"], row["modified"], row["recall"]]
    assert answer["Content-Disposition"] == 'attachment; filename="p.rounding=exact.scores.csv"'


def test_drafts_are_shown_when_asked(manager, release) -> None:
    matched_peer(release, "7", [1], state="in_progress")
    client = signed_in(manager)
    assert titles(client.get("/p/p/scores/?score=recall").content.decode()) == []
    assert titles(client.get("/p/p/scores/?score=recall&drafts=on").content.decode()) == ["0.5", "0.5"]


def test_a_column_sorts_down_first_and_then_up(manager, release) -> None:
    matched_peer(release, "7", [1])
    matched_peer(release, "8", [1, 2])
    client = signed_in(manager)
    page = client.get("/p/p/scores/?score=recall").content.decode()
    assert 'href="?score=recall&amp;sort=mean&amp;order=desc"' in page
    page = client.get("/p/p/scores/?score=recall&sort=mean&order=desc").content.decode()
    assert 'aria-sort="descending"' in page
    assert 'href="?score=recall&amp;sort=mean&amp;order=asc"' in page
    assert page.index('<th scope="row">8') < page.index('<th scope="row">7')


def test_what_cannot_be_understood_in_an_address_counts_as_left_out(manager, release) -> None:
    matched_peer(release, "7", [1])
    client = signed_in(manager)
    assert client.get("/p/p/scores/?score=best&rounding=up&release=x&order=z&sort=%01").status_code == 200


def test_the_page_of_a_peer_shows_what_was_matched_and_what_is_missing(manager, release) -> None:
    matched_peer(release, "7", [1, None])
    page = signed_in(manager).get(f"/p/p/t/D1/peers/7/{manager.name}/score/").content.decode()
    assert "Matched: 1 of 3 SCUs, weight 3" in page
    assert "<q>one</q>" in page
    assert page.index("SCU 2") < page.index("SCU 3")
    assert '<abbr title="M1">A</abbr> <q>beta</q>' in page


def test_the_page_of_a_peer_is_that_of_the_release_asked_for(manager, release) -> None:
    matched_peer(release, "7", [1])
    matched_peer(next_release(release), "7", [2])
    client, address = signed_in(manager), f"/p/p/t/D1/peers/7/{manager.name}/score/"
    assert "release 2 of" in client.get(address).content.decode()
    old = client.get(f"{address}?release=1&pyramid={manager.name}").content.decode()
    assert "release 1 of" in old
    assert "the newest of this pyramid is 2" in old


def test_a_score_leads_to_the_same_score(project, manager, ranked) -> None:
    client = signed_in(manager)
    page = client.get("/p/p/scores/?rounding=ceil&score=modified").content.decode()
    ((address, shown), *_) = re.findall(r'<a href="([^"]+/score/[^"]+)"[^>]*><b>(.+?)</b>', page)
    assert "rounding=ceil" in address
    own = client.get(address.replace("&amp;", "&")).content.decode()
    assert f"<dt>Modified</dt><dd>{shown} " in own
    assert "(ceil)" in own
    assert 'scores/?rounding=ceil&amp;score=modified"' in page  # the topic's page too


def test_a_score_by_jackknife_leads_to_a_page_that_says_it_is_none(manager, ranked) -> None:
    client = signed_in(manager)
    page = client.get("/p/p/scores/?humans=jackknife").content.decode()
    (address, *_) = re.findall(r'href="([^"]+/score/[^"]+)"', page)
    assert "humans=jackknife" in address
    own = client.get(address.replace("&amp;", "&")).content.decode()
    assert "These scores are against the whole pyramid." in own


def test_names_and_labels_are_text_and_not_markup(manager, release) -> None:
    matched_peer(release, "<b>7", [1])
    page = signed_in(manager).get("/p/p/scores/").content.decode()
    assert "<b>7" not in page
    assert "&lt;b&gt;7" in page


def test_the_number_of_statements_does_not_grow_with_peers_or_topics(
    project, manager, release, django_assert_num_queries
) -> None:
    client = signed_in(manager)
    matched_peer(release, "7", [1])
    # the file: a savepoint and its release, whether names are hidden, and which rows there are
    pages = {"/p/p/scores/": 11, "/p/p/scores.csv": 14, "/p/p/t/D1/scores/": 11}
    for address, statements in pages.items():
        with django_assert_num_queries(statements):
            client.get(address)
    for key in ("D2", "D3"):
        more = released_topic(project, key, manager)
        for peer in "abcde":
            matched_peer(more, peer, [1, None, 2], owner=make_member(project))
    for peer in "abcde":
        matched_peer(release, peer, [1, None, 2])
    for address, statements in pages.items():
        with django_assert_num_queries(statements):
            client.get(address)


def test_the_page_of_a_peer_has_a_fixed_number_of_statements(manager, release, django_assert_num_queries) -> None:
    client = signed_in(manager)
    for peer, units in (("7", [1]), ("8", [1, 2, 3, None, 1, 1])):
        matched_peer(release, peer, units)
        with django_assert_num_queries(14):
            client.get(f"/p/p/t/D1/peers/{peer}/{manager.name}/score/")


def test_a_score_says_which_release_it_is_pinned_to_and_where_it_was_carried(project, manager, release) -> None:
    old = matched_peer(release, "7", [1], owner=manager)
    second = next_release(release, OTHER_WEIGHTS)
    newer = matched_peer(second, "7", [1], owner=manager, state="in_progress")
    newer.derived_from = old
    newer.save()
    matched_peer(second, "8", [1], owner=manager)
    client, name = signed_in(manager), manager.name
    table = client.get("/p/p/scores/").content.decode()
    assert f"releases 1 of {name}, 2 of {name}" in table
    assert "release 1, carried over to 2</small>" in table
    assert "Topic D1 mixes releases" in table
    assert "carried over to 2</small>" in client.get("/p/p/t/D1/scores/").content.decode()
    page = client.get(f"/p/p/t/D1/peers/7/{name}/score/", {"release": 1}).content.decode()
    assert "carried over to release 2</span>" in page
    assert "Submitted" not in page
    assert "finished</span>" in page


def test_where_all_peers_have_one_release_the_column_says_it(project, manager, release) -> None:
    matched_peer(release, "7", [1])
    page = signed_in(manager).get("/p/p/scores/").content.decode()
    assert f"<small>release 1 of {manager.name}</small>" in page
    assert 'class="pinned"' not in page


@pytest.fixture
def ranked(project, manager):
    """Nine topics, on which x says everything, y nearly so, and z little; y and z once against a later release."""
    for at in range(9):
        release = released_topic(project, f"T{at}", manager)
        matched_peer(release, "x", [1, 2, 3], owner=manager)
        release = release if at < 8 else next_release(release, OTHER_WEIGHTS)
        matched_peer(release, "y", [1, 2, 3] if at else [1, 2], owner=manager)
        matched_peer(release, "z", [3, None], owner=manager)


def test_the_page_ranks_with_intervals_and_letters_as_the_api_does(manager, ranked) -> None:
    client = signed_in(manager)
    for query in ("?score=recall", "?score=original", "?humans=jackknife&score=recall", "?common=on"):
        page = client.get(f"/p/p/scores/{query}").content.decode()
        found = client.get(f"/api/projects/p/scores/{query}").json()["ranking"]
        heads = re.findall(r"<tr[^>]*>\s*<td>([^<]+)</td>\s*<th scope=\"row\">(\w+)", page)
        shown = [f"{row['rank']}{'=' if row['tied'] else ''}" for row in found["summarizers"]]
        assert heads == list(zip(shown, [row["summarizer"] for row in found["summarizers"]], strict=True))
        assert re.findall(r'<td class="letters">(\w*)</td>', page) == [row["letters"] for row in found["summarizers"]]
        numbers = [repr(row[name]) for row in found["summarizers"] for name in ("mean", "low", "high")]
        table = page[page.index('id="scores-caption"') : page.index("</table>")]
        per_row = [re.findall(r'<data value="([^"]+)"', row)[:3] for row in table.split("<tr")[2:]]
        assert [one for three in per_row for one in three] == numbers
        pairs = re.findall(r'<data value="([^"]+)">', page[page.index('id="pairs-caption"') :])
        assert pairs == [repr(pair["holm"]) for pair in found["pairs"]]


def test_the_page_says_what_is_left_out_of_the_tests_and_why(manager, ranked) -> None:
    page = signed_in(manager).get("/p/p/scores/?score=recall").content.decode()
    releases = f"releases 1 of {manager.name}, 2 of {manager.name}"
    assert f"<li>Topic T8 is left out of the tests: its peers are matched against {releases}.</li>" in page
    assert "3 pairs of summarizers, each compared on the topics that both have by an exact permutation test: 2" in page
    assert "Holm" in page


def test_too_many_pairs_for_a_page_are_in_the_file(manager, ranked, monkeypatch) -> None:
    monkeypatch.setattr("scoring.results.scores.ranking.MAX_MATRIX_ROWS", 2)
    page = signed_in(manager).get("/p/p/scores/?score=recall").content.decode()
    assert 'id="pairs-caption"' not in page
    assert 'all are in the <a href="/p/p/scores.xlsx?score=recall">XLSX file</a> and the API.' in page
    assert "3 pairs of summarizers" in page


def test_people_stand_beside_systems_when_asked_and_are_marked(manager, ranked) -> None:
    client = signed_in(manager)
    page = client.get("/p/p/scores/?humans=jackknife").content.decode()
    assert page.count('<span class="pill">human</span>') == 3
    assert "M1 (human)" in page  # in the pictures
    assert 'class="pill">human' not in client.get("/p/p/scores/").content.decode()
    topic = client.get("/p/p/t/T0/scores/?humans=jackknife").content.decode()
    assert topic.count('<span class="pill">human</span>') == 3
    assert client.get("/p/p/scores.csv?humans=jackknife").getvalue().count(b",human,") == 27 + 3  # T8 has two releases


def test_the_page_of_a_topic_ranks_its_peers_by_the_score_that_is_chosen(manager, release) -> None:
    for peer, units in (("a", [1]), ("b", [1, 2]), ("c", [1]), ("d", [2, 3])):
        matched_peer(release, peer, units)
    client = signed_in(manager)

    def ranks(query):
        page = client.get(f"/p/p/t/D1/scores/{query}").content.decode()
        return re.findall(r'<td data-label="Rank">([^<]+)</td>\s*<th scope="row"><a[^>]*>(\w)<', page)

    # Recall 3/6, 5/6, 3/6, 3/6; original 3/3, 5/5, 3/3, 3/5.
    assert ranks("?score=recall") == [("1", "b"), ("2=", "a"), ("2=", "c"), ("2=", "d")]
    assert ranks("?score=original") == [("1=", "a"), ("1=", "b"), ("1=", "c"), ("4", "d")]
    assert ranks("?score=recall&sort=summarizer&order=desc")[0] == ("2=", "d")


def test_a_score_that_cannot_be_is_said_with_its_reason(project, manager, release) -> None:
    type(project).objects.filter(pk=project.pk).update(non_matching="skip")
    matched_peer(release, "7", [1])
    page = signed_in(manager).get("/p/p/scores/?score=original").content.decode()
    assert "There is no original score: Text that matches no SCU was not marked, so X is not known." in page


def test_where_several_matched_a_peer_their_mean_leads_to_the_topic(project, manager, release) -> None:
    matched_peer(release, "7", [1])
    matched_peer(release, "7", [1, 2], owner=make_member(project))
    page = signed_in(manager).get("/p/p/scores/?score=recall").content.decode()
    assert repr(2 / 3) in titles(page)
    assert "<small>mean of 2</small>" in page
    assert '<a href="/p/p/t/D1/scores/">' in page


def test_a_reason_in_a_cell_is_text_and_an_address_is_quoted(project, manager, release) -> None:
    matched_peer(release, 'a"b&c', [])
    page = signed_in(manager).get("/p/p/scores/?score=original").content.decode()
    assert 'title="The peer has no units, so X is 0."' in page
    assert "/peers/a%22b&amp;c/" in page


def test_a_masked_project_ranks_nobody_here_and_masks_on_the_topic(project, release) -> None:
    member = make_member(project)
    matched_peer(release, "secret", [1, 2], owner=member)
    peer_annotations().update(state="submitted")
    type(project).objects.filter(pk=project.pk).update(mask_summarizers=True)
    release.pyramid.topic.summaries.filter(kind="peer").update(mask="P42")
    client = signed_in(member)
    page = client.get("/p/p/scores/").content.decode()
    assert "Hidden until a manager reveals the topics" in page
    assert "No scores yet" not in page
    topic = client.get("/p/p/t/D1/scores/").content.decode()
    answer = client.get("/api/projects/p/scores/").json()
    assert "secret" not in page + topic + str(answer)
    assert ">P42</a>" in topic
    assert answer["ranking"]["summarizers"] == []
