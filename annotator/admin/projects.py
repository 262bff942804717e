"""Admin pages of projects, members, topics, assignments, invitations and imported files."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse

from annotator.admin.read_only import ReadOnlyAdmin, inline, project_column, project_filter
from annotator.interchange.models import ImportedFile
from annotator.projects.invitation_models import AccountInvitation, Invitation
from annotator.projects.models import Membership, Project, Topic
from annotator.projects.services import add_member
from annotator.web.refusals import ServiceRefused
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment


@admin.register(Project)
class ProjectAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "members", "topic_count", "blind", "mask_summarizers", "live_scores", "created_at")
    list_filter = ("blind", "mask_summarizers", "live_scores", "non_matching", "created_at")
    search_fields = ("name", "slug", "memberships__name", "memberships__user__username")
    date_hierarchy = "created_at"
    inlines = (
        inline(Membership, "name", "user", "role", select_related=("user", "project"), link=True),
        inline(Topic, "key", "title", "revealed_at", link=True),
    )
    actions = ("join",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        counts = {
            "member_count": _count_in_project(Membership.objects.filter(user__isnull=False)),
            "topic_count": _count_in_project(Topic.objects.all()),
        }
        return super().get_queryset(request).annotate(**counts)

    @admin.display(description="members with an account", ordering="member_count")
    def members(self, project: Any) -> int:
        """Returns how many members have an account; the owners of imported annotations have none."""
        return int(project.member_count)

    @admin.display(description="topics", ordering="topic_count")
    def topic_count(self, project: Any) -> int:
        return int(project.topic_count)

    def view_on_site(self, project: Project) -> str:
        return reverse("project", args=[project.slug])

    @admin.action(description="Join as a manager, to see and change the project's pages", permissions=["view"])
    def join(self, request: HttpRequest, queryset: QuerySet[Project]) -> None:
        """Makes the administrator a manager, for projects whose managers have left or need help."""
        user = User.objects.get(username=request.user.get_username())
        for project in queryset:
            try:
                add_member(project=project, user=user, role=Membership.Role.MANAGER, by=user)
            except ServiceRefused as refused:
                self.message_user(request, f"{project}: {refused}", messages.WARNING)
            else:
                self.message_user(request, f"{project}: you are now a manager.", messages.SUCCESS)


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ("name", "role", "project", "user")
    list_filter = ("role", ("user", admin.EmptyFieldListFilter), project_filter("project"))
    search_fields = ("name", "user__username", "user__email", "project__slug", "project__name")
    row_select_related = ("project", "user")

    def view_on_site(self, member: Membership) -> str:
        """Returns the page where a manager can change the member's role."""
        return reverse("member", args=[member.project.slug, member.pk])


@admin.register(Topic)
class TopicAdmin(ReadOnlyAdmin):
    list_display = ("key", "title", "project", "revealed_at", "created_at")
    list_filter = (("revealed_at", admin.EmptyFieldListFilter), project_filter("project"))
    search_fields = ("key", "title", "project__slug", "project__name")
    row_select_related = ("project",)
    inlines = (inline(TopicRole, "member", "role", select_related=("member", "topic"), link=True),)

    def view_on_site(self, topic: Topic) -> str:
        return reverse("topic", args=[topic.project.slug, topic.key])


@admin.register(TopicRole)
class TopicRoleAdmin(ReadOnlyAdmin):
    list_display = ("member", "role", "topic", project_column("topic__project"))
    list_filter = ("role", project_filter("topic__project"))
    search_fields = ("member__name", "topic__key", "topic__project__slug")
    row_select_related = ("member", "topic__project")


@admin.register(Assignment)
class AssignmentAdmin(ReadOnlyAdmin):
    list_display = ("member", "topic", "summary", "release", "due", "created_at", project_column("topic__project"))
    list_filter = ("due", project_filter("topic__project"))
    search_fields = ("member__name", "topic__key", "topic__project__slug", "summary__summarizer")
    row_select_related = ("member", "topic__project", "summary", "release", "created_by")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Invitations, without their codes: a code is enough to join the project."""

    list_display = ("project", "role", "uses", "max_uses", "expires_at", "revoked_at", "created_by", "created_at")
    list_filter = ("role", "expires_at", ("revoked_at", admin.EmptyFieldListFilter), project_filter("project"))
    search_fields = ("project__slug", "project__name", "created_by__username")
    row_select_related = ("project", "created_by")
    exclude = ("code",)


@admin.register(AccountInvitation)
class AccountInvitationAdmin(ReadOnlyAdmin):
    list_display = ("username", "project", "role", "member", "expires_at", "created_by", "created_at")
    list_filter = ("role", "expires_at", project_filter("project"))
    search_fields = ("username", "project__slug", "project__name", "created_by__username")
    row_select_related = ("project", "created_by", "member", "user")


@admin.register(ImportedFile)
class ImportedFileAdmin(ReadOnlyAdmin):
    list_display = ("name", "project", "imported_at")
    list_filter = ("imported_at", project_filter("project"))
    search_fields = ("name", "project__slug", "sha256")
    row_select_related = ("project",)


def _count_in_project(rows: QuerySet[Any]) -> Coalesce:
    """Returns a subquery that counts the rows of each project of the outer query."""
    counts = rows.filter(project=OuterRef("pk")).order_by().values("project").annotate(number=Count("pk"))
    return Coalesce(Subquery(counts.values("number")), 0)
