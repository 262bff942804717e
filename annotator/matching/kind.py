"""Peer annotations as a kind of work. `annotator.work.kinds.Kind` documents the attributes and methods."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast
from uuid import uuid4

from django.contrib.auth.models import User
from django.db.models import OuterRef, Subquery

from annotator.matching.models import KIND, MERGE_AND_SPLIT, Unit
from annotator.matching.store import load_peer_annotation, read_absences, read_units, units_by_annotation
from annotator.matching.verbs.table import PEER_REDUCER
from annotator.matching.writer import annotation_writes
from annotator.projects.models import Project
from annotator.projects.summary_data import model_summaries_data, summary_data
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.store import released_scus
from annotator.work.adjudication.provenance import consensus_data
from annotator.work.edits.reducer import State
from annotator.work.edits.verb import ToLoad
from annotator.work.kinds import Snapshots
from annotator.work.log.locking import Locked
from annotator.work.log.rows import Writes
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.states.permissions import accepts_edits
from annotator.work.workspace import WorkKind, work_data, work_urls


class PeerAnnotationKind(WorkKind):
    """A peer annotation: the units in which one owner matches a peer to the SCUs of a release."""

    name = KIND
    item, items = "unit", "units"
    title, subject, subject_plural = "peer annotation", "peer", "peers"
    per_peer = needs_release = True
    api_calls = ("history", "similar", "notes")
    note_fields = ("unit",)
    route, api_route, start_route = "peer", "api-peer-annotation", "peer-start"
    reducer = PEER_REDUCER
    merge_and_split = MERGE_AND_SPLIT
    prerequisites = (PYRAMID,)  # because reviewers see another member's pyramid in the workspace
    overlap_column = "project.overlap_peers"
    lock_columns = "s.length, w.release_id, project.non_matching"
    lock_joins = "JOIN annotator_summary s ON s.id = w.summary_id"
    related_fields = ("summary", "release__pyramid__owner")
    deferred_fields = ("release__document",)
    item_counts_sql = """
        SELECT annotation_id, count(*), count(*) FILTER (WHERE flags <> '{}')
        FROM annotator_unit WHERE annotation_id = ANY(%(works)s) GROUP BY 1"""
    spans_sql = """
        SELECT p.annotation_id, false AS is_set_aside, w.summary_id, p.start, p."end"
        FROM annotator_unitpart p JOIN annotator_work w ON w.id = p.annotation_id
        WHERE p.annotation_id = ANY(%(works)s)"""

    def workspace_annotations(self, user: User) -> dict[str, Any]:
        releases = Release.objects.visible_to(user).filter(pyramid=OuterRef("release__pyramid"))
        return {"newest_release": Subquery(releases.order_by("-number").values("number")[:1])}

    def load(self, locked: Locked, to_load: ToLoad, *, everything: bool) -> tuple[State[Any], bool]:
        return load_peer_annotation(locked, to_load, everything=everything)

    def writes(self, locked: Locked, before: Any, after: Any) -> Writes:
        return annotation_writes(locked.work, before.snapshots, after.snapshots)

    def counters(self, state: Any) -> dict[str, Any]:
        return {"next_position": state.next_position}

    def snapshots(self, works: Iterable[int]) -> Snapshots:
        return units_by_annotation(works)

    def other_snapshots(self, work: int) -> list[Any]:
        return list(read_absences(work))

    def page_items(self, work: Work, items_by_work: Sequence[Sequence[Any]]) -> list[list[dict[str, Any]]]:
        scus = {scu["id"]: scu for scu in released_scus(cast("int", work.release_id))}
        return [[self._page_item(work, unit, scus.get(unit["scu"] or "")) for unit in units] for units in items_by_work]

    def _page_item(self, work: Work, unit: Mapping[str, Any], scu: Mapping[str, Any] | None) -> dict[str, Any]:
        summary = work.shown_summary_id(cast("int", work.summary_id))
        return {
            "id": unit["id"],
            "uid": scu["uid"] if scu else None,
            "label": scu["label"] if scu else "",
            "comment": unit["comment"],
            "matched": unit["scu"],  # the SCU's id
            "parts": [[summary, part["start"], part["end"]] for part in unit["parts"]],
        }

    def agreement_edits(self, item: Mapping[str, Any], *, new_id: str) -> list[tuple[str, dict[str, Any]]]:
        edits: list[tuple[str, dict[str, Any]]] = [
            ("match_part", {"unit": new_id, "part": str(uuid4()), "scu": item["matched"], "start": start, "end": end})
            for _, start, end in item["parts"]
        ]
        if item["comment"]:
            edits.append(("comment_unit", {"unit": new_id, "comment": item["comment"], "was": ""}))
        return edits

    def title_of(self, work: Work) -> str:
        peer, release = work.summary, work.release
        return f"{work.owner.name}’s annotation of {peer.summarizer}, release {release.number}"

    def label_of(self, work: Work) -> str:
        return f"peer {work.peer_name} by {work.owner.name}"

    def workspace_data(self, work: Work) -> dict[str, Any]:
        project = work.topic.project
        peer = summary_data(work.summary) | {"summarizer": work.peer_name, "title": work.peer_title}
        peer["id"] = work.shown_summary_id(peer["id"])
        return {
            **work_data(work, next_position=int(work.next_position)),
            "peer": peer,
            "release": _release_data(work),
            "settings": {
                "overlap": project.overlap_peers,
                "non_matching": project.non_matching,
                "suggestions": project.suggestions,
                "show_scores": shows_scores(work),
            },
            "units": read_units(work.pk),
            "absences": read_absences(work.pk),
            **consensus_data(work),
            "urls": {
                **work_urls(work),
                "scores": work.api_url("scores"),
                "carry_over": work.url("carry-over").partition("?")[0],  # the page adds ``?release=...``
            },
        }

    def summaries_data(self, data: dict[str, Any]) -> list[dict[str, Any]]:
        return [data["peer"]]

    def origin_details(self, works: Sequence[int]) -> Mapping[tuple[int, str], dict[str, Any]]:
        rows = Unit.objects.filter(annotation__in=works).order_by().values_list("annotation", "uuid", "scu__uuid")
        return {
            (annotation, str(uuid)): {"scu": str(scu) if scu else None, "stands": True}  # the unit still exists
            for annotation, uuid, scu in rows
        }

    def unknown_origin(self) -> dict[str, Any]:
        return {"scu": None, "stands": False}


def _release_data(annotation: Work) -> dict[str, Any]:
    """The release with its SCUs and their model summaries. ``latest``: number of the pyramid's newest release."""
    release = annotation.release
    return {
        "number": release.number,
        "latest": annotation.newest_release,
        "pyramid_owner": annotation.pyramid_owner,
        "weight_source": release.weight_source,
        "models": model_summaries_data(annotation.topic_id),
        "scus": released_scus(release.pk),
    }


def shows_scores(annotation: Work) -> bool:
    """Whether members see this annotation's scores now, according to the project's setting ``live_scores``."""
    setting = annotation.topic.project.live_scores
    is_finished = not accepts_edits(annotation.state)
    return setting == Project.LiveScores.SHOW or (setting == Project.LiveScores.AFTER_SUBMIT and is_finished)
