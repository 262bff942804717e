"""Cases for the constraints of a team's rows; `test_constraints` runs them in its `World`."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from annotator.accounts.models import ApiToken
from annotator.projects.invitation_models import Invitation
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.notes.models import Note, NoteThread
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment
from tests.factories import make_account_invitation, make_member, make_pyramid, make_summary, make_user

NOW, LATER = datetime(2099, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
ONE = uuid4()


def _role(w: Any, *roles: str) -> list[TopicRole]:
    return [TopicRole.objects.create(topic=w.topic, member=w.member, role=role) for role in roles]


def _task(w: Any, **fields: Any) -> Assignment:
    return Assignment.objects.create(**{"kind": "pyramid", "topic": w.topic, "member": w.member, **fields})


def _invite(w: Any, **fields: Any) -> Invitation:
    own = {"project": w.project, "code": "c", "role": "viewer", "expires_at": LATER, "created_by": make_user()}
    return Invitation.objects.create(**{**own, **fields})


def _note(w: Any, text: str, **fields: Any) -> Note:
    thread = NoteThread.objects.create(work=w.pyramid)
    return Note.objects.create(thread=thread, author=w.member, at=LATER, text=text, **fields)


def _source(w: Any, **fields: Any) -> ConsensusSource:
    own = {"work": w.pyramid, "source": w.other_pyramid, "kind": "pyramid", "position": 0, "revision": 0}
    return ConsensusSource.objects.create(**{**own, **fields})


def _decide(w: Any, **fields: Any) -> Decision:
    return Decision.objects.create(**{"work": w.pyramid, "key": "k", "choice": "a", **fields})


def _token(**fields: Any) -> ApiToken:
    own = {"name": "script", "hash": "h", "scope": "read", "created_at": NOW, "expires_at": LATER}
    return ApiToken.objects.create(**{**own, "user": make_user(), **fields})


def _both(*made: object) -> tuple[object, ...]:
    return made


TEAM_CASES: list[tuple[str, Callable[[Any], object], Callable[[Any], object]]] = [
    ("topic_role_once", lambda w: _role(w, "reviewer", "reviewer"), lambda w: _role(w, "reviewer", "adjudicator")),
    ("topic_role_known", lambda w: _role(w, "reader"), lambda w: _role(w, "adjudicator")),
    (
        "assignment_once",
        lambda w: _both(_task(w), _task(w)),
        lambda w: _both(
            _task(w),
            _task(w, member=make_member(w.project)),
            _task(w, kind="match"),
            _task(w, slot="second"),
            _task(w, summary=w.model),
        ),
    ),
    (
        "assignment_once",
        lambda w: _both(_task(w, summary=w.annotation.summary), _task(w, summary=w.annotation.summary)),
        lambda w: _both(_task(w, summary=w.annotation.summary), _task(w, summary=make_summary(w.topic, kind="peer"))),
    ),
    (
        "assignment_release_is_for_a_summary",
        lambda w: _task(w, release=w.release),
        lambda w: _task(w, release=w.release, summary=w.annotation.summary),
    ),
    ("invitation_not_used_too_often", lambda w: _invite(w, uses=2), lambda w: _invite(w, uses=1)),
    (
        "account_invitation_role_known",
        lambda w: make_account_invitation(w.project, role="owner"),
        lambda w: make_account_invitation(w.project, role="manager"),
    ),
    (
        "account_invitation_once_in_project",
        lambda w: [make_account_invitation(w.project, username="ann") for _ in range(2)],
        lambda w: [make_account_invitation(w.project, username=name) for name in ("ann", "ben")],
    ),
    ("invitation_role_known", lambda w: _invite(w, role="owner"), lambda w: _invite(w, role="manager")),
    ("note_not_empty", lambda w: _note(w, ""), lambda w: _note(w, "Why?")),
    (
        "note_once_for_author",
        lambda w: _both(_note(w, "Why?", uuid=ONE), _note(w, "Why?", uuid=ONE)),
        lambda w: _both(_note(w, "Why?"), _note(w, "Why?")),
    ),
    (
        "note_thread_on_a_contributor_of_an_scu",
        lambda w: NoteThread.objects.create(work=w.pyramid, summary=w.model),
        lambda w: _both(
            NoteThread.objects.create(work=w.pyramid, summary=w.model, item=uuid4()),
            NoteThread.objects.create(work=w.pyramid, item=uuid4()),
            NoteThread.objects.create(work=w.annotation),
        ),
    ),
    (
        "consensus_source_once",
        lambda w: _both(_source(w), _source(w, position=1)),
        lambda w: _both(_source(w), _source(w, position=1, source=make_pyramid(w.topic))),
    ),
    (
        "consensus_source_position_once",
        lambda w: _both(_source(w), _source(w, source=make_pyramid(w.topic))),
        lambda w: _both(_source(w), _source(w, work=make_pyramid(w.topic))),
    ),
    (
        "consensus_source_work_is_of_its_kind",
        lambda w: _source(w, work=w.annotation),
        lambda w: _source(w, kind="match", work=w.annotation, source=w.other_annotation),
    ),
    (
        "consensus_source_is_of_its_kind",
        lambda w: _source(w, source=w.annotation),
        lambda w: _source(w),
    ),
    (
        "decision_once_in_work",
        lambda w: _both(_decide(w), _decide(w)),
        lambda w: _both(
            _decide(w), _decide(w, key="l"), _decide(w, work=w.other_pyramid), _decide(w, work=w.annotation)
        ),
    ),
    (
        "summary_mask_once_in_topic",
        lambda w: _both(_masked(w, "1"), _masked(w, "1")),
        lambda w: _both(_masked(w, ""), _masked(w, ""), _masked(w, "1"), _masked(w, "2")),
    ),
    ("api_token_name_not_empty", lambda w: _token(name=""), lambda w: _token(name="n")),
    ("api_token_scope_known", lambda w: _token(scope="all"), lambda w: _token(scope="write")),
    ("api_token_expires_later", lambda w: _token(expires_at=NOW), lambda w: _token()),
]


def _masked(w: Any, mask: str) -> Any:
    summary = make_summary(w.topic, kind="peer")
    summary.mask = mask
    summary.save()
    return summary
