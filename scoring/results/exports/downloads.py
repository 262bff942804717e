"""Responses with the scores as a file."""

import tempfile
from collections.abc import Sequence
from typing import BinaryIO, cast

from django.http import FileResponse

from annotator.runs.steps import reserve_time
from annotator.web.file_names import file_stem
from scoring.observations.score_stream import ScoreRequest
from scoring.observations.viewer import Viewer
from scoring.results.exports.forms import CONTENT_TYPES, SUFFIXES, ExportLayout, ExportQuery, FileFormat
from scoring.results.exports.writing import write_export

MAX_BYTES_IN_MEMORY = 1_000_000
"""Longer files are written to disk."""

SECONDS_PER_WORK, SECONDS_PER_WORK_BY_JACKKNIFE = 0.0003, 0.0008
"""Estimated time for each work of the project (a pyramid or peer annotation) on a slow machine."""


class Spool(tempfile.SpooledTemporaryFile[bytes]):
    """A temporary file that is closed with the response, or when a response is discarded unread (after HEAD)."""

    def __del__(self) -> None:
        self.close()


def member_score_file(
    viewer: Viewer, query: ExportQuery, topic_key: str = "", *, file_format: FileFormat | None = None
) -> FileResponse:
    """A file with the scores that a member may see, of the project or of one topic. ``file_format`` takes precedence
    over the format in the query. Raises Topic.DoesNotExist and ServiceRefused.
    """
    settings, layout = query.score_settings, query.layout(file_format)
    seconds_per_work = SECONDS_PER_WORK_BY_JACKKNIFE if settings.jackknife else SECONDS_PER_WORK
    reserve_time(0 if topic_key else viewer.work_count * seconds_per_work)
    topics = [viewer.topic(topic_key)] if topic_key else None
    parts = [viewer.project.slug, topic_key] if topic_key else [viewer.project.slug]
    stem = file_stem(*parts, query=query, except_fields=["file", "topic"])
    return score_file([ScoreRequest(viewer, settings, topics)], layout, stem=stem)


def score_file(requests: Sequence[ScoreRequest], layout: ExportLayout, *, stem: str) -> FileResponse:
    """A response that streams the export from a temporary file, called ``<stem>.scores.<suffix>``. The file is complete
    before the first byte is sent: an error never leaves half a file, and the database transaction does not wait for a
    slow connection. Raises ServiceRefused.
    """
    out = Spool(max_size=MAX_BYTES_IN_MEMORY)
    try:
        write_export(cast("BinaryIO", out), requests, layout)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    return FileResponse(
        out,
        as_attachment=True,
        filename=f"{stem}.scores.{SUFFIXES[layout.file_format]}",
        content_type=CONTENT_TYPES[layout.file_format],
        headers={"Cache-Control": "private, no-store"},
    )
