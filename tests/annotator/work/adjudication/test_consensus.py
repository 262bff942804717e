"""A consensus: begun from finished work, decided by edits, taken in anew, finished and released."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.matching.models import peer_annotations
from annotator.matching.store import read_units
from annotator.projects.models import Membership
from annotator.projects.services import delete_project
from annotator.pyramids.models import pyramids
from annotator.pyramids.release_page import release_page_data
from annotator.pyramids.services import release_pyramid
from annotator.pyramids.store import read_scus
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.adjudication.consensus import join_consensus, start_consensus, update_sources
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.adjudication.views import adjudication_data, changed_sources
from annotator.work.adjudication.work_comparison import compare_sources, sources_of, undecided_count
from annotator.work.edits.request import parse_request
from annotator.work.log.append import log_event
from annotator.work.log.editing import apply_groups
from annotator.work.log.locking import lock
from annotator.work.log.rebuild import rebuild
from annotator.work.states.models import TopicRole
from annotator.work.states.services import change_state
from tests import factories
from tests.annotator.work.adjudication.adjudicated import make_texts, make_work, scu, two_matchings, two_pyramids, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def team(db: None) -> dict[str, Any]:
    """A project whose manager adjudicates two annotators' work on one topic."""
    project = factories.make_project("p")
    people = {role: factories.make_member(project, role) for role in ("manager", "viewer")}
    ann, bob = factories.make_member(project), factories.make_member(project)
    topic = make_texts(project)
    return {**people, "ann": ann, "bob": bob, "topic": topic, "works": two_pyramids(topic, ann, bob)}


def begin(team: dict[str, Any], by: str = "manager") -> Any:
    return start_consensus(sources=team["works"], by=team[by], now=timezone.now())


def send(target: Any, member: Membership, *edits: dict[str, Any]) -> Any:
    """One group of edits by a member."""
    assert member.user is not None
    group = {"group": str(uuid4()), "edits": [{"id": str(uuid4()), **edit} for edit in edits]}
    _, groups = parse_request({"base": 0, "groups": [group]}, target.work_kind.verbs)
    locked = lock(target.pk, kind=target.work_kind, user=member.user)
    answer = apply_groups(locked=locked, base=locked.revision, groups=groups, by=member.user, now=timezone.now())
    return group["group"], answer.refused


def open_differences(target: Any) -> dict[str, str]:
    """By shape the keys of what is not decided."""
    decided = {snapshot["id"].removeprefix("decision:") for snapshot in read_decisions(target)}
    found = compare_sources(target, sources_of(target)).differences
    return {one.shape: one.key for one in found if one.key not in decided}


def decide(target: Any, member: Membership, key: str, choice: str = "A", made: tuple[str, ...] = ()) -> Any:
    name = target.work_kind.items
    sources = {"A": [factories.client_id(factories.SCU_IDS, 2)], "B": []}
    edit = {"verb": "decide", "difference": key, "choice": choice, "note": "", "sources": sources, name: list(made)}
    new = [{"verb": "create_scu", "scu": one, "label": "Decided"} for one in made]
    part = [
        {"verb": "add_part", "part": str(uuid4()), "scu": one, "summary": team_word[0], "start": 0, "end": 3}
        for one in made
        for team_word in [words(target.topic, 0, 0, 0)]
    ]
    return send(target, member, *new, *part, edit)


def test_what_agrees_is_taken_over_at_once_and_the_rest_waits(team: dict[str, Any]) -> None:
    consensus = begin(team)
    assert [snapshot["label"] for snapshot in read_scus(consensus.pk)] == ["The lamp went out"]
    assert open_differences(consensus).keys() == {"split", "only_a"}
    assert undecided_count(consensus) == 2
    (decision,) = read_decisions(consensus)
    one = factories.client_id(factories.SCU_IDS, 1)
    assert (decision["choice"], decision["sources"]) == ("agree", {"A": [one], "B": [one]})
    assert rebuild(consensus.pk) == (read_scus(consensus.pk), [decision])


