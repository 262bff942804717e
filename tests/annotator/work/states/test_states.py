"""States of pyramids and peer annotations: who takes them where from where, and what is told where not."""

from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest

from annotator.pyramids.models import pyramids
from annotator.pyramids.store import read_scus
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.log.rebuild import rebuild
from annotator.work.models import Work
from annotator.work.states.models import TopicRole
from annotator.work.states.services import TRANSITIONS, change_state, stage_of
from tests.annotator.work.log.requests import edit, group, send
from tests.factories import make_member, make_project, make_topic, scu_snapshot
from tests.scenes import Scene, add_topic_roles, annotated_topic, make_scene, signed_in

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
STATES = ("in_progress", "in_review", "submitted", "returned", "adjudicated")
PEOPLE = ("owner", "editor", "reviewer", "adjudicator", "manager", "annotator", "viewer")
# verb: (from which states, to which, who may)
TABLE = {
    "submit": ({"in_progress", "returned"}, "submitted", {"owner", "editor", "manager"}),
    "review": ({"submitted"}, "in_review", {"reviewer", "manager"}),
    "return": ({"in_review"}, "returned", {"reviewer", "manager"}),
    "agree": ({"in_review"}, "submitted", {"reviewer", "manager"}),
    "adjudicate": ({"in_progress", "returned"}, "adjudicated", {"adjudicator", "manager"}),
    "reopen": ({"submitted", "adjudicated"}, "in_progress", {"manager"}),
}


class Team(Scene):
    """A pyramid and an annotation of a peer, and a member of each kind."""

    def __init__(self) -> None:
        scene = make_scene(people=PEOPLE)
        super().__init__(scene.project, scene.members)
        self.annotation = annotated_topic(self.project, self.members["owner"])
        self.pyramid = self.annotation.release.pyramid
        add_topic_roles(self.pyramid.topic, reviewer=self.members["reviewer"], adjudicator=self.members["adjudicator"])
        # A reviewer of another topic has no say in this one.
        add_topic_roles(make_topic(self.project), reviewer=self.members["annotator"])
        for work in (self.pyramid, self.annotation):
            work.editors.add(self.members["editor"])

    def work(self, kind: str) -> Work:
        return self.pyramid if kind == "pyramid" else self.annotation

    def change_state(self, kind: str, verb: str, who: str, note: str = "") -> str:
        """Changes the state; gives the new one."""
        work = self.work(kind)
        change_state(work=work, verb=verb, by=self.user(who), now=NOW, note=note)
        work.refresh_from_db()
        return work.state

    def stage(self, kind: str, who: str) -> Any:
        work = self.work(kind)
        seen = Work.objects.of_kind(work.kind).for_workspace(self.user(who)).get(pk=work.pk)
        return stage_of(seen)


@pytest.fixture
def team() -> Team:
    return Team()


