"""Reads snapshots (JSON dictionaries) of SCUs and of text set aside, in SQL (``docs/adr/0011-edits-in-sql.md``)."""

import json
from collections.abc import Iterable
from typing import Any, cast

from annotator.pyramids.models import ReleasedScu
from annotator.pyramids.verbs.scus import ASIDE, AsideSnapshot, PyramidSnapshot, PyramidState, ScuSnapshot
from annotator.work.adjudication.decision_rows import decisions_sql, difference_keys
from annotator.work.edits.decisions import DecisionSnapshot
from annotator.work.edits.verb import ToLoad
from annotator.work.log.append import LOGGED_SQL
from annotator.work.log.locking import Locked
from annotator.work.log.prepared import run_prepared

_SNAPSHOT = """json_build_object(
        'id', s.uuid, 'uid', s.uid, 'position', s.position, 'label', s.label, 'comment', s.comment,
        'flags', s.flags,
        'relations', COALESCE((
            SELECT json_agg(json_build_object('to', t.uuid, 'kind', r.kind) ORDER BY r.kind, t.uuid)
            FROM annotator_scurelation r JOIN annotator_scu t ON t.id = r.to_scu_id WHERE r.scu_id = s.id), '[]'),
        'contributors', COALESCE((
            SELECT json_agg(json_build_object(
                'summary', c.summary_id, 'comment', c.comment, 'flags', c.flags,
                'parts', (SELECT json_agg(json_build_object('id', p.uuid, 'start', p.start, 'end', p."end")
                                          ORDER BY p.position, p.id)
                          FROM annotator_part p WHERE p.contributor_id = c.id)) ORDER BY c.position, c.id)
            FROM annotator_contributor c WHERE c.scu_id = s.id), '[]'))::text"""
SNAPSHOTS_SQL = f"SELECT s.id, {_SNAPSHOT} FROM annotator_scu s WHERE s.pyramid_id = %(work)s"

# Without GROUP BY: queries add it after their own conditions.
ASIDES_SQL = """
    SELECT NULL::bigint, json_build_object(
        'id', 'aside:' || a.summary_id, 'summary', a.summary_id,
        'spans', json_agg(json_build_array(a.start, a."end") ORDER BY a.start))::text
    FROM annotator_setaside a WHERE a.pyramid_id = %(work)s
"""


def read_scus(pyramid: int) -> list[ScuSnapshot]:
    """The snapshots of all SCUs of a pyramid, in list order."""
    return scus_by_pyramid([pyramid])[pyramid]


def scus_by_pyramid(pyramids: Iterable[int]) -> dict[int, list[ScuSnapshot]]:
    """The snapshots of all SCUs by pyramid, in list order."""
    snapshots: dict[int, list[ScuSnapshot]] = {pyramid: [] for pyramid in pyramids}
    rows = run_prepared(
        f"""SELECT s.pyramid_id, {_SNAPSHOT} FROM annotator_scu s WHERE s.pyramid_id = ANY(%(pyramids)s::bigint[])
            ORDER BY s.position, s.uid""",
        {"pyramids": list(snapshots)},
    )
    for pyramid, text in rows:
        snapshots[pyramid].append(_snapshot(text))
    return snapshots


def released_scus(release: int) -> list[dict[str, Any]]:
    """The SCUs of a release in list order, as JSON for pages and the API."""
    rows = ReleasedScu.objects.filter(release=release).order_by("position", "uid")
    columns = ("uid", "position", "label", "comment", "weight", "contributors", "relations")
    return [
        {"id": str(uuid), **dict(zip(columns, values, strict=True))}
        for uuid, *values in rows.values_list("uuid", *columns)
    ]


def read_asides(pyramid: int) -> list[AsideSnapshot]:
    """The snapshots of text that was set aside, one per summary."""
    rows = run_prepared(f"{ASIDES_SQL} GROUP BY a.summary_id ORDER BY a.summary_id", {"work": pyramid})
    return [json.loads(text) for _, text in rows]


def _snapshot(text: str) -> ScuSnapshot:
    """The snapshot of an SCU. Empty ``flags`` and ``relations`` are left out, as in snapshots that verbs make."""
    snapshot: Any = json.loads(text)
    if not snapshot["relations"]:
        del snapshot["relations"]
    for item in (snapshot, *snapshot["contributors"]):
        if not item["flags"]:
            del item["flags"]
    return cast("ScuSnapshot", snapshot)


