"""Rows for tests: one function a model, with every detail that a test does not care about filled in.

SCUs and units are given as the snapshots that pages, log and reducers speak of (`scu_snapshot`, `unit_snapshot`).
"""

import itertools
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from annotator.judgments.models import Instrument, ItemList, sheets
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.instruments import create_instrument, set_instrument_state
from annotator.judgments.services.item_lists import create_typed_statement_list
from annotator.judgments.services.sheets import create_sheets, fill_sheet
from annotator.judgments.verbs.judgments import JudgmentSnapshot
from annotator.matching.models import Unit, UnitPart
from annotator.projects.documents.models import Document
from annotator.projects.documents.services import NewDocument, add_documents
from annotator.projects.invitation_models import AccountInvitation
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu, ScuRelation
from annotator.runs.models import Run
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.log.models import UsedId
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.tasks.models import Assignment

PASSWORD = "a password for tests"
_number = itertools.count(1)

SCU_IDS, PART_IDS, GROUP_IDS, EDIT_IDS, UNIT_IDS = 1, 2, 3, 4, 5


def client_id(kind: int, number: int) -> str:
    """A readable client-made id: `kind` is one of the constants above."""
    return str(UUID(int=0x0000_0000_0000_4000_8000_0000_0000_0000 | kind << 40 | number))


def make_user(username: str = "", *, password: str = PASSWORD, **fields: Any) -> User:
    """Somebody with an account."""
    return User.objects.create_user(username or f"user{next(_number)}", password=password, **fields)


def make_project(slug: str = "", **settings: Any) -> Project:
    """A project without members."""
    slug = slug or f"project-{next(_number)}"
    return Project.objects.create(slug=slug, **{"name": slug.title(), **settings})


def make_member(project: Project, role: str = Membership.Role.ANNOTATOR, user: User | None = None) -> Membership:
    """A member with an account."""
    user = user or make_user()
    return Membership.objects.create(project=project, user=user, name=user.username, role=role)


def make_topic(project: Project | None = None, key: str = "", **fields: Any) -> Topic:
    """A topic without summaries."""
    return Topic.objects.create(project=project or make_project(), key=key or f"D{next(_number):04}", **fields)


def make_summary(topic: Topic, kind: str = Summary.Kind.MODEL, *, text: str = "word " * 20, **fields: Any) -> Summary:
    """A summary whose words and sentences are not looked at."""
    if "position" not in fields:
        fields["position"] = topic.summaries.filter(kind=kind).count()
    fields.setdefault("summarizer", f"{kind}{next(_number)}")
    return Summary.objects.create(topic=topic, kind=kind, text=text, length=len(text), segmenter="none", **fields)


def make_pyramid(
    topic: Topic, owner: Membership | None = None, scus: Iterable[dict[str, Any]] = (), **fields: Any
) -> Work:
    """A pyramid with these SCUs; next uid and position follow them unless given."""
    snapshots = list(scus)
    fields.setdefault("next_uid", max((snapshot["uid"] for snapshot in snapshots), default=0) + 1)
    fields.setdefault("next_position", max((snapshot["position"] for snapshot in snapshots), default=0) + 1)
    pyramid = Work.objects.create(kind="pyramid", topic=topic, owner=owner or make_member(topic.project), **fields)
    add_scus(pyramid, snapshots)
    return pyramid


def add_scus(pyramid: Work, scus: Iterable[dict[str, Any]]) -> None:
    """More SCUs, past the log. The rows of each table are written by one statement."""
    snapshots = list(scus)
    rows = Scu.objects.bulk_create(
        Scu(pyramid=pyramid, uuid=snapshot["id"], flags=snapshot.get("flags", []), **_own_fields(snapshot))
        for snapshot in snapshots
    )
    pairs = zip(rows, snapshots, strict=True)
    places = [(scu, at, said) for scu, snapshot in pairs for at, said in enumerate(snapshot["contributors"])]
    contributors = Contributor.objects.bulk_create(
        Contributor(
            scu=scu, summary_id=said["summary"], position=at, comment=said["comment"], flags=said.get("flags", [])
        )
        for scu, at, said in places
    )
    Part.objects.bulk_create(
        Part(contributor=contributor, pyramid=pyramid, uuid=p["id"], position=i, start=p["start"], end=p["end"])
        for contributor, (_, _, said) in zip(contributors, places, strict=True)
        for i, p in enumerate(said["parts"])
    )
    keys = {str(scu.uuid): scu for scu in Scu.objects.filter(pyramid=pyramid)}
    ScuRelation.objects.bulk_create(
        ScuRelation(pyramid=pyramid, scu=keys[snapshot["id"]], to_scu=keys[one["to"]], kind=one["kind"])
        for snapshot in snapshots
        for one in snapshot.get("relations", ())
    )