@pytest.fixture(params=["pyramid", "annotation"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _put(team: Team, kind: str, state: str) -> None:
    Work.objects.filter(pk=team.work(kind).pk).update(state=state)


@pytest.mark.parametrize(("verb", "state"), list(product(TABLE, STATES)))
def test_who_takes_work_where_from_where(team: Team, kind: str, verb: str, state: str) -> None:
    starts, ends, allowed = TABLE[verb]
    for who in PEOPLE:
        _put(team, kind, state)
        if who not in allowed:
            with pytest.raises(NotAllowed):
                team.change_state(kind, verb, who)
        elif state not in starts:
            with pytest.raises(ServiceRefused):
                team.change_state(kind, verb, who)
        else:
            assert team.change_state(kind, verb, who) == ends
        team.work(kind).refresh_from_db()
        done = who in allowed and state in starts
        assert team.work(kind).state == (ends if done else state)


def test_the_table_names_all_there_is() -> None:
    assert TRANSITIONS.keys() == TABLE.keys()


@pytest.mark.parametrize(("who", "state"), list(product(PEOPLE, STATES)))
def test_what_is_offered_is_what_may_be_done(team: Team, kind: str, who: str, state: str) -> None:
    _put(team, kind, state)
    may = [verb for verb, (starts, _, allowed) in TABLE.items() if state in starts and who in allowed]
    assert team.stage(kind, who).actions == [verb for verb in may if verb != "adjudicate"]


def test_nobody_reviews_what_they_own(team: Team, kind: str) -> None:
    TopicRole.objects.create(topic=team.pyramid.topic, member=team.members["owner"], role="reviewer")
    team.change_state(kind, "submit", "owner")
    with pytest.raises(NotAllowed, match="Nobody reviews their own work"):
        team.change_state(kind, "review", "owner")


def test_every_change_is_a_row_of_the_log(team: Team, kind: str) -> None:
    work = team.work(kind)
    work.refresh_from_db()
    before = work.revision
    for verb, who, note in (
        ("submit", "owner", ""),
        ("review", "reviewer", ""),
        ("return", "reviewer", " Split the first. "),
        ("submit", "editor", ""),
        ("review", "manager", ""),
        ("agree", "reviewer", ""),
        ("reopen", "manager", "A model was added."),
    ):
        team.change_state(kind, verb, who, note)
    logged = work.edits.filter(revision__gt=before).order_by("revision")
    assert [(one.verb, one.payload, one.actor and one.actor.username, one.at) for one in logged] == [
        ("submit", {"state": "submitted"}, "owner", NOW),
        ("review", {"state": "in_review"}, "reviewer", NOW),
        ("return", {"state": "returned", "note": "Split the first."}, "reviewer", NOW),
        ("submit", {"state": "submitted"}, "editor", NOW),
        ("review", {"state": "in_review"}, "manager", NOW),
        ("agree", {"state": "submitted"}, "reviewer", NOW),
        ("reopen", {"state": "in_progress", "note": "A model was added."}, "manager", NOW),
    ]
    assert [one.revision for one in logged] == list(range(before + 1, before + 8))


def test_what_is_agreed_is_final_until_a_manager_reopens_it(team: Team, kind: str) -> None:
    for verb, who in (("submit", "owner"), ("review", "reviewer"), ("agree", "reviewer")):
        team.change_state(kind, verb, who)
    stage = team.stage(kind, "reviewer")
    assert (stage.agreed, stage.by, stage.at, stage.actions) == (True, "reviewer", NOW, [])
    with pytest.raises(ServiceRefused, match="reviewer has approved this"):
        team.change_state(kind, "review", "manager")
    team.change_state(kind, "reopen", "manager")
    assert team.change_state(kind, "submit", "owner") == "submitted"
    assert team.stage(kind, "reviewer").actions == ["review"]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (("submit", "owner"), ("submit", "editor"), "owner has finished this already."),
        (("review", "reviewer"), ("review", "manager"), "reviewer has this in review."),
        (("return", "reviewer"), ("agree", "manager"), "reviewer has returned this: it is being worked on again."),
        (("agree", "reviewer"), ("return", "manager"), "reviewer has approved this"),
        (("reopen", "manager"), ("reopen", "manager"), "This is being worked on already."),
    ],
)
def test_who_comes_second_is_told_who_was_first(
    team: Team, kind: str, first: tuple[str, str], second: tuple[str, str], told: str
) -> None:
    way = {"review": ["submit"], "return": ["submit", "review"], "agree": ["submit", "review"], "reopen": ["submit"]}
    for verb in way.get(first[0], []):
        team.change_state(kind, verb, "owner" if verb == "submit" else "reviewer")
    team.change_state(kind, *first)
    revision = team.work(kind).revision
    with pytest.raises(ServiceRefused, match=told):
        team.change_state(kind, *second)
    assert team.work(kind).revision == revision


def test_a_pyramid_with_something_unfinished_is_not_finished(team: Team) -> None:
    scu = team.pyramid.scus.order_by("uid")[0]
    team.pyramid.scus.filter(pk=scu.pk).update(label=" ")
    with pytest.raises(ServiceRefused, match=f"SCU {scu.uid} has no label."):
        team.change_state("pyramid", "submit", "owner")
    assert pyramids().get().state == "in_progress"


def test_a_reviewer_who_leaves_something_unfinished_does_not_agree_to_it(team: Team) -> None:
    for verb, who in (("submit", "owner"), ("review", "reviewer")):
        team.change_state("pyramid", verb, who)
    team.pyramid.scus.update(label="")
    with pytest.raises(ServiceRefused):
        team.change_state("pyramid", "agree", "reviewer")
    assert team.change_state("pyramid", "return", "reviewer") == "returned"


def test_a_note_has_a_longest_length(team: Team, kind: str) -> None:
    team.change_state(kind, "submit", "owner", "x" * 2000)
    with pytest.raises(ServiceRefused, match="longer than 2000"):
        team.change_state(kind, "reopen", "manager", "x" * 2001)


def test_for_outsiders_there_is_nothing_to_change(team: Team, kind: str) -> None:
    outsider = make_member(make_project("other"), "manager").user
    assert outsider is not None
    with pytest.raises(Work.DoesNotExist):
        change_state(work=team.work(kind), verb="submit", by=outsider, now=NOW)


