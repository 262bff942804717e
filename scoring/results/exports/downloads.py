"""Scores as a file to download."""

import tempfile
from collections.abc import Sequence
from typing import BinaryIO, cast

from django.http import FileResponse

from annotator.runs.steps import reserve_time
from scoring.observations.pyramid_scores import ScoreChoice
from scoring.observations.score_stream import ScoreRequest
from scoring.observations.viewer import Viewer
from scoring.results.exports.forms import CONTENT_TYPES, SUFFIXES, ExportForm
from scoring.results.exports.written import write_export

KEPT_IN_MEMORY = 1_000_000
"""Bytes; longer files go to disk."""

SECONDS, SECONDS_BY_JACKKNIFE = 0.0003, 0.0008
"""What a work of the project costs on a slow machine."""


class Spool(tempfile.SpooledTemporaryFile[bytes]):
    """A temporary file that is closed with the response, or when the response is dropped (after HEAD)."""

    def __del__(self) -> None:
        self.close()


def member_score_file(viewer: Viewer, choice: ScoreChoice, form: ExportForm, topic_key: str = "") -> FileResponse:
    """The scores of the project or of one topic that a member may see. Raises Topic.DoesNotExist and ServiceRefused."""
    reserve_time(0 if topic_key else viewer.works * (SECONDS_BY_JACKKNIFE if choice.jackknife else SECONDS))
    topics = [viewer.topic(topic_key)] if topic_key else None
    stem = f"{viewer.project.slug}.{topic_key}" if topic_key else viewer.project.slug
    return score_file([ScoreRequest(viewer, choice, topics)], form, stem=stem)


def score_file(requests: Sequence[ScoreRequest], form: ExportForm, *, stem: str) -> FileResponse:
    """The export, streamed from a temporary file.

    The file is complete before the first byte is sent: an error never leaves half a file, and the transaction with the
    snapshot does not wait for a slow connection. Raises ServiceRefused.
    """
    out = Spool(max_size=KEPT_IN_MEMORY)
    try:
        write_export(cast("BinaryIO", out), requests, form)
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
