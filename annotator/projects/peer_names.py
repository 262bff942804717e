"""Masks of peers, and the order in which members see peers."""

from collections.abc import Iterable
from random import Random, SystemRandom
from typing import Any

from django.utils.crypto import salted_hmac

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.permissions import can_manage

FEWEST = 90
"""Masks are drawn from at least this many numbers, and ten for each peer, so that a mask does not reveal its age."""


def mask_peers(*, topic: Topic, rng: Random | None = None) -> None:
    """Give each peer of the topic without a mask a random one that is no name in the topic.

    The caller has locked the topic. ``rng``: by default the system's.
    """
    peers = list(topic.summaries.peer_summaries().only("summarizer", "mask", "topic"))
    new = [peer for peer in peers if not peer.mask]
    names = {name for peer in peers for name in (peer.mask, peer.summarizer)}
    free = [mask for number in range(10, 10 + FEWEST + 10 * len(peers)) if (mask := f"P{number}") not in names]
    for peer, mask in zip(new, (rng or SystemRandom()).sample(free, len(new)), strict=True):
        peer.mask = mask
    Summary.objects.bulk_update(new, ["mask"])


def mask_project(*, project: Project, rng: Random | None = None) -> None:
    """Give each peer of a project without a mask one, in the caller's transaction."""
    for topic in Topic.objects.select_for_update().filter(project=project):
        mask_peers(topic=topic, rng=rng)


def peers_in_order(member: Membership, rows: Iterable[Any], *, project: Project) -> list[Any]:
    """Peers (visible summaries) in the order in which this member sees them.

    Managers see the order of the import. Others see a fixed random order if the project shuffles peers, the order of
    the masks if names are hidden, else the order of the import.
    """
    peers = list(rows)
    if can_manage(member.role):
        return peers
    if project.shuffle_peers:
        return sorted(peers, key=lambda peer: shuffle_key(member.pk, peer.pk))
    return sorted(peers, key=lambda peer: mask_sort_key(peer.mask) if peer.hides_name else (0, peer.position, ""))


def shuffle_key(member: int, summary: int) -> str:
    """Sort key of a peer for a member, in an order that only the server can compute."""
    return salted_hmac("pyramidion.peer-order", f"{member}/{summary}").hexdigest()


def mask_sort_key(mask: str) -> tuple[int, int, str]:
    """Sort key of a mask: by its number."""
    return (1, int(mask[1:]), mask) if mask[1:].isdecimal() else (1, 0, mask)
