"""Peer annotations: beginning one."""

from annotator.models import Membership, PeerAnnotation, Release, Summary
from annotator.permissions import check_annotate
from annotator.services.refused import ServiceRefused


def start_peer_annotation(*, summary: Summary, release: Release, owner: Membership) -> PeerAnnotation:
    """The member's own annotation of a peer against a release, made if there is none. NotAllowed for a viewer."""
    check_annotate(owner.role)
    if release.pyramid.topic_id != summary.topic_id or summary.kind != Summary.Kind.PEER:
        raise ServiceRefused("A peer is matched against a release of its own topic.")
    annotation, _ = PeerAnnotation.objects.get_or_create(summary=summary, release=release, owner=owner)
    return annotation
