"""Admin pages of accounts, which list their projects, and of API tokens, which leave out the hashes."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.contrib.postgres.aggregates import StringAgg
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest

from annotator.accounts.models import ApiToken
from annotator.accounts.sign_ins import sign_out_everywhere
from annotator.admin.read_only import ReadOnlyAdmin, inline
from annotator.projects.models import Membership

PERMISSION_FIELDS = ("is_staff", "is_superuser", "groups", "user_permissions")

admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Django's page for accounts. To close an account, untick “Active”: its annotations keep the person's name."""

    list_display = ("username", "email", "projects", "is_active", "is_superuser", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff", "is_superuser", "memberships__role", "last_login")
    search_fields = ("username", "first_name", "last_name", "email", "memberships__project__slug", "memberships__name")
    inlines = (
        inline(Membership, "project", "name", "role", select_related=("project",), link=True),
        inline(ApiToken, "name", "prefix", "scope", "created_at", "expires_at", "last_used_at"),
    )
    list_per_page = 50
    actions = ("sign_out", "sign_out_and_revoke")

    @admin.action(description="Sign out everywhere", permissions=["change"])
    def sign_out(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Ends sessions; tokens remain valid."""
        self._sign_out(request, queryset, revoke_tokens=False)

    @admin.action(description="Sign out everywhere and revoke tokens", permissions=["change"])
    def sign_out_and_revoke(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Ends sessions and revokes tokens, so that only the password gives access."""
        self._sign_out(request, queryset, revoke_tokens=True)

    def _sign_out(self, request: HttpRequest, users: QuerySet[User], *, revoke_tokens: bool) -> None:
        by = User.objects.get(username=request.user.get_username())
        for user in users:
            if not self.has_change_permission(request, user):
                self.message_user(request, f"Only a superuser may sign out {user}.", messages.WARNING)
                continue
            sign_out_everywhere(user=user, by=by, revoke_tokens=revoke_tokens)
            self.message_user(request, f"Signed out everywhere: {user}.", messages.SUCCESS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Only superusers may change superusers: somebody who sets a user's password can sign in as that user."""
        return _may_change(request, obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return _may_change(request, obj) and super().has_delete_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Staff who manage accounts cannot grant permissions, not even to themselves."""
        fields = super().get_readonly_fields(request, obj)
        return fields if request.user.is_superuser else (*fields, *PERMISSION_FIELDS)

    def get_inlines(self, request: HttpRequest, obj: User | None) -> Any:
        """The form for a new account has no inlines, because there are no projects or tokens yet."""
        return self.inlines if obj is not None else ()

    def get_list_display(self, request: HttpRequest) -> Any:
        """Only superusers see who is in which project, because this could reveal summarizers whose names are masked."""
        return [name for name in self.list_display if name != "projects" or request.user.is_superuser]

    def get_list_filter(self, request: HttpRequest) -> Any:
        return _without_projects(self.list_filter, request)

    def get_search_fields(self, request: HttpRequest) -> Any:
        return _without_projects(self.search_fields, request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        memberships = Membership.objects.filter(user=OuterRef("pk")).order_by().values("user")
        slugs = memberships.annotate(slugs=StringAgg("project__slug", ", ", order_by="project__slug")).values("slugs")
        return super().get_queryset(request).annotate(project_slugs=Subquery(slugs))

    @admin.display(ordering="project_slugs")
    def projects(self, user: Any) -> str:
        return user.project_slugs or ""


def _without_projects(names: Any, request: HttpRequest) -> Any:
    """Returns the filters or search fields that the user may use: those about memberships are for superusers only."""
    return [name for name in names if request.user.is_superuser or not name.startswith("memberships__")]


def _may_change(request: HttpRequest, account: User | None) -> bool:
    return bool(request.user.is_superuser) or account is None or not account.is_superuser


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    list_display = ("user", "name", "prefix", "scope", "created_at", "expires_at", "last_used_at")
    list_filter = ("scope", "expires_at", "last_used_at")
    search_fields = ("user__username", "name", "prefix")
    row_select_related = ("user",)
    exclude = ("hash",)