def _scu_conditions(to_load: ToLoad) -> list[str]:
    """SQL conditions for the SCUs that a request needs (see `load_pyramid`). Join them with OR."""
    conditions = [
        "s.uuid = ANY(%(ids)s::uuid[])",
        """s.id IN (SELECT unnest(ARRAY[r.scu_id, r.to_scu_id]) FROM annotator_scurelation r
                    WHERE r.pyramid_id = %(work)s)""",
        """s.id IN (SELECT c.scu_id FROM annotator_part p JOIN annotator_contributor c ON c.id = p.contributor_id
                    WHERE p.pyramid_id = %(work)s AND p.uuid = ANY(%(ids)s::uuid[]))""",
    ]
    if to_load.prefixed_ids:  # ids such as "aside:17", or of decisions
        conditions.append(
            """s.uuid IN (SELECT made.id::uuid FROM annotator_decision d, jsonb_array_elements_text(d.made) AS made (id)
                           WHERE d.work_id = %(work)s AND d.key = ANY(%(decisions)s))"""
        )
    next_position = """SELECT min(next.position) FROM annotator_scu next
                   WHERE next.pyramid_id = %(work)s AND next.uuid <> ALL(%(ids)s::uuid[])"""
    if to_load.predecessors - {None}:
        conditions.append(
            f"""s.position IN (SELECT ({next_position} AND next.position > here.position) FROM annotator_scu here
                               WHERE here.pyramid_id = %(work)s AND here.uuid = ANY(%(after)s::uuid[]))"""
        )
    if None in to_load.predecessors:
        conditions.append(f"s.position = ({next_position})")
    return conditions


def load_pyramid(locked: Locked, to_load: ToLoad, *, everything: bool) -> tuple[PyramidState, bool]:
    """Load what a request needs: text set aside, decisions, and the SCUs that it names.

    A request can name an SCU by the SCU's id, by the id of one of its parts, or by the decision that created it. All
    SCUs with relations are loaded too, because an edit may close a cycle or delete an SCU to which others are related.
    A request that places an SCU after another SCU also needs that SCU's successor: the next SCU that the request does
    not name (and so does not delete). ``everything``: load all SCUs and all text set aside. Returns the state, and
    whether the log already has one of the request's groups or edits.
    """
    scu_filter = "" if everything else f" AND ({' OR '.join(_scu_conditions(to_load))})"
    aside_filter = "" if everything else " AND a.summary_id = ANY(%(summaries)s)"
    decision_filter = "" if everything else "AND d.key = ANY(%(decisions)s)"
    rows = run_prepared(
        f"""
        {SNAPSHOTS_SQL} {scu_filter}
        UNION ALL {ASIDES_SQL} {aside_filter} GROUP BY a.summary_id
        UNION ALL {decisions_sql("scus", decision_filter)}
        UNION ALL SELECT NULL, u.uuid::text FROM annotator_usedid u
            WHERE u.work_id = %(work)s AND u.uuid = ANY(%(ids)s::uuid[])
        UNION ALL SELECT NULL, '' {LOGGED_SQL}
        """,
        {
            "work": locked.work,
            "ids": sorted(to_load.uuids),
            "after": sorted(key for key in to_load.predecessors if key is not None),
            "summaries": [int(key.removeprefix(ASIDE)) for key in to_load.prefixed_ids if key.startswith(ASIDE)],
            "decisions": difference_keys(to_load.prefixed_ids),
            "groups": sorted(to_load.groups),  # LOGGED_SQL uses "groups" and "edits"
            "edits": sorted(to_load.edits),
        },
    )
    snapshots: dict[str, PyramidSnapshot] = {}
    used_ids = set()
    already_logged = False
    # A row is (primary key of an SCU, snapshot), (NULL, other snapshot), (NULL, used id), or (NULL, '') if logged.
    for primary_key, text in rows:
        if primary_key is not None:
            scu = _snapshot(text)
            snapshots[scu["id"]] = scu
        elif text.startswith("{"):
            snapshot: AsideSnapshot | DecisionSnapshot = json.loads(text)
            snapshots[snapshot["id"]] = snapshot
        elif text:
            used_ids.add(text)
        else:
            already_logged = True
    (lengths,) = locked.lock_values  # of `PyramidKind.lock_columns`
    state = PyramidState(
        snapshots=snapshots,
        reserved_ids=used_ids,
        may_decide=locked.may_decide,
        next_uid=locked.next_uid,
        next_position=locked.next_position,
        lengths={int(summary): length for summary, length in json.loads(lengths or "{}").items()},
    )
    return state, already_logged
