"""The workspace of a peer annotation, and the page that starts one."""

from typing import Any

from django import forms
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotator.matching.models import KIND, peer_annotations
from annotator.matching.services import start_peer_annotation
from annotator.projects.access import PeerView
from annotator.projects.permissions import check_annotate
from annotator.web.forms import PageForm, call_service
from annotator.work.access import WorkPage
from annotator.work.release_models import Release, ReleaseQuerySet
from annotator.work.releases import ReleaseField, release_to_match
from annotator.work.workspace import workspace_page_data


class ReleaseChoiceForm(PageForm):
    """Asks for the release that a peer is matched against. ``default``: used if the user chooses no release."""

    release = ReleaseField(queryset=Release.objects.none(), empty_label=None, widget=forms.RadioSelect, label="Release")

    def __init__(self, data: Any = None, *, releases: ReleaseQuerySet, default: Release | None) -> None:
        super().__init__(data)
        self.default = default
        field = self.fields["release"]
        assert isinstance(field, ReleaseField)  # noqa: S101  # for the type checker
        field.queryset = releases.to_choose_from()
        field.initial = default
        field.required = default is None

    def clean_release(self) -> Release | None:
        """The chosen release or the default."""
        return self.cleaned_data["release"] or self.default


class PeerWorkspace(WorkPage):
    kind = KIND

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        annotation = self.work
        data = workspace_page_data(annotation)
        data["urls"]["carry_over"] = annotation.url("carry-over")  # with ``?release=``, which the API leaves out
        topic = annotation.topic
        context = {"annotation": annotation, "topic": topic, "project": topic.project, "workspace_data": data}
        return render(request, "annotator/matching/peer_workspace.html", context)


class PeerStart(PeerView):
    """Starts the user's own annotation of a peer, or redirects to it."""

    def get(self, request: HttpRequest, slug: str, key: str, peer: str) -> HttpResponse:
        check_annotate(self.member.role)
        return self._page(self._form())

    def post(self, request: HttpRequest, slug: str, key: str, peer: str) -> HttpResponse:
        check_annotate(self.member.role)
        form = self._form(request.POST)
        annotation = call_service(
            form, lambda data: start_peer_annotation(summary=self.peer, release=data["release"], owner=self.member)
        )
        if annotation is None:
            return self._page(form, status=400)
        return redirect(peer_annotations().for_workspace(self.user).get(pk=annotation.pk).url())

    def _form(self, data: object = None) -> ReleaseChoiceForm:
        releases = Release.objects.visible_to(self.user).filter(pyramid__topic=self.topic)
        default = release_to_match(self.peer, member=self.member, user=self.user)
        return ReleaseChoiceForm(data, releases=releases, default=default)

    def _page(self, form: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(peer=self.peer, form=form)
        return render(self.request, "annotator/matching/peer_start.html", context, status=status)
