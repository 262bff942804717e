"""Each database constraint lets the sound row in and keeps the other out, whatever the code above it does.

A case is (constraint, a function that makes the row that breaks it, one that makes the nearest sound row).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import RestrictedError
from django.utils import timezone

from annotator.interchange.models import ImportedFile
from annotator.matching.models import Absence, MatchFile, Unit, UnitPart
from annotator.projects.invitation_models import Invitation
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.services import delete_project
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu, ScuRelation, SetAside
from annotator.runs.models import PROGRESS_TOTAL, Run, RunPart
from annotator.work.adjudication.models import Decision
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from tests import factories
from tests.annotator.work.judgment_cases import JUDGMENT_CASES, make_judgments
from tests.annotator.work.team_cases import TEAM_CASES
from tests.factories import client_id, scu_snapshot, unit_snapshot

pytestmark = pytest.mark.django_db


@dataclass
class World:
    """Two pyramids and two peer annotations of one topic, made as far as a case needs them."""

    project: Project = field(default_factory=factories.make_project)

    @cached_property
    def topic(self) -> Topic:
        return factories.make_topic(self.project)

    @cached_property
    def run(self) -> Run:
        return self.new_run()

    def new_run(self, **fields: Any) -> Run:
        return factories.make_run(project=self.project, user=self.member.user, **fields)

    def new_run_part(self, kind: str) -> RunPart:
        return RunPart.objects.create(run=self.run, kind=kind, key="1", data=b"")

    @cached_property
    def member(self) -> Membership:
        return factories.make_member(self.project)

    @cached_property
    def model(self) -> Summary:
        return factories.make_summary(self.topic, text="x" * 100)

    @cached_property
    def other_model(self) -> Summary:
        return factories.make_summary(self.topic, text="x" * 100)

    @cached_property
    def pyramid(self) -> Work:
        return factories.make_pyramid(
            self.topic, self.member, [scu_snapshot(1, (self.model.pk, [(1, 10, 20)])), scu_snapshot(2)]
        )

    @cached_property
    def other_pyramid(self) -> Work:
        return factories.make_pyramid(self.topic)

    @cached_property
    def release(self) -> Release:
        return factories.make_release(self.pyramid, [scu_snapshot(1, (self.model.pk, [(1, 10, 20)]))])

    @cached_property
    def annotation(self) -> Work:
        units = [unit_snapshot(1, 1, (1, 10, 20)), unit_snapshot(2, 1, (2, 10, 20))]
        return factories.make_peer_annotation(self.release, self.member, units)

    @cached_property
    def other_annotation(self) -> Work:
        return factories.make_peer_annotation(self.release)

    @cached_property
    def contributor(self) -> Contributor:
        return Contributor.objects.get(scu=self.scu(1), summary=self.model)

    def scu(self, number: int) -> Scu:
        return self.pyramid.scus.get(uid=number)

    def unit(self, number: int) -> Unit:
        return self.annotation.units.get(position=number)

    # Rows that cases vary

    def new_scu(self, **fields: Any) -> Scu:
        own = {"pyramid": self.pyramid, "uuid": uuid4(), "uid": 9, "position": 9.0, **fields}
        return Scu.objects.create(**own)

    def new_part(self, **fields: Any) -> Part:
        own = {"contributor": self.contributor, "pyramid": self.pyramid, "uuid": uuid4(), "position": 9, **fields}
        return Part.objects.create(**own)

    def new_contributor(self, **fields: Any) -> Contributor:
        return Contributor.objects.create(**{"scu": self.scu(2), "summary": self.model, "position": 0, **fields})

    def set_aside(self, *spans: tuple[int, int], **fields: Any) -> list[SetAside]:
        own = {"pyramid": self.pyramid, "summary": self.model, **fields}
        return [SetAside.objects.create(start=start, end=end, **own) for start, end in spans]

    def relate(self, scu: int = 1, to: int = 2, kind: str = "implies") -> ScuRelation:
        return ScuRelation.objects.create(pyramid=self.pyramid, scu=self.scu(scu), to_scu=self.scu(to), kind=kind)

    def mark_absent(self, **fields: Any) -> Absence:
        return Absence.objects.create(**{"annotation": self.annotation, "scu": self.release.scus.get(), **fields})

    def new_unit_part(self, **fields: Any) -> UnitPart:
        own = {"unit": self.unit(1), "annotation": self.annotation, "uuid": uuid4(), "position": 9, **fields}
        return UnitPart.objects.create(**own)

    def new_work(self, **fields: Any) -> Work:
        own = {"kind": "sheet", "topic": self.topic, "owner": self.member}
        return Work.objects.create(**{**own, **fields})

    def new_edit(self, **fields: Any) -> Edit:
        own = {"uuid": uuid4(), "group": uuid4(), "revision": 1, "at": timezone.now(), "verb": "x"}
        return Edit.objects.create(**{**own, "payload": {}, "before": {}, "after": {}, **fields})

    def two_edits(self, first: dict[str, Any], second: dict[str, Any]) -> None:
        self.new_edit(**first)
        self.new_edit(**{"revision": 2, **second})

    def two_used(self, first: dict[str, Any], second: dict[str, Any]) -> None:
        for fields in (first, second):
            UsedId.objects.create(**{"uuid": SAME, **fields})

    def new_summary(self, **fields: Any) -> Summary:
        own = {"topic": self.topic, "kind": "model", "summarizer": "new", "position": 9, "segmenter": "none"}
        return Summary.objects.create(**{**own, "text": "abc", "length": 3, **fields})

    def new_member(self, **fields: Any) -> Membership:
        return Membership.objects.create(**{"project": self.project, "name": "new", **fields})

    def new_released(self, **fields: Any) -> ReleasedScu:
        own = {"release": self.release, "uuid": uuid4(), "uid": 9, "position": 9, "label": "x", "weight": 1}
        return ReleasedScu.objects.create(**{**own, "contributors": [], **fields})


SAME = uuid4()
Make = Callable[[World], Any]
Case = tuple[str, Make, Make]


def _setting(name: str, wrong: str, sound: str) -> Case:
    return (
        f"project_{name}_known",
        lambda world: factories.make_project(**{name: wrong}),
        lambda world: factories.make_project(**{name: sound}),
    )


CASES: list[Case] = [
    _setting("overlap_models", "never", "forbid"),
    _setting("overlap_peers", "", "warn"),
    _setting("non_matching", "perhaps", "skip"),
    _setting("live_scores", "now", "after_submit"),
    _setting("rounding", "half", "half-up"),
    _setting("suggestions", "some", "off"),
    (
        "membership_name_once_in_project",
        lambda w: w.new_member(name=w.member.name),
        lambda w: w.new_member(name=w.member.name, project=factories.make_project()),
    ),
    (
        "membership_user_once_in_project",
        lambda w: w.new_member(user=w.member.user),
        lambda w: w.new_member(user=w.member.user, project=factories.make_project()),
    ),
    (
        "membership_user_once_in_project",
        lambda w: w.new_member(user=w.member.user),
        lambda w: (w.new_member(name="a", user=None), w.new_member(name="b", user=None)),
    ),
    ("membership_role_known", lambda w: w.new_member(role="owner"), lambda w: w.new_member(role="viewer")),
    ("membership_name_not_empty", lambda w: w.new_member(name=""), lambda w: w.new_member(name=" ")),
    ("membership_name_fits_an_address", lambda w: w.new_member(name="a/b"), lambda w: w.new_member(name="a\\b ü")),
    (
        "imported_file_once_in_project",
        lambda w: [ImportedFile.objects.create(project=w.project, sha256="a" * 64, name=n) for n in "xy"],
        lambda w: [
            ImportedFile.objects.create(project=p, sha256="a" * 64, name="x")
            for p in (w.project, factories.make_project())
        ],
    ),
    (
        "topic_key_once_in_project",
        lambda w: factories.make_topic(w.project, w.topic.key),
        lambda w: factories.make_topic(factories.make_project(), w.topic.key),
    ),
    ("topic_key_not_empty", lambda w: Topic.objects.create(project=w.project, key=""), lambda w: w.topic),
    (
        "topic_key_fits_an_address",
        lambda w: factories.make_topic(w.project, "D1/2"),
        lambda w: factories.make_topic(w.project, "D1.2 é"),
    ),
    (
        "summary_summarizer_once_in_topic_and_kind",
        lambda w: w.new_summary(summarizer=w.model.summarizer),
        lambda w: w.new_summary(summarizer=w.model.summarizer, kind="peer"),
    ),
    (
        "summary_position_once",
        lambda w: w.new_summary(position=w.model.position),
        lambda w: w.new_summary(position=w.model.position, kind="peer"),
    ),
    ("summary_kind_known", lambda w: w.new_summary(kind="human"), lambda w: w.new_summary(kind="peer")),
    # Code points, not UTF-16 units and not bytes: U+1D11E is one.
    (
        "summary_length_is_that_of_the_text",
        lambda w: w.new_summary(text="a\U0001d11eé", length=4),
        lambda w: w.new_summary(text="a\U0001d11eé", length=3),
    ),
    ("summary_summarizer_not_empty", lambda w: w.new_summary(summarizer=""), lambda w: w.new_summary()),
    (
        "summary_summarizer_fits_an_address",
        lambda w: w.new_summary(summarizer="a/1"),
        lambda w: w.new_summary(summarizer="a.1"),
    ),
    # A work without a summary or a release is no other work for that: nulls are not distinct.
    (
        "work_once",
        lambda w: factories.make_pyramid(w.topic, w.pyramid.owner),
        lambda w: (
            factories.make_pyramid(factories.make_topic(w.project), w.pyramid.owner),
            factories.make_pyramid(w.topic, factories.make_member(w.project)),
            factories.make_pyramid(w.topic, w.pyramid.owner, slot="second"),
        ),
    ),
    (
        "work_once",
        lambda w: factories.make_peer_annotation(w.release, w.member, summary=w.annotation.summary),
        lambda w: (
            factories.make_peer_annotation(
                factories.make_release(w.pyramid, number=9), w.member, summary=w.annotation.summary
            ),
            factories.make_peer_annotation(w.release, w.member),
        ),
    ),
    (
        "work_once",
        lambda w: (w.new_work(summary=w.model), w.new_work(summary=w.model)),
        lambda w: (
            w.new_work(summary=w.model),
            w.new_work(summary=w.other_model),
            w.new_work(summary=None),
            w.new_work(summary=w.model, release=w.release),
            w.new_work(summary=w.model, kind="other"),
        ),
    ),
    (
        "work_summary_is_of_its_topic",
        lambda w: w.new_work(topic=factories.make_topic(w.project), summary=w.model),
        lambda w: w.new_work(summary=w.model),
    ),
    (
        "work_state_known",
        lambda w: factories.make_pyramid(w.topic, state="done"),
        lambda w: factories.make_pyramid(w.topic, state="adjudicated"),
    ),
    (
        "scu_uuid_once_in_pyramid",
        lambda w: w.new_scu(uuid=w.scu(1).uuid),
        lambda w: w.new_scu(uuid=w.scu(1).uuid, pyramid=w.other_pyramid),
    ),
    (
        "scu_uid_once_in_pyramid",
        lambda w: w.new_scu(uid=1),
        lambda w: w.new_scu(uid=1, pyramid=w.other_pyramid),
    ),
    (
        "contributor_once_for_scu_and_summary",
        lambda w: Contributor.objects.create(scu=w.scu(1), summary=w.model, position=1),
        lambda w: (
            Contributor.objects.create(scu=w.scu(1), summary=w.other_model, position=1),
            Contributor.objects.create(scu=w.scu(2), summary=w.model, position=0),
        ),
    ),
    (
        "part_uuid_once_in_pyramid",
        lambda w: w.new_part(uuid=client_id(factories.PART_IDS, 1), start=30, end=31),
        lambda w: w.new_part(
            uuid=client_id(factories.PART_IDS, 1),
            start=30,
            end=31,
            pyramid=w.other_pyramid,
            contributor=Contributor.objects.create(scu=w.new_scu(pyramid=w.other_pyramid), summary=w.model, position=0),
        ),
    ),
    (
        "relation_once_between_scus",
        lambda w: [w.relate() for _ in range(2)],
        lambda w: [w.relate(), w.relate(to=1, scu=2), w.relate(kind="depends")],
    ),
    ("relation_not_to_itself", lambda w: w.relate(to=1), lambda w: w.relate()),
    ("relation_kind_known", lambda w: w.relate(kind="needs"), lambda w: w.relate(kind="depends")),
    ("part_not_empty", lambda w: w.new_part(start=30, end=30), lambda w: w.new_part(start=30, end=31)),
    ("part_not_empty", lambda w: w.new_part(start=31, end=30), lambda w: w.new_part(start=30, end=31)),
    (
        "part_none_overlaps_in_contributor",
        lambda w: w.new_part(start=19, end=30),
        lambda w: w.new_part(start=20, end=30),
    ),
    ("part_none_overlaps_in_contributor", lambda w: w.new_part(start=0, end=11), lambda w: w.new_part(start=0, end=10)),
    (
        "part_none_overlaps_in_contributor",
        lambda w: w.new_part(start=10, end=20),
        lambda w: w.new_part(
            start=10,
            end=20,
            contributor=Contributor.objects.create(scu=w.scu(1), summary=w.other_model, position=1),
        ),
    ),
    (
        "part_none_overlaps_in_contributor",
        lambda w: w.new_part(start=12, end=15),
        lambda w: w.new_part(
            start=12, end=15, contributor=Contributor.objects.create(scu=w.scu(2), summary=w.model, position=0)
        ),
    ),
    (
        "release_number_once_in_pyramid",
        lambda w: factories.make_release(w.pyramid, number=w.release.number),
        lambda w: factories.make_release(w.other_pyramid, number=w.release.number),
    ),
    (
        "release_weight_source_known",
        lambda w: factories.make_release(w.pyramid, weight_source="guess"),
        lambda w: factories.make_release(w.pyramid, weight_source="file"),
    ),
    (
        "released_scu_uuid_once_in_release",
        lambda w: w.new_released(uuid=client_id(factories.SCU_IDS, 1)),
        lambda w: w.new_released(
            uuid=client_id(factories.SCU_IDS, 1), release=factories.make_release(w.pyramid, number=9)
        ),
    ),
    (
        "released_scu_uid_once_in_release",
        lambda w: w.new_released(uid=1),
        lambda w: w.new_released(uid=1, release=factories.make_release(w.pyramid, number=9)),
    ),
    (
        "unit_uuid_once_in_annotation",
        lambda w: Unit.objects.create(annotation=w.annotation, uuid=w.unit(1).uuid, position=9),
        lambda w: Unit.objects.create(annotation=w.other_annotation, uuid=w.unit(1).uuid, position=9),
    ),
    (
        "unit_flags_known",
        lambda w: Unit.objects.create(annotation=w.annotation, uuid=uuid4(), position=9, flags=["unsure", "wrong"]),
        lambda w: Unit.objects.create(
            annotation=w.annotation, uuid=uuid4(), position=9, flags=["unsure", "partial", "discuss"]
        ),
    ),
    (
        "scu_flags_known",
        lambda w: w.new_scu(flags=["partial"]),
        lambda w: w.new_scu(flags=["discuss", "unsure"]),
    ),
    (
        "contributor_flags_known",
        lambda w: w.new_contributor(flags=["partial"]),
        lambda w: w.new_contributor(flags=["discuss", "unsure"]),
    ),
    ("set_aside_not_empty", lambda w: w.set_aside((5, 5)), lambda w: w.set_aside((5, 6))),
    ("set_aside_none_overlaps", lambda w: w.set_aside((5, 10), (9, 12)), lambda w: w.set_aside((5, 10), (10, 12))),
    (
        "set_aside_none_overlaps",
        lambda w: w.set_aside((5, 10), (5, 10)),
        lambda w: (w.set_aside((5, 10)), w.set_aside((5, 10), summary=w.other_model)),
    ),
    (
        "set_aside_none_overlaps",
        lambda w: w.set_aside((5, 10), (6, 7)),
        lambda w: (w.set_aside((5, 10)), w.set_aside((6, 7), pyramid=w.other_pyramid)),
    ),
    (
        "absence_once_for_annotation_and_scu",
        lambda w: (w.mark_absent(), w.mark_absent()),
        lambda w: (w.mark_absent(), w.mark_absent(annotation=w.other_annotation)),
    ),
    (
        "unit_part_uuid_once_in_annotation",
        lambda w: w.new_unit_part(uuid=client_id(factories.PART_IDS, 1), start=30, end=31),
        lambda w: w.new_unit_part(
            uuid=client_id(factories.PART_IDS, 1),
            start=30,
            end=31,
            annotation=w.other_annotation,
            unit=Unit.objects.create(annotation=w.other_annotation, uuid=uuid4(), position=1),
        ),
    ),
    ("unit_part_not_empty", lambda w: w.new_unit_part(start=5, end=5), lambda w: w.new_unit_part(start=5, end=6)),
    (
        "unit_part_none_overlaps_in_unit",
        lambda w: w.new_unit_part(start=19, end=30),
        lambda w: w.new_unit_part(start=20, end=30),
    ),
    # Each mention is a unit of its own: units may share words, with one another (World) and here.
    (
        "unit_part_none_overlaps_in_unit",
        lambda w: w.new_unit_part(start=12, end=15),
        lambda w: w.new_unit_part(
            start=12, end=15, unit=Unit.objects.create(annotation=w.annotation, uuid=uuid4(), position=9)
        ),
    ),
    (
        "edit_revision_once_in_work",
        lambda w: w.two_edits({"work": w.pyramid}, {"work": w.pyramid, "revision": 1}),
        lambda w: w.two_edits({"work": w.pyramid}, {"work": w.annotation, "revision": 1}),
    ),
    (
        "edit_uuid_once_in_work",
        lambda w: w.two_edits({"work": w.pyramid, "uuid": SAME}, {"work": w.pyramid, "uuid": SAME}),
        lambda w: w.two_edits({"work": w.pyramid, "uuid": SAME}, {"work": w.annotation, "uuid": SAME}),
    ),
    (
        "used_id_once_in_work",
        lambda w: w.two_used({"work": w.pyramid}, {"work": w.pyramid}),
        lambda w: w.two_used({"work": w.pyramid}, {"work": w.annotation}),
    ),
    *TEAM_CASES,
    *JUDGMENT_CASES,
    ("run_state_known", lambda w: w.new_run(state="paused"), lambda w: w.new_run(state="queued")),
    ("run_done_at_most_whole", lambda w: w.new_run(done=PROGRESS_TOTAL + 1), lambda w: w.new_run(done=PROGRESS_TOTAL)),
    ("run_part_kind_known", lambda w: w.new_run_part("other"), lambda w: w.new_run_part("input")),
    (
        "run_part_once",
        lambda w: (w.new_run_part("input"), w.new_run_part("input")),
        lambda w: (w.new_run_part("input"), w.new_run_part("result")),
    ),
]


def _write(make: Make) -> None:
    """Make the row and check what the database checks at commit."""
    with transaction.atomic():
        make(World())
        connection.check_constraints()


@pytest.mark.parametrize(("name", "breaks", "_sound"), CASES, ids=[case[0] for case in CASES])
def test_the_database_keeps_out(name: str, breaks: Make, _sound: Make) -> None:
    with pytest.raises(IntegrityError, match=f'"{name}"'):
        _write(breaks)


@pytest.mark.parametrize(("_name", "_breaks", "sound"), CASES, ids=[case[0] for case in CASES])
def test_the_database_lets_in(_name: str, _breaks: Make, sound: Make) -> None:
    _write(sound)


# Nothing breaks these alone: keys with another column beside them, which composite foreign keys point to, and a check
# of a list's source, because another check already refuses unknown sources.
UNBREAKABLE = {"summary_of_a_topic", "work_of_a_kind", "itemlist_source_known"}


def test_each_named_constraint_has_a_case() -> None:
    models = apps.get_app_config("annotator").get_models()
    named = {constraint.name for model in models for constraint in model._meta.constraints}
    assert {case[0] for case in CASES} >= named - UNBREAKABLE


IDENTITY: dict[str, Callable[[World], Any]] = {
    "id": lambda w: w.annotation.pk + 1,
    "kind": lambda _: "other",
    "topic": lambda w: factories.make_topic(w.project),
    "summary": lambda w: factories.make_summary(w.topic, "peer"),
    "owner": lambda w: factories.make_member(w.project),
    "release": lambda w: factories.make_release(w.pyramid, number=9),
    "slot": lambda _: "second",
}


@pytest.mark.parametrize("column", IDENTITY)
def test_what_identifies_a_work_never_changes(column: str) -> None:
    world = World()
    works = Work.objects.filter(pk=world.annotation.pk)
    value = IDENTITY[column](world)
    with pytest.raises(IntegrityError, match="never changed or deleted"), transaction.atomic():
        works.update(**{column: value})
    if column in ("summary", "release"):
        with pytest.raises(IntegrityError, match="never changed or deleted"), transaction.atomic():
            works.update(**{column: None})


def test_the_same_again_and_the_other_columns_of_a_work_can_be_written() -> None:
    world = World()
    work = world.annotation
    work.save()
    own = {"state": "submitted", "revision": 7, "next_uid": 7, "next_position": 7.0}
    Work.objects.filter(pk=work.pk).update(**own, derived_from=world.other_annotation)
    work.refresh_from_db()
    assert {name: getattr(work, name) for name in own} == own
    assert work.derived_from == world.other_annotation


def _one_of_each(world: World) -> None:
    """A row of each table of a project, each held by others: sources, units of released SCUs, what was carried over."""
    world.new_run_part("result")
    factories.make_sources(world.pyramid, world.other_pyramid)
    factories.make_sources(world.annotation, world.other_annotation)
    Work.objects.filter(pk=world.annotation.pk).update(derived_from=world.other_annotation)
    world.annotation.editors.add(world.member)
    world.set_aside((5, 6))
    world.relate()
    world.mark_absent()
    world.new_edit(work=world.annotation)
    factories.use_up(world.annotation, [str(SAME)])
    factories.make_assignment(world.topic, world.member, world.annotation.summary, release=world.release)
    thread = NoteThread.objects.create(work=world.pyramid, item=SAME, summary=world.model)
    Note.objects.create(thread=thread, author=world.member, at=timezone.now(), text="Why?")
    Decision.objects.create(work=world.pyramid, key="k", choice="a")
    TopicRole.objects.create(topic=world.topic, member=world.member, role="reviewer")
    MatchFile.objects.create(work=world.annotation, name="1.pan")
    ImportedFile.objects.create(project=world.project, sha256="a" * 64, name="1.pan")
    make_judgments(world)
    factories.make_account_invitation(world.project, member=world.member)
    Invitation.objects.create(
        project=world.project,
        code=world.project.slug,
        role="viewer",
        expires_at=timezone.now(),
        created_by=factories.make_user(),
    )


def _counts() -> dict[str, int]:
    """By table of a project the number of its rows."""
    found = {model.__name__: model._base_manager.count() for model in apps.get_app_config("annotator").get_models()}
    return {name: number for name, number in found.items() if name not in ("AccountSession", "ApiToken")}


def test_a_project_with_everything_in_it_is_deleted_and_the_others_stay() -> None:
    _one_of_each(World())
    before = _counts()
    assert all(before.values())
    world = World()
    _one_of_each(world)
    manager = factories.make_member(world.project, "manager")
    delete_project(project=world.project, by=manager)
    connection.check_constraints()
    assert _counts() == before


def test_what_others_hold_is_not_deleted_alone() -> None:
    """Within a project a row that others need stays as long as they do."""
    world = World()
    _one_of_each(world)
    for held in (world.member, world.release.scus.get(), world.annotation.summary):
        with pytest.raises((RestrictedError, IntegrityError)), transaction.atomic():
            held.delete()


def test_edges_of_several_parts_may_move_in_one_transaction() -> None:
    world = World()
    world.new_part(start=20, end=30)
    with transaction.atomic():
        first, second = Part.objects.filter(pyramid=world.pyramid).order_by("start")
        Part.objects.filter(pk=first.pk).update(start=10, end=25)
        Part.objects.filter(pk=second.pk).update(start=25, end=30)
        connection.check_constraints()
