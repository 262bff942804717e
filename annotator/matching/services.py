"""Peer annotations: beginning one."""

from annotator.matching.models import KIND
from annotator.projects.models import Membership, Summary
from annotator.projects.permissions import check_annotate
from annotator.web.refusals import ServiceRefused
from annotator.work.models import Release, Work


def start_peer_annotation(*, summary: Summary, release: Release, owner: Membership) -> Work:
    """The member's own annotation of a peer against a release, made if there is none. NotAllowed for a viewer."""
    check_annotate(owner.role)
    if release.pyramid.topic_id != summary.topic_id or summary.kind != Summary.Kind.PEER:
        raise ServiceRefused("A peer is matched against a release of its own topic.")
    annotation, _ = Work.objects.get_or_create(
        kind=KIND, topic_id=summary.topic_id, summary=summary, release=release, owner=owner
    )
    return annotation
