"""A peer annotation's rows read as images and written back as differences, in plain SQL."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from django.contrib.auth.models import User

from annotator.matching.models import PeerAnnotation
from annotator.matching.verbs.table import PEER
from annotator.matching.verbs.units import ABSENT, AbsenceImage, PeerImage, PeerState, UnitImage
from annotator.matching.writer import annotation_writes
from annotator.projects.permissions import can_manage
from annotator.work.adjudication.decision_rows import OF_ANNOTATION, keys_among
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
        'id', u.uuid, 'position', u.position, 'scu', r.uuid, 'comment', u.comment, 'label', u.label, 'flags', u.flags,
        'parts', (SELECT json_agg(json_build_object('id', p.uuid, 'start', p.start, 'end', p."end")
                                  ORDER BY p.position, p.id)
                  FROM annotator_unitpart p WHERE p.unit_id = u.id))::text"""
_UNITS = "annotator_unit u LEFT JOIN annotator_releasedscu r ON r.id = u.scu_id"
IMAGES_SQL = f"SELECT u.id, {_IMAGE}, 'unit' FROM {_UNITS} WHERE u.annotation_id = %(annotation)s"


ABSENCES_SQL = """
    SELECT r.id, r.uuid::text, 'absent' FROM annotator_absence b JOIN annotator_releasedscu r ON r.id = b.scu_id
    WHERE b.annotation_id = %(annotation)s
"""


def read_unit_images(annotation: int) -> list[UnitImage]:
    """The images of all units of a peer annotation, in order. One statement."""
    rows = run_prepared(f"{IMAGES_SQL} ORDER BY u.position, u.id", {"annotation": annotation})
    return [_image(text) for _, text, _ in rows]


def read_unit_images_of(annotations: Iterable[int]) -> dict[int, list[UnitImage]]:
    """The images of all units of several peer annotations, in order. One statement."""
    found: dict[int, list[UnitImage]] = {key: [] for key in annotations}
    rows = run_prepared(
        f"""SELECT u.annotation_id, {_IMAGE} FROM {_UNITS} WHERE u.annotation_id = ANY(%(annotations)s::bigint[])
            ORDER BY u.position, u.id""",
        {"annotations": list(found)},
    )
    for key, text in rows:
        found[key].append(_image(text))
    return found


def read_absences(annotation: int) -> list[AbsenceImage]:
    """The SCUs that were looked for in vain. One statement."""
    rows = run_prepared(f"{ABSENCES_SQL} ORDER BY r.position, r.uid", {"annotation": annotation})
    return [_absence(text) for _, text, _ in rows]


def _image(text: str) -> UnitImage:
    """An image without an empty label and empty flags: the reducers have no such keys then."""
    image: Any = json.loads(text)
    return cast("UnitImage", {key: value for key, value in image.items() if value or key not in ("label", "flags")})


def _absence(scu: str) -> AbsenceImage:
    return {"id": f"{ABSENT}{scu}", "scu": scu}


@dataclass(frozen=True, slots=True)
class _Head:
    next_position: int
    length: int
    release: int
    non_matching: str
    may_decide: bool