def test_what_was_taken_over_is_one_step_that_can_be_undone(team: dict[str, Any]) -> None:
    consensus = begin(team)
    group = str(consensus.edits.get(verb="decide").group)
    _, refused = send(consensus, team["manager"], {"verb": "undo", "group": group})
    assert refused is None
    assert (read_scus(consensus.pk), read_decisions(consensus), undecided_count(consensus)) == ([], [], 3)


def test_its_owner_is_a_name_without_an_account_and_who_began_it_edits(team: dict[str, Any]) -> None:
    adjudicator = factories.make_member(team["topic"].project)
    TopicRole.objects.create(topic=team["topic"], member=adjudicator, role="adjudicator")
    consensus = begin(team, "manager")
    assert (consensus.owner.name, consensus.owner.user) == ("consensus", None)
    assert set(consensus.editors.all()) == {team["manager"], adjudicator}


@pytest.mark.parametrize("who", ["ann", "viewer"])
def test_only_managers_and_adjudicators_of_the_topic_begin_one(team: dict[str, Any], who: str) -> None:
    with pytest.raises(NotAllowed):
        begin(team, who)


def test_an_adjudicator_finishes_their_own_work_first(team: dict[str, Any]) -> None:
    TopicRole.objects.create(topic=team["topic"], member=team["ann"], role="adjudicator")
    pyramids().filter(owner=team["ann"]).update(state="in_progress")
    with pytest.raises(NotAllowed, match="own work"):
        begin(team, "ann")


def test_a_consensus_is_made_from_two_or_more_finished_pyramids_of_one_topic(team: dict[str, Any]) -> None:
    one, two = team["works"]
    with pytest.raises(ServiceRefused, match="2 to 26"):
        start_consensus(sources=[one], by=team["manager"], now=timezone.now())
    with pytest.raises(ServiceRefused, match="2 to 26"):
        start_consensus(sources=[one, one], by=team["manager"], now=timezone.now())
    with pytest.raises(ServiceRefused, match="2 to 26"):
        start_consensus(sources=[], by=team["manager"], now=timezone.now())
    other = two_pyramids(make_texts(team["topic"].project, "D2"), team["ann"], team["bob"])
    with pytest.raises(ServiceRefused, match="one topic"):
        start_consensus(sources=[one, other[1]], by=team["manager"], now=timezone.now())
    release = factories.make_release(two)
    matching = factories.make_peer_annotation(release, team["bob"], state="submitted")
    with pytest.raises(ServiceRefused, match="one topic"):
        start_consensus(sources=[one, matching], by=team["manager"], now=timezone.now())
    pyramids().filter(pk=two.pk).update(state="returned")
    with pytest.raises(ServiceRefused, match="finished"):
        begin(team)


def test_there_is_one_consensus_of_a_topic_and_it_is_no_source(team: dict[str, Any]) -> None:
    consensus = begin(team)
    with pytest.raises(ServiceRefused, match="already"):
        begin(team)
    pyramids().filter(pk=consensus.pk).update(state="adjudicated")
    with pytest.raises(ServiceRefused, match="from a consensus"):
        start_consensus(sources=[consensus, team["works"][0]], by=team["manager"], now=timezone.now())


def test_where_words_must_not_be_shared_what_can_be_is_taken_over(team: dict[str, Any]) -> None:
    project, topic = team["topic"].project, make_texts(team["topic"].project, "D2")
    project.overlap_models = "forbid"
    project.save()
    same = [scu(1, "Lamp", words(topic, 0, 0, 6)), scu(2, "Monday", words(topic, 0, 5, 6))]
    works = two_pyramids(topic, team["ann"], team["bob"])
    for work in works:
        work.scus.all().delete()
        factories.add_scus(work, same)
    consensus = start_consensus(sources=works, by=team["manager"], now=timezone.now())
    assert [snapshot["label"] for snapshot in read_scus(consensus.pk)] == ["Lamp"]
    assert undecided_count(consensus) == 1


