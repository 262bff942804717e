"""The works of a topic, with all that belongs to them, written to their rows from the JSON of a project."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from annotator.interchange.inserting import insert_rows
from annotator.interchange.project_file.fields import columns
from annotator.interchange.project_file.import_names import Json, People, TopicRows, identity, reference
from annotator.interchange.project_file.names import renamed_images, renamed_payload
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
    """A work of the file and the key that it gets here."""

    key: int
    kind: str
    item: Json


def write_works(rows: TopicRows, topic: Json, people: People) -> None:
    """Write everything of a topic but its summaries and roles; ``rows`` gets the keys of works and releases."""
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
    insert_rows(Assignment, [_assignment(one, rows, people) for one in topic["assignments"]])


def _work(work: NewWork, rows: TopicRows, people: People) -> dict[str, Any]:
    item = work.item
    peer, release, origin = item.get("peer"), item.get("release"), item.get("derived_from")
    return {
        "next_uid": 1,
        **columns(work.kind, item),
        "id": work.key,
        "kind": work.kind,
        "topic": rows.topic,
        "summary": rows.peers[peer] if peer else None,
        "owner": people.members[item["owner"]],
        "release": rows.release(release),
        "derived_from": rows.works[reference(origin)] if origin else None,
    }


def _assignment(one: Json, rows: TopicRows, people: People) -> dict[str, Any]:
    return {
        **columns(Assignment, one),
        "kind": MATCH if one["peer"] else PYRAMID,
        "topic": rows.topic,
        "member": people.members[one["member"]],
        "summary": rows.peers[one["peer"]] if one["peer"] else None,
        "release": rows.release(one["release"]),
        **people.pointed(one["created_by"], "created_by", "creator_name"),
    }


def _write_scus(pyramids: list[NewWork], rows: TopicRows) -> None:
    scus = [(work.key, scu) for work in pyramids for scu in work.item["scus"]]
    keys = insert_rows(
        Scu, [{**columns(Scu, {"flags": [], **scu}), "pyramid": key, "uuid": scu["id"]} for key, scu in scus]
    )
    held = [
        (pyramid, scu, place, one)
        for scu, (pyramid, image) in zip(keys, scus, strict=True)
        for place, one in enumerate(image["contributors"])
    ]
    contributors = insert_rows(Contributor, [_contributor(scu, place, one, rows) for _, scu, place, one in held])
    insert_rows(
        Part,
        [
            {**_part(place, part), "contributor": key, "pyramid": pyramid}
            for key, (pyramid, _, _, one) in zip(contributors, held, strict=True)
            for place, part in enumerate(one["parts"])
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


def _contributor(scu: int, place: int, one: Json, rows: TopicRows) -> dict[str, Any]:
    own = columns(Contributor, {"flags": [], **one})
    return {**own, "scu": scu, "summary": rows.models[one["summary"]], "position": place}


def _part(place: int, part: Json) -> dict[str, Any]:
    return {"uuid": part["id"], "position": place, "start": part["start"], "end": part["end"]}


def _write_releases(releases: list[tuple[int, NewWork, Json]], rows: TopicRows, people: People) -> None:
    insert_rows(
        Release,
        [
            {
                **columns(Release, release),
                "id": key,
                "pyramid": pyramid.key,
                **people.pointed(release["created_by"], "created_by", "creator_name"),
            }
            for key, pyramid, release in releases
        ],
    )
    scus = [(key, scu) for key, _, release in releases for scu in release["scus"]]
    keys = insert_rows(ReleasedScu, [_released(key, scu, rows) for key, scu in scus])
    for (release_key, scu), key in zip(scus, keys, strict=True):
        rows.scus[release_key, scu["id"]] = key


def _released(release: int, scu: Json, rows: TopicRows) -> dict[str, Any]:
    contributors = [{**one, "summary": rows.models[one["summary"]]} for one in scu["contributors"]]
    return {**columns(ReleasedScu, scu), "release": release, "uuid": scu["id"], "contributors": contributors}


def _write_units(matchings: list[NewWork], rows: TopicRows) -> None:
    insert_rows(MatchFile, [_file(work) for work in matchings if _has_file(work.item)])
    units = [(work, unit) for work in matchings for unit in work.item["units"]]
    keys = insert_rows(Unit, [_unit(work, unit, rows) for work, unit in units])
    insert_rows(
        UnitPart,
        [
            {**_part(place, part), "unit": key, "annotation": work.key}
            for key, (work, unit) in zip(keys, units, strict=True)
            for place, part in enumerate(unit["parts"])
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
    own = {"name": item["file_name"], "revision": item["document_revision"]}
    return {**columns(MatchFile, item), **own, "work": work.key}


def _unit(work: NewWork, unit: Json, rows: TopicRows) -> dict[str, Any]:
    own = columns(Unit, {"label": "", "flags": [], **unit})
    scu = rows.scu(work.item["release"], unit["scu"]) if unit["scu"] else None
    return {**own, "annotation": work.key, "uuid": unit["id"], "scu": scu}


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
        for place, source in enumerate(work.item["sources"]):
            key = rows.works[identity(work.item, owner=source["owner"])]
            own = {"work": work.key, "source": key, "kind": work.kind, "position": place}
            yield {**columns(ConsensusSource, source), **own}


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
                **people.pointed(thread["resolved_by"], "resolved_by", "resolver_name"),
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
    def summary(name: str) -> int:
        return rows.models[name]

    payload = renamed_payload(
        edit["verb"], edit["payload"], summary=summary, annotation=lambda said: rows.works[reference(said)]
    )
    return {
        **columns(Edit, edit),
        "uuid": edit["id"],
        **people.pointed(edit["by"], "actor", "actor_name"),
        "payload": payload,
        "before": renamed_images(edit["before"], summary),
        "after": renamed_images(edit["after"], summary),
    }
