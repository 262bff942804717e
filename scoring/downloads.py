"""Scores as a file that a browser or a program fetches."""

import tempfile
from collections.abc import Sequence
from typing import BinaryIO, cast

from django.contrib.auth.models import AnonymousUser, User
from django.http import FileResponse

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Membership, Topic
from scoring.exports.form import CONTENT_TYPES, SUFFIXES, ExportForm
from scoring.exports.written import write_export
from scoring.services.peer_scores import ScoreChoice
from scoring.services.score_stream import Wanted

KEPT_IN_MEMORY = 1_000_000
"""Bytes; what is longer goes to a temporary file on disk."""


class Spool(tempfile.SpooledTemporaryFile[bytes]):
    """A temporary file that is closed with the answer, or, as after HEAD, dropped with it."""

    def __del__(self) -> None:
        self.close()


def member_score_file(
    member: Membership,
    user: User | AnonymousUser,
    choice: ScoreChoice,
    form: ExportForm,
    topic: Topic | None = None,
) -> FileResponse:
    """The scores that ``member``, who is ``user``, may see, of the project or one topic. Raises ServiceRefused."""
    annotations = PeerAnnotation.objects.visible_to(user)
    if topic is not None:
        annotations = annotations.filter(summary__topic=topic)
    stem = f"{member.project.slug}.{topic.key}" if topic else member.project.slug
    return score_file([Wanted(member.project, annotations, member.role, choice)], form, stem=stem)


def score_file(wanted: Sequence[Wanted], form: ExportForm, *, stem: str) -> FileResponse:
    """The export, streamed from a file that has no name and goes when it is sent.

    It is written before the first byte goes out: an error is an answer and never half a file, and the transaction that
    reads all of it as of one moment does not wait for a slow line. Raises ServiceRefused.
    """
    out = Spool(max_size=KEPT_IN_MEMORY)
    try:
        write_export(cast("BinaryIO", out), wanted, form)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    return FileResponse(
        out,
        as_attachment=True,
        filename=f"{stem}.scores.{SUFFIXES[form.format]}",
        content_type=CONTENT_TYPES[form.format],
        headers={"Cache-Control": "private, no-store"},
    )