def test_a_release_and_finishing_wait_until_all_is_decided(team: dict[str, Any]) -> None:
    consensus, manager = begin(team), team["manager"]
    with pytest.raises(ServiceRefused, match="2 differences are not decided yet"):
        release_pyramid(pyramid=consensus, by=manager.user, now=timezone.now())
    with pytest.raises(ServiceRefused, match="2 differences are not decided yet"):
        change_state(work=consensus, verb="adjudicate", by=manager.user, now=timezone.now())
    for key in open_differences(consensus).values():
        decide(consensus, manager, key, "B")
    change_state(work=consensus, verb="adjudicate", by=manager.user, now=timezone.now())
    consensus.refresh_from_db()
    assert consensus.state == "adjudicated"
    assert release_pyramid(pyramid=consensus, by=manager.user, now=timezone.now()).number == 1


def test_a_source_that_changed_is_compared_as_it_stood_until_it_is_taken_in(team: dict[str, Any]) -> None:
    consensus, manager, one = begin(team), team["manager"], team["works"][0]
    before = open_differences(consensus)
    decide(consensus, manager, before["only_a"], "B")
    pyramids().filter(pk=one.pk).update(state="in_progress")
    was = {"verb": "relabel_scu", "scu": factories.client_id(factories.SCU_IDS, 2)}
    send(one, team["ann"], {**was, "label": "The keeper went", "was": "The keeper left"})
    assert open_differences(consensus) == {"split": before["split"]}
    assert changed_sources(consensus) == {"names": [team["ann"].name], "unfinished": [team["ann"].name]}
    with pytest.raises(ServiceRefused, match="being changed"):
        update_sources(work=consensus, by=manager.user, now=timezone.now())
    pyramids().filter(pk=one.pk).update(state="submitted")
    assert update_sources(work=consensus, by=manager.user, now=timezone.now()) == 1
    assert changed_sources(consensus) == {"names": [], "unfinished": []}
    after = open_differences(consensus)
    assert after.keys() == {"split"}, "what did not change stays decided"
    assert after["split"] != before["split"]


def test_reopening_and_finishing_a_source_without_an_edit_is_no_change(team: dict[str, Any]) -> None:
    consensus, one = begin(team), team["works"][0]
    log_event(one.pk, revision=one.revision, verb="reopen", payload={}, by=None, now=timezone.now())
    assert changed_sources(consensus)["names"] == []


def test_an_scu_says_which_decisions_it_comes_from_along_a_merge(team: dict[str, Any]) -> None:
    consensus, manager = begin(team), team["manager"]
    made = str(uuid4())
    decide(consensus, manager, open_differences(consensus)["split"], "A", (made,))
    (agreed,) = [snapshot["id"] for snapshot in read_scus(consensus.pk) if snapshot["id"] != made]

    def said() -> Any:
        fresh = pyramids().for_workspace(manager.user).get(pk=consensus.pk)
        return fresh.work_kind.workspace_data(fresh)["provenance"]

    ann, bob = team["ann"].name, team["bob"].name
    agree = {"choice": "agree", "note": "", "from": [{"owner": ann, "uid": 1}, {"owner": bob, "uid": 1}]}
    taken = {"choice": "A", "note": "", "from": [{"owner": ann, "uid": 2}]}
    assert said() == {agreed: [agree], made: [taken]}
    send(consensus, manager, {"verb": "merge_scus", "into": agreed, "scus": [made]})
    found = said()
    assert found.keys() == {agreed}
    assert sorted(map(str, found[agreed])) == sorted(map(str, [agree, taken]))


