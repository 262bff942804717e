"""The page of a work's editors, and the requests that change the state of a work."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.projects.access import ManagerPage, TopicView
from annotator.projects.models import Membership
from annotator.web.forms import PageForm, call_service
from annotator.web.refusals import ServiceRefused
from annotator.work.access import WorkPage
from annotator.work.states.services import TRANSITIONS, change_state, possible_editors, set_editors


class EditorsForm(PageForm):
    editors = forms.ModelMultipleChoiceField(
        queryset=Membership.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="May edit too",
        error_messages=dict.fromkeys(("invalid_choice", "invalid_pk_value"), "Choose members who may annotate."),
    )

    def __init__(self, data: Any = None, *, members: QuerySet[Membership], chosen: QuerySet[Membership]) -> None:
        super().__init__(data, initial={"editors": list(chosen)})
        self.fields["editors"].queryset = members  # type: ignore[attr-defined]


class StateChange(WorkPage):
    """Changes the state of a work, with an optional note, and redirects to its workspace."""

    def post(self, request: HttpRequest, verb: str, **kwargs: str) -> HttpResponseRedirect:
        if verb not in TRANSITIONS:
            raise Http404
        note = request.POST.get("note", "")
        try:
            change_state(work=self.work, verb=verb, by=self.user, now=timezone.now(), note=note)
        except ServiceRefused as error:
            for reason in error.reasons:
                messages.error(request, reason)
        return redirect(self.work.url())


class Editors(WorkPage, ManagerPage, TopicView):
    """The page on which managers choose who may edit a work besides its owner."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self._page(self._form())

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = self._form(request.POST)
        chosen = call_service(form, lambda data: self._set_editors(list(data["editors"])))
        if chosen is None:
            return self._page(form, status=400)
        names = ", ".join([self.work.owner.name, *(editor.name for editor in chosen)])
        messages.success(request, f"Edited by: {names}.")
        return redirect("topic", self.project.slug, self.topic.key)

    def _set_editors(self, chosen: list[Membership]) -> list[Membership]:
        set_editors(work=self.work, editors=chosen, by=self.member)
        return chosen

    def _form(self, data: Any = None) -> EditorsForm:
        members = possible_editors(project=self.project.pk, owner=self.work.owner_id)
        return EditorsForm(data, members=members, chosen=self.work.editors.all())

    def _page(self, form: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(work=self.work, form=form, title=self.work.work_kind.title_of(self.work))
        return render(self.request, "annotator/work/states/editors.html", context, status=status)
