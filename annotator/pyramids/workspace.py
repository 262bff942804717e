"""What the workspace of a pyramid shows: the contract between the rows and the page."""

from typing import Any

from annotator.projects.summary_data import model_summaries
from annotator.pyramids.store import read_asides, read_images
from annotator.work.adjudication.provenance import consensus_data
from annotator.work.models import Work
from annotator.work.workspace import work_data, work_urls


def pyramid_data(pyramid: Work) -> dict[str, Any]:
    """Everything the pyramid workspace needs, for the user who asked for ``pyramid`` with ``for_workspace``.

    Three queries, whatever the size; four more for a consensus.
    """
    project = pyramid.topic.project
    return {
        **work_data(pyramid, next_uid=pyramid.next_uid, next_position=pyramid.next_position),
        "settings": {"overlap": project.overlap_models, "suggestions": project.suggestions},
        "latest_release": pyramid.releases.order_by("-number").values("number", "revision").first(),
        "summaries": model_summaries(pyramid.topic_id),
        "scus": read_images(pyramid.pk),
        "asides": read_asides(pyramid.pk),
        **consensus_data(pyramid),
        "urls": {**work_urls(pyramid), "release": pyramid.url("release")},
    }
