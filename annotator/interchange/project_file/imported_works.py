"""Writes the works of a topic, with all that belongs to them, from the JSON of a project."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from annotator.interchange.project_file.fields import columns
from annotator.interchange.project_file.names import renamed_images, renamed_payload
from annotator.interchange.project_file.refusals import Json
from annotator.interchange.project_file.rows import People, TopicRows, identity, insert_rows, reference
from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Absence, MatchFile, Unit, UnitPart
from annotator.projects.columns import opaque_id
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu, SetAside
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Release, Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.tasks.models import Assignment


@dataclass(frozen=True, slots=True)
class NewWork:
    """A work of the file and its key here."""

    key: int
    kind: str
    item: Json


def write_works(rows: TopicRows, topic: Json, people: People) -> None:
    """Write a topic's works and assignments; ``rows`` gets the keys of works and releases."""
    pyramids = [NewWork(opaque_id(), PYRAMID, item) for item in topic["pyramids"]]
    matchings = [NewWork(opaque_id(), MATCH, item) for item in topic["annotations"]]
    works = [*pyramids, *matchings]
    rows.works = {identity(work.item): work.key for work in works}
    releases = [(opaque_id(), work, release) for work in pyramids for release in work.item["releases"]]
    rows.releases = {(work.item["owner"], release["number"]): key for key, work, release in releases}
    insert_rows(Work, [_work(work, rows, people) for work in works])
    _write_scus(pyramids, rows)
    _write_releases(releases, rows, people)
    _write_units(matchings, rows)
    _write_shared(works, rows, people)
    insert_rows(Assignment, [_assignment(item, rows, people) for item in topic["assignments"]])


def _work(work: NewWork, rows: TopicRows, people: People) -> dict[str, Any]:
    item = work.item
    peer, origin = item.get("peer"), item.get("derived_from")
    return {
        "next_uid": 1,
        **columns(work.kind, item),
        "id": work.key,
        "kind": work.kind,
        "topic": rows.topic,
        "summary": rows.peers[peer] if peer else None,
        "owner": people.members[item["owner"]],
        "release": rows.release(item.get("release")),
        "derived_from": rows.works[reference(origin)] if origin else None,
    }


def _assignment(item: Json, rows: TopicRows, people: People) -> dict[str, Any]:
    peer = item["peer"]
    return {
        **columns(Assignment, item),
        "kind": MATCH if peer else PYRAMID,
        "topic": rows.topic,
        "member": people.members[item["member"]],
        "summary": rows.peers[peer] if peer else None,
        "release": rows.release(item["release"]),
        **people.columns(item["created_by"], "created_by", "creator_name"),
    }


def _write_scus(pyramids: list[NewWork], rows: TopicRows) -> None:
    scus = [(work.key, scu) for work in pyramids for scu in work.item["scus"]]
    scu_keys = insert_rows(
        Scu, [{**columns(Scu, {"flags": [], **scu}), "pyramid": key, "uuid": scu["id"]} for key, scu in scus]
    )
    contributors = [
        (pyramid, scu_key, position, contributor)
        for scu_key, (pyramid, scu) in zip(scu_keys, scus, strict=True)
        for position, contributor in enumerate(scu["contributors"])
    ]
    contributor_keys = insert_rows(
        Contributor,
        [
            {
                **columns(Contributor, {"flags": [], **contributor}),
                "scu": scu_key,
                "summary": rows.models[contributor["summary"]],
                "position": position,
            }
            for _, scu_key, position, contributor in contributors
        ],
    )
    insert_rows(
        Part,
        [
            {**part, "contributor": key, "pyramid": pyramid}
            for key, (pyramid, _, _, contributor) in zip(contributor_keys, contributors, strict=True)
            for part in _parts(contributor)
        ],
    )
    insert_rows(
        SetAside,
        [
            {"pyramid": work.key, "summary": rows.models[aside["summary"]], "start": start, "end": end}
            for work in pyramids
            for aside in work.item["asides"]
            for start, end in aside["spans"]
        ],
    )


def _parts(item: Json) -> Iterable[dict[str, Any]]:
    """The columns of a contributor's or unit's parts."""
    for position, part in enumerate(item["parts"]):
        yield {"uuid": part["id"], "position": position, "start": part["start"], "end": part["end"]}


