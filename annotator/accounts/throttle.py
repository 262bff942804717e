"""Guessing passwords is slow: failures are counted by account and address, and too many are answered 429 (ADR 121)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
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
"""Failures of one account from one address."""
MOST_OF_ADDRESS = 100
"""Of one address, whatever the account: a whole group may share it, and who gets in is counted no more."""
MOST_OF_ACCOUNT = 50
"""Of one account, wherever from: guesses spread over many machines. Where it was signed in lately stays open."""
LATELY = timedelta(days=30)


class Backend(AxesStandaloneBackend):
    """The first to be asked whether somebody may try; code that asks without a request is no visitor."""

    def authenticate(self, request: HttpRequest | None, *args: Any, **kwargs: Any) -> None:
        if request is not None:
            super().authenticate(request, *args, **kwargs)


@dataclass(frozen=True)
class Count:
    """Failures within the cool-off time, and when the last was; ``most``: how many are borne."""

    failures: int | None
    last: datetime | None
    most: int

    @property
    def over(self) -> bool:
        return (self.failures or 0) >= self.most


class Handler(AxesDatabaseHandler):
    """axes' counts in the database, with a limit for each of the three ways to count.

    While somebody is kept out nothing more is counted: the time ends however often they try meanwhile.
    """

    def get_failures(self, request: Any, credentials: dict[str, Any] | None = None) -> int:
        """1, which is axes' limit here, for who is to wait; `request.axes_wait` tells how long, in seconds."""
        over = [count for count in self._counts(request, credentials) if count.over]
        last = max((count.last for count in over if count.last), default=None)
        if last is None:
            return 0
        request.axes_wait = ceil((last - get_cool_off_threshold(request)).total_seconds())
        return 1

    def _counts(self, request: Any, credentials: dict[str, Any] | None) -> list[Count]:
        name, address = get_client_username(request, credentials), request.axes_ip_address
        here, whose = Q(ip_address=address), Q(username=name)
        kinds = {"both": here & whose, "address": here, "account": whose}
        sums = {kind: Sum("failures_since_start", filter=rows) for kind, rows in kinds.items()}
        lasts = {f"{kind}_last": Max("attempt_time", filter=rows) for kind, rows in kinds.items()}
        recent = AccessAttempt.objects.filter(here | whose, attempt_time__gt=get_cool_off_threshold(request))
        found = recent.aggregate(**sums, **lasts)
        both, of_address, account = (
            Count(found[kind], found[f"{kind}_last"], most)
            for kind, most in (("both", MOST_OF_BOTH), ("address", MOST_OF_ADDRESS), ("account", MOST_OF_ACCOUNT))
        )
        return [both, of_address, *([account] if account.over and not _known_here(name, address) else [])]

    def reset_user_attempts(self, request: Any, credentials: dict[str, Any] | None = None) -> int:
        """Who gets in is forgiven their own failures here, not those of others at this address."""
        name = get_client_username(request, credentials)
        return AccessAttempt.objects.filter(username=name, ip_address=request.axes_ip_address).delete()[0]


def _known_here(name: str, address: str) -> bool:
    since = timezone.now() - LATELY
    return AccessLog.objects.filter(username=name, ip_address=address, attempt_time__gt=since).exists()


def forget_form(instance: AccessAttempt, **_: Any) -> None:
    """Before an attempt is stored: nothing of what was typed is kept but the name."""
    instance.get_data = instance.post_data = ""


def counted_address(request: HttpRequest) -> str:
    """Where a visitor comes from, as axes counts it."""
    return neighbourhood(request.META.get("REMOTE_ADDR", ""))


def counted_name(request: Any, credentials: dict[str, Any] | None) -> str:
    """The account's name. What is no account's is told apart by a hash: people type passwords into this field too."""
    given = str((credentials or {}).get("username") or "")
    known: dict[str, str] = request.__dict__.setdefault("axes_names", {})
    if given not in known:
        found = get_user_model()._default_manager.filter(username=given).exists()
        known[given] = given if found else f"unknown {salted_hmac(__name__, given).hexdigest()[:12]}"
    return known[given]


def told_apart(_name: str, address: str, _agent: str, path: str, _request: HttpRequest) -> str:
    """Who is meant, in the log of the server: no names."""
    return f"{address} at {path}"


def locked_out(request: Any, _answer: HttpResponse | None, _credentials: dict[str, Any] | None) -> HttpResponse:
    """429, with how long to wait."""
    wait: int = max(1, getattr(request, "axes_wait", int(settings.AXES_COOLOFF_TIME.total_seconds())))
    answer = render(request, "429.html", {"minutes": ceil(wait / 60)}, status=429)
    answer.headers["Retry-After"] = str(wait)
    return answer
