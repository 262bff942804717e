"""Rows, and beside them the whole state as the reducers alone make it, for several people who send groups of edits."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from annotator.matching.models import Unit, UnitPart
from annotator.matching.verbs.table import PEER_REDUCER, PEER_VERBS
from annotator.matching.verbs.units import PeerState
from annotator.projects.models import Membership
from annotator.pyramids.models import Contributor, Part, Scu, ScuRelation, SetAside
from annotator.pyramids.verbs.scus import PyramidState
from annotator.pyramids.verbs.table import PYRAMID_REDUCER, PYRAMID_VERBS
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.edits.history import HISTORY_VERBS, REDO_ENDED, TURN, Step
from annotator.work.edits.reducer import Reducer, State
from annotator.work.edits.request import Group, parse_request
from annotator.work.edits.verb import Refused
from annotator.work.log.editing import apply_groups
from annotator.work.log.history import NOT_YOURS
from annotator.work.log.locking import lock
from annotator.work.log.rebuild import rebuild
from annotator.work.models import Work
from tests import factories
from tests.annotator.work.edits.strategies import LENGTH, SUMMARIES
from tests.factories import SCU_IDS, client_id, scu_snapshot

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
Groups = list[dict[str, Any]]


@dataclass
class Twin:
    """``people``: first the owner, then an editor, last a manager who edits too."""

    target: Work
    reducer: Reducer[Any, Any]
    verbs: dict[str, Any]
    state: State[Any]
    people: list[Membership]
    rule: str
    keys: dict[int, int] = field(default_factory=dict)
    clock: int = 0
    made_by: dict[str, int] = field(default_factory=dict)
    undone_at: dict[str, int] = field(default_factory=dict)
    edited_at: dict[int, int] = field(default_factory=dict)

    @property
    def user(self) -> User:
        """The owner's account."""
        return self._user(0)

    def _user(self, who: int) -> User:
        user = self.people[who].user
        assert isinstance(user, User)
        return user

    def send(self, groups: Groups, *, who: int = 0, base: int = 0) -> list[str]:
        """Apply groups in one request on both sides, which agree; gives the ids of those reported as applied."""
        _, parsed = parse_request({"base": 0, "groups": [self._with_keys(group) for group in groups]}, self.verbs)
        expected, refused = self._reduce(parsed, who)
        locked = lock(self.target.pk, kind=self.target.work_kind, user=self._user(who))
        answer = apply_groups(locked=locked, base=base, groups=parsed, by=self._user(who), now=NOW)
        connection.check_constraints()
        said = answer.refused and (answer.refused["group"], answer.refused["edit"], answer.refused["code"])
        assert (answer.applied, said) == (expected, refused)
        assert all(self.state.snapshots.get(key) == snapshot for key, snapshot in answer.state.items())
        return expected

    def send_all(self, groups: Groups, *, lot: int = 1, who: int = 0) -> list[str]:
        """Send groups, `lot` to a request, dropping those that are refused; gives the ids that applied."""
        applied: list[str] = []
        while groups:
            done = self.send(groups[:lot], who=who)
            applied += done
            groups = groups[len(done) + (len(done) < len(groups[:lot])) :]
        return applied

    def _with_keys(self, group: dict[str, Any]) -> dict[str, Any]:
        """The group with the summaries' own keys in place of the strategies' ones."""
        edits = [
            {**edit, "summary": self.keys[edit["summary"]]} if "summary" in edit else edit for edit in group["edits"]
        ]
        return {**group, "edits": edits}

    def _reduce(self, groups: Iterable[Group], who: int) -> tuple[list[str], tuple[str, str, str] | None]:
        applied: list[str] = []
        for group in groups:
            if group.id not in self.made_by:
                try:
                    self.state, _ = self.reducer.apply_group(self._as_seen(who), group, overlap=self.rule)
                except Refused as refusal:
                    return applied, (group.id, refusal.edit, refusal.code)
                self._note(group, who)
            applied.append(group.id)
        return applied, None

    def _note(self, group: Group, who: int) -> None:
        self.clock += 1
        self.made_by[group.id] = who
        for edit in group.edits:
            if edit.verb == "undo":
                self.undone_at[edit.payload["group"]] = self.clock
        if group.edits[0].verb not in HISTORY_VERBS:
            self.edited_at[who] = self.clock

    def _as_seen(self, who: int) -> State[Any]:
        """The state with the history as it is for one person."""
        state = self.state.copy()
        state.any_order = self.people[who].role == Membership.Role.MANAGER
        for group, step in state.history.items():
            if step is not TURN:
                state.history[group] = self._step_as_seen(group, step, who, any_order=state.any_order)
        return state

    def _step_as_seen(self, group: str, step: Step, who: int, *, any_order: bool) -> Step:
        mine = self.made_by[group] == who
        ended = not step.done and self.edited_at.get(who, 0) > self.undone_at[group]
        return replace(step, mine=mine, barred=NOT_YOURS if not (mine or any_order) else REDO_ENDED if ended else "")

    def check(self) -> None:
        """The rows, and what the log alone rebuilds, are what the reducers say; so are counters and used-up ids."""
        key = self.target.pk
        own = sorted(
            (snapshot for name, snapshot in self.state.snapshots.items() if ":" not in name),
            key=lambda snapshot: (snapshot["position"], snapshot.get("uid")),
        )
        others = sorted(
            (snapshot for name, snapshot in self.state.snapshots.items() if ":" in name),
            key=lambda snapshot: (snapshot.get("summary", 1e9), snapshot["id"]),
        )
        kind = self.target.work_kind
        decided = read_decisions(self.target)
        assert (kind.snapshots([key])[key], [*kind.other_snapshots(key), *decided]) == (own, others)
        assert rebuild(key) == (own, others)
        self.target.refresh_from_db()
        counters = ("next_uid", "next_position") if self.target.kind == "pyramid" else ("next_position",)
        assert [getattr(self.target, name) for name in counters] == [getattr(self.state, name) for name in counters]
        assert {str(used.uuid) for used in self.target.used_ids.all()} == self.state.reserved_ids
        assert self.target.revision == self.target.edits.count()


