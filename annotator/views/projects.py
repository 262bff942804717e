"""Projects: the list, a new one, its page and settings."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.forms import DeleteForm, ProjectForm
from annotator.forms.settings import SettingsForm
from annotator.models import Membership
from annotator.permissions import check_manage
from annotator.services.project_overview import project_cards, project_size, topic_lines
from annotator.services.project_settings import change_settings
from annotator.services.projects import create_project, delete_project
from annotator.services.reviews import reviews_for
from annotator.services.tasks import next_up
from annotator.views.access import ProjectMember, SignedIn
from annotator.views.submitted import Submitted

TOPICS = 100  # on a page of a project; each is 4 kB and a millisecond


class ProjectList(SignedIn):
    """The user's projects and how far they are."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(
            request,
            "annotator/project_list.html",
            {"cards": project_cards(self.user), "next": next_up(user=self.user, today=timezone.localdate())},
        )


class ProjectCreate(SignedIn):
    """A new project; whoever makes it manages it."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "annotator/project_create.html", {"form": ProjectForm()})

    def post(self, request: HttpRequest) -> HttpResponse:
        submitted = Submitted(ProjectForm(request.POST))
        project = submitted.carry_out(lambda data: create_project(**data, by=self.user))
        if project is None:
            return render(request, "annotator/project_create.html", {"form": submitted.form}, status=400)
        return redirect("project", project.slug)


class ProjectPage(ProjectMember):
    """A project's topics, members and guidelines."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        page = Paginator(list(self.project.topics.all()), TOPICS).get_page(request.GET.get("page"))
        context = self.get_context_data(
            page=page,
            topics=topic_lines(page.object_list, user=self.user),
            members=Membership.objects.visible_to(self.user).filter(project=self.project),
            next=next_up(user=self.user, today=timezone.localdate(), project=self.project.pk),
            reviews=reviews_for(self.user, project=self.project),
        )
        return render(request, "annotator/project_detail.html", context)


class ProjectSettings(ProjectMember):
    """The rules a project annotates by."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        return self._page(SettingsForm(instance=self.project))

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        form = SettingsForm(request.POST, instance=self.project)
        if not form.is_valid():
            self.project.refresh_from_db()  # the heading shows the name that stands
            return self._page(form, status=400)
        change_settings(project=self.project, values=form.cleaned_data, by=self.member)
        messages.success(request, "The settings are saved.")
        return redirect("project", slug)

    def _page(self, form: SettingsForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(form=form)
        return render(self.request, "annotator/project_settings.html", context, status=status)


class ProjectDelete(ProjectMember):
    """Deletes a project for good, for a manager who types its name."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        return self._page(DeleteForm(project=self.project))

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        form = DeleteForm(request.POST, project=self.project)
        if not form.is_valid():
            return self._page(form, status=400)
        delete_project(project=self.project, by=self.member)
        messages.success(request, f"The project “{form.cleaned_data['name']}” is deleted.")
        return redirect("projects")

    def _page(self, form: DeleteForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(form=form, deleted=project_size(self.project))
        return render(self.request, "annotator/project_delete.html", context, status=status)
