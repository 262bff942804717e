"""Sessions, and the sign-ins that begin them."""

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

from annotator.accounts.audit_log import note_deed
from annotator.accounts.models import AccountSession

SIGNED_IN = "_signed_in"
"""In a session's data: when somebody signed in (``at``) and with what (``browser``, ``address``)."""


NOTED_TIMES = 48
"""How often a session in use is prolonged within its idle limit of days: a statement now and then, not each time."""


class SessionStore(db.SessionStore):
    """Ends `SESSION_IDLE_AGE` after the last use, and in any case `SESSION_COOKIE_AGE` after signing in."""

    @classmethod
    def get_model_class(cls) -> type[AccountSession]:
        return AccountSession

    def _validate_session_key(self, key: str | None) -> bool:
        """Letters and digits alone: a cookie can bring what Postgres cannot even be asked for (NUL)."""
        return bool(key and key.isalnum() and super()._validate_session_key(key))  # type: ignore[misc]  # no stub

    def create_model_instance(self, data: dict[str, Any]) -> AccountSession:
        """The row, with the account that the data names."""
        row: Any = super().create_model_instance(data)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.expire_date = _ends(data, timezone.now())
        return row

    def load(self) -> dict[str, Any]:
        """What is kept under the key; empty for one that is unknown or has ended.

        One statement, and another when the last use was noted long ago. That one changes the end alone: what another
        request writes into the data meanwhile stays.
        """
        now = timezone.now()
        try:
            row = AccountSession.objects.get(pk=self.session_key, expire_date__gt=now)
        except AccountSession.DoesNotExist:
            self._session_key = None  # a key that somebody else chose is never taken over
            return {}
        data: dict[str, Any] = self.decode(row.session_data)
        ends = _ends(data, now)
        if ends - row.expire_date > timedelta(seconds=settings.SESSION_IDLE_AGE / NOTED_TIMES):
            AccountSession.objects.filter(pk=row.pk).update(expire_date=ends)
        return data


def _ends(data: Mapping[str, Any], now: datetime) -> datetime:
    idle = now + timedelta(seconds=settings.SESSION_IDLE_AGE)
    if SIGNED_IN not in data:
        return idle
    return min(idle, datetime.fromisoformat(data[SIGNED_IN]["at"]) + timedelta(seconds=settings.SESSION_COOKIE_AGE))


BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "CriOS": "Chrome"}


BROWSERS |= {"Chrome": "Chrome", "Safari": "Safari"}


SYSTEMS = {"Android": "Android", "iPhone": "iOS", "iPad": "iOS", "Windows": "Windows", "Mac OS": "macOS"}


SYSTEMS |= {"CrOS": "ChromeOS", "Linux": "Linux"}


def browser_name(agent: str) -> str:
    """What people call a browser, "Firefox on Linux": the header itself would tell more than anybody needs."""
    browser = next((name for mark, name in BROWSERS.items() if f"{mark}/" in agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), "")
    return " on ".join(filter(None, (browser or "A browser" if system else browser, system))) or "An unknown browser"


def shortened(address: str) -> str:
    """An address without its end, "192.0.2.x": enough to tell home from elsewhere."""
    try:
        given = ip_address(address)
    except ValueError:
        return ""
    if isinstance(given, IPv4Address):
        return f"{address.rpartition('.')[0]}.x"
    if given.ipv4_mapped:
        return shortened(str(given.ipv4_mapped))
    return str(ip_network((address, 48), strict=False).network_address) + "/48"


def note_sign_in(*, session: MutableMapping[str, Any], agent: str, address: str, now: datetime) -> None:
    """Keep in a session who came in from where; it is stored with the session."""
    noted = {"at": now.isoformat(), "browser": browser_name(agent), "address": shortened(address)}
    session[SIGNED_IN] = noted


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session as its owner's list shows it; ``here``: the one that asks."""

    at: datetime | None
    browser: str
    address: str
    here: bool


def session_lines(*, user: User, key: str | None, now: datetime) -> list[SessionLine]:
    """Where the user is signed in, the session of this ``key`` first, then the latest. One statement."""
    found = [
        _line(row.get_decoded().get(SIGNED_IN, {}), here=row.pk == key)
        for row in AccountSession.objects.visible_to(user).filter(expire_date__gt=now)
    ]
    return sorted(found, key=lambda line: (not line.here, -line.at.timestamp() if line.at else 0))


def _line(noted: dict[str, str], *, here: bool) -> SessionLine:
    at = datetime.fromisoformat(noted["at"]) if noted else None
    return SessionLine(at, noted.get("browser", ""), noted.get("address", ""), here)


@transaction.atomic
def sign_out_everywhere(*, user: User, by: User, tokens: bool = False, but: str | None = None) -> int:
    """End the user's sessions, and their tokens if asked; how many tokens. The session ``but`` stays.

    One statement each. A request that is under way saves no ended session again: it is only ever updated.
    """
    AccountSession.objects.filter(user=user).exclude(pk=but or "").delete()
    revoked = user.api_tokens.all().delete()[0] if tokens else 0
    where = "everywhere else" if but else "everywhere"
    note_deed(by=by, on=user, said=f"Signed out {where}" + (f"; tokens revoked: {revoked}." if tokens else "."))
    return revoked
