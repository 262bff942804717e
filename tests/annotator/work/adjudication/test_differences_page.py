"""The pages of differences: whose work is compared, by which names, and at what cost."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from annotator.projects.models import Membership
from annotator.pyramids.models import pyramids
from annotator.work.states.models import TopicRole
from tests import factories
from tests.annotator.work.adjudication.adjudicated import make_texts, make_work, scu, two_matchings, two_pyramids, words
from tests.scenes import released, signed_in, statements

pytestmark = pytest.mark.django_db


@pytest.fixture
def team(db: None) -> dict[str, Any]:
    """A manager, and two annotators with finished pyramids and matchings of one topic."""
    project = factories.make_project("p")
    manager = factories.make_member(project, "manager")
    owners = [factories.make_member(project, user=factories.make_user(name)) for name in ("ida", "otto")]
    topic = make_texts(project)
    works = two_pyramids(topic, *owners)
    release = released(works[0])
    matchings = two_matchings(topic, release, *owners)
    return {"manager": manager, "owners": owners, "topic": topic, "works": works, "matchings": matchings}


def page(team: dict[str, Any], query: str = "", *, peer: bool = False, who: str = "manager") -> Any:
    return signed_in(team[who]).get(address(team, peer=peer) + query)


def address(team: dict[str, Any], *, peer: bool = False) -> str:
    topic = team["topic"]
    if peer:
        return reverse("peer-differences", args=[topic.project.slug, topic.key, "7"])
    return reverse("pyramid-differences", args=[topic.project.slug, topic.key])


def shapes(answer: Any) -> list[str]:
    found = answer.context["workspace_data"]["comparison"]["differences"]
    return sorted(one["shape"] for one in found)


def test_two_pyramids_are_compared_those_asked_for_or_the_first(team: dict[str, Any]) -> None:
    assert shapes(page(team, "?a=ida&b=otto")) == ["only_a", "same", "split"]
    assert shapes(page(team, "?a=otto&b=ida")) == ["merged", "only_b", "same"]
    assert shapes(page(team)) == shapes(page(team, "?b=otto"))


def test_nobody_is_compared_with_themselves(team: dict[str, Any]) -> None:
    assert shapes(page(team, "?a=otto&b=otto")) == ["merged", "only_b", "same"]


@pytest.mark.parametrize("query", ["?a=nobody", "?a=ida&b=nobody", "?b=ida%00"])
def test_a_name_that_nobody_has_is_not_found(team: dict[str, Any], query: str) -> None:
    assert page(team, query).status_code == 404


def test_two_matchings_of_a_peer_are_compared(team: dict[str, Any]) -> None:
    assert shapes(page(team, "?a=ida&b=otto", peer=True)) == ["nonmatching", "only_b", "same"]
    assert page(team, "?release=9", peer=True).status_code == 404


def test_with_less_than_two_there_is_nothing_to_compare(team: dict[str, Any]) -> None:
    make_texts(team["topic"].project, "D2")
    answer = signed_in(team["manager"]).get(reverse("pyramid-differences", args=["p", "D2"]))
    assert answer.context["workspace_data"] is None
    assert b"Nothing to compare yet" in answer.content


def test_in_a_blind_project_an_annotator_compares_nothing(team: dict[str, Any]) -> None:
    project = team["topic"].project
    project.blind = True
    project.save()
    ida, _ = team["owners"]
    answer = signed_in(ida).get(address(team))
    assert answer.context["workspace_data"] is None
    assert b"otto" not in answer.content
    assert signed_in(ida).get(address(team) + "?a=ida&b=otto").status_code == 404


@pytest.mark.parametrize("name", ["pyramid-differences", "pyramid-adjudicate", "peer-differences", "peer-adjudicate"])
def test_owners_have_no_names_where_the_project_hides_them(team: dict[str, Any], name: str) -> None:
    project = team["topic"].project
    project.anonymous_owners = True
    project.save()
    args = [project.slug, team["topic"].key, *(["7"] if name.startswith("peer") else [])]
    browser = signed_in(team["manager"])
    answer = browser.get(reverse(name, args=args))
    assert b"Annotator 1" in answer.content
    assert b"Annotator 2" in answer.content
    # The release that a peer is matched to is still called after whose pyramid it is: that is the release's name.
    hidden = [b"otto"] if name == "peer-differences" else [b"ida", b"otto"]
    assert [one for one in hidden if one in answer.content] == []
    if name.endswith("differences"):
        assert browser.get(reverse(name, args=args) + "?a=otto").status_code == 404
        assert shapes(browser.get(reverse(name, args=args) + "?a=Annotator+1&b=Annotator+2"))


def test_a_consensus_begun_on_the_page_shows_what_is_undecided(team: dict[str, Any]) -> None:
    where = reverse("pyramid-adjudicate", args=["p", team["topic"].key])
    browser = signed_in(team["manager"])
    assert browser.post(where, {"source": ["ida"]}).status_code == 400
    assert browser.post(where, {"source": ["ida", "otto"]}).status_code == 302
    answer = browser.get(where)
    assert shapes(answer) == ["only_a", "same", "split"]
    assert len(answer.context["workspace_data"]["decisions"]) == 1


def test_another_adjudicator_joins_on_the_page(team: dict[str, Any]) -> None:
    where = reverse("pyramid-adjudicate", args=["p", team["topic"].key])
    signed_in(team["manager"]).post(where, {"source": ["ida", "otto"]})
    judge = factories.make_member(team["topic"].project)
    TopicRole.objects.create(topic=team["topic"], member=judge, role="adjudicator")
    browser = signed_in(judge)
    assert b"Join the adjudication" in browser.get(where).content
    assert browser.post(where).status_code == 302
    assert browser.get(where).context["workspace_data"]["editable"]


def test_in_a_blind_project_the_topics_adjudicator_sees_and_decides(team: dict[str, Any]) -> None:
    project = team["topic"].project
    project.blind = True
    project.save()
    judge = factories.make_member(project)
    TopicRole.objects.create(topic=team["topic"], member=judge, role="adjudicator")
    where = reverse("pyramid-adjudicate", args=["p", team["topic"].key])
    browser = signed_in(judge)
    assert browser.post(where, {"source": ["ida", "otto"]}).status_code == 302
    assert shapes(browser.get(where)) == ["only_a", "same", "split"]
    ida, _ = team["owners"]
    assert signed_in(ida).get(where).status_code == 403
    assert signed_in(ida).get(reverse("pyramid", args=["p", team["topic"].key, "consensus"])).status_code == 404


def test_a_changed_source_is_told_and_taken_in(team: dict[str, Any]) -> None:
    where = reverse("pyramid-adjudicate", args=["p", team["topic"].key])
    browser = signed_in(team["manager"])
    browser.post(where, {"source": ["ida", "otto"]})
    work = pyramids().get(pk=team["works"][0].pk)
    pyramids().filter(pk=work.pk).update(state="in_progress", revision=work.revision + 1)
    work.edits.create(
        uuid=factories.client_id(4, 1),
        group=factories.client_id(3, 1),
        revision=work.revision + 1,
        at=timezone.now(),
        verb="relabel_scu",
        payload={},
        before={},
        after={},
    )
    assert b"ida made changes after this consensus was begun" in browser.get(where).content
    take_in = reverse("pyramid-adjudicate-take-in", args=["p", team["topic"].key])
    browser.post(take_in)
    assert b"is being changed" in browser.get(where).content
    pyramids().filter(pk=work.pk).update(state="submitted")
    browser.post(take_in)
    assert b"after this consensus was begun" not in browser.get(where).content


def test_an_imported_consensus_has_no_differences_to_decide(team: dict[str, Any]) -> None:
    consensus = Membership.objects.create(project=team["topic"].project, name="consensus")
    make_work(team["topic"], consensus, [])
    where = reverse("pyramid-adjudicate", args=["p", team["topic"].key])
    assert b"There is a consensus already" in signed_in(team["manager"]).get(where).content


@pytest.mark.parametrize("peer", [False, True])
def test_the_statements_do_not_grow_with_scus_and_members(team: dict[str, Any], peer: bool) -> None:
    browser, topic, counts = signed_in(team["manager"]), team["topic"], []
    for more in (0, 5):
        for number in range(more):
            owner = factories.make_member(topic.project)
            work = make_work(topic, owner, [scu(n, "More", words(topic, 0, 0, n)) for n in range(1, 6)])
            if number == 0:
                continue
            release = team["matchings"][0].release
            factories.make_peer_annotation(release, owner, [], summary=team["matchings"][0].summary)
            assert work.pk
        counts.append(statements(browser, address(team, peer=peer)))
    assert counts[0] == counts[1] <= 12


def test_a_masked_peer_is_named_by_its_mask_alone(team: dict[str, Any]) -> None:
    peer = team["matchings"][0].summary
    peer.summarizer, peer.title, peer.mask = "secret-system", "secret title", "31"
    peer.save()
    topic = team["topic"]
    topic.project.mask_summarizers = True
    topic.project.save()
    answer = signed_in(team["owners"][0]).get(reverse("peer-differences", args=[topic.project.slug, topic.key, "31"]))
    assert answer.status_code == 200
    (data,) = answer.context["workspace_data"]["summaries"]
    assert (data["summarizer"], data["title"]) == ("31", "")
    assert "secret" not in answer.content.decode()


@pytest.mark.parametrize("page", ["differences", "adjudicate"])
def test_parts_of_a_masked_peer_have_the_id_of_its_text_which_is_not_its_own(team: dict[str, Any], page: str) -> None:
    topic = team["topic"]
    topic.project.mask_summarizers = True
    topic.project.save()
    topic.summaries.peer_summaries().update(mask="31")
    judge = factories.make_member(topic.project)
    TopicRole.objects.create(topic=topic, member=judge, role="adjudicator")
    where = reverse(f"peer-{page}", args=[topic.project.slug, topic.key, "31"])
    if page == "adjudicate":
        assert signed_in(judge).post(where, {"source": ["ida", "otto"]}).status_code == 302
    data = signed_in(judge).get(where).context["workspace_data"]
    sources = data["comparison"]["sources"]
    texts = {part[0] for source in sources for item in source["items"] for part in item["parts"]}
    assert texts == {text["id"] for text in data["summaries"]} == {0}