def test_a_unit_says_which_decisions_it_comes_from_along_a_join(team: dict[str, Any]) -> None:
    manager, topic = team["manager"], team["topic"]
    release = release_pyramid(pyramid=team["works"][0], by=team["ann"].user, now=timezone.now())
    works = two_matchings(topic, release, team["ann"], team["bob"])
    consensus = start_consensus(sources=works, by=manager, now=timezone.now())
    lamp, keeper, _ = [str(one.uuid) for one in release.scus.all()]
    ann, bob = team["ann"].name, team["bob"].name

    def said() -> Any:
        fresh = peer_annotations().for_workspace(manager.user).get(pk=consensus.pk)
        data = fresh.work_kind.workspace_data(fresh)
        assert data["adjudication"] == "/p/p/t/D1/peers/7/adjudicate/"
        return data["provenance"]

    (agreed,) = [snapshot["id"] for snapshot in read_units(consensus.pk)]
    both = [{"owner": ann, "scu": lamp, "stands": True}, {"owner": bob, "scu": lamp, "stands": True}]
    agree = {"choice": "agree", "note": "", "from": both}
    assert said() == {agreed: [agree]}

    made = str(uuid4())
    difference = open_differences(consensus)["nonmatching"]
    ids = {letter: [factories.client_id(factories.UNIT_IDS, 2)] for letter in "AB"}
    unit = {"verb": "match_part", "unit": made, "part": str(uuid4()), "scu": keeper, "start": 28, "end": 31}
    given = {"difference": difference, "choice": "merge", "note": "Why?", "sources": ids, "units": [made]}
    send(consensus, manager, unit, {"verb": "decide", **given})
    of_two = [{"owner": ann, "scu": keeper, "stands": True}, {"owner": bob, "scu": None, "stands": True}]
    merged: dict[str, Any] = {"choice": "merge", "note": "Why?", "from": of_two}
    assert said() == {agreed: [agree], made: [merged]}

    works[1].units.get(uuid=ids["B"][0]).delete()
    merged["from"][1]["stands"] = False
    send(consensus, manager, {"verb": "join_units", "into": agreed, "units": [made]})
    found = said()
    assert found.keys() == {agreed}
    assert sorted(map(str, found[agreed])) == sorted(map(str, [agree, merged]))


def test_the_page_of_releases_tells_how_many_scus_come_from_where(team: dict[str, Any]) -> None:
    consensus, manager = begin(team), team["manager"]
    decide(consensus, manager, open_differences(consensus)["split"], "A", (str(uuid4()), str(uuid4())))
    send(consensus, manager, {"verb": "create_scu", "scu": str(uuid4()), "label": "New"})
    page = release_page_data(pyramids().for_workspace(manager.user).get(pk=consensus.pk))
    ann = team["ann"].name
    assert page["origins"] == [(f"from {ann}", 2), ("all agree", 1), ("made in the workspace", 1)]
    assert release_page_data(pyramids().for_workspace(manager.user).get(pk=team["works"][0].pk))["origins"] == []


def test_owners_have_no_names_where_the_project_hides_them(team: dict[str, Any]) -> None:
    project = team["topic"].project
    project.anonymous_owners = True
    project.save()
    begin(team)
    consensus = pyramids().for_workspace(team["manager"].user).get(owner__name="consensus")
    told = str(adjudication_data(consensus))
    assert "Annotator 1" in told
    assert "Annotator 2" in told
    assert team["ann"].name not in told
    assert team["bob"].name not in told


def test_another_adjudicator_may_join(team: dict[str, Any]) -> None:
    consensus, other = begin(team), factories.make_member(team["topic"].project)
    with pytest.raises(NotAllowed):
        join_consensus(work=consensus, by=other)
    TopicRole.objects.create(topic=team["topic"], member=other, role="adjudicator")
    join_consensus(work=consensus, by=other)
    assert other in consensus.editors.all()


def test_a_project_with_a_consensus_can_be_deleted(team: dict[str, Any]) -> None:
    begin(team)
    delete_project(project=team["topic"].project, by=team["manager"])


