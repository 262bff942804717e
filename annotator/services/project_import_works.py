"""Pyramids and peer annotations of a topic, written to their rows from the JSON of a project."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotator.models import (
    Absence,
    Assignment,
    ConsensusSource,
    Contributor,
    Decision,
    Edit,
    Note,
    NoteThread,
    Part,
    PeerAnnotation,
    Pyramid,
    Release,
    ReleasedScu,
    Scu,
    SetAside,
    Unit,
    UnitPart,
    UsedId,
)
from annotator.models.opaque_id import opaque_id
from annotator.services.inserting import insert_pairs, insert_rows
from annotator.services.project_fields import columns
from annotator.services.project_names import renamed_images, renamed_payload

Json = Mapping[str, Any]
WorkKey = tuple[str, str, str, int]
"""Of a peer annotation: peer, owner, owner of the release's pyramid, number of the release."""


@dataclass(slots=True)
class People:
    """The accounts that user names of the file mean here, and its members by name."""

    accounts: Mapping[str, int]
    members: dict[str, int] = field(default_factory=dict)

    def pointed(self, said: str | None, account: str, kept: str) -> dict[str, Any]:
        """The two columns for a user name: the account here, or the name where there is none that is meant."""
        key = self.accounts.get(said) if said else None
        return {account: key, kept: "" if key is not None else said or ""}


@dataclass(slots=True)
class TopicRows:
    """A topic that was made, its summaries by name, and what comes to it: releases and annotations by what they are."""

    topic: int
    models: Mapping[str, int]
    peers: Mapping[str, int]
    releases: dict[tuple[str, int], int] = field(default_factory=dict)
    scus: dict[int, dict[str, int]] = field(default_factory=dict)
    annotations: dict[WorkKey, int] = field(default_factory=dict)


def write_works(rows: TopicRows, topic: Json, people: People) -> dict[tuple[str, int], int]:
    """Write everything of a topic but its summaries and roles; gives the keys of its releases."""
    pyramids = [(opaque_id(), one) for one in topic["pyramids"]]
    _write_pyramids(pyramids, rows, people)
    annotations = [(opaque_id(), one) for one in topic["annotations"]]
    rows.annotations = {_work_key(one): key for key, one in annotations}
    _write_annotations(annotations, rows, people)
    owners = {one["owner"]: key for key, one in pyramids}
    _Around("pyramid", pyramids, rows, people).write(lambda _, owner: owners[owner])
    _Around("annotation", annotations, rows, people).write(
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
        {**columns(Pyramid, one), "id": key, "topic": rows.topic, "owner": people.members[one["owner"]]}
        for key, one in pyramids
    ]
    insert_rows(Pyramid, owned)
    scus = [(key, scu) for key, one in pyramids for scu in one["scus"]]
    keys = insert_rows(
        Scu, [{**columns(Scu, {"flags": [], **scu}), "pyramid": key, "uuid": scu["id"]} for key, scu in scus]
    )
    held = [
        (pyramid, scu, place, one)
        for scu, (pyramid, image) in zip(keys, scus, strict=True)
        for place, one in enumerate(image["contributors"])
    ]
    contributors = insert_rows(
        Contributor,
        [
            {
                **columns(Contributor, {"flags": [], **one}),
                "scu": scu,
                "summary": rows.models[one["summary"]],
                "position": place,
            }
            for _, scu, place, one in held
        ],
    )
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
    insert_rows(PeerAnnotation, [_annotation(key, one, release_of[key], rows, people) for key, one in annotations])
    units = [(key, unit) for key, one in annotations for unit in one["units"]]
    keys = insert_rows(
        Unit,
        [
            {
                **columns(Unit, {"label": "", "flags": [], **unit}),
                "annotation": key,
                "uuid": unit["id"],
                "scu": rows.scus[release_of[key]][unit["scu"]] if unit["scu"] else None,
            }
            for key, unit in units
        ],
    )
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


def _annotation(key: int, one: Json, release: int, rows: TopicRows, people: People) -> dict[str, Any]:
    origin = one["derived_from"]
    return {
        **columns(PeerAnnotation, one),
        "id": key,
        "summary": rows.peers[one["peer"]],
        "owner": people.members[one["owner"]],
        "release": release,
        "derived_from": rows.annotations[_reference(origin)] if origin else None,
    }


def _reference(said: Json) -> WorkKey:
    return said["peer"], said["owner"], said["pyramid"], said["number"]


@dataclass(frozen=True, slots=True)
class _Around:
    """What pyramids and peer annotations have alike; ``column``: which of them these are, of rows that point there."""

    column: str
    works: list[tuple[int, Json]]
    rows: TopicRows
    people: People

    def write(self, source: Callable[[Json, str], int]) -> None:
        """Write it. ``source``: the key of the other work of an owner that a consensus is made from."""
        self._write_editors()
        self._insert(Decision, "decisions", lambda one: columns(Decision, one))
        self._insert(UsedId, "used_ids", lambda one: {"uuid": one})
        insert_rows(
            ConsensusSource,
            [
                {
                    **columns(ConsensusSource, said),
                    self.column: key,
                    f"source_{self.column}": source(one, said["owner"]),
                    "position": place,
                }
                for key, one in self.works
                for place, said in enumerate(one["sources"])
            ],
        )
        self._write_threads()
        self._insert(Edit, "log", self._edit)

    def _insert(self, model: Any, name: str, row: Callable[[Any], dict[str, Any]]) -> None:
        insert_rows(model, [{**row(said), self.column: key} for key, one in self.works for said in one[name]])

    def _write_editors(self) -> None:
        kind = Pyramid if self.column == "pyramid" else PeerAnnotation
        through = kind.editors.through._meta
        pairs = [(key, self.people.members[name]) for key, one in self.works for name in one["editors"]]
        insert_pairs(through.db_table, (f"{kind._meta.model_name}_id", "membership_id"), pairs)

    def _write_threads(self) -> None:
        threads = [(opaque_id(), key, said) for key, one in self.works for said in one["threads"]]
        insert_rows(
            NoteThread,
            [
                {
                    **columns(NoteThread, said),
                    "id": thread,
                    self.column: key,
                    "summary": self.rows.models[said["summary"]] if said["summary"] else None,
                    **self.people.pointed(said["resolved_by"], "resolved_by", "resolver_name"),
                }
                for thread, key, said in threads
            ],
        )
        insert_rows(
            Note,
            [
                {
                    **columns(Note, note),
                    "thread": thread,
                    "uuid": note["id"],
                    "author": self.people.members[note["author"]],
                }
                for thread, _, said in threads
                for note in said["notes"]
            ],
        )

    def _edit(self, one: Json) -> dict[str, Any]:
        return {
            **columns(Edit, one),
            "uuid": one["id"],
            **self.people.pointed(one["by"], "actor", "actor_name"),
            "payload": renamed_payload(
                one["verb"],
                one["payload"],
                summary=lambda name: self.rows.models[name],
                annotation=lambda said: self.rows.annotations[_reference(said)],
            ),
            "before": renamed_images(one["before"], lambda name: self.rows.models[name]),
            "after": renamed_images(one["after"], lambda name: self.rows.models[name]),
        }
