"""The audit in the admin: what administrators did, who signed in, who failed and who is kept out. To read, but for one.

Signing in is recorded by axes (annotator/accounts/throttle.py), deeds by Django's admin and by ``note_deed``.
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

from annotator.accounts.audit_log import note_deed
from annotator.accounts.throttle import MOST_OF_BOTH
from annotator.admin.to_read import ToRead


@admin.register(LogEntry)
class DeedAdmin(ToRead):
    """What was done in the admin, with tokens and with sessions, the latest first."""

    list_display = ("action_time", "user", "said", "object_repr", "content_type", "action_flag")
    list_filter = (
        "action_time",
        "action_flag",
        ("content_type", admin.RelatedOnlyFieldListFilter),
        ("user", admin.RelatedOnlyFieldListFilter),
    )
    search_fields = ("user__username", "object_repr", "change_message")
    date_hierarchy = "action_time"
    row_select_related = ("user", "content_type")
    fields = ("action_time", "user", "action_flag", "content_type", "object_id", "object_repr", "said")
    readonly_fields = ("said",)

    @admin.display(description="what")
    def said(self, entry: LogEntry) -> str:
        """As a sentence."""
        return entry.get_change_message()


@admin.register(AccessLog)
class SignInAdmin(ToRead):
    """Everybody who came in."""

    list_display = ("attempt_time", "username", "ip_address", "path_info", "user_agent", "logout_time")
    list_filter = ("attempt_time", "path_info")
    search_fields = ("username", "ip_address", "user_agent")
    date_hierarchy = "attempt_time"
    exclude = ("session_hash", "http_accept")


@admin.register(AccessFailureLog)
class FailureAdmin(ToRead):
    """Wrong passwords; "locked out" is the one after which the door was shut."""

    list_display = ("attempt_time", "username", "ip_address", "locked_out", "path_info", "user_agent")
    list_filter = ("attempt_time", "locked_out", "path_info")
    search_fields = ("username", "ip_address", "user_agent")
    date_hierarchy = "attempt_time"
    exclude = ("http_accept",)


@admin.register(AccessAttempt)
class CountAdmin(ToRead):
    """What the throttle counts now. To let somebody in sooner, forget their failures."""

    list_display = ("attempt_time", "username", "ip_address", "kept_out_until", "failures_since_start", "user_agent")
    list_filter = ("attempt_time",)
    search_fields = ("username", "ip_address", "user_agent")
    exclude = ("http_accept", "get_data", "post_data")
    actions = ("forget",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the failures of account and address together: browsers do not matter."""
        rows = AccessAttempt.objects.filter(username=OuterRef("username"), ip_address=OuterRef("ip_address"))
        together = rows.order_by().values("username").annotate(together=Sum("failures_since_start"))
        return super().get_queryset(request).annotate(together=Subquery(together.values("together")))

    @admin.display(description="kept out until", ordering=F("together").desc())
    def kept_out_until(self, row: Any) -> datetime | None:
        """Empty for who may try."""
        until: datetime = row.attempt_time + settings.AXES_COOLOFF_TIME
        return until if row.together >= MOST_OF_BOTH and until > timezone.now() else None

    @admin.action(description="Forget these failures: let them try again", permissions=["view"])
    def forget(self, request: HttpRequest, queryset: QuerySet[AccessAttempt]) -> None:
        """What `manage.py axes_reset_username NAME` does for one name."""
        user = User.objects.get(username=request.user.get_username())
        for row in queryset:
            note_deed(by=user, on=row, said=f"Forgot failures to sign in: {row.username} from {row.ip_address}.")
            row.delete()
        self.message_user(request, "They may try again.", messages.SUCCESS)