def _own_fields(snapshot: dict[str, Any]) -> dict[str, Any]:
    return {name: snapshot[name] for name in ("uid", "position", "label", "comment")}


def make_instrument(project: Project, key: str = "") -> Instrument:
    """An open instrument with five questions about each peer."""
    manager = Membership(project=project, role=Membership.Role.MANAGER)
    preset, key = PRESETS["duc-quality"], key or f"quality{next(_number)}"
    draft = create_instrument(project=project, key=key, name="Quality", kind="", preset=preset, by=manager)
    return set_instrument_state(instrument=draft, state="open", by=manager)


def make_document(topic: Topic, key: str = "41", text: str = "The mill burned. It stood by a river.") -> Document:
    ((document,), _) = add_documents(topic=topic, documents=[NewDocument(key, text)], by=None)
    return document


def make_statements(topic: Topic, *texts: str) -> ItemList:
    """A list of statements that no sheet refers to."""
    manager = Membership(project=topic.project, role=Membership.Role.MANAGER)
    return create_typed_statement_list(topic=topic, texts=list(texts) or ["The mill burned."], by=manager)


def make_sheet(
    topic: Topic,
    judge: Membership,
    summary: Summary | None = None,
    *,
    instrument: Instrument | None = None,
    comment: str = "",
) -> Work:
    """A complete sheet about a peer. ``comment``: on its first judgment."""
    instrument = instrument or make_instrument(topic.project)
    peer = summary or topic.summaries.peer_summaries()[0]
    (sheet,) = create_sheets(instrument=instrument, topic=topic, owner=judge, subjects=[(peer, None, None)])
    judgments: list[JudgmentSnapshot] = [
        {
            "id": f"q{number}:",
            "question": f"q{number}",
            "item": None,
            "value": number,
            "skipped": False,
            "comment": comment if number == 1 else "",
            "marks": [],
        }
        for number in range(1, 6)
    ]
    fill_sheet(
        sheet=sheet,
        judgments=judgments,
        verb="import",
        payload={"file": f"{peer.summarizer}.csv"},
        by=None,
        now=timezone.now(),
        state="in_progress",
    )
    return sheets().get(pk=sheet.pk)


def make_assignment(topic: Topic, member: Membership, summary: Summary | None = None, **fields: Any) -> Assignment:
    """A task: the pyramid of a topic or, with ``summary``, the matching of a peer."""
    fields.setdefault("kind", "pyramid" if summary is None else "match")
    return Assignment.objects.create(topic=topic, member=member, summary=summary, **fields)


def make_account_invitation(project: Project, user: User | None = None, **fields: Any) -> AccountInvitation:
    """An invitation of this or a new account."""
    now, user = timezone.now(), user or make_user()
    times = {"created_at": now, "expires_at": now + timedelta(days=9)}
    return AccountInvitation.objects.create(
        **{
            "project": project,
            "username": user.username,
            "user": user,
            "role": "viewer",
            "created_by": user,
            **times,
            **fields,
        }
    )


def make_run(**fields: Any) -> Run:
    """A run of long work, which waits."""
    parameters = {"address": f"/p/{fields['project'].slug}/scores/"} if "project" in fields else {}
    given = {"job": "answer", "title": "Scores", "parameters": parameters, "digest": "0" * 64}
    return Run.objects.create(**{**given, **fields})


def use_up(work: Work, ids: Iterable[str]) -> None:
    """Reserve ids as those of something that is gone."""
    UsedId.objects.bulk_create(UsedId(work=work, uuid=one) for one in ids)


