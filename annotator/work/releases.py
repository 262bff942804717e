"""Chooses releases: the visible releases of a topic, and the release to which new work is pinned by default."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.formats import date_format

from annotator.projects.models import CONSENSUS, Membership, Summary, Topic
from annotator.work.release_models import Release


def releases_of(topic: Topic, *, user: User) -> list[Release]:
    """Returns the releases of a topic that the user may see, with their pyramids' owners: by owner, newest first."""
    return list(Release.objects.visible_to(user).filter(pyramid__topic=topic).to_choose_from())


def release_to_match(peer: Summary, *, member: Membership, user: User) -> Release | None:
    """Returns the release that a member matches a peer against by default: the assigned, else the `default_release`."""
    releases = Release.objects.visible_to(user).filter(pyramid__topic=peer.topic_id)
    assigned = releases.filter(assignments__summary=peer, assignments__member=member).first()
    return assigned or default_release(releases_of(peer.topic, user=user))


def default_release(releases: list[Release]) -> Release | None:
    """Returns the latest release of the consensus or, without one, of the only released pyramid; None if there are
    several.
    """
    by_consensus = [release for release in releases if release.owner_name == CONSENSUS]
    if not by_consensus and len({release.pyramid_id for release in releases}) != 1:
        return None
    return max(by_consensus or releases, key=lambda release: release.number)


class ReleaseField(forms.ModelChoiceField):
    """A choice of releases, labelled by owner and number."""

    def label_from_instance(self, obj: Any) -> str:
        if obj.hides_owner:
            return f"Release {obj.number}"
        return f"Release {obj.number} of {obj.owner_name}’s pyramid, {date_format(obj.created_at)}"