class PeerStore:
    """The rows of one peer annotation, locked for this transaction."""

    reducer = PEER

    def __init__(self, locked: Locked, head: _Head) -> None:
        self.locked = locked
        self.logged_before = False
        self._head = head
        self._scus: dict[str, int] = {}

    @classmethod
    def lock(cls, *, annotation: int, user: User) -> "PeerStore":
        """Lock a peer annotation that the user can see. Raises PeerAnnotation.DoesNotExist.

        One statement; another one for who is neither an owner, nor a manager, nor an editor of open work.
        """
        if annotation > MAX_ID:
            raise PeerAnnotation.DoesNotExist
        found = run_prepared(
            """
            SELECT a.revision, a.state, a.next_position, s.length, a.release_id, project.non_matching,
                   project.overlap_peers, m.role,
                   a.owner_id = m.id,
                   a.owner_id = m.id OR EXISTS (SELECT FROM annotator_peerannotation_editors e
                                                WHERE e.peerannotation_id = a.id AND e.membership_id = m.id),
                   EXISTS (SELECT FROM annotator_consensussource c WHERE c.annotation_id = a.id)
            FROM annotator_peerannotation a
            JOIN annotator_summary s ON s.id = a.summary_id
            JOIN annotator_topic t ON t.id = s.topic_id
            JOIN annotator_project project ON project.id = t.project_id
            JOIN annotator_membership m ON m.project_id = project.id AND m.user_id = %s
            WHERE a.id = %s FOR UPDATE OF a
            """,
            [user.pk, annotation],
        )
        row = found[0] if found else None
        if row is None:
            raise PeerAnnotation.DoesNotExist
        revision, state, next_position, length, release, non_matching, overlap, *who, may_decide = row
        target = Target("annotation_id", "annotator_peerannotation", annotation)
        head = _Head(next_position, length, release, non_matching, may_decide)
        role, is_owner, is_editor = who
        reviews, adjudicates = (False, False)
        if not (is_owner or can_manage(role) or (is_editor and state in OPEN_STATES)):
            # Most edits are made by editors, whose statements these are not.
            reviews, adjudicates = PeerAnnotation.objects.roles_over(annotation, user=user)
        standing = Standing(role, is_owner, is_editor, reviews, adjudicates)
        return cls(Locked(target, revision, state, standing, overlap), head)

    def load(self, named: Named, /, *, everything: bool = False) -> PeerState:
        """The units with one of these ids or a part of them, the released SCUs named or matched, absences; or all."""
        some = scus = "" if everything else "AND r.uuid = ANY(%(ids)s::uuid[])"
        units = (
            ""
            if everything
            else """ AND (u.uuid = ANY(%(ids)s::uuid[]) OR u.id IN (
            SELECT p.unit_id FROM annotator_unitpart p
            WHERE p.annotation_id = %(annotation)s AND p.uuid = ANY(%(ids)s::uuid[])) OR u.uuid IN (
            SELECT one.id::uuid FROM annotator_decision d, jsonb_array_elements_text(d.made) AS one (id)
            WHERE d.annotation_id = %(annotation)s AND d.key = ANY(%(decisions)s)))"""
        )
        if not everything:
            # A unit that is split gives its match to the new one.
            held = f"SELECT u.scu_id FROM annotator_unit u WHERE u.annotation_id = %(annotation)s {units}"
            scus = f"AND (r.uuid = ANY(%(ids)s::uuid[]) OR r.id IN ({held}))"
        ids = named.uuids | {key.removeprefix(ABSENT) for key in named.others if key.startswith(ABSENT)}
        decisions = "" if everything else "AND d.key = ANY(%(decisions)s)"
        rows = run_prepared(
            f"""
            {IMAGES_SQL} {units}
            UNION ALL {ABSENCES_SQL} {some}
            UNION ALL SELECT found.*, 'decision' FROM ({OF_ANNOTATION.sql(decisions)}) AS found
            UNION ALL SELECT NULL, u.uuid::text, 'used' FROM annotator_usedid u
                WHERE u.annotation_id = %(annotation)s AND u.uuid = ANY(%(ids)s::uuid[])
            UNION ALL SELECT r.id, r.uuid::text, 'scu' FROM annotator_releasedscu r
                WHERE r.release_id = %(release)s {scus}
            UNION ALL SELECT NULL, '', 'logged' {logged_sql("annotation_id")}
            """,
            {
                "annotation": self.locked.target.key,
                "target": self.locked.target.key,
                "ids": sorted(ids),
                "decisions": keys_among(named.others),
                "release": self._head.release,
                "groups": sorted(named.groups),
                "edits": sorted(named.edits),
            },
        )
        self.logged_before = any(kind == "logged" for _, _, kind in rows)
        images: dict[str, PeerImage] = {}
        for _, text, kind in rows:
            if kind == "unit":
                unit = _image(text)
                images[unit["id"]] = unit
            elif kind == "absent":
                absence = _absence(text)
                images[absence["id"]] = absence
            elif kind == "decision":
                decision: DecisionImage = json.loads(text)
                images[decision["id"]] = decision
        self._scus = {text: key for key, text, kind in rows if kind == "scu"}
        return PeerState(
            images=images,
            reserved={text for _, text, kind in rows if kind == "used"},
            next_position=self._head.next_position,
            length=self._head.length,
            release=set(self._scus),
            may_mark_non_matching=self._head.non_matching == "mark",
            may_decide=self._head.may_decide,
        )

    def counters(self, state: Any) -> dict[str, Any]:
        """``next_position``."""
        return {"next_position": state.next_position}

    def writes(self, before: State[Any], after: State[Any]) -> Writes:
        """For what differs. Constraints on parts are checked at commit."""
        return annotation_writes(self.locked.target.key, self._scus, before.images, after.images)
