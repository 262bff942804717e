"""Pyramids and peer annotations of a topic, written to their rows from the JSON of a project."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotator.interchange.inserting import insert_rows
from annotator.interchange.project_file.fields import columns
from annotator.interchange.project_file.import_names import Json, People, TopicRows, WorkKey, reference
from annotator.interchange.project_file.imported_around import Around
from annotator.matching.models import Absence, Unit, UnitPart
from annotator.projects.columns import opaque_id
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu, SetAside
from annotator.work.models import Release, Work
from annotator.work.tasks.models import Assignment


def write_works(rows: TopicRows, topic: Json, people: People) -> dict[tuple[str, int], int]:
    """Write everything of a topic but its summaries and roles; gives the keys of its releases."""
    pyramids = [(opaque_id(), one) for one in topic["pyramids"]]
    _write_pyramids(pyramids, rows, people)
    annotations = [(opaque_id(), one) for one in topic["annotations"]]
    rows.annotations = {_work_key(one): key for key, one in annotations}
    _write_annotations(annotations, rows, people)
    owners = {one["owner"]: key for key, one in pyramids}
    Around("pyramid", pyramids, rows, people).write(lambda _, owner: owners[owner])
    Around("annotation", annotations, rows, people).write(
        lambda one, owner: rows.annotations[one["peer"], owner, one["release"]["pyramid"], one["release"]["number"]]
    )
    insert_rows(Assignment, [_assignment(one, rows, people) for one in topic["assignments"]])
    return rows.releases


def _work_key(one: Json) -> WorkKey:
    return one["peer"], one["owner"], one["release"]["pyramid"], one["release"]["number"]


def _assignment(one: Json, rows: TopicRows, people: People) -> dict[str, Any]:
    release = one["release"]
    return {
        **columns(Assignment, one),
        "topic": rows.topic,
        "member": people.members[one["member"]],
        "summary": rows.peers[one["peer"]] if one["peer"] else None,
        "release": rows.releases[release["pyramid"], release["number"]] if release else None,
        **people.pointed(one["created_by"], "created_by", "creator_name"),
    }


def _write_pyramids(pyramids: list[tuple[int, Json]], rows: TopicRows, people: People) -> None:
    owned = [
        {**columns(Work, one), "id": key, "topic": rows.topic, "owner": people.members[one["owner"]]}
        for key, one in pyramids
    ]
    insert_rows(Work, owned)
    scus = [(key, scu) for key, one in pyramids for scu in one["scus"]]
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
    _write_asides(pyramids, rows)
    _write_releases(pyramids, rows, people)


def _contributor(scu: int, place: int, one: Json, rows: TopicRows) -> dict[str, Any]:
    own = columns(Contributor, {"flags": [], **one})
    return {**own, "scu": scu, "summary": rows.models[one["summary"]], "position": place}


def _part(place: int, part: Json) -> dict[str, Any]:
    return {"uuid": part["id"], "position": place, "start": part["start"], "end": part["end"]}


def _write_asides(pyramids: Iterable[tuple[int, Json]], rows: TopicRows) -> None:
    insert_rows(
        SetAside,
        [
            {"pyramid": key, "summary": rows.models[aside["summary"]], "start": start, "end": end}
            for key, one in pyramids
            for aside in one["asides"]
            for start, end in aside["spans"]
        ],
    )


def _write_releases(pyramids: Iterable[tuple[int, Json]], rows: TopicRows, people: People) -> None:
    made = [(opaque_id(), key, one["owner"], release) for key, one in pyramids for release in one["releases"]]
    insert_rows(
        Release,
        [
            {
                **columns(Release, release),
                "id": key,
                "pyramid": pyramid,
                **people.pointed(release["created_by"], "created_by", "creator_name"),
            }
            for key, pyramid, _, release in made
        ],
    )
    rows.releases = {(owner, release["number"]): key for key, _, owner, release in made}
    scus = [(key, scu) for key, _, _, release in made for scu in release["scus"]]
    keys = insert_rows(ReleasedScu, [_released(key, scu, rows) for key, scu in scus])
    for (release_key, scu), key in zip(scus, keys, strict=True):
        rows.scus.setdefault(release_key, {})[scu["id"]] = key


def _released(release: int, scu: Json, rows: TopicRows) -> dict[str, Any]:
    contributors = [{**one, "summary": rows.models[one["summary"]]} for one in scu["contributors"]]
    return {**columns(ReleasedScu, scu), "release": release, "uuid": scu["id"], "contributors": contributors}


def _write_annotations(annotations: list[tuple[int, Json]], rows: TopicRows, people: People) -> None:
    release_of = {key: rows.releases[one["release"]["pyramid"], one["release"]["number"]] for key, one in annotations}
    insert_rows(Work, [_annotation(key, one, release_of[key], rows, people) for key, one in annotations])
    units = [(key, unit) for key, one in annotations for unit in one["units"]]
    keys = insert_rows(Unit, [_unit(key, unit, rows.scus.get(release_of[key], {})) for key, unit in units])
    insert_rows(
        UnitPart,
        [
            {**_part(place, part), "unit": key, "annotation": annotation}
            for key, (annotation, unit) in zip(keys, units, strict=True)
            for place, part in enumerate(unit["parts"])
        ],
    )
    insert_rows(
        Absence,
        [
            {"annotation": key, "scu": rows.scus[release_of[key]][scu]}
            for key, one in annotations
            for scu in one["absences"]
        ],
    )


def _unit(annotation: int, unit: Json, scus: Mapping[str, int]) -> dict[str, Any]:
    own = columns(Unit, {"label": "", "flags": [], **unit})
    scu = scus[unit["scu"]] if unit["scu"] else None
    return {**own, "annotation": annotation, "uuid": unit["id"], "scu": scu}


def _annotation(key: int, one: Json, release: int, rows: TopicRows, people: People) -> dict[str, Any]:
    origin = one["derived_from"]
    return {
        **columns(Work, one),
        "id": key,
        "summary": rows.peers[one["peer"]],
        "owner": people.members[one["owner"]],
        "release": release,
        "derived_from": rows.annotations[reference(origin)] if origin else None,
    }