def _write_releases(releases: list[tuple[int, NewWork, Json]], rows: TopicRows, people: People) -> None:
    insert_rows(
        Release,
        [
            {
                **columns(Release, release),
                "id": key,
                "pyramid": pyramid.key,
                **people.columns(release["created_by"], "created_by", "creator_name"),
            }
            for key, pyramid, release in releases
        ],
    )
    scus = [(key, scu) for key, _, release in releases for scu in release["scus"]]
    scu_keys = insert_rows(ReleasedScu, [_released_scu(key, scu, rows) for key, scu in scus])
    rows.scus = {(release, scu["id"]): key for (release, scu), key in zip(scus, scu_keys, strict=True)}


def _released_scu(release: int, scu: Json, rows: TopicRows) -> dict[str, Any]:
    contributors = [{**item, "summary": rows.models[item["summary"]]} for item in scu["contributors"]]
    return {**columns(ReleasedScu, scu), "release": release, "uuid": scu["id"], "contributors": contributors}


def _write_units(matchings: list[NewWork], rows: TopicRows) -> None:
    insert_rows(MatchFile, [_file(work) for work in matchings if _has_file(work.item)])
    units = [(work, unit) for work in matchings for unit in work.item["units"]]
    keys = insert_rows(Unit, [_unit(work, unit, rows) for work, unit in units])
    insert_rows(
        UnitPart,
        [
            {**part, "unit": key, "annotation": work.key}
            for key, (work, unit) in zip(keys, units, strict=True)
            for part in _parts(unit)
        ],
    )
    absences = [(work, scu) for work in matchings for scu in work.item["absences"]]
    insert_rows(
        Absence, [{"annotation": work.key, "scu": rows.scu(work.item["release"], scu)} for work, scu in absences]
    )


def _has_file(item: Json) -> bool:
    return bool(item["file_name"]) or item["document"] is not None or item["document_revision"] is not None


def _file(work: NewWork) -> dict[str, Any]:
    item = work.item
    names = {"name": item["file_name"], "revision": item["document_revision"]}
    return {**columns(MatchFile, item), **names, "work": work.key}


def _unit(work: NewWork, unit: Json, rows: TopicRows) -> dict[str, Any]:
    scu = rows.scu(work.item["release"], unit["scu"]) if unit["scu"] else None
    plain = columns(Unit, {"label": "", "flags": [], **unit})
    return {**plain, "annotation": work.key, "uuid": unit["id"], "scu": scu}


def _write_shared(works: list[NewWork], rows: TopicRows, people: People) -> None:
    """Write what works of every kind have."""

    def insert(model: Any, name: str, row: Callable[[Any], dict[str, Any]]) -> None:
        insert_rows(model, [{**row(item), "work": work.key} for work in works for item in work.item[name]])

    insert(Work.editors.through, "editors", lambda name: {"membership": people.members[name]})
    insert(Decision, "decisions", lambda decision: columns(Decision, decision))
    insert(UsedId, "used_ids", lambda uuid: {"uuid": uuid})
    insert_rows(ConsensusSource, _sources(works, rows))
    _write_threads(works, rows, people)
    insert(Edit, "log", lambda edit: _edit(edit, rows, people))


def _sources(works: list[NewWork], rows: TopicRows) -> Iterable[dict[str, Any]]:
    for work in works:
        for position, source in enumerate(work.item["sources"]):
            yield {
                **columns(ConsensusSource, source),
                "work": work.key,
                "source": rows.works[identity(work.item, owner=source["owner"])],
                "kind": work.kind,
                "position": position,
            }


def _write_threads(works: list[NewWork], rows: TopicRows, people: People) -> None:
    threads = [(opaque_id(), work.key, thread) for work in works for thread in work.item["threads"]]
    insert_rows(
        NoteThread,
        [
            {
                **columns(NoteThread, thread),
                "id": key,
                "work": work,
                "item": thread["scu"] or thread["unit"],
                "summary": rows.models[thread["summary"]] if thread["summary"] else None,
                **people.columns(thread["resolved_by"], "resolved_by", "resolver_name"),
            }
            for key, work, thread in threads
        ],
    )
    insert_rows(
        Note,
        [
            {**columns(Note, note), "thread": key, "uuid": note["id"], "author": people.members[note["author"]]}
            for key, _, thread in threads
            for note in thread["notes"]
        ],
    )


def _edit(edit: Json, rows: TopicRows, people: People) -> dict[str, Any]:
    return {
        **columns(Edit, edit),
        "uuid": edit["id"],
        **people.columns(edit["by"], "actor", "actor_name"),
        "payload": renamed_payload(
            edit["verb"],
            edit["payload"],
            summary=rows.models.__getitem__,
            annotation=lambda origin: rows.works[reference(origin)],
        ),
        "before": renamed_images(edit["before"], rows.models.__getitem__),
        "after": renamed_images(edit["after"], rows.models.__getitem__),
    }
