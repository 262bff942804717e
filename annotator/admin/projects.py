"""Projects with their members and topics, and the plans for them."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse

from annotator.admin.to_read import RowsToRead, ToRead, in_project
from annotator.interchange.models import ImportedFile
from annotator.projects.models import Invitation, Membership, Project, Topic
from annotator.projects.services import add_member
from annotator.web.refusals import ServiceRefused
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment


class MembersToRead(RowsToRead):
    """Who takes part. The project's pages change it, where rules hold, as that a manager stays."""

    model = Membership
    fields = ("name", "user", "role")
    row_select_related = ("user", "project")


class TopicsToRead(RowsToRead):
    model = Topic
    fields = ("key", "title", "revealed_at")


class TopicRolesToRead(RowsToRead):
    model = TopicRole
    fields = ("member", "role")
    row_select_related = ("member", "topic")


@admin.register(Project)
class ProjectAdmin(ToRead):
    list_display = ("name", "slug", "members", "topic_count", "blind", "mask_summarizers", "live_scores", "created_at")
    list_filter = ("blind", "mask_summarizers", "live_scores", "non_matching", "created_at")
    search_fields = ("name", "slug", "memberships__name", "memberships__user__username")
    date_hierarchy = "created_at"
    inlines = (MembersToRead, TopicsToRead)
    actions = ("join",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With how many members and topics there are."""
        return (
            super()
            .get_queryset(request)
            .annotate(
                member_count=_number(Membership.objects.filter(user__isnull=False)),
                topic_count=_number(Topic.objects.all()),
            )
        )

    @admin.display(description="members with an account", ordering="member_count")
    def members(self, project: Any) -> int:
        """Names that only own imported work are not counted."""
        return int(project.member_count)

    @admin.display(description="topics", ordering="topic_count")
    def topic_count(self, project: Any) -> int:
        return int(project.topic_count)

    def view_on_site(self, project: Project) -> str:
        """The page of the project, which its members see."""
        return reverse("project", args=[project.slug])

    @admin.action(description="Join as a manager, to see and change the pages", permissions=["view"])
    def join(self, request: HttpRequest, queryset: QuerySet[Project]) -> None:
        """Make who asks a manager of projects whose own managers are gone, or need help."""
        user = User.objects.get(username=request.user.get_username())
        for project in queryset:
            try:
                add_member(project=project, user=user, role=Membership.Role.MANAGER, by=user)
            except ServiceRefused as refused:
                self.message_user(request, f"{project}: {refused}", messages.WARNING)
            else:
                self.message_user(request, f"{project}: you are a manager now.", messages.SUCCESS)


@admin.register(Membership)
class MembershipAdmin(ToRead):
    list_display = ("name", "role", "project", "user")
    list_filter = ("role", ("user", admin.EmptyFieldListFilter), in_project("project"))
    search_fields = ("name", "user__username", "user__email", "project__slug", "project__name")
    row_select_related = ("project", "user")

    def view_on_site(self, member: Membership) -> str:
        """The page on which a manager changes the role."""
        return reverse("member", args=[member.project.slug, member.pk])


@admin.register(Topic)
class TopicAdmin(ToRead):
    list_display = ("key", "title", "project", "revealed_at", "created_at")
    list_filter = (("revealed_at", admin.EmptyFieldListFilter), in_project("project"))
    search_fields = ("key", "title", "project__slug", "project__name")
    row_select_related = ("project",)
    inlines = (TopicRolesToRead,)

    def view_on_site(self, topic: Topic) -> str:
        """The page of the topic, which members see."""
        return reverse("topic", args=[topic.project.slug, topic.key])


@admin.register(TopicRole)
class TopicRoleAdmin(ToRead):
    list_display = ("member", "role", "topic", "project")
    list_filter = ("role", in_project("topic__project"))
    search_fields = ("member__name", "topic__key", "topic__project__slug")
    row_select_related = ("member", "topic__project")

    @admin.display(ordering="topic__project")
    def project(self, role: TopicRole) -> Project:
        return role.topic.project


@admin.register(Assignment)
class AssignmentAdmin(ToRead):
    list_display = ("member", "topic", "summary", "release", "due", "created_at", "project")
    list_filter = ("due", in_project("topic__project"))
    search_fields = ("member__name", "topic__key", "topic__project__slug", "summary__summarizer")
    row_select_related = ("member", "topic__project", "summary", "release", "created_by")

    @admin.display(ordering="topic__project")
    def project(self, assignment: Assignment) -> Project:
        return assignment.topic.project


@admin.register(Invitation)
class InvitationAdmin(ToRead):
    """Without the code, which lets in whoever reads it."""

    list_display = ("project", "role", "uses", "most_uses", "expires_at", "revoked_at", "created_by", "created_at")
    list_filter = ("role", "expires_at", ("revoked_at", admin.EmptyFieldListFilter), in_project("project"))
    search_fields = ("project__slug", "project__name", "created_by__username")
    row_select_related = ("project", "created_by")
    exclude = ("code",)


@admin.register(ImportedFile)
class ImportedFileAdmin(ToRead):
    list_display = ("name", "project", "imported_at")
    list_filter = ("imported_at", in_project("project"))
    search_fields = ("name", "project__slug", "sha256")
    row_select_related = ("project",)


def _number(rows: QuerySet[Any]) -> Coalesce:
    """How many of the rows belong to a project."""
    counted = rows.filter(project=OuterRef("pk")).order_by().values("project").annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0)
