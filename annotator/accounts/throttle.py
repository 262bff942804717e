"""Limits on guessing passwords: failed sign-ins are counted by account and IP address, with three limits (ADR 121)."""

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

from annotator.web.client_address import network_of

ACCOUNT_AND_ADDRESS_LIMIT = 8
"""This many failed sign-ins to one account from one IP address lock out the account at that address."""
ADDRESS_LIMIT = 100
"""This many failed sign-ins to any accounts from one IP address, which a team may share, lock out that address."""
ACCOUNT_LIMIT = 50
"""This many failed sign-ins to one account from all IP addresses lock out the account, except at its known addresses.
"""
KNOWN_ADDRESS_AGE = timedelta(days=30)
"""How long an IP address counts as known to an account after a successful sign-in from there."""


class Backend(AxesStandaloneBackend):
    """The first authentication backend: refuses visitors who are locked out. Calls without a request always pass."""

    def authenticate(self, request: HttpRequest | None, *args: Any, **kwargs: Any) -> None:
        if request is not None:
            super().authenticate(request, *args, **kwargs)


class Handler(AxesDatabaseHandler):
    """Counts the failed sign-ins in the tables of django-axes in three ways, each with its own limit.

    Attempts during a lockout are not counted, so they do not prolong it.
    """

    def get_failures(self, request: Any, credentials: dict[str, Any] | None = None) -> int:
        """Return 1 (AXES_FAILURE_LIMIT) if the visitor is locked out, else 0. Sets `request.axes_wait`, in seconds."""
        username, address = get_client_username(request, credentials), request.axes_ip_address
        of_address, of_account = Q(ip_address=address), Q(username=username)
        threshold = get_cool_off_threshold(request)  # failures before this time no longer count
        recent = AccessAttempt.objects.filter(of_address | of_account, attempt_time__gt=threshold)
        limits = {"both": ACCOUNT_AND_ADDRESS_LIMIT, "address": ADDRESS_LIMIT, "account": ACCOUNT_LIMIT}
        conditions = {"both": of_address & of_account, "address": of_address, "account": of_account}
        sums = {name: Sum("failures_since_start", filter=rows, default=0) for name, rows in conditions.items()}
        last_times = {f"{name}_last": Max("attempt_time", filter=rows) for name, rows in conditions.items()}
        totals = recent.aggregate(**sums, **last_times)
        reached_limits = [name for name, limit in limits.items() if totals[name] >= limit]
        if "account" in reached_limits and _signed_in_from(address, username):
            reached_limits.remove("account")
        if not reached_limits:
            return 0
        last_failure = max(totals[f"{name}_last"] for name in reached_limits)
        request.axes_wait = ceil((last_failure - threshold).total_seconds())  # until this failure no longer counts
        return 1

    def reset_user_attempts(self, request: Any, credentials: dict[str, Any] | None = None) -> int:
        """Forget the failures of this account at this IP address, but not those of other accounts there."""
        name = get_client_username(request, credentials)
        return AccessAttempt.objects.filter(username=name, ip_address=request.axes_ip_address).delete()[0]


def _signed_in_from(address: str, username: str) -> bool:
    """Whether this account has recently signed in from this IP address."""
    since = timezone.now() - KNOWN_ADDRESS_AGE
    return AccessLog.objects.filter(username=username, ip_address=address, attempt_time__gt=since).exists()


def clear_submitted_values(instance: AccessAttempt, **_: Any) -> None:
    """Clear the submitted values of an attempt before it is stored; only the user name is kept."""
    instance.get_data = instance.post_data = ""


def counted_address(request: HttpRequest) -> str:
    """Return the IP address or network that failures are counted for."""
    return network_of(request.META.get("REMOTE_ADDR", ""))


def counted_name(request: Any, credentials: dict[str, Any] | None) -> str:
    """Return the submitted user name, or a keyed hash if no account has it: some people type their password there."""
    name = str((credentials or {}).get("username") or "")
    cache: dict[str, str] = request.__dict__.setdefault("axes_names", {})  # axes calls this several times per request
    if name not in cache:
        exists = get_user_model()._default_manager.filter(username=name).exists()
        cache[name] = name if exists else f"unknown {salted_hmac(__name__, name).hexdigest()[:12]}"
    return cache[name]


def client_for_log(_name: str, address: str, _agent: str, path: str, _request: HttpRequest) -> str:
    """Return what the server's log calls the visitor: the address and path, without the user name."""
    return f"{address} at {path}"


def locked_out(request: Any, _answer: HttpResponse | None, _credentials: dict[str, Any] | None) -> HttpResponse:
    """Return a page with status 429 that says how long to wait."""
    wait: int = max(1, getattr(request, "axes_wait", int(settings.AXES_COOLOFF_TIME.total_seconds())))
    response = render(request, "429.html", {"minutes": ceil(wait / 60)}, status=429)
    response.headers["Retry-After"] = str(wait)
    return response
