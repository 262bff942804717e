"""Inserts the works of a topic (its pyramids and peer annotations), with all their rows, from a project file.

Functions whose names end in ``_row`` or ``_rows`` return rows for `insert_rows`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from annotator.duc.documents import scus_from_json
from annotator.duc.non_matching import marks_non_matching
from annotator.interchange.project_file.fields import column_values
from annotator.interchange.project_file.names import rename_in_payload, rename_in_snapshots
from annotator.interchange.project_file.refusals import Json
from annotator.interchange.project_file.rows import People, TopicKeys, insert_rows, referenced_identity, work_identity
from annotator.judgments.models import KIND as SHEET
from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Absence, MatchFile, Unit, UnitPart
from annotator.projects.columns import opaque_id
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu, ScuRelation, SetAside
from annotator.pyramids.verbs.relations import relations_of
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.release_models import Release
from annotator.work.tasks.models import Assignment


@dataclass(frozen=True, slots=True)
class NewWork:
    """A work to be inserted: its JSON in the file, and the primary key that its row will have."""

    key: int
    kind: str
    json: Json


def write_works(keys: TopicKeys, topic: Json, people: People) -> None:
    """Insert a topic's works and assignments, and add the primary keys of works, releases and SCUs to ``keys``."""
    pyramids = [NewWork(opaque_id(), PYRAMID, pyramid) for pyramid in topic["pyramids"]]
    annotations = [NewWork(opaque_id(), MATCH, annotation) for annotation in topic["annotations"]]
    works = [*pyramids, *annotations]
    keys.works = {work_identity(work.json): work.key for work in works}
    releases = [(opaque_id(), work, release) for work in pyramids for release in work.json["releases"]]
    keys.releases = {(work.json["owner"], release["number"]): key for key, work, release in releases}
    insert_rows(Work, [_work_row(work, keys, people) for work in works])
    _write_pyramid_items(pyramids, keys)
    _write_releases(releases, keys, people)
    _write_annotation_items(annotations, keys)
    _write_common_rows(works, keys, people)
    insert_rows(Assignment, [_assignment_row(assignment, keys, people) for assignment in topic["assignments"]])


def _work_row(work: NewWork, keys: TopicKeys, people: People) -> dict[str, Any]:
    peer, origin = work.json.get("peer"), work.json.get("derived_from")
    return {
        "next_uid": 1,  # for annotations; the file has this field only for pyramids
        **column_values(work.kind, work.json),
        "id": work.key,
        "kind": work.kind,
        "topic": keys.topic,
        "summary": keys.peers[peer] if peer else None,
        "owner": people.members[work.json["owner"]],
        "release": keys.release(work.json.get("release")),
        "derived_from": keys.works[referenced_identity(origin)] if origin else None,
    }


def _assignment_row(assignment: Json, keys: TopicKeys, people: People) -> dict[str, Any]:
    peer = assignment["peer"]
    return {
        **column_values(Assignment, assignment),
        "kind": SHEET if "slot" in assignment else MATCH if peer else PYRAMID,
        "slot": assignment.get("slot", ""),
        "topic": keys.topic,
        "member": people.members[assignment["member"]],
        "summary": keys.peers[peer] if peer else None,
        "release": keys.release(assignment["release"]),
        **people.account_columns(assignment["created_by"], account="created_by", fallback="creator_name"),
    }


def _write_pyramid_items(pyramids: list[NewWork], keys: TopicKeys) -> None:
    """Insert the SCUs of pyramids with their relations, contributors and parts, and the texts that were set aside."""
    scus = [(work.key, scu) for work in pyramids for scu in work.json["scus"]]
    rows = [
        {**column_values(Scu, {"flags": [], **scu}), "pyramid": pyramid, "uuid": scu["id"]} for pyramid, scu in scus
    ]
    scu_keys = insert_rows(Scu, rows)
    scu_key_by_id = {(pyramid, scu["id"]): key for key, (pyramid, scu) in zip(scu_keys, scus, strict=True)}
    insert_rows(
        ScuRelation,
        [
            {
                "pyramid": pyramid,
                "scu": scu_key_by_id[pyramid, scu["id"]],
                "to_scu": scu_key_by_id[pyramid, relation["to"]],
                "kind": relation["kind"],
            }
            for pyramid, scu in scus
            for relation in relations_of(scu)
        ],
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
                **column_values(Contributor, {"flags": [], **contributor}),
                "scu": scu_key,
                "summary": keys.models[contributor["summary"]],
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
            for part in _part_rows(contributor)
        ],
    )
    insert_rows(
        SetAside,
        [
            {"pyramid": work.key, "summary": keys.models[aside["summary"]], "start": start, "end": end}
            for work in pyramids
            for aside in work.json["asides"]
            for start, end in aside["spans"]
        ],
    )


def _part_rows(contributor_or_unit: Json) -> Iterable[dict[str, Any]]:
    for position, part in enumerate(contributor_or_unit["parts"]):
        yield {"uuid": part["id"], "position": position, "start": part["start"], "end": part["end"]}


