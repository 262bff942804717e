"""Releases as people choose them: those of a topic, and the one that work is pinned to unless told otherwise."""

from django.contrib.auth.models import User

from annotator.projects.models import CONSENSUS, Membership, Summary, Topic
from annotator.work.models import Release


def releases_of(topic: Topic, *, user: User) -> list[Release]:
    """The releases of a topic that the user may see, with their pyramids' owners, newest first. One statement."""
    releases = (
        Release.objects.visible_to(user).filter(pyramid__topic=topic).select_related("pyramid__owner").defer("document")
    )
    return list(releases.order_by("pyramid__owner__name", "-number"))


def release_to_match(peer: Summary, *, member: Membership, user: User) -> Release | None:
    """What a member matches a peer against unless told otherwise: the release assigned to them, else the default."""
    releases = Release.objects.visible_to(user).filter(pyramid__topic=peer.topic_id)
    assigned = releases.filter(assignments__summary=peer, assignments__member=member).first()
    return assigned or default_release(releases_of(peer.topic, user=user))


def default_release(releases: list[Release]) -> Release | None:
    """The one to match against unless told otherwise: the consensus's latest, else the latest of the only pyramid."""
    by_consensus = [release for release in releases if release.owner_name == CONSENSUS]
    if not by_consensus and len({release.pyramid_id for release in releases}) != 1:
        return None
    return max(by_consensus or releases, key=lambda release: release.number)
