"""Reads the works of a topic (its pyramids and peer annotations), with all their rows, as JSON for a project file.

An *aside* is text that was set aside, and an *absence* an SCU that was looked for in a peer and not found.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.expressions import RawSQL

from annotator.interchange.project_file.fields import PLAIN_FIELDS, json_fields, user_name_expression
from annotator.interchange.project_file.names import (
    Json,
    Names,
    rename_in_payload,
    rename_in_snapshot,
    rename_in_snapshots,
    sort_keys,
)
from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Absence, MatchFile, peer_annotations
from annotator.matching.store import units_by_annotation
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import ReleasedScu, SetAside, pyramids
from annotator.pyramids.store import scus_by_pyramid
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.kinds import kind_named
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.release_models import Release

LOG_ROWS_PER_FETCH = 500

ListsByKey = Mapping[int, list[Any]]
"""The JSON of the rows that belong to a work, release or thread, by the primary key of that work, release or thread."""


def works_json(topic: int, names: Names) -> dict[str, Iterator[Json]]:
    """The pyramids of a topic sorted by owner, and its peer annotations sorted by peer, owner and release.

    The caller must consume the pyramids before the annotations, because one query reads all logs in this order. Sets
    ``names.annotations``.
    """
    owner_name = F("owner__name")
    pyramid_rows = list(
        pyramids().filter(topic=topic).order_by().values("pk", *PLAIN_FIELDS[PYRAMID], owner_name=owner_name)
    )
    pyramid_rows.sort(key=lambda row: row["owner_name"])
    fields = ("pk", *PLAIN_FIELDS[MATCH], "summary", "summary__position", "release", "derived_from")
    match_rows = list(peer_annotations().filter(topic=topic).order_by().values(*fields, owner_name=owner_name))
    names.annotations = {row["pk"]: _annotation_reference(row, names) for row in match_rows}
    match_rows.sort(key=lambda row: (row["summary__position"], tuple(names.annotations[row["pk"]].values())))
    common = _CommonFields([row["pk"] for row in (*pyramid_rows, *match_rows)], names)
    pyramids_json = _pyramids_json(pyramid_rows, names, common)
    return {"pyramids": pyramids_json, "annotations": _annotations_json(match_rows, names, common)}


def _annotation_reference(row: Json, names: Names) -> Json:
    return {"peer": names.summaries[row["summary"]], "owner": row["owner_name"], **names.releases[row["release"]]}


def _pyramids_json(rows: list[Json], names: Names, common: "_CommonFields") -> Iterator[Json]:
    work_ids = [row["pk"] for row in rows]
    scus, asides, releases = (
        scus_by_pyramid(work_ids),
        _asides_by_pyramid(work_ids, names),
        _releases_by_pyramid(work_ids, names),
    )
    for row in rows:
        key = row["pk"]
        yield {
            "owner": row["owner_name"],
            "editors": common.editors[key],
            **json_fields(PYRAMID, row),
            "scus": [sort_keys(_scu_json(scu, names)) for scu in scus[key]],
            "asides": asides[key],
            "releases": releases[key],
            **common.of_work(key),
        }


def _annotations_json(rows: list[Json], names: Names, common: "_CommonFields") -> Iterator[Json]:
    work_ids = [row["pk"] for row in rows]
    units, absences, files = (
        units_by_annotation(work_ids),
        _absences_by_annotation(work_ids),
        _files_by_annotation(work_ids),
    )
    for row in rows:
        key = row["pk"]
        yield {
            "peer": names.annotations[key]["peer"],
            "owner": row["owner_name"],
            "release": names.releases[row["release"]],
            "derived_from": names.annotations.get(row["derived_from"]),
            "editors": common.editors[key],
            **json_fields(MATCH, row),
            "next_position": int(row["next_position"]),  # units have whole numbers; the column is a float for SCUs
            **files.get(key, {"file_name": "", "document": None, "document_revision": None}),
            "units": [sort_keys(unit) for unit in units[key]],
            "absences": absences[key],
            **common.of_work(key),
        }


def _group_by_key(pairs: Iterable[tuple[int, Any]]) -> ListsByKey:
    groups: dict[int, list[Any]] = defaultdict(list)
    for key, item in pairs:
        groups[key].append(item)
    return groups


def _scu_json(scu: Any, names: Names) -> Json:
    return {
        **rename_in_snapshot(scu, lambda key: names.summaries[int(key)]),
        "position": float(scu["position"]),
    }


def _asides_by_pyramid(work_ids: list[int], names: Names) -> ListsByKey:
    spans_by_summary: dict[tuple[int, str], list[list[int]]] = defaultdict(list)
    rows = SetAside.objects.filter(pyramid__in=work_ids).order_by("start")
    for key, summary, start, end in rows.values_list("pyramid", "summary", "start", "end"):
        spans_by_summary[key, names.summaries[summary]].append([start, end])
    sorted_spans = sorted(spans_by_summary.items())
    return _group_by_key((key, {"summary": name, "spans": spans}) for (key, name), spans in sorted_spans)


def _releases_by_pyramid(work_ids: list[int], names: Names) -> ListsByKey:
    scu_rows = ReleasedScu.objects.filter(release__pyramid__in=work_ids).order_by("position", "pk")
    scu_rows = scu_rows.values("release", "uuid", *PLAIN_FIELDS[ReleasedScu], "contributors", "relations")
    scus = _group_by_key((row["release"], _released_scu_json(row, names)) for row in scu_rows)
    creator = user_name_expression(account="created_by", fallback="creator_name")
    rows = Release.objects.filter(pyramid__in=work_ids).order_by("number")
    rows = rows.values("pk", "pyramid", *PLAIN_FIELDS[Release], creator=creator)
    return _group_by_key((row["pyramid"], {**_release_json(row), "scus": scus[row["pk"]]}) for row in rows)


def _released_scu_json(row: Json, names: Names) -> Json:
    contributors = [sort_keys({**item, "summary": names.summary(item["summary"])}) for item in row["contributors"]]
    relations = {"relations": sort_keys(row["relations"])} if row["relations"] else {}
    return {"id": str(row["uuid"]), **json_fields(ReleasedScu, row), "contributors": contributors, **relations}


def _release_json(row: Json) -> Json:
    return {**json_fields(Release, row), "created_by": row["creator"], "document": sort_keys(row["document"])}


def _absences_by_annotation(work_ids: list[int]) -> ListsByKey:
    rows = Absence.objects.filter(annotation__in=work_ids).order_by("scu__uuid")
    return _group_by_key((key, str(uuid)) for key, uuid in rows.values_list("annotation", "scu__uuid"))


def _files_by_annotation(work_ids: list[int]) -> Mapping[int, Json]:
    return {
        file.pk: {"file_name": file.name, "document": sort_keys(file.document), "document_revision": file.revision}
        for file in MatchFile.objects.filter(pk__in=work_ids)  # its primary key is that of the annotation
    }


class _CommonFields:
    """Reads the fields that works of every kind have.

    These are editors, decisions, sources, ids of deleted items, threads of notes, and the log.
    """

    def __init__(self, work_ids: list[int], names: Names) -> None:
        self._work_ids, self._names = work_ids, names
        editors = self._rows_of_works(Work.editors.through.objects.all())
        self.editors = _group_by_key(sorted(editors.values_list("work", "membership__name")))
        decisions = self._rows_of_works(Decision.objects.all()).values("work", *PLAIN_FIELDS[Decision])
        self._decisions = _group_by_key(
            (row["work"], sort_keys(json_fields(Decision, row)))
            for row in sorted(decisions, key=lambda row: row["key"])
        )
        sources = self._rows_of_works(ConsensusSource.objects.order_by("position"))
        self._sources = _group_by_key(
            (key, {"owner": owner, "revision": revision})
            for key, owner, revision in sources.values_list("work", "source__owner__name", "revision")
        )
        used_ids = self._rows_of_works(UsedId.objects.order_by("uuid")).values_list("work", "uuid")
        self._used_ids = _group_by_key((key, str(uuid)) for key, uuid in used_ids)
        self._threads = self._read_threads()
        self._logs = LogReader(work_ids, names)

    def of_work(self, key: int) -> Json:
        """The fields of one work. Call it in the order of ``work_ids``: one query reads all logs."""
        return {
            "decisions": self._decisions[key],
            "sources": self._sources[key],
            "used_ids": self._used_ids[key],
            "threads": sorted(self._threads[key], key=_thread_sort_key),
            "log": self._logs.of_work(key),
        }

    def _rows_of_works(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(work__in=self._work_ids)

    def _read_threads(self) -> ListsByKey:
        note_rows = Note.objects.filter(thread__work__in=self._work_ids).order_by("at", "pk")
        notes = _group_by_key(
            (row["thread"], {"id": str(row["uuid"]), "author": row["name"], **json_fields(Note, row)})
            for row in note_rows.values("thread", "uuid", *PLAIN_FIELDS[Note], name=F("author__name"))
        )
        resolver = user_name_expression(account="resolved_by", fallback="resolver_name")
        rows = self._rows_of_works(NoteThread.objects.order_by())
        rows = rows.values("pk", "work", "work__kind", "item", *PLAIN_FIELDS[NoteThread], "summary", resolver=resolver)
        return _group_by_key((row["work"], {**self._thread_json(row), "notes": notes[row["pk"]]}) for row in rows)

    def _thread_json(self, row: Json) -> Json:
        reference: Json = {"scu": None, "unit": None}
        if row["item"] is not None:
            reference[kind_named(row["work__kind"]).item] = str(row["item"])  # "scu" or "unit"
        summary = self._names.summary(row["summary"])
        return {**reference, **json_fields(NoteThread, row), "summary": summary, "resolved_by": row["resolver"]}


class LogReader:
    """Reads the logs of all works with one query, one log at a time."""

    def __init__(self, work_ids: list[int], names: Names) -> None:
        self._work_ids, self._names = work_ids, names
        self._logs = groupby(self._edits(), key=lambda row: row["work"])
        self._next_log = next(self._logs, None)

    def of_work(self, key: int) -> list[Json]:
        """The log of one work, the oldest edit first. Call it in the order of ``work_ids``."""
        if self._next_log is None or self._next_log[0] != key:
            return []
        log = [self._edit_json(row) for row in self._next_log[1]]
        self._next_log = next(self._logs, None)
        return log

    def _edits(self) -> Iterable[Json]:
        position = RawSQL("array_position(%s::bigint[], work_id)", [self._work_ids])  # of the work among these ids
        user_name = user_name_expression(account="actor", fallback="actor_name")
        rows = Edit.objects.filter(work__in=self._work_ids).annotate(position=position).order_by("position", "revision")
        fields = ("uuid", *PLAIN_FIELDS[Edit], "payload", "before", "after")
        return rows.values("work", *fields, by=user_name).iterator(chunk_size=LOG_ROWS_PER_FETCH)

    def _edit_json(self, row: Json) -> Json:
        def summary_name(key: Any) -> str:
            return self._names.summaries[int(key)]

        payload = rename_in_payload(
            row["verb"], row["payload"], summary=summary_name, annotation=self._names.annotations.get
        )
        fields = json_fields(Edit, row)
        return {
            "id": str(row["uuid"]),
            "group": fields["group"],
            "revision": fields["revision"],
            "by": row["by"],
            "at": fields["at"],
            "verb": fields["verb"],
            "payload": sort_keys(payload),
            "before": sort_keys(rename_in_snapshots(row["before"], summary_name)),
            "after": sort_keys(rename_in_snapshots(row["after"], summary_name)),
        }


def _thread_sort_key(thread: Json) -> tuple[str, str, str]:
    first_note = thread["notes"][0] if thread["notes"] else {"author": "", "id": ""}
    return thread["created_at"], first_note["author"], first_note["id"]
