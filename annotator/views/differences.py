"""Where two annotators disagree: their pyramids of a topic, or their matchings of a peer, side by side."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.models import Release
from annotator.services.differences import (
    Pair,
    matching_differences,
    matchings_to_compare,
    pyramid_differences,
    pyramids_to_compare,
    releases_compared,
)
from annotator.views.access import PeerMember, TopicMember


class PyramidDifferences(TopicMember):
    """Two owners' pyramids of a topic: ``?a=OWNER&b=OWNER``."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        asked = {name: request.GET.get(name, "") for name in ("a", "b")}
        pair = pyramids_to_compare(self.topic, user=self.user, **asked)
        data = pyramid_differences(self.topic, pair) if pair.chosen else None
        return differences_page(self, pair, data, of="pyramids")


class PeerDifferences(PeerMember):
    """Two matchings of a peer against the same release: ``?a=OWNER&b=OWNER``, and ``release=N&pyramid=OWNER``."""

    def get(self, request: HttpRequest, slug: str, key: str, peer: str) -> HttpResponse:
        release = release_asked(request, releases_compared(self.peer, user=self.user))
        asked = {name: request.GET.get(name, "") for name in ("a", "b")}
        pair = matchings_to_compare(self.topic, self.peer, user=self.user, release=release, **asked)
        data = matching_differences(self.peer, release, pair) if release and pair.chosen else None
        return differences_page(self, pair, data, of="matchings", peer=self.peer, release=release)


def release_asked(request: HttpRequest, releases: list[Release]) -> Release | None:
    """The release of ``?release=N&pyramid=OWNER`` among these, else the first. Raises Release.DoesNotExist."""
    number, owner = request.GET.get("release", ""), request.GET.get("pyramid", "")
    found = [one for one in releases if number in ("", str(one.number)) and owner in ("", one.pyramid.owner.name)]
    if not found and (number or owner):
        raise Release.DoesNotExist
    return found[0] if found else None


def differences_page(
    view: TopicMember, pair: Pair[Any], data: dict[str, Any] | None, *, of: str, **context: Any
) -> HttpResponse:
    """The page; without data it says that there are no two to compare."""
    template = "annotator/differences.html" if data else "annotator/differences_none.html"
    known = view.get_context_data(pair=pair, workspace_data=data, of=of, **context)
    return render(view.request, template, known)
