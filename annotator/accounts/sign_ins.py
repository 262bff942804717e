"""Stores sessions with the time and place of each sign-in, lists them for their user, and ends them."""

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import transaction
from django.utils import timezone

from annotator.accounts.audit_log import log_action
from annotator.accounts.models import AccountSession
from annotator.web.database_errors import is_temporary

SIGNED_IN = "_signed_in"
"""Key in a session's data: when the user signed in (``at``), and from where (``browser``, ``address``)."""
MAX_LISTED = 100
"""At most this many sessions of a user are listed: a script that signs in for each request leaves thousands."""
MAX_RENEWALS = 48
"""A session in use is extended at most this many times per `SESSION_IDLE_AGE`, to limit the writes to the database."""


class SessionStore(db.SessionStore):
    """A session ends `SESSION_IDLE_AGE` after its last use, and in any case `SESSION_COOKIE_AGE` after signing in."""

    @classmethod
    def get_model_class(cls) -> type[AccountSession]:
        return AccountSession

    def _validate_session_key(self, key: str | None) -> bool:
        """Accept letters and digits only: a cookie can contain a NUL, which Postgres refuses in queries."""
        return bool(key and key.isalnum() and super()._validate_session_key(key))  # type: ignore[misc]  # no stub

    def create_model_instance(self, data: dict[str, Any]) -> AccountSession:
        """Return the row of a session, not saved yet; its data says who its user is."""
        row: Any = super().create_model_instance(data)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.expire_date = _expiry(data, timezone.now())
        return row

    def save(self, must_create: bool = False) -> None:
        """Store the session's data.

        Raises UpdateError if the session was deleted meanwhile; a temporary database error is raised as itself.
        """
        try:
            super().save(must_create)
        except UpdateError as error:
            cause = error.__context__
            if cause is None or not is_temporary(cause):
                raise
            raise cause from cause.__cause__  # Django answers an UpdateError with 400, as if the session were gone

    def load(self) -> dict[str, Any]:
        """Return the data of the session; empty if it is unknown or has expired.

        Now and then this extends the session. Only the expiry is updated, so that data written by another request at
        the same time is kept.
        """
        now = timezone.now()
        try:
            row = AccountSession.objects.get(pk=self.session_key, expire_date__gt=now)
        except AccountSession.DoesNotExist:
            self._session_key = None  # never adopt a key that an attacker may have chosen
            return {}
        data: dict[str, Any] = self.decode(row.session_data)
        expiry = _expiry(data, now)
        if expiry - row.expire_date > timedelta(seconds=settings.SESSION_IDLE_AGE / MAX_RENEWALS):
            AccountSession.objects.filter(pk=row.pk).update(expire_date=expiry)
        return data


def _expiry(data: Mapping[str, Any], now: datetime) -> datetime:
    """Return when a session with this data, used now, ends."""
    idle_end = now + timedelta(seconds=settings.SESSION_IDLE_AGE)
    if SIGNED_IN not in data:
        return idle_end
    signed_in_at = datetime.fromisoformat(data[SIGNED_IN]["at"])
    return min(idle_end, signed_in_at + timedelta(seconds=settings.SESSION_COOKIE_AGE))


# What each name in a User-Agent header means. The first match counts: most browsers name Chrome and Safari too.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iOS",
    "iPad": "iOS",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def browser_name(agent: str) -> str:
    """Return the everyday name of a browser, such as "Firefox on Linux", from its User-Agent header."""
    browser = next((name for token, name in BROWSERS.items() if f"{token}/" in agent), "")
    system = next((name for token, name in SYSTEMS.items() if token in agent), "")
    if system:
        return f"{browser or 'A browser'} on {system}"
    return browser or "An unknown browser"


def shortened_address(address: str) -> str:
    """Return an IP address without its end, such as "192.0.2.x", by which its user can still recognise the place."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    if isinstance(parsed, IPv4Address):
        return f"{address.rpartition('.')[0]}.x"
    if parsed.ipv4_mapped:
        return shortened_address(str(parsed.ipv4_mapped))
    return str(ip_network((address, 48), strict=False).network_address) + "/48"


def record_sign_in(*, session: MutableMapping[str, Any], agent: str, address: str, now: datetime) -> None:
    """Store in a session when and where the user signed in."""
    session[SIGNED_IN] = {"at": now.isoformat(), "browser": browser_name(agent), "address": shortened_address(address)}


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A session as its owner's list shows it; ``is_current``: whether this request belongs to it."""

    signed_in_at: datetime | None
    browser: str
    address: str
    is_current: bool


def list_sessions(*, user: User, current_key: str | None, now: datetime) -> list[ListedSession]:
    """Return the user's sessions: the current session first, then the others by sign-in, latest first.

    If there are more than `MAX_LISTED`, returns only those that expire last.
    """
    sessions = []
    rows = AccountSession.objects.visible_to(user).filter(expire_date__gt=now).order_by("-expire_date")
    for row in rows[:MAX_LISTED]:
        sign_in = row.get_decoded().get(SIGNED_IN, {})
        at = datetime.fromisoformat(sign_in["at"]) if sign_in else None
        browser, address = sign_in.get("browser", ""), sign_in.get("address", "")
        sessions.append(ListedSession(at, browser, address, is_current=row.pk == current_key))
    sessions.sort(key=lambda session: session.signed_in_at.timestamp() if session.signed_in_at else 0, reverse=True)
    return sorted(sessions, key=lambda session: not session.is_current)


@transaction.atomic
def sign_out_everywhere(*, user: User, by: User, revoke_tokens: bool = False, except_session: str | None = None) -> int:
    """End the user's sessions, except the one with the key ``except_session``. Returns the number of deleted tokens.

    A request in progress cannot bring back an ended session: a session that has a key is only updated, not inserted.
    """
    AccountSession.objects.filter(user=user).exclude(pk=except_session or "").delete()
    token_count = user.api_tokens.all().delete()[0] if revoke_tokens else 0
    where = "everywhere else" if except_session else "everywhere"
    about_tokens = f"; tokens revoked: {token_count}" if revoke_tokens else ""
    log_action(by=by, on=user, message=f"Signed out {where}{about_tokens}.")
    return token_count
