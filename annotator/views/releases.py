"""Releases of a pyramid: what bars one, what changed since the latest, making one."""

from functools import cached_property

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.models import Pyramid
from annotator.permissions import can_release, check_release, standing_of
from annotator.services.refused import ServiceRefused
from annotator.services.release_page import release_page
from annotator.services.releases import release_pyramid
from annotator.views.access import TopicMember


class ReleasePage(TopicMember):
    """The releases of a pyramid."""

    @cached_property
    def pyramid(self) -> Pyramid:
        """The pyramid of the address. Raises Pyramid.DoesNotExist for one that cannot be seen."""
        pyramids = Pyramid.objects.for_workspace(self.user)
        return pyramids.get(topic=self.topic, owner__name=self.kwargs["owner"])

    def get(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        return self._page()

    def post(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        check_release(standing_of(self.pyramid))
        try:
            release = release_pyramid(pyramid=self.pyramid, by=self.user, now=timezone.now())
        except ServiceRefused as error:
            return self._page(refused=error.reasons, status=400)
        messages.success(request, f"Release {release.number} is made. Peers can be matched against it.")
        return redirect("pyramid-release", slug, key, owner)

    def _page(self, *, refused: list[str] | None = None, status: int = 200) -> HttpResponse:
        pyramid = self.pyramid
        context = self.get_context_data(
            pyramid=pyramid,
            page=release_page(pyramid),
            refused=refused,
            may_release=can_release(standing_of(pyramid)),
        )
        return render(self.request, "annotator/pyramid_release.html", context, status=status)