def make_sources(work: Work, *sources: Work) -> None:
    """Make it a consensus of these, as they stand."""
    ConsensusSource.objects.bulk_create(
        ConsensusSource(work=work, source=source, kind=work.kind, position=position, revision=source.revision)
        for position, source in enumerate(sources)
    )


def make_release(pyramid: Work, scus: Sequence[dict[str, Any]] = (), **fields: Any) -> Release:
    """A release with these SCUs (snapshots); their weights are their numbers of contributors."""
    fields.setdefault("number", pyramid.releases.count() + 1)
    release = Release.objects.create(
        pyramid=pyramid,
        revision=pyramid.revision,
        model_count=pyramid.topic.summaries.filter(kind=Summary.Kind.MODEL).count(),
        **fields,
    )
    ReleasedScu.objects.bulk_create(_released(release, snapshot) for snapshot in scus)
    return release


def _released(release: Release, snapshot: dict[str, Any]) -> ReleasedScu:
    contributors = [
        {**one, "parts": [{"start": part["start"], "end": part["end"]} for part in one["parts"]]}
        for one in snapshot["contributors"]
    ]
    said = {"weight": len(contributors), "contributors": contributors, "relations": snapshot.get("relations", [])}
    return ReleasedScu(release=release, uuid=snapshot["id"], **said, **_own_fields(snapshot))


def make_peer_annotation(
    release: Release,
    owner: Membership | None = None,
    units: Iterable[dict[str, Any]] = (),
    *,
    summary: Summary | None = None,
    **fields: Any,
) -> Work:
    """An annotation of a peer of the release's topic, with these units."""
    topic, snapshots = release.pyramid.topic, list(units)
    fields.setdefault("next_position", max((snapshot["position"] for snapshot in snapshots), default=0) + 1)
    annotation = Work.objects.create(
        kind="match",
        topic=topic,
        summary=summary or make_summary(topic, Summary.Kind.PEER),
        owner=owner or release.pyramid.owner,
        release=release,
        **fields,
    )
    add_units(annotation, snapshots)
    return annotation


def add_units(annotation: Work, units: Iterable[dict[str, Any]]) -> None:
    """More units, past the log. The rows of each table are written by one statement."""
    snapshots = list(units)
    keys = {str(uuid): key for uuid, key in annotation.release.scus.values_list("uuid", "id")}
    rows = Unit.objects.bulk_create(
        Unit(
            annotation=annotation,
            uuid=snapshot["id"],
            scu_id=keys[snapshot["scu"]] if snapshot["scu"] else None,
            flags=snapshot.get("flags", []),
            **{name: snapshot.get(name, "") for name in ("position", "comment", "label")},
        )
        for snapshot in snapshots
    )
    UnitPart.objects.bulk_create(
        UnitPart(unit=unit, annotation=annotation, uuid=p["id"], position=i, start=p["start"], end=p["end"])
        for unit, snapshot in zip(rows, snapshots, strict=True)
        for i, p in enumerate(snapshot["parts"])
    )


def scu_snapshot(
    number: int, *contributors: tuple[int, Sequence[tuple[int, int, int]]], **fields: Any
) -> dict[str, Any]:
    """The snapshot of an SCU: each contributor is (summary key, [(part number, start, end), ...])."""
    made = [{"summary": summary, "comment": "", "parts": _parts(parts)} for summary, parts in contributors]
    own = {"uid": number, "position": float(number), "label": f"SCU {number}", "comment": "", **fields}
    return {"id": client_id(SCU_IDS, number), **own, "contributors": made}


def unit_snapshot(number: int, scu: int | None, *parts: tuple[int, int, int], **fields: Any) -> dict[str, Any]:
    """The snapshot of a unit matched to the SCU of this number, or to none; parts are (number, start, end)."""
    matched = None if scu is None else client_id(SCU_IDS, scu)
    own = {"position": number, "scu": matched, "comment": "", **fields}
    return {"id": client_id(UNIT_IDS, number), **own, "parts": _parts(parts)}


def _parts(parts: Sequence[tuple[int, int, int]]) -> list[dict[str, Any]]:
    return [{"id": client_id(PART_IDS, number), "start": start, "end": end} for number, start, end in parts]
