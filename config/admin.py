"""The audit log in the admin: administrators' actions, sign-ins, failed sign-ins, and lockouts.

Read-only, except one action: forgetting failed sign-ins. axes records sign-ins (annotator/accounts/throttle.py);
Django's admin and ``log_action`` record actions.
"""

from datetime import datetime
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db.models import F, OuterRef, QuerySet, Subquery, Sum
from django.http import HttpRequest
from django.utils import timezone

from annotator.accounts.audit_log import log_action
from annotator.accounts.throttle import ACCOUNT_AND_ADDRESS_LIMIT
from annotator.admin.read_only import ReadOnlyAdmin


@admin.register(LogEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """Actions in the admin and on tokens and sessions, latest first."""

    list_display = ("action_time", "user", "message", "object_repr", "content_type", "action_flag")
    list_filter = (
        "action_time",
        "action_flag",
        ("content_type", admin.RelatedOnlyFieldListFilter),
        ("user", admin.RelatedOnlyFieldListFilter),
    )
    search_fields = ("user__username", "object_repr", "change_message")
    date_hierarchy = "action_time"
    row_select_related = ("user", "content_type")
    fields = ("action_time", "user", "action_flag", "content_type", "object_id", "object_repr", "message")
    readonly_fields = ("message",)

    @admin.display(description="action")
    def message(self, entry: LogEntry) -> str:
        """Returns the action as a sentence."""
        return entry.get_change_message()


@admin.register(AccessLog)
class SignInAdmin(ReadOnlyAdmin):
    """Successful sign-ins."""

    list_display = ("attempt_time", "username", "ip_address", "path_info", "user_agent", "logout_time")
    list_filter = ("attempt_time", "path_info")
    search_fields = ("username", "ip_address", "user_agent")
    date_hierarchy = "attempt_time"
    exclude = ("session_hash", "http_accept")


@admin.register(AccessFailureLog)
class FailedSignInAdmin(ReadOnlyAdmin):
    """Failed sign-ins; "locked out" marks the failure that started a lockout."""

    list_display = ("attempt_time", "username", "ip_address", "locked_out", "path_info", "user_agent")
    list_filter = ("attempt_time", "locked_out", "path_info")
    search_fields = ("username", "ip_address", "user_agent")
    date_hierarchy = "attempt_time"
    exclude = ("http_accept",)


@admin.register(AccessAttempt)
class LockoutAdmin(ReadOnlyAdmin):
    """The failures that the throttle currently counts. Forgetting them ends a lockout early."""

    list_display = ("attempt_time", "username", "ip_address", "locked_out_until", "failures_since_start", "user_agent")
    list_filter = ("attempt_time",)
    search_fields = ("username", "ip_address", "user_agent")
    exclude = ("http_accept", "get_data", "post_data")
    actions = ("forget",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Adds ``total`` to each row: all failures of its user name and IP address. axes has a row for each browser."""
        same_source = AccessAttempt.objects.filter(username=OuterRef("username"), ip_address=OuterRef("ip_address"))
        totals = same_source.order_by().values("username").annotate(total=Sum("failures_since_start"))
        return super().get_queryset(request).annotate(total=Subquery(totals.values("total")))

    @admin.display(description="locked out until", ordering=F("total").desc())
    def locked_out_until(self, row: Any) -> datetime | None:
        """Returns the end of the lockout; None if the user can sign in."""
        until: datetime = row.attempt_time + settings.AXES_COOLOFF_TIME
        return until if row.total >= ACCOUNT_AND_ADDRESS_LIMIT and until > timezone.now() else None

    @admin.action(description="Forget these failures: let them try again", permissions=["view"])
    def forget(self, request: HttpRequest, queryset: QuerySet[AccessAttempt]) -> None:
        """Ends lockouts, as `manage.py axes_reset_username NAME` does."""
        user = User.objects.get(username=request.user.get_username())
        for row in queryset:
            log_action(by=user, on=row, message=f"Forgot failures to sign in: {row.username} from {row.ip_address}.")
            row.delete()
        self.message_user(request, "The failures are forgotten: these users may try again.", messages.SUCCESS)