def test_a_consensus_of_matchings_is_made_in_the_same_way(team: dict[str, Any]) -> None:
    release = release_pyramid(pyramid=team["works"][0], by=team["ann"].user, now=timezone.now())
    works = two_matchings(team["topic"], release, team["ann"], team["bob"])
    consensus = start_consensus(sources=works, by=team["manager"], now=timezone.now())
    assert consensus.kind == "match"
    assert (consensus.owner.name, consensus.release) == ("consensus", release)
    assert len(read_units(consensus.pk)) == 1
    found = compare_sources(consensus, sources_of(consensus)).differences
    assert sorted(one.shape for one in found) == ["nonmatching", "only_b", "same"]
    for one in found:
        if one.kind != "same":
            decide(consensus, team["manager"], one.key, "A")
    change_state(work=consensus, verb="adjudicate", by=team["manager"].user, now=timezone.now())
    consensus.refresh_from_db()
    assert consensus.state == "adjudicated"


def test_a_comparison_takes_as_many_statements_with_more_scus(team: dict[str, Any]) -> None:
    consensus, counts = begin(team), []
    for more in (0, 20):
        factories.add_scus(team["works"][0], [scu(50 + n, "More", words(team["topic"], 0, 0, 1)) for n in range(more)])
        fresh = pyramids().for_workspace(team["manager"].user).get(pk=consensus.pk)
        with CaptureQueriesContext(connection) as captured:
            adjudication_data(fresh)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 12


def test_an_adjudicator_who_is_no_manager_begins_decides_and_finishes(team: dict[str, Any]) -> None:
    judge = factories.make_member(team["topic"].project)
    TopicRole.objects.create(topic=team["topic"], member=judge, role="adjudicator")
    consensus = start_consensus(sources=team["works"], by=judge, now=timezone.now())
    for key in open_differences(consensus).values():
        _, refused = decide(consensus, judge, key, "B")
        assert refused is None
    assert judge.user
    change_state(work=consensus, verb="adjudicate", by=judge.user, now=timezone.now())
    consensus.refresh_from_db()
    assert consensus.state == "adjudicated"


def test_finishing_a_consensus_in_its_workspace_adjudicates_it(team: dict[str, Any]) -> None:
    consensus, manager = begin(team), team["manager"]
    with pytest.raises(ServiceRefused, match="not decided"):
        change_state(work=consensus, verb="submit", by=manager.user, now=timezone.now())
    for key in open_differences(consensus).values():
        decide(consensus, manager, key, "B")
    change_state(work=consensus, verb="submit", by=manager.user, now=timezone.now())
    consensus.refresh_from_db()
    assert consensus.state == "adjudicated"


def test_a_consensus_of_matchings_is_not_finished_while_something_is_undecided(team: dict[str, Any]) -> None:
    release = release_pyramid(pyramid=team["works"][0], by=team["ann"].user, now=timezone.now())
    works = two_matchings(team["topic"], release, team["ann"], team["bob"])
    consensus = start_consensus(sources=works, by=team["manager"], now=timezone.now())
    with pytest.raises(ServiceRefused, match="2 differences are not decided"):
        change_state(work=consensus, verb="submit", by=team["manager"].user, now=timezone.now())


def test_three_annotators_who_agree_are_taken_over_and_two_of_three_wait(team: dict[str, Any]) -> None:
    carl = factories.make_member(team["topic"].project)
    lamp = (words(team["topic"], 0, 0, 6), words(team["topic"], 1, 0, 4))
    third = make_work(team["topic"], carl, [scu(1, "the lamp went out.", *lamp)])
    consensus = start_consensus(sources=[*team["works"], third], by=team["manager"], now=timezone.now())
    assert [snapshot["label"] for snapshot in read_scus(consensus.pk)] == ["The lamp went out"]
    found = compare_sources(consensus, sources_of(consensus)).differences
    assert sorted(one.shape for one in found) == ["only", "only", "same"]
