"""Sessions, and when and where each was signed in."""

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends import db
from django.db import transaction
from django.utils import timezone

from annotator.accounts.audit_log import log_action
from annotator.accounts.models import AccountSession

SIGNED_IN = "_signed_in"
"""Key in a session's data: when the user signed in (``at``), and from where (``browser``, ``address``)."""
PROLONGATIONS = 48
"""How often a session in use is prolonged within its idle limit of days; each request would be too many writes."""


class SessionStore(db.SessionStore):
    """Ends `SESSION_IDLE_AGE` after the last use, and in any case `SESSION_COOKIE_AGE` after signing in."""

    @classmethod
    def get_model_class(cls) -> type[AccountSession]:
        return AccountSession

    def _validate_session_key(self, key: str | None) -> bool:
        """Accept letters and digits only: a cookie can hold a NUL, which Postgres takes in no query."""
        return bool(key and key.isalnum() and super()._validate_session_key(key))  # type: ignore[misc]  # no stub

    def create_model_instance(self, data: dict[str, Any]) -> AccountSession:
        """The row, with the account named in the data."""
        row: Any = super().create_model_instance(data)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.expire_date = _ends(data, timezone.now())
        return row

    def load(self) -> dict[str, Any]:
        """The data of the session; empty if it is unknown or has ended.

        Prolongs the session now and then. That updates the end alone, so that it cannot overwrite data from another
        request.
        """
        now = timezone.now()
        try:
            row = AccountSession.objects.get(pk=self.session_key, expire_date__gt=now)
        except AccountSession.DoesNotExist:
            self._session_key = None  # never adopt a key that somebody else chose
            return {}
        data: dict[str, Any] = self.decode(row.session_data)
        ends = _ends(data, now)
        if ends - row.expire_date > timedelta(seconds=settings.SESSION_IDLE_AGE / PROLONGATIONS):
            AccountSession.objects.filter(pk=row.pk).update(expire_date=ends)
        return data


def _ends(data: Mapping[str, Any], now: datetime) -> datetime:
    idle = now + timedelta(seconds=settings.SESSION_IDLE_AGE)
    if SIGNED_IN not in data:
        return idle
    return min(idle, datetime.fromisoformat(data[SIGNED_IN]["at"]) + timedelta(seconds=settings.SESSION_COOKIE_AGE))


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
    """The everyday name of a browser, "Firefox on Linux"; the whole User-Agent header would be more than we need."""
    browser = next((name for mark, name in BROWSERS.items() if f"{mark}/" in agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), "")
    return " on ".join(filter(None, (browser or "A browser" if system else browser, system))) or "An unknown browser"


def shortened_address(address: str) -> str:
    """An IP address without its end, "192.0.2.x": enough to tell home from elsewhere."""
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
class SessionLine:
    """A session as its owner's list shows it; ``here``: the session of this request."""

    at: datetime | None
    browser: str
    address: str
    here: bool


def session_lines(*, user: User, key: str | None, now: datetime) -> list[SessionLine]:
    """The user's sessions: the one with this ``key`` first, then the latest."""
    lines = []
    for row in AccountSession.objects.visible_to(user).filter(expire_date__gt=now):
        sign_in = row.get_decoded().get(SIGNED_IN, {})
        at = datetime.fromisoformat(sign_in["at"]) if sign_in else None
        lines.append(SessionLine(at, sign_in.get("browser", ""), sign_in.get("address", ""), here=row.pk == key))
    return sorted(lines, key=lambda line: (not line.here, -line.at.timestamp() if line.at else 0))


@transaction.atomic
def sign_out_everywhere(*, user: User, by: User, tokens: bool = False, but: str | None = None) -> int:
    """End the user's sessions except ``but``, and delete their tokens if ``tokens``. Returns how many tokens.

    A request that is under way cannot bring back an ended session: sessions are only ever updated.
    """
    AccountSession.objects.filter(user=user).exclude(pk=but or "").delete()
    revoked = user.api_tokens.all().delete()[0] if tokens else 0
    where = "everywhere else" if but else "everywhere"
    log_action(by=by, on=user, message=f"Signed out {where}" + (f"; tokens revoked: {revoked}." if tokens else "."))
    return revoked