def _write_releases(releases: list[tuple[int, NewWork, Json]], keys: TopicKeys, people: People) -> None:
    insert_rows(
        Release,
        [
            {
                **column_values(Release, release),
                "id": key,
                "pyramid": pyramid.key,
                **people.account_columns(release["created_by"], account="created_by", fallback="creator_name"),
            }
            for key, pyramid, release in releases
        ],
    )
    scus = [(key, scu) for key, _, release in releases for scu in release["scus"]]
    scu_keys = insert_rows(ReleasedScu, [_released_scu_row(key, scu, keys) for key, scu in scus])
    keys.scus = {(release_key, scu["id"]): key for (release_key, scu), key in zip(scus, scu_keys, strict=True)}


def _released_scu_row(release_key: int, scu: Json, keys: TopicKeys) -> dict[str, Any]:
    contributors = [
        {**contributor, "summary": keys.models[contributor["summary"]]} for contributor in scu["contributors"]
    ]
    values = {**column_values(ReleasedScu, scu), "contributors": contributors, "relations": [*relations_of(scu)]}
    return {**values, "release": release_key, "uuid": scu["id"]}


def _write_annotation_items(annotations: list[NewWork], keys: TopicKeys) -> None:
    insert_rows(MatchFile, [_match_file_row(work) for work in annotations if _has_file(work.json)])
    units = [(work, unit) for work in annotations for unit in work.json["units"]]
    unit_keys = insert_rows(Unit, [_unit_row(work, unit, keys) for work, unit in units])
    insert_rows(
        UnitPart,
        [
            {**part, "unit": key, "annotation": work.key}
            for key, (work, unit) in zip(unit_keys, units, strict=True)
            for part in _part_rows(unit)
        ],
    )
    absences = [(work, scu) for work in annotations for scu in work.json["absences"]]
    insert_rows(
        Absence, [{"annotation": work.key, "scu": keys.scu(work.json["release"], scu)} for work, scu in absences]
    )


def _has_file(annotation: Json) -> bool:
    fields = (annotation["document"], annotation["document_revision"])
    return bool(annotation["file_name"]) or any(field is not None for field in fields)


def _match_file_row(work: NewWork) -> dict[str, Any]:
    renamed_fields = {"name": work.json["file_name"], "revision": work.json["document_revision"]}
    document = work.json["document"]
    has_marks = marks_non_matching(document["text"], scus_from_json(document["scus"])) if document else None
    return {**column_values(MatchFile, work.json), **renamed_fields, "work": work.key, "marks_non_matching": has_marks}


def _unit_row(work: NewWork, unit: Json, keys: TopicKeys) -> dict[str, Any]:
    scu = keys.scu(work.json["release"], unit["scu"]) if unit["scu"] else None
    optional_fields = {"label": "", "flags": []}
    return {**column_values(Unit, {**optional_fields, **unit}), "annotation": work.key, "uuid": unit["id"], "scu": scu}


def _write_common_rows(works: list[NewWork], keys: TopicKeys, people: People) -> None:
    """Insert the rows that works of every kind have."""

    def insert(model: Any, json_key: str, to_row: Callable[[Any], dict[str, Any]]) -> None:
        insert_rows(model, [{**to_row(value), "work": work.key} for work in works for value in work.json[json_key]])

    insert(Work.editors.through, "editors", lambda name: {"membership": people.members[name]})
    insert(Decision, "decisions", lambda decision: column_values(Decision, decision))
    insert(UsedId, "used_ids", lambda uuid: {"uuid": uuid})
    insert_rows(ConsensusSource, _source_rows(works, keys))
    _write_threads(works, keys, people)
    insert(Edit, "log", lambda edit: edit_row(edit, keys, people))


def _source_rows(works: list[NewWork], keys: TopicKeys) -> Iterable[dict[str, Any]]:
    for work in works:
        for position, source in enumerate(work.json["sources"]):
            yield {
                **column_values(ConsensusSource, source),
                "work": work.key,
                "source": keys.works[work_identity(work.json, owner=source["owner"])],
                "kind": work.kind,
                "position": position,
            }


def _write_threads(works: list[NewWork], keys: TopicKeys, people: People) -> None:
    threads = [(opaque_id(), work.key, thread) for work in works for thread in work.json["threads"]]
    insert_rows(
        NoteThread,
        [
            {
                **column_values(NoteThread, thread),
                "id": key,
                "work": work_key,
                "item": thread["scu"] or thread["unit"],
                "summary": keys.models[thread["summary"]] if thread["summary"] else None,
                **people.account_columns(thread["resolved_by"], account="resolved_by", fallback="resolver_name"),
            }
            for key, work_key, thread in threads
        ],
    )
    insert_rows(
        Note,
        [
            {**column_values(Note, note), "thread": key, "uuid": note["id"], "author": people.members[note["author"]]}
            for key, _, thread in threads
            for note in thread["notes"]
        ],
    )


def edit_row(edit: Json, keys: TopicKeys, people: People) -> dict[str, Any]:
    """The row of an edit in a log, except the column ``work``, which the caller adds."""
    return {
        **column_values(Edit, edit),
        "uuid": edit["id"],
        **people.account_columns(edit["by"], account="actor", fallback="actor_name"),
        "payload": rename_in_payload(
            edit["verb"],
            edit["payload"],
            summary=keys.models.__getitem__,
            annotation=lambda origin: keys.works[referenced_identity(origin)],
        ),
        "before": rename_in_snapshots(edit["before"], keys.models.__getitem__),
        "after": rename_in_snapshots(edit["after"], keys.models.__getitem__),
    }
