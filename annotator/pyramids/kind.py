"""Pyramids as a kind of work. `annotator.work.kinds.Kind` documents the attributes and methods."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from annotator.projects.models import Summary
from annotator.projects.summary_data import model_summaries_data
from annotator.pyramids.models import KIND, MERGE_AND_SPLIT, Scu
from annotator.pyramids.services import release_problems
from annotator.pyramids.store import load_pyramid, read_asides, read_scus, scus_by_pyramid
from annotator.pyramids.verbs.scus import ScuSnapshot
from annotator.pyramids.verbs.table import PYRAMID_REDUCER
from annotator.pyramids.writer import pyramid_writes
from annotator.work.adjudication.provenance import consensus_data
from annotator.work.edits.reducer import State
from annotator.work.edits.verb import ToLoad
from annotator.work.kinds import Snapshots
from annotator.work.log.locking import Locked
from annotator.work.log.rows import Writes
from annotator.work.models import Work
from annotator.work.workspace import WorkKind, work_data, work_urls


class PyramidKind(WorkKind):
    """A pyramid: one owner's SCUs for a topic. Releases are made of pyramids."""

    name = KIND
    item, items = "scu", "scus"
    title = subject = "pyramid"
    subject_plural = "pyramids"
    api_calls = ("history", "similar", "notes")
    note_fields = ("scu", "summary")
    route, api_route, start_route = "pyramid", "api-pyramid", "pyramid-start"
    reducer = PYRAMID_REDUCER
    merge_and_split = MERGE_AND_SPLIT
    has_releases = True
    overlap_column = "project.overlap_models"
    lock_columns = """(SELECT json_object_agg(s.id, s.length)::text FROM annotator_summary s
                       WHERE s.topic_id = t.id AND s.kind = 'model')"""
    item_counts_sql = """
        SELECT pyramid_id, count(*), count(*) FILTER (WHERE flags <> '{}')
        FROM annotator_scu WHERE pyramid_id = ANY(%(works)s) GROUP BY 1
        UNION ALL
        SELECT s.pyramid_id, 0, count(*) FROM annotator_contributor c JOIN annotator_scu s ON s.id = c.scu_id
        WHERE s.pyramid_id = ANY(%(works)s) AND c.flags <> '{}' GROUP BY 1"""
    spans_sql = """
        SELECT p.pyramid_id, false, c.summary_id, p.start, p."end"
        FROM annotator_part p JOIN annotator_contributor c ON c.id = p.contributor_id
        WHERE p.pyramid_id = ANY(%(works)s)
        UNION ALL
        SELECT pyramid_id, true, summary_id, start, "end" FROM annotator_setaside WHERE pyramid_id = ANY(%(works)s)"""

    def load(self, locked: Locked, to_load: ToLoad, *, everything: bool) -> tuple[State[Any], bool]:
        return load_pyramid(locked, to_load, everything=everything)

    def writes(self, locked: Locked, before: State[Any], after: State[Any]) -> Writes:
        return pyramid_writes(locked.work, before.snapshots, after.snapshots)

    def counters(self, state: Any) -> dict[str, Any]:
        return {"next_uid": state.next_uid, "next_position": state.next_position}

    def snapshots(self, works: Iterable[int]) -> Snapshots:
        return scus_by_pyramid(works)

    def other_snapshots(self, work: int) -> list[Any]:
        return list(read_asides(work))

    def finish_obstacles(self, work: Work, *, undecided: int) -> list[str]:
        model_count = Summary.objects.filter(topic=work.topic_id).model_summaries().count()
        problems = release_problems(read_scus(work.pk), model_count=model_count, undecided=undecided)
        return [str(problem) for problem in problems]

    # All kinds are passed the work, but only peer annotations use it.
    def page_items(
        self,
        work: Work,  # noqa: ARG002
        items_by_work: Sequence[Sequence[Any]],
    ) -> list[list[dict[str, Any]]]:
        return [[self._page_item(scu) for scu in scus] for scus in items_by_work]

    def _page_item(self, scu: ScuSnapshot) -> dict[str, Any]:
        return {
            "id": scu["id"],
            "uid": scu["uid"],
            "label": scu["label"],
            "comment": scu["comment"],
            "matched": None,  # only units of peers are matched to an SCU
            "parts": [
                [contributor["summary"], part["start"], part["end"]]
                for contributor in scu["contributors"]
                for part in contributor["parts"]
            ],
        }

    def agreement_edits(self, item: Mapping[str, Any], *, new_id: str) -> list[tuple[str, dict[str, Any]]]:
        edits: list[tuple[str, dict[str, Any]]] = [("create_scu", {"scu": new_id, "label": item["label"]})]
        for summary, start, end in item["parts"]:
            edits.append(
                ("add_part", {"part": str(uuid4()), "scu": new_id, "summary": summary, "start": start, "end": end})
            )
        if item["comment"]:
            edits.append(("comment_scu", {"scu": new_id, "comment": item["comment"], "was": ""}))
        return edits

    def workspace_data(self, work: Work) -> dict[str, Any]:
        project = work.topic.project
        return {
            **work_data(work, next_uid=work.next_uid, next_position=work.next_position),
            "settings": {"overlap": project.overlap_models, "suggestions": project.suggestions},
            "latest_release": work.releases.order_by("-number").values("number", "revision").first(),
            "summaries": model_summaries_data(work.topic_id),
            "scus": read_scus(work.pk),
            "asides": read_asides(work.pk),
            **consensus_data(work),
            "urls": {**work_urls(work), "release": work.url("release")},
        }

    def origin_details(self, works: Sequence[int]) -> Mapping[tuple[int, str], dict[str, Any]]:
        rows = Scu.objects.filter(pyramid__in=works).order_by().values_list("pyramid", "uuid", "uid")
        return {(pyramid, str(uuid)): {"uid": uid} for pyramid, uuid, uid in rows}

    def unknown_origin(self) -> dict[str, Any]:
        return {"uid": None}
