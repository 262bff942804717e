"""Masks of peers, and the order in which people see them (DESIGN §3)."""

from collections.abc import Iterable
from random import Random, SystemRandom
from typing import Any

from django.utils.crypto import salted_hmac

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.permissions import can_manage

FEWEST = 90
"""Masks are drawn from at least so many numbers, and from ten for each peer: a later peer has no telling number."""


def mask_peers(*, topic: Topic, rng: Random | None = None) -> None:
    """Give each peer of the topic that has none a mask, drawn at random, that is nobody's name there.

    The caller has locked the topic. ``rng``: where chance comes from, the system's unless given.
    """
    peers = list(topic.summaries.peer_summaries().only("summarizer", "mask", "topic"))
    new = [peer for peer in peers if not peer.mask]
    taken = {name for peer in peers for name in (peer.mask, peer.summarizer)}
    free = [mask for number in range(10, 10 + FEWEST + 10 * len(peers)) if (mask := f"P{number}") not in taken]
    for peer, mask in zip(new, (rng or SystemRandom()).sample(free, len(new)), strict=True):
        peer.mask = mask
    Summary.objects.bulk_update(new, ["mask"])


def mask_project(*, project: Project, rng: Random | None = None) -> None:
    """Give each peer of a project a mask that has none yet, inside the caller's transaction."""
    for topic in Topic.objects.select_for_update().filter(project=project):
        mask_peers(topic=topic, rng=rng)


def peers_in_order(member: Membership, rows: Iterable[Any], *, project: Project) -> list[Any]:
    """Peers (visible summaries) in the order for this member: a manager's is that of the import.

    Of others it is by chance but always the same where the project shuffles; by the mask where names are hidden.
    """
    peers = list(rows)
    if can_manage(member.role):
        return peers
    if project.shuffle_peers:
        return sorted(peers, key=lambda peer: shuffled_place(member.pk, peer.pk))
    return sorted(peers, key=lambda peer: mask_order(peer.mask) if peer.hides_name else (0, peer.position, ""))


def shuffled_place(member: int, summary: int) -> str:
    """Sorts a peer among a member's, in an order that only the server can know."""
    return salted_hmac("pyramidion.peer-order", f"{member}/{summary}").hexdigest()


def mask_order(mask: str) -> tuple[int, int, str]:
    """Sorts masks by their numbers."""
    return (1, int(mask[1:]), mask) if mask[1:].isdecimal() else (1, 0, mask)
