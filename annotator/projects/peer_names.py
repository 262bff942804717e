"""Masks, which hide who wrote a peer, and the order in which members see peers."""

from collections.abc import Iterable
from random import Random, SystemRandom
from typing import Any

from django.utils.crypto import salted_hmac

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.permissions import can_manage

MIN_MASKS = 90
"""Masks are drawn at random from this many names plus ten per peer. Consecutive masks would reveal the import order."""


def mask_peers(*, topic: Topic, rng: Random | None = None) -> None:
    """Give a random mask (P10, P11, ...) to each peer that has none. No mask equals the name of a peer in the topic.

    The caller has locked the topic. ``rng``: by default the system's random generator.
    """
    peers = list(topic.summaries.peer_summaries().only("summarizer", "mask", "topic"))
    unmasked = [peer for peer in peers if not peer.mask]
    taken = {name for peer in peers for name in (peer.mask, peer.summarizer)}
    masks = [f"P{number}" for number in range(10, 10 + MIN_MASKS + 10 * len(peers))]
    free_masks = [mask for mask in masks if mask not in taken]
    new_masks = (rng or SystemRandom()).sample(free_masks, len(unmasked))
    for peer, mask in zip(unmasked, new_masks, strict=True):
        peer.mask = mask
    Summary.objects.bulk_update(unmasked, ["mask"])


def mask_project(*, project: Project, rng: Random | None = None) -> None:
    """Give a mask to each peer of a project that has none. The caller has begun a transaction."""
    for topic in Topic.objects.select_for_update().filter(project=project):
        mask_peers(topic=topic, rng=rng)


def peers_in_order(member: Membership, peers: Iterable[Any], *, project: Project) -> list[Any]:
    """Returns the peers (from ``Summary.objects.visible_to``) in the order in which this member sees them.

    Managers see the order of the import. Others see a fixed random order if the project shuffles peers, the order of
    the masks if names are hidden, else the order of the import.
    """
    if can_manage(member.role):
        return list(peers)
    if project.shuffle_peers:
        return sorted(peers, key=lambda peer: shuffle_key(member.pk, peer.pk))
    return sorted(peers, key=lambda peer: mask_sort_key(peer.mask) if peer.hides_name else (0, peer.position, ""))


def shuffle_key(member: int, summary: int) -> str:
    """Returns the sort key of a peer for a member: a keyed hash, so that only the server can compute the order."""
    return salted_hmac("pyramidion.peer-order", f"{member}/{summary}").hexdigest()


def mask_sort_key(mask: str) -> tuple[int, int, str]:
    """Returns a sort key that puts masks in the order of their numbers, after all peers that are not masked."""
    return (1, int(mask[1:]), mask) if mask[1:].isdecimal() else (1, 0, mask)