def _flag(team: Team, kind: str, reason: str = "discuss") -> dict[str, Any]:
    held = team.annotation.units.get() if kind == "annotation" else team.pyramid.scus.order_by("uid")[0]
    return edit("flag", **{"unit" if kind == "annotation" else "scu": str(held.uuid)}, reason=reason)


EDITING = {
    "in_progress": {"owner": 200, "editor": 200, "reviewer": 423, "adjudicator": 403, "manager": 403, "viewer": 403},
    "in_review": {"owner": 423, "editor": 423, "reviewer": 200, "adjudicator": 403, "manager": 200, "viewer": 403},
    "returned": {"owner": 200, "editor": 200, "reviewer": 423, "adjudicator": 403, "manager": 403, "viewer": 403},
    "submitted": {"owner": 423, "editor": 423, "reviewer": 423, "adjudicator": 403, "manager": 403, "viewer": 403},
    "adjudicated": {"owner": 423, "editor": 423, "reviewer": 423, "adjudicator": 403, "manager": 403, "viewer": 403},
}


@pytest.mark.parametrize("state", STATES)
def test_who_edits_in_which_state(team: Team, kind: str, state: str) -> None:
    _put(team, kind, state)
    answers = {
        who: send(signed_in(team.user(who)), team.work(kind), group(_flag(team, kind))).status_code
        for who in EDITING[state]
    }
    assert answers == EDITING[state]


def test_the_owner_hears_why_nothing_is_taken_in_review_and_reads_along(team: Team, kind: str) -> None:
    for verb, who in (("submit", "owner"), ("review", "reviewer")):
        team.change_state(kind, verb, who)
    owner, base = signed_in(team.user("owner")), team.work(kind).revision
    send(signed_in(team.user("reviewer")), team.work(kind), group(_flag(team, kind)), base=base)
    answer = send(owner, team.work(kind), group(_flag(team, kind, "unsure")))
    assert (answer.status_code, answer.data["state"]) == (423, "in_review")
    assert "only its reviewer can change it" in answer.data["detail"]
    missed = send(owner, team.work(kind), base=base).data["edits"]
    assert [(one["verb"], one["by"]) for one in missed] == [("flag", "reviewer")]


def test_a_group_of_the_reviewer_that_had_applied_is_still_reported_after_the_return(team: Team, kind: str) -> None:
    _put(team, kind, "in_review")
    client, sent = signed_in(team.user("reviewer")), group(_flag(team, kind))
    send(client, team.work(kind), sent)
    team.change_state(kind, "return", "reviewer")
    again = send(client, team.work(kind), sent)
    assert (again.status_code, again.data["applied"]) == (200, [sent["group"]])


def test_the_owners_undo_leaves_the_reviewers_edits_alone(team: Team, kind: str) -> None:
    _put(team, kind, "in_review")
    step = group(_flag(team, kind))
    send(signed_in(team.user("reviewer")), team.work(kind), step)
    team.change_state(kind, "return", "reviewer")
    refused = send(signed_in(team.user("owner")), team.work(kind), group(edit("undo", group=step["group"]))).data[
        "refused"
    ]
    assert refused["code"] == "blocked"


def test_a_change_of_the_state_cannot_be_undone(team: Team, kind: str) -> None:
    team.change_state(kind, "submit", "owner")
    step = team.work(kind).edits.get(verb="submit")
    team.change_state(kind, "reopen", "manager")
    undo = group(edit("undo", group=str(step.group)))
    assert send(signed_in(team.user("owner")), team.work(kind), undo).data["refused"]["code"] == "blocked"


def test_the_log_rebuilds_what_stands_after_a_review(team: Team) -> None:
    """The states are in the log too, and are nothing that SCUs are made of."""
    made = Work.objects.create(
        kind="pyramid", topic=make_topic(team.pyramid.topic.project), owner=team.members["owner"]
    )
    scu = edit("create_scu", scu=scu_snapshot(1)["id"], label="One")
    send(signed_in(team.user("owner")), made, group(scu))
    TopicRole.objects.create(topic=made.topic, member=team.members["reviewer"], role="reviewer")
    pyramids().filter(pk=made.pk).update(state="in_review")
    send(signed_in(team.user("reviewer")), made, group(edit("relabel_scu", scu=scu["scu"], label="Two", was="One")))
    change_state(work=made, verb="return", by=team.user("reviewer"), now=NOW, note="Look again.")
    assert rebuild(made.pk)[0] == read_scus(made.pk)
    assert made.edits.order_by("-revision")[0].payload["state"] == pyramids().get(pk=made.pk).state
