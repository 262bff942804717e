"""Pages for setting up projects and topics."""

from pathlib import PurePosixPath
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.projects.access import ManagerPage, ProjectView, TopicView
from annotator.projects.forms import (
    PastedSummaryForm,
    ProjectForm,
    SettingsForm,
    SummaryFilesForm,
    TopicForm,
)
from annotator.projects.models import Summary
from annotator.projects.services import change_settings, create_project, reveal_topic
from annotator.projects.texts import NewSummary, add_summaries, create_topic
from annotator.web.forms import call_service, read_uploads
from annotator.web.refusals import ServiceRefused
from annotator.web.signed_in import SignedIn


class ProjectCreate(SignedIn):
    """Creates a project; the user becomes its manager."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "annotator/projects/project_create.html", {"form": ProjectForm()})

    def post(self, request: HttpRequest) -> HttpResponse:
        form = ProjectForm(request.POST)
        project = call_service(form, lambda data: create_project(**data, by=self.user))
        if project is None:
            return render(request, "annotator/projects/project_create.html", {"form": form}, status=400)
        return redirect("project", project.slug)


class ProjectSettings(ManagerPage):
    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._page(SettingsForm(instance=self.project))

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = SettingsForm(request.POST, instance=self.project)
        if not form.is_valid():
            self.project.refresh_from_db()  # the heading shows the saved name
            return self._page(form, status=400)
        change_settings(project=self.project, values=form.cleaned_data, by=self.member)
        messages.success(request, "Settings saved.")
        return redirect("project", slug)

    def _page(self, form: SettingsForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(form=form)
        return render(self.request, "annotator/projects/project_settings.html", context, status=status)


class TopicCreate(ManagerPage):
    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return render(request, "annotator/projects/topic_create.html", self.get_context_data(form=TopicForm()))

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = TopicForm(request.POST)
        topic = call_service(form, lambda data: create_topic(project=self.project, by=self.member, **data))
        if topic is None:
            context = self.get_context_data(form=form)
            return render(request, "annotator/projects/topic_create.html", context, status=400)
        return redirect("topic", slug, topic.key)


class TopicReveal(TopicView):
    """Reveals the hidden work and names of a topic to all members."""

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        try:
            reveal_topic(topic=self.topic, by=self.member, now=timezone.now())
        except ServiceRefused as error:
            messages.error(request, str(error))
        else:
            messages.success(request, "The topic is revealed: all members now see its work and names.")
        return redirect("topic", slug, key)


class Guidelines(ProjectView):
    """A project's guidelines. With ``?panel``, only the HTML fragment for a workspace's panel."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        template = "_guidelines_panel" if "panel" in request.GET else "guidelines"
        return render(request, f"annotator/projects/{template}.html", self.get_context_data())


class SummariesAdd(ManagerPage, TopicView):
    """Adds model or peer summaries to a topic: one pasted text, or several plain-text files."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        initial = {"kind": request.GET.get("kind", Summary.Kind.MODEL)}
        return self._page(PastedSummaryForm(initial=initial), SummaryFilesForm(initial=initial))

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        is_files_form = request.POST.get("how") == "files"
        form = SummaryFilesForm(request.POST, request.FILES) if is_files_form else PastedSummaryForm(request.POST)
        added = call_service(
            form, lambda data: add_summaries(topic=self.topic, summaries=_new_summaries(data), by=self.member)
        )
        if added is None:
            paste_form, files_form = (PastedSummaryForm(), form) if is_files_form else (form, SummaryFilesForm())
            return self._page(paste_form, files_form, status=400)
        summaries, notes = added
        messages.success(request, f"Added: {', '.join(summary.summarizer for summary in summaries)}.")
        for note in notes:
            messages.info(request, note)
        return redirect("topic", slug, key)

    def _page(self, paste_form: BaseForm, files_form: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(paste_form=paste_form, files_form=files_form)
        return render(self.request, "annotator/projects/summaries_add.html", context, status=status)


def _new_summaries(data: dict[str, Any]) -> list[NewSummary]:
    """Returns the summaries in the cleaned data of a PastedSummaryForm or a SummaryFilesForm."""
    if "text" in data:
        return [NewSummary(data["kind"], data["summarizer"], data["text"], data["title"])]
    return [
        NewSummary(data["kind"], PurePosixPath(name).stem, content) for name, content in read_uploads(data["uploads"])
    ]
