"""Reads the judgments that a member may download, with the names that the member may know."""

from collections import defaultdict
from collections.abc import Callable

from django.contrib.auth.models import User

from annotator.judgments.models import Instrument, sheets
from annotator.judgments.order import order_key
from annotator.judgments.queries.rows import ShownSubject, judgment_rows
from annotator.judgments.table import JudgmentRow
from annotator.projects.models import Summary
from annotator.projects.permissions import can_manage
from annotator.work.models import Work


def visible_rows(*, instrument: Instrument, user: User, with_drafts: bool) -> list[JudgmentRow]:
    """Returns the judgments of the sheets that a member may see.

    ``instrument``: from ``visible_to(user)``, which adds the user's role. Managers see all names. Other members see a
    peer's mask while the project hides names. While the instrument is not closed and the topic not revealed, they see
    only the summary's number in the judge's own order, as in the session.
    """
    if can_manage(instrument.member_role):
        return judgment_rows(instrument=instrument, user=user, with_drafts=with_drafts)
    return judgment_rows(
        instrument=instrument, user=user, with_drafts=with_drafts, name_subject=_shown_subjects(instrument, user)
    )


def has_visible_sheets(instrument: Instrument, user: User) -> bool:
    """Whether the user may see a sheet of the instrument, or manages it."""
    return can_manage(instrument.member_role) or sheets().visible_to(user).filter(sheet__instrument=instrument).exists()


def _shown_subjects(instrument: Instrument, user: User) -> Callable[[Work], ShownSubject]:
    """Returns a function that names the judged summary of a visible sheet for a member who is not a manager."""
    masks: dict[int, str] = {}
    if instrument.project.mask_summarizers:
        visible = sheets().visible_to(user).filter(sheet__instrument=instrument, topic__revealed_at=None)
        masks = dict(visible.filter(summary__kind=Summary.Kind.PEER).values_list("pk", "summary__mask"))
    numbers = _numbers(instrument, user) if instrument.state != Instrument.State.CLOSED else {}

    def shown_subject(work: Work) -> ShownSubject:
        if work.summary is None:
            return ShownSubject("", "")
        if work.pk in numbers:
            return ShownSubject(str(numbers[work.pk]), "", is_nameless=True)
        return ShownSubject(masks.get(work.pk, work.summary.summarizer), work.summary.kind)

    return shown_subject


def _numbers(instrument: Instrument, user: User) -> dict[int, int]:
    """The number of each sheet, from 1, in the order in which its judge sees the topic's summaries, by primary key.

    Only sheets of topics that are not revealed have numbers.
    """
    visible = sheets().visible_to(user).filter(sheet__instrument=instrument, topic__revealed_at=None)
    sessions: dict[tuple[int, int], list[tuple[bytes, int, int]]] = defaultdict(list)
    for pk, topic, owner, summary, model in visible.values_list(
        "pk", "topic", "owner", "summary", "sheet__items__summary__position"
    ):
        sessions[topic, owner].append((order_key(instrument.seed, owner, summary or 0), model or 0, pk))
    return {pk: number for session in sessions.values() for number, (_, _, pk) in enumerate(sorted(session), start=1)}
