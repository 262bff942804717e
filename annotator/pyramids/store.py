"""A pyramid's rows read as images and written back as differences, in plain SQL (see ``docs/adr``)."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from django.contrib.auth.models import User

from annotator.projects.permissions import can_manage
from annotator.pyramids.models import Pyramid
from annotator.pyramids.verbs.scus import ASIDE, AsideImage, PyramidImage, PyramidState, ScuImage
from annotator.pyramids.verbs.table import PYRAMID
from annotator.pyramids.writer import pyramid_writes
from annotator.work.adjudication.decision_rows import OF_PYRAMID, keys_among
from annotator.work.edits.decisions import DecisionImage
from annotator.work.edits.reducer import State
from annotator.work.edits.request import MAX_ID
from annotator.work.edits.verb import Named
from annotator.work.log.append import Target, logged_sql
from annotator.work.log.editing import Locked
from annotator.work.log.prepared import run_prepared
from annotator.work.log.rows import Writes
from annotator.work.states.permissions import Standing
from annotator.work.states.visibility import OPEN_STATES

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
IMAGES_SQL = f"SELECT s.id, {_IMAGE} FROM annotator_scu s WHERE s.pyramid_id = %(pyramid)s"


ASIDES_SQL = """
    SELECT NULL::bigint, json_build_object(
        'id', 'aside:' || a.summary_id, 'summary', a.summary_id,
        'spans', json_agg(json_build_array(a.start, a."end") ORDER BY a.start))::text
    FROM annotator_setaside a WHERE a.pyramid_id = %(pyramid)s
