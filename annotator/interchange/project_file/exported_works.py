"""Pyramids and peer annotations of a topic, with all that hangs on them, as the JSON of a project has them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.expressions import RawSQL, Value
from django.db.models.functions import Coalesce, NullIf

from annotator.interchange.project_file.fields import PLAIN, plain
from annotator.interchange.project_file.names import (
    Json,
    Names,
    annotation_names,
    in_order,
    renamed_image,
    renamed_images,
    renamed_payload,
)
from annotator.matching.models import Absence, matchings
from annotator.matching.store import read_unit_images_of
from annotator.pyramids.models import ReleasedScu, SetAside, pyramids
from annotator.pyramids.store import read_images_of
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Release, Work
from annotator.work.notes.models import Note, NoteThread

AT_ONCE = 500
"""Rows of the log that are fetched at a time."""


def pyramids_of(topic: int, names: Names) -> Iterator[Json]:
    """The pyramids of a topic by the names of their owners."""
    rows = list(pyramids().filter(topic=topic).order_by().values("pk", *PLAIN[Work], name=F("owner__name")))
    rows.sort(key=lambda row: row["name"])
    keys = [row["pk"] for row in rows]
    scus, asides, releases = read_images_of(keys), _asides(keys, names), _releases(keys, names)
    around = _Around("pyramid", keys, names)
    for row in rows:
        key = row["pk"]
        yield {
            "owner": row["name"],
            "editors": around.editors[key],
            **plain(Work, row),
            "scus": [in_order(_scu(image, names)) for image in scus[key]],
            "asides": asides[key],
            "releases": releases[key],
            **around.of(key),
        }


def annotations_of(topic: int, names: Names) -> Iterator[Json]:
    """The peer annotations of a topic by peer, owner and release."""
    names.annotations = annotation_names(topic)
    fields = ("pk", *PLAIN[Work], "summary", "release", "derived_from")
    rows = list(matchings().filter(summary__topic=topic).order_by().values(*fields, place=F("summary__position")))
    rows.sort(key=lambda row: (row["place"], tuple(names.annotations[row["pk"]].values())))
    keys = [row["pk"] for row in rows]
    units, absences, around = read_unit_images_of(keys), _absences(keys), _Around("annotation", keys, names)
    for row in rows:
        key = row["pk"]
        own = names.annotations[key]
        yield {
            "peer": own["peer"],
            "owner": own["owner"],
            "release": names.releases[row["release"]],
            "derived_from": names.annotations.get(row["derived_from"]),
            "editors": around.editors[key],
            **plain(Work, row),
            "document": in_order(row["document"]),
            "units": [in_order(image) for image in units[key]],
            "absences": absences[key],
            **around.of(key),
        }


def _scu(image: Any, names: Names) -> Json:
    return {**renamed_image(image, lambda key: names.summaries[int(key)]), "position": float(image["position"])}


def _asides(keys: list[int], names: Names) -> Mapping[int, list[Json]]:
    found: dict[int, list[Json]] = defaultdict(list)
    spans: dict[tuple[int, str], list[list[int]]] = defaultdict(list)
    rows = SetAside.objects.filter(pyramid__in=keys).order_by("start")
    for key, summary, start, end in rows.values_list("pyramid", "summary", "start", "end"):
        spans[key, names.summaries[summary]].append([start, end])
    for (key, name), several in sorted(spans.items()):
        found[key].append({"summary": name, "spans": several})
    return found


def _releases(keys: list[int], names: Names) -> Mapping[int, list[Json]]:
    scus: dict[int, list[Json]] = defaultdict(list)
    released = ReleasedScu.objects.filter(release__pyramid__in=keys).order_by("position", "pk")
    for row in released.values("release", "uuid", *PLAIN[ReleasedScu], "contributors"):
        contributors = [in_order({**one, "summary": names.summary(one["summary"])}) for one in row["contributors"]]
        own = {"id": str(row["uuid"]), **plain(ReleasedScu, row), "contributors": contributors}
        scus[row["release"]].append(own)
    by = Coalesce("created_by__username", NullIf("creator_name", Value("")))
    found: dict[int, list[Json]] = defaultdict(list)
    rows = Release.objects.filter(pyramid__in=keys).order_by("number").values("pk", "pyramid", *PLAIN[Release], by=by)
    for row in rows:
        own = {**plain(Release, row), "created_by": row["by"], "document": in_order(row["document"])}
        found[row["pyramid"]].append({**own, "scus": scus[row["pk"]]})
    return found


def _absences(keys: list[int]) -> Mapping[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for key, scu in Absence.objects.filter(annotation__in=keys).values_list("annotation", "scu__uuid"):
        found[key].append(str(scu))
    return {key: sorted(found[key]) for key in keys}


class _Around:
    """What pyramids and peer annotations have alike; ``column``: which of them these are, of rows that point there."""

    def __init__(self, column: str, keys: list[int], names: Names) -> None:
        self._column, self._keys, self._names = column, keys, names
        self.editors = self._editors()
        self._decisions = self._by_work(Decision.objects.all(), Decision, key=lambda item: item["key"])
        self._sources = self._read_sources()
        self._used = self._read_used()
        self._threads = self._read_threads()
        self._log = groupby(self._edits(), key=lambda row: row[column])
        self._next = next(self._log, None)

    def of(self, key: int) -> Json:
        """The members of one work. To be asked in the order of the keys, as its log is read only now."""
        return {
            "decisions": self._decisions[key],
            "sources": self._sources[key],
            "used_ids": self._used[key],
            "threads": self._threads[key],
            "log": self._log_of(key),
        }

    def _log_of(self, key: int) -> list[Json]:
        if self._next is None or self._next[0] != key:
            return []
        found = [self._edit(row) for row in self._next[1]]
        self._next = next(self._log, None)
        return found

    def _rows(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(**{f"{self._column}__in": self._keys})

    def _editors(self) -> Mapping[int, list[str]]:
        kind = Work
        found: dict[int, list[str]] = defaultdict(list)
        rows = kind.objects.filter(pk__in=self._keys, editors__isnull=False).order_by()
        for key, name in rows.values_list("pk", "editors__name"):
            found[key].append(name)
        return {key: sorted(found[key]) for key in self._keys}

    def _by_work(self, rows: QuerySet[Any], model: Any, *, key: Any) -> Mapping[int, list[Json]]:
        found: dict[int, list[Json]] = defaultdict(list)
        for row in self._rows(rows).order_by().values(self._column, *PLAIN[model]):
            found[row[self._column]].append(in_order(plain(model, row)))
        return {one: sorted(found[one], key=key) for one in self._keys}

    def _read_sources(self) -> Mapping[int, list[Json]]:
        rows = self._rows(ConsensusSource.objects.order_by("position"))
        found: dict[int, list[Json]] = defaultdict(list)
        for key, owner, revision in rows.values_list(self._column, f"source_{self._column}__owner__name", "revision"):
            found[key].append({"owner": owner, "revision": revision})
        return found

    def _read_used(self) -> Mapping[int, list[str]]:
        found: dict[int, list[str]] = defaultdict(list)
        for key, uuid in self._rows(UsedId.objects.order_by("uuid")).values_list(self._column, "uuid"):
            found[key].append(str(uuid))
        return found

    def _read_threads(self) -> Mapping[int, list[Json]]:
        notes: dict[int, list[Json]] = defaultdict(list)
        written = Note.objects.filter(**{f"thread__{self._column}__in": self._keys}).order_by("at", "pk")
        for row in written.values("thread", "uuid", *PLAIN[Note], name=F("author__name")):
            notes[row["thread"]].append({"id": str(row["uuid"]), "author": row["name"], **plain(Note, row)})
        by = Coalesce("resolved_by__username", NullIf("resolver_name", Value("")))
        found: dict[int, list[Json]] = defaultdict(list)
        threads = self._rows(NoteThread.objects.order_by())
        for row in threads.values("pk", self._column, *PLAIN[NoteThread], "summary", by=by):
            own = {**plain(NoteThread, row), "summary": self._names.summary(row["summary"]), "resolved_by": row["by"]}
            found[row[self._column]].append({**own, "notes": notes[row["pk"]]})
        return {key: sorted(found[key], key=_first_written) for key in self._keys}

    def _edits(self) -> Iterable[Json]:
        place = RawSQL(f"array_position(%s::bigint[], {self._column}_id)", [self._keys])  # noqa: S611  # a column
        by = Coalesce("actor__username", NullIf("actor_name", Value("")))
        rows = self._rows(Edit.objects.annotate(place=place)).order_by("place", "revision")
        fields = ("uuid", *PLAIN[Edit], "payload", "before", "after")
        return rows.values(self._column, *fields, by=by).iterator(chunk_size=AT_ONCE)

    def _edit(self, row: Json) -> Json:
        def summary(key: Any) -> str:
            return self._names.summaries[int(key)]

        payload = renamed_payload(
            row["verb"], row["payload"], summary=summary, annotation=lambda key: self._names.annotations.get(key)
        )
        said = plain(Edit, row)
        return {
            "id": str(row["uuid"]),
            "group": said["group"],
            "revision": said["revision"],
            "by": row["by"],
            "at": said["at"],
            "verb": said["verb"],
            "payload": in_order(payload),
            "before": in_order(renamed_images(row["before"], summary)),
            "after": in_order(renamed_images(row["after"], summary)),
        }


def _first_written(thread: Json) -> tuple[str, str, str]:
    first = thread["notes"][0] if thread["notes"] else {"author": "", "id": ""}
    return thread["created_at"], first["author"], first["id"]
