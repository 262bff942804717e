"""Scores as a file that a browser or a program fetches."""

import tempfile
from collections.abc import Sequence
from typing import BinaryIO, cast

from django.http import FileResponse

from annotator.runs.steps import takes
from scoring.observations.pyramid_scores import ScoreChoice
from scoring.observations.score_stream import ScoreRequest
from scoring.observations.viewer import Viewer
from scoring.results.exports.formats import CONTENT_TYPES, SUFFIXES, ExportForm
from scoring.results.exports.written import write_export

KEPT_IN_MEMORY = 1_000_000
"""Bytes; what is longer goes to a temporary file on disk."""

SECONDS, SECONDS_BY_JACKKNIFE = 0.0003, 0.0008
"""What a work of the project costs on a slow machine."""


class Spool(tempfile.SpooledTemporaryFile[bytes]):
    """A temporary file that is closed with the answer, or, as after HEAD, dropped with it."""

    def __del__(self) -> None:
        self.close()


def member_score_file(viewer: Viewer, choice: ScoreChoice, form: ExportForm, topic_key: str = "") -> FileResponse:
    """The scores of the project or of one topic that a member may see. Raises Topic.DoesNotExist and ServiceRefused."""
    if not topic_key:
        takes(viewer.works * (SECONDS_BY_JACKKNIFE if choice.jackknife else SECONDS))
    topics = [viewer.topic(topic_key)] if topic_key else None
    stem = f"{viewer.project.slug}.{topic_key}" if topic_key else viewer.project.slug
    return score_file([ScoreRequest(viewer, choice, topics)], form, stem=stem)


def score_file(wanted: Sequence[ScoreRequest], form: ExportForm, *, stem: str) -> FileResponse:
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