"""


def read_images(pyramid: int) -> list[ScuImage]:
    """The images of all SCUs of a pyramid, in list order. One statement."""
    rows = run_prepared(f"{IMAGES_SQL} ORDER BY s.position, s.uid", {"pyramid": pyramid})
    return [_image(text) for _, text in rows]


def read_images_of(pyramids: Iterable[int]) -> dict[int, list[ScuImage]]:
    """The images of all SCUs of several pyramids, in list order. One statement."""
    found: dict[int, list[ScuImage]] = {key: [] for key in pyramids}
    rows = run_prepared(
        f"""SELECT s.pyramid_id, {_IMAGE} FROM annotator_scu s WHERE s.pyramid_id = ANY(%(pyramids)s::bigint[])
            ORDER BY s.position, s.uid""",
        {"pyramids": list(found)},
    )
    for key, text in rows:
        found[key].append(_image(text))
    return found


def read_asides(pyramid: int) -> list[AsideImage]:
    """What was set aside, a summary an image. One statement."""
    rows = run_prepared(f"{ASIDES_SQL} GROUP BY a.summary_id ORDER BY a.summary_id", {"pyramid": pyramid})
    return [json.loads(text) for _, text in rows]


def _image(text: str) -> ScuImage:
    """An image without empty flags: the reducers have no such key then."""
    image: Any = json.loads(text)
    for flagged in (image, *image["contributors"]):
        if not flagged["flags"]:
            del flagged["flags"]
    return cast("ScuImage", image)


def _conditions(named: Named) -> list[str]:
    """Which SCUs a request needs, as SQL."""
    found = [
        "s.uuid = ANY(%(ids)s::uuid[])",
        """s.id IN (SELECT c.scu_id FROM annotator_part p JOIN annotator_contributor c ON c.id = p.contributor_id
                    WHERE p.pyramid_id = %(pyramid)s AND p.uuid = ANY(%(ids)s::uuid[]))""",
    ]
    if named.others:
        found.append(
            """s.uuid IN (SELECT one.id::uuid FROM annotator_decision d, jsonb_array_elements_text(d.made) AS one (id)
                           WHERE d.pyramid_id = %(pyramid)s AND d.key = ANY(%(decisions)s))"""
        )
    following = """SELECT min(next.position) FROM annotator_scu next
                   WHERE next.pyramid_id = %(pyramid)s AND next.uuid <> ALL(%(ids)s::uuid[])"""
    if named.after - {None}:
        found.append(
            f"""s.position IN (SELECT ({following} AND next.position > here.position) FROM annotator_scu here
                               WHERE here.pyramid_id = %(pyramid)s AND here.uuid = ANY(%(after)s::uuid[]))"""
        )
    if None in named.after:
        found.append(f"s.position = ({following})")
    return found


@dataclass(frozen=True, slots=True)
class _Head:
    next_uid: int
    next_position: float
    lengths: dict[int, int]
    may_decide: bool


class PyramidStore:
    """The rows of one pyramid, locked for this transaction."""

    reducer = PYRAMID

    def __init__(self, locked: Locked, head: _Head) -> None:
        self.locked = locked
        self.logged_before = False
        self._head = head

    @classmethod
    def lock(cls, *, pyramid: int, user: User) -> "PyramidStore":
        """Lock a pyramid that the user can see. Raises Pyramid.DoesNotExist.

        One statement; another one for who is neither an owner, nor a manager, nor an editor of open work.
        """
        if pyramid > MAX_ID:
            raise Pyramid.DoesNotExist
        found = run_prepared(
            """
            SELECT p.revision, p.state, p.next_uid, p.next_position, project.overlap_models, m.role,
                   p.owner_id = m.id,
                   p.owner_id = m.id OR EXISTS (SELECT FROM annotator_pyramid_editors e
                                                WHERE e.pyramid_id = p.id AND e.membership_id = m.id),
                   (SELECT json_object_agg(s.id, s.length)::text FROM annotator_summary s
                    WHERE s.topic_id = t.id AND s.kind = 'model'),
                   EXISTS (SELECT FROM annotator_consensussource c WHERE c.pyramid_id = p.id)
            FROM annotator_pyramid p
            JOIN annotator_topic t ON t.id = p.topic_id
            JOIN annotator_project project ON project.id = t.project_id
            JOIN annotator_membership m ON m.project_id = project.id AND m.user_id = %s
            WHERE p.id = %s FOR UPDATE OF p
            """,
            [user.pk, pyramid],
        )
        row = found[0] if found else None
        if row is None:
            raise Pyramid.DoesNotExist
        revision, state, next_uid, next_position, overlap, role, is_owner, is_editor, lengths, may_decide = row
        target = Target("pyramid_id", "annotator_pyramid", pyramid)
        head = _Head(next_uid, next_position, {int(k): v for k, v in json.loads(lengths or "{}").items()}, may_decide)
        reviews, adjudicates = (False, False)
        if not (is_owner or can_manage(role) or (is_editor and state in OPEN_STATES)):
            # Most edits are made by editors, whose statements these are not.
            reviews, adjudicates = Pyramid.objects.roles_over(pyramid, user=user)
        standing = Standing(role, is_owner, is_editor, reviews, adjudicates)
        return cls(Locked(target, revision, state, standing, overlap), head)

    def load(self, named: Named, /, *, everything: bool = False) -> PyramidState:
        """The SCUs with one of these ids or a part of them, those next in position to some, what is set aside; or all.

        Next is the first that is not named itself: the named ones are there anyway and may go in this request.
        """
        where = "" if everything else f" AND ({' OR '.join(_conditions(named))})"
        asides = "" if everything else " AND a.summary_id = ANY(%(summaries)s)"
        decisions = "" if everything else "AND d.key = ANY(%(decisions)s)"
        rows = run_prepared(
            f"""
            {IMAGES_SQL} {where}
            UNION ALL {ASIDES_SQL} {asides} GROUP BY a.summary_id
            UNION ALL {OF_PYRAMID.sql(decisions)}
            UNION ALL SELECT NULL, u.uuid::text FROM annotator_usedid u
                WHERE u.pyramid_id = %(pyramid)s AND u.uuid = ANY(%(ids)s::uuid[])
            UNION ALL SELECT NULL, '' {logged_sql("pyramid_id")}
            """,
            {
                "pyramid": self.locked.target.key,
                "target": self.locked.target.key,
                "ids": sorted(named.uuids),
                "after": sorted(key for key in named.after if key is not None),
                "summaries": [int(key.removeprefix(ASIDE)) for key in named.others if key.startswith(ASIDE)],
                "decisions": keys_among(named.others),
                "groups": sorted(named.groups),
                "edits": sorted(named.edits),
            },
        )
        images: dict[str, PyramidImage] = {}
        reserved = set()
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
                self.logged_before = True
        return PyramidState(
            images=images,
            reserved=reserved,
            may_decide=self._head.may_decide,
            next_uid=self._head.next_uid,
            next_position=self._head.next_position,
            lengths=self._head.lengths,
        )

    def counters(self, state: Any) -> dict[str, Any]:
        """``next_uid`` and ``next_position``."""
        return {"next_uid": state.next_uid, "next_position": state.next_position}

    def writes(self, before: State[Any], after: State[Any]) -> Writes:
        """For what differs. Constraints on parts are checked at commit."""
        return pyramid_writes(self.locked.target.key, before.images, after.images)
