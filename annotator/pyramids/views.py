"""The pages of a pyramid: its workspace, finishing it, and its releases."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.projects.access import TopicView
from annotator.pyramids.models import KIND
from annotator.pyramids.release_page import finish_page_data, release_page_data
from annotator.pyramids.services import release_pyramid, start_pyramid
from annotator.web.refusals import ServiceRefused
from annotator.work.access import WorkPage
from annotator.work.states.permissions import can_release, roles_of
from annotator.work.states.services import state_sentence
from annotator.work.workspace import workspace_page_data


class PyramidWorkspace(WorkPage):
    kind = KIND

    def get(self, request: HttpRequest, **kwargs: str) -> HttpResponse:
        pyramid = self.work
        context = {
            "may_release": can_release(roles_of(pyramid)),
            "pyramid": pyramid,
            "topic": pyramid.topic,
            "project": pyramid.topic.project,
            "workspace_data": workspace_page_data(pyramid),
        }
        return render(request, "annotator/pyramids/pyramid_workspace.html", context)


class PyramidFinish(WorkPage):
    """The page for finishing a pyramid: what must be fixed first, what is worth checking, and the Finish button."""

    kind = KIND

    def get(self, request: HttpRequest, **kwargs: str) -> HttpResponse:
        pyramid = self.work
        context = {
            "project": pyramid.topic.project,
            "topic": pyramid.topic,
            "pyramid": pyramid,
            "page": finish_page_data(pyramid),
            "state_sentence": state_sentence(pyramid.state, pyramid.last_state_change),
        }
        return render(request, "annotator/pyramids/pyramid_finish.html", context)


class PyramidStart(TopicView):
    """Redirects to the user's own pyramid of a topic, which is started if there is none."""

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponseRedirect:
        try:
            pyramid = start_pyramid(topic=self.topic, owner=self.member)
        except ServiceRefused as error:
            messages.error(request, str(error))
            return redirect("topic", slug, key)
        return redirect("pyramid", slug, key, pyramid.owner.name)


class ReleasePage(WorkPage, TopicView):
    """Lists the releases of a pyramid, and makes the next one."""

    kind = KIND

    def get(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        return self._page()

    def post(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        try:
            release = release_pyramid(pyramid=self.work, by=self.user, now=timezone.now())
        except ServiceRefused as error:
            return self._page(refusal_reasons=error.reasons, status=400)
        messages.success(request, f"Release {release.number} is ready: peers can now be matched against it.")
        return redirect("pyramid-release", slug, key, owner)

    def _page(self, *, refusal_reasons: list[str] | None = None, status: int = 200) -> HttpResponse:
        pyramid = self.work
        context = self.get_context_data(
            pyramid=pyramid,
            page=release_page_data(pyramid),
            refused=refusal_reasons,
            may_release=can_release(roles_of(pyramid)),
        )
        return render(self.request, "annotator/pyramids/pyramid_release.html", context, status=status)
