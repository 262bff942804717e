"""The guided task: small steps that are checked against the user's own pyramid of a topic."""

from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRefresh

from annotator.permissions import check_annotate
from annotator.services.tour import read_tour
from annotator.views.access import TopicMember


class GuidedTask(TopicMember):
    """The task's page; with `?seen=` only its steps, or 204 where nothing has changed since they were seen."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        check_annotate(self.member.role)
        tour = read_tour(topic=self.topic, owner=self.member)
        seen = sha256(repr(tour.steps).encode()).hexdigest()[:12]
        if request.GET.get("seen") == seen:
            return HttpResponse(status=204)
        template = "_tour_steps" if self.asks_for_steps else "tour"
        return render(request, f"annotator/{template}.html", self.get_context_data(tour=tour, seen=seen))

    @property
    def asks_for_steps(self) -> bool:
        """Whether the page looks again."""
        return "seen" in self.request.GET

    def handle_no_permission(self) -> HttpResponseRedirect | HttpResponseClientRefresh:  # type: ignore[override]
        """To the sign-in page; a page that asks for its steps is told to load anew, and so gets there as a whole."""
        return HttpResponseClientRefresh() if self.asks_for_steps else super().handle_no_permission()
