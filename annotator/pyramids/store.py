"""Rows of pyramids and releases read as images, in plain SQL (see ``docs/adr``)."""

import json
from collections.abc import Iterable
from typing import Any, cast

from annotator.pyramids.models import ReleasedScu
from annotator.pyramids.verbs.scus import ASIDE, AsideImage, PyramidImage, PyramidState, ScuImage
from annotator.work.adjudication.decision_rows import decisions_sql, difference_keys
from annotator.work.edits.decisions import DecisionImage
from annotator.work.edits.verb import ToLoad
from annotator.work.log.append import LOGGED_SQL
from annotator.work.log.locking import Locked
from annotator.work.log.prepared import run_prepared

_IMAGE = """json_build_object(
        'id', s.uuid, 'uid', s.uid, 'position', s.position, 'label', s.label, 'comment', s.comment,
        'flags', s.flags,
        'contributors', COALESCE((
            SELECT json_agg(json_build_object(
                'summary', c.summary_id, 'comment', c.comment, 'flags', c.flags,
                'parts', (SELECT json_agg(json_build_object('id', p.uuid, 'start', p.start, 'end', p."end")
                                          ORDER BY p.position, p.id)
                          FROM annotator_part p WHERE p.contributor_id = c.id)) ORDER BY c.position, c.id)
            FROM annotator_contributor c WHERE c.scu_id = s.id), '[]'))::text"""
IMAGES_SQL = f"SELECT s.id, {_IMAGE} FROM annotator_scu s WHERE s.pyramid_id = %(work)s"

ASIDES_SQL = """
    SELECT NULL::bigint, json_build_object(
        'id', 'aside:' || a.summary_id, 'summary', a.summary_id,
        'spans', json_agg(json_build_array(a.start, a."end") ORDER BY a.start))::text
    FROM annotator_setaside a WHERE a.pyramid_id = %(work)s
"""


def read_images(pyramid: int) -> list[ScuImage]:
    """The images of all SCUs of a pyramid, in list order."""
    return read_images_of([pyramid])[pyramid]


def read_images_of(pyramids: Iterable[int]) -> dict[int, list[ScuImage]]:
    """The images of all SCUs by pyramid, in list order. One query."""
    images: dict[int, list[ScuImage]] = {pyramid: [] for pyramid in pyramids}
    rows = run_prepared(
        f"""SELECT s.pyramid_id, {_IMAGE} FROM annotator_scu s WHERE s.pyramid_id = ANY(%(pyramids)s::bigint[])
            ORDER BY s.position, s.uid""",
        {"pyramids": list(images)},
    )
    for pyramid, text in rows:
        images[pyramid].append(_image(text))
    return images


def released_scus(release: int) -> list[dict[str, Any]]:
    """The SCUs of a release in list order, as pages and the API show them."""
    rows = ReleasedScu.objects.filter(release=release).order_by("position", "uid")
    columns = ("uid", "position", "label", "comment", "weight", "contributors")
    return [
        {"id": str(uuid), **dict(zip(columns, values, strict=True))}
        for uuid, *values in rows.values_list("uuid", *columns)
    ]


def read_asides(pyramid: int) -> list[AsideImage]:
    """The text that was set aside, one image for each summary."""
    rows = run_prepared(f"{ASIDES_SQL} GROUP BY a.summary_id ORDER BY a.summary_id", {"work": pyramid})
    return [json.loads(text) for _, text in rows]


def _image(text: str) -> ScuImage:
    """An image; without flags it has no such key, as in the reducers."""
    image: Any = json.loads(text)
    for flagged in (image, *image["contributors"]):
        if not flagged["flags"]:
            del flagged["flags"]
    return cast("ScuImage", image)


def _conditions(to_load: ToLoad) -> list[str]:
    """SQL conditions of the SCUs that a request needs."""
    conditions = [
        "s.uuid = ANY(%(ids)s::uuid[])",
        """s.id IN (SELECT c.scu_id FROM annotator_part p JOIN annotator_contributor c ON c.id = p.contributor_id
                    WHERE p.pyramid_id = %(work)s AND p.uuid = ANY(%(ids)s::uuid[]))""",
    ]
    if to_load.others:
        conditions.append(
            """s.uuid IN (SELECT one.id::uuid FROM annotator_decision d, jsonb_array_elements_text(d.made) AS one (id)
                           WHERE d.work_id = %(work)s AND d.key = ANY(%(decisions)s))"""
        )
    following = """SELECT min(next.position) FROM annotator_scu next
                   WHERE next.pyramid_id = %(work)s AND next.uuid <> ALL(%(ids)s::uuid[])"""
    if to_load.after - {None}:
        conditions.append(
            f"""s.position IN (SELECT ({following} AND next.position > here.position) FROM annotator_scu here
                               WHERE here.pyramid_id = %(work)s AND here.uuid = ANY(%(after)s::uuid[]))"""
        )
    if None in to_load.after:
        conditions.append(f"s.position = ({following})")
    return conditions


def load_pyramid(locked: Locked, to_load: ToLoad, *, everything: bool) -> tuple[PyramidState, bool]:
    """The SCUs that a request names by an id of theirs or of a part, their successors in the list, and text set aside.

    ``everything``: all SCUs and all text set aside. A successor is the next SCU that the request does not name: the
    named ones are loaded anyway, and the request may delete them. Also returns whether the log has the request already.
    """
    where = "" if everything else f" AND ({' OR '.join(_conditions(to_load))})"
    asides = "" if everything else " AND a.summary_id = ANY(%(summaries)s)"
    decisions = "" if everything else "AND d.key = ANY(%(decisions)s)"
    rows = run_prepared(
        f"""
        {IMAGES_SQL} {where}
        UNION ALL {ASIDES_SQL} {asides} GROUP BY a.summary_id
        UNION ALL {decisions_sql("scus", decisions)}
        UNION ALL SELECT NULL, u.uuid::text FROM annotator_usedid u
            WHERE u.work_id = %(work)s AND u.uuid = ANY(%(ids)s::uuid[])
        UNION ALL SELECT NULL, '' {LOGGED_SQL}
        """,
        {
            "work": locked.work,
            "ids": sorted(to_load.uuids),
            "after": sorted(key for key in to_load.after if key is not None),
            "summaries": [int(key.removeprefix(ASIDE)) for key in to_load.others if key.startswith(ASIDE)],
            "decisions": difference_keys(to_load.others),
            "groups": sorted(to_load.groups),
            "edits": sorted(to_load.edits),
        },
    )
    images: dict[str, PyramidImage] = {}
    reserved = set()
    already_logged = False
    for key, text in rows:
        if key is not None:
            scu = _image(text)
            images[scu["id"]] = scu
        elif text.startswith("{"):
            other: AsideImage | DecisionImage = json.loads(text)
            images[other["id"]] = other
        elif text:
            reserved.add(text)
        else:
            already_logged = True
    (lengths,) = locked.head
    state = PyramidState(
        images=images,
        reserved=reserved,
        may_decide=locked.may_decide,
        next_uid=locked.next_uid,
        next_position=locked.next_position,
        lengths={int(summary): length for summary, length in json.loads(lengths or "{}").items()},
    )
    return state, already_logged
