"""Limits on guessing passwords: failed sign-ins are counted by account and IP address; too many get 429 (ADR 121)."""

from datetime import timedelta
from math import ceil
from typing import Any

from axes.attempts import get_cool_off_threshold
from axes.backends import AxesStandaloneBackend
from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Max, Q, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac

from annotator.web.client_address import neighbourhood

MOST_OF_BOTH = 8
"""Failures of one account from one IP address."""
MOST_OF_ADDRESS = 100
"""Failures from one IP address, of any account. A whole group may share it; a successful sign-in resets its own."""
MOST_OF_ACCOUNT = 50
"""Failures of one account, from anywhere: guesses may be spread over many machines. Known IP addresses stay open."""
KNOWN_FOR = timedelta(days=30)


class Backend(AxesStandaloneBackend):
    """The first authentication backend: refuses throttled visitors. Calls without a request are not throttled."""

    def authenticate(self, request: HttpRequest | None, *args: Any, **kwargs: Any) -> None:
        if request is not None:
            super().authenticate(request, *args, **kwargs)


class Handler(AxesDatabaseHandler):
    """Counts in axes' tables, with a limit for each of the three ways to count.

    Attempts during the waiting time are not counted, so they do not prolong it.
    """

    def get_failures(self, request: Any, credentials: dict[str, Any] | None = None) -> int:
        """1 (axes' limit here) if the visitor must wait, and then `request.axes_wait` in seconds; else 0."""
        name, address = get_client_username(request, credentials), request.axes_ip_address
        by_address, by_account = Q(ip_address=address), Q(username=name)
        threshold = get_cool_off_threshold(request)
        recent = AccessAttempt.objects.filter(by_address | by_account, attempt_time__gt=threshold)
        limits = {"both": MOST_OF_BOTH, "address": MOST_OF_ADDRESS, "account": MOST_OF_ACCOUNT}
        kinds = {"both": by_address & by_account, "address": by_address, "account": by_account}
        sums = {kind: Sum("failures_since_start", filter=rows, default=0) for kind, rows in kinds.items()}
        lasts = {f"{kind}_last": Max("attempt_time", filter=rows) for kind, rows in kinds.items()}
        totals = recent.aggregate(**sums, **lasts)
        over = [kind for kind, limit in limits.items() if totals[kind] >= limit]
        if "account" in over and _signed_in_from(address, name):
            over.remove("account")
        if not over:
            return 0
        last = max(totals[f"{kind}_last"] for kind in over)
        request.axes_wait = ceil((last - threshold).total_seconds())
        return 1

    def reset_user_attempts(self, request: Any, credentials: dict[str, Any] | None = None) -> int:
        """Forget the failures of this account at this IP address, but not those of others there."""
        name = get_client_username(request, credentials)
        return AccessAttempt.objects.filter(username=name, ip_address=request.axes_ip_address).delete()[0]


def _signed_in_from(address: str, name: str) -> bool:
    since = timezone.now() - KNOWN_FOR
    return AccessLog.objects.filter(username=name, ip_address=address, attempt_time__gt=since).exists()


def forget_form(instance: AccessAttempt, **_: Any) -> None:
    """Keep nothing of what was typed but the name, before an attempt is stored."""
    instance.get_data = instance.post_data = ""


def counted_address(request: HttpRequest) -> str:
    """The IP address or network that failures are counted by."""
    return neighbourhood(request.META.get("REMOTE_ADDR", ""))


def counted_name(request: Any, credentials: dict[str, Any] | None) -> str:
    """The account's name. Unknown names become a keyed hash, because people sometimes type their password here."""
    name = str((credentials or {}).get("username") or "")
    known: dict[str, str] = request.__dict__.setdefault("axes_names", {})
    if name not in known:
        exists = get_user_model()._default_manager.filter(username=name).exists()
        known[name] = name if exists else f"unknown {salted_hmac(__name__, name).hexdigest()[:12]}"
    return known[name]


def log_client(_name: str, address: str, _agent: str, path: str, _request: HttpRequest) -> str:
    """The visitor as the server's log names them: without the user name."""
    return f"{address} at {path}"


def locked_out(request: Any, _answer: HttpResponse | None, _credentials: dict[str, Any] | None) -> HttpResponse:
    """A page with status 429 that says how long to wait."""
    wait: int = max(1, getattr(request, "axes_wait", int(settings.AXES_COOLOFF_TIME.total_seconds())))
    response = render(request, "429.html", {"minutes": ceil(wait / 60)}, status=429)
    response.headers["Retry-After"] = str(wait)
    return response
