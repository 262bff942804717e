"""What the two workspaces show: the contract between the rows and the pages."""

from itertools import pairwise
from typing import Any

from django.urls import reverse

from annotator.matching.models import PeerAnnotation
from annotator.matching.store import read_absences, read_unit_images
from annotator.projects.models import CONSENSUS, Project, Summary
from annotator.pyramids.models import Pyramid
from annotator.pyramids.released import released_scus
from annotator.pyramids.store import read_asides, read_images
from annotator.work.adjudication.provenance import provenance
from annotator.work.adjudication.sources import sources_of, works_of
from annotator.work.states.permissions import accepts_edits, can_change, standing_of
from annotator.work.states.services import stage_of


def summary_data(summary: Summary) -> dict[str, Any]:
    """A summary with its text and tokens; offsets are code points.

    ``word_steps``: starts and ends of the words in turn, each less the one before. They are a third of a page's data,
    and small numbers are a third of that.
    """
    return {
        "id": summary.pk,
        "letter": summary.letter,
        "summarizer": summary.summarizer,
        "title": summary.title,
        "text": summary.text,
        "word_steps": [to - start for start, to in pairwise([0, *summary.words])],
        "sentences": summary.sentences,
        "dir": summary.direction,
    }


def model_summaries(topic: int) -> list[dict[str, Any]]:
    """The model summaries of a topic in the order of their letters. One statement."""
    return [summary_data(summary) for summary in Summary.objects.filter(topic=topic).models_of_topics()]


def pyramid_data(pyramid: Pyramid) -> dict[str, Any]:
    """Everything the pyramid workspace needs, for the user who asked for ``pyramid`` with ``for_workspace``.

    Three statements, whatever the size; four more for a consensus.
    """
    standing = standing_of(pyramid)
    topic, project = pyramid.topic, pyramid.topic.project
    latest = pyramid.releases.order_by("-number").values("number", "revision").first()
    place = [project.slug, topic.key, pyramid.owner.name]
    return {
        "id": pyramid.pk,
        "revision": pyramid.revision,
        "next_uid": pyramid.next_uid,
        "next_position": pyramid.next_position,
        "state": pyramid.state,
        "stage": stage_of(pyramid.state, standing=standing, last=pyramid.last_turn).as_json(),
        "open_notes": pyramid.open_notes,
        "editable": can_change(standing, pyramid.state),
        "owner": pyramid.owner.name,
        "project": {"slug": project.slug, "name": project.name},
        "topic": {"key": topic.key, "title": topic.title, "statement": topic.statement},
        "settings": {"overlap": project.overlap_models, "suggestions": project.suggestions},
        "latest_release": latest,
        "summaries": model_summaries(topic.pk),
        "scus": read_images(pyramid.pk),
        "asides": read_asides(pyramid.pk),
        **_consensus_data(pyramid, project, reverse("adjudicate", args=place[:2])),
        "urls": {
            "edits": reverse("api-pyramid-edits", args=[pyramid.pk]),
            "self": reverse("api-pyramid", args=[pyramid.pk]),
            "history": reverse("api-pyramid-history", args=[pyramid.pk]),
            "similar": reverse("api-pyramid-similar", args=[pyramid.pk]),
            "notes": reverse("api-pyramid-notes", args=[pyramid.pk]),
            "guidelines": reverse("guidelines", args=place[:1]),
            "topic": reverse("topic", args=place[:2]),
            "project": reverse("project", args=place[:1]),
            "release": reverse("pyramid-release", args=place),
        },
    }


def _consensus_data(work: Pyramid | PeerAnnotation, project: Project, adjudication: str) -> dict[str, Any]:
    """What was decided, and where each SCU or unit comes from; nothing for an imported consensus, or for none."""
    sources = sources_of(work) if work.owner.name == CONSENSUS else []
    if not sources:
        return {}
    decisions = works_of(work).decisions.read(work.pk)
    return {
        "may_decide": True,
        "decisions": decisions,
        "provenance": provenance(work, decisions=decisions, sources=sources, project=project),
        "adjudication": adjudication,
    }


def peer_data(annotation: PeerAnnotation) -> dict[str, Any]:
    """Everything the peer workspace needs, for the user who asked for ``annotation`` with ``for_workspace``."""
    standing = standing_of(annotation)
    summary, owner = annotation.summary, annotation.owner
    topic, project = summary.topic, summary.topic.project
    place = [project.slug, topic.key, annotation.peer_name, owner.name]
    peer = summary_data(summary) | {"summarizer": annotation.peer_name, "title": annotation.peer_title}
    if annotation.hides_peer:
        peer["id"] = annotation.pk  # keys of summaries come in the order of the import
    return {
        "id": annotation.pk,
        "revision": annotation.revision,
        "next_position": annotation.next_position,
        "state": annotation.state,
        "stage": stage_of(annotation.state, standing=standing, last=annotation.last_turn).as_json(),
        "open_notes": annotation.open_notes,
        "editable": can_change(standing, annotation.state),
        "owner": owner.name,
        "project": {"slug": project.slug, "name": project.name},
        "topic": {"key": topic.key, "title": topic.title, "statement": topic.statement},
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
        **_consensus_data(annotation, project, reverse("peer-adjudicate", args=place[:3])),
        "urls": {
            "edits": reverse("api-peer-annotation-edits", args=[annotation.pk]),
            "self": reverse("api-peer-annotation", args=[annotation.pk]),
            "history": reverse("api-peer-annotation-history", args=[annotation.pk]),
            "similar": reverse("api-peer-annotation-similar", args=[annotation.pk]),
            "notes": reverse("api-peer-annotation-notes", args=[annotation.pk]),
            "guidelines": reverse("guidelines", args=place[:1]),
            "topic": reverse("topic", args=place[:2]),
            "project": reverse("project", args=place[:1]),
            "scores": reverse("api-peer-annotation-scores", args=[annotation.pk]),
            "carry_over": reverse("peer-carry-over", args=place),
        },
    }


def release_data(annotation: PeerAnnotation) -> dict[str, Any]:
    """The release with its SCUs and the model summaries they quote; ``latest`` is the pyramid's newest number."""
    release = annotation.release
    return {
        "number": release.number,
        "latest": annotation.newest_release,
        "pyramid_owner": annotation.pyramid_owner,
        "weight_source": release.weight_source,
        "models": model_summaries(annotation.summary.topic_id),
        "scus": released_scus(release.pk),
    }


def shows_scores(annotation: PeerAnnotation) -> bool:
    """Whether the project lets people see the scores of this annotation now (``live_scores``, DESIGN §3)."""
    rule = annotation.summary.topic.project.live_scores
    return rule == "show" or (rule == "after_submit" and not accepts_edits(annotation.state))
