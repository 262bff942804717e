"""What the workspace of a peer annotation shows: the contract between the rows and the page."""

from typing import Any

from annotator.matching.store import read_absences, read_unit_images
from annotator.projects.summary_data import model_summaries, summary_data
from annotator.pyramids.released import released_scus
from annotator.work.adjudication.provenance import consensus_data
from annotator.work.models import Work
from annotator.work.states.permissions import accepts_edits
from annotator.work.workspace import work_data, work_urls


def peer_data(annotation: Work) -> dict[str, Any]:
    """Everything the peer workspace needs, for the user who asked for ``annotation`` with ``for_workspace``."""
    project = annotation.topic.project
    peer = summary_data(annotation.summary)
    peer |= {"summarizer": annotation.peer_name, "title": annotation.peer_title}
    if annotation.hides_peer:
        peer["id"] = annotation.pk  # keys of summaries come in the order of the import
    return {
        **work_data(annotation, next_position=int(annotation.next_position)),
        "peer": peer,
        "release": release_data(annotation),
        "settings": {
            "overlap": project.overlap_peers,
            "non_matching": project.non_matching,
            "suggestions": project.suggestions,
            "show_scores": shows_scores(annotation),
        },
        "units": read_unit_images(annotation.pk),
        "absences": read_absences(annotation.pk),
        **consensus_data(annotation),
        "urls": {
            **work_urls(annotation),
            "scores": annotation.api_url("scores"),
            "carry_over": annotation.url("carry-over").partition("?")[0],
        },
    }


def release_data(annotation: Work) -> dict[str, Any]:
    """The release with its SCUs and the model summaries they quote; ``latest`` is the pyramid's newest number."""
    release = annotation.release
    return {
        "number": release.number,
        "latest": annotation.newest_release,
        "pyramid_owner": annotation.pyramid_owner,
        "weight_source": release.weight_source,
        "models": model_summaries(annotation.topic_id),
        "scus": released_scus(release.pk),
    }


def shows_scores(annotation: Work) -> bool:
    """Whether the project lets people see the scores of this annotation now (``live_scores``, DESIGN §3)."""
    rule = annotation.topic.project.live_scores
    return rule == "show" or (rule == "after_submit" and not accepts_edits(annotation.state))
