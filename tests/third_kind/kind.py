"""The kind of work "checklist": how its rows are loaded and written."""

from collections.abc import Iterable
from typing import Any

from annotator.work.edits.reducer import State
from annotator.work.edits.verb import ToLoad
from annotator.work.kinds import Snapshots
from annotator.work.log.append import LOGGED_SQL
from annotator.work.log.locking import Locked
from annotator.work.log.prepared import run_prepared
from annotator.work.log.rows import Writes, differing_keys
from annotator.work.workspace import WorkKind
from tests.third_kind.models import Answer
from tests.third_kind.verbs import SHEET, snapshot_of


class ChecklistKind(WorkKind):
    """Sheets: about a peer, pinned to nothing, one of each instrument (its slot)."""

    name = "checklist"
    title = subject = "checklist"
    subject_plural = "checklists"
    per_peer = True
    route, api_route = "checklist", "api-checklist"
    note_fields = ("item",)
    reducer = SHEET
    related_fields = ("summary",)

    def load(self, locked: Locked, to_load: ToLoad, *, everything: bool) -> tuple[State[Any], bool]:
        some = "" if everything else "AND a.item = ANY(%(ids)s::uuid[])"
        rows = run_prepared(
            f"""
            SELECT a.item::text, a.value, 'answer' FROM third_kind_answer a WHERE a.work_id = %(work)s {some}
            UNION ALL SELECT u.uuid::text, NULL, 'used' FROM annotator_usedid u
                WHERE u.work_id = %(work)s AND u.uuid = ANY(%(ids)s::uuid[])
            UNION ALL SELECT '', NULL, 'logged' {LOGGED_SQL}
            """,
            {
                "work": locked.work,
                "ids": sorted(to_load.uuids),
                "groups": sorted(to_load.groups),
                "edits": sorted(to_load.edits),
            },
        )
        state: State[Any] = State(
            snapshots={item: snapshot_of(item, value) for item, value, what in rows if what == "answer"},
            reserved_ids={item for item, _, what in rows if what == "used"},
        )
        return state, any(what == "logged" for _, _, what in rows)

    def writes(self, locked: Locked, before: State[Any], after: State[Any]) -> Writes:
        changed_keys = differing_keys(before.snapshots, after.snapshots)
        gone = [item for item in changed_keys if item not in after.snapshots]
        stands = [item for item in changed_keys if item in after.snapshots]
        writes = Writes()
        writes.add(
            "gone_answers",
            "DELETE FROM third_kind_answer WHERE work_id = %s AND item = ANY(%s::uuid[])",
            [locked.work, gone],
        )
        writes.add(
            "put_answers",
            """
            INSERT INTO third_kind_answer (work_id, item, value)
            SELECT %s::bigint, * FROM unnest(%s::uuid[], %s::bool[])
            ON CONFLICT (work_id, item) DO UPDATE SET value = excluded.value
            """,
            [locked.work, stands, [after.snapshots[item]["value"] for item in stands]],
        )
        return writes

    def snapshots(self, works: Iterable[int]) -> Snapshots:
        found: Snapshots = {work: [] for work in works}
        for answer in Answer._default_manager.filter(work__in=list(found)):
            found[answer.work_id].append(snapshot_of(str(answer.item), answer.value))
        return {work: sorted(snapshots, key=lambda snapshot: snapshot["position"]) for work, snapshots in found.items()}