def rows_of(target: Work) -> dict[str, list[tuple[Any, ...]]]:
    """Every row under a pyramid or annotation, column by column but for the keys that a new row makes anew."""
    scu, unit = {"scu__pyramid": target}, {"annotation": target}
    kinds: list[tuple[Any, dict[str, Any], tuple[str, ...]]] = [
        (Unit, unit, ("uuid", "scu", "position", "label", "comment", "flags")),
        (UnitPart, unit, ("uuid", "unit__uuid", "position", "start", "end")),
    ]
    if target.kind == "pyramid":
        kinds = [
            (Scu, {"pyramid": target}, ("uuid", "uid", "position", "label", "comment", "flags")),
            (Contributor, scu, ("scu__uuid", "summary", "position", "comment", "flags")),
            (
                Part,
                {"pyramid": target},
                ("uuid", "contributor__scu__uuid", "contributor__summary", "position", "start", "end"),
            ),
            (SetAside, {"pyramid": target}, ("summary", "start", "end")),
            (ScuRelation, {"pyramid": target}, ("scu__uuid", "to_scu__uuid", "kind")),
        ]
    rows = {kind.__name__: sorted(kind.objects.filter(**of).values_list(*columns)) for kind, of, columns in kinds}
    if target.kind == "match":
        rows["Absence"] = sorted(target.absences.values_list("scu"))
    rows["Decision"] = sorted(map(str, target.decisions.values_list("key", "choice", "note", "sources", "made")))
    return rows


def _people(project: Any) -> list[Membership]:
    roles = (Membership.Role.ANNOTATOR, Membership.Role.ANNOTATOR, Membership.Role.MANAGER)
    return [factories.make_member(project, role) for role in roles]


def pyramid_twin(rule: str = "allow") -> Twin:
    """An empty consensus pyramid of two models, known to the strategies by numbers of their own."""
    people = _people(factories.make_project(overlap_models=rule))
    topic = factories.make_topic(people[0].project)
    keys = {number: factories.make_summary(topic, text="x" * LENGTH).pk for number in SUMMARIES}
    pyramid = factories.make_pyramid(topic, people[0])
    pyramid.editors.set(people[1:])
    factories.make_sources(pyramid, factories.make_pyramid(topic, people[1]))
    state = PyramidState(lengths=dict.fromkeys(keys.values(), LENGTH), may_decide=True)
    return Twin(pyramid, PYRAMID_REDUCER, PYRAMID_VERBS, state, people, rule, keys)


def peer_twin(rule: str = "allow") -> Twin:
    """An empty consensus annotation against a release of two SCUs."""
    people = _people(factories.make_project(overlap_peers=rule))
    pyramid = factories.make_pyramid(factories.make_topic(people[0].project), people[0])
    release = factories.make_release(pyramid, [scu_snapshot(1), scu_snapshot(2)])
    peer = factories.make_summary(pyramid.topic, "peer", text="x" * LENGTH)
    annotation = factories.make_peer_annotation(release, people[0], summary=peer)
    annotation.editors.set(people[1:])
    factories.make_sources(annotation, factories.make_peer_annotation(release, people[1], summary=peer))
    state = PeerState(length=LENGTH, release_scus={client_id(SCU_IDS, number) for number in (1, 2)}, may_decide=True)
    return Twin(annotation, PEER_REDUCER, PEER_VERBS, state, people, rule)
