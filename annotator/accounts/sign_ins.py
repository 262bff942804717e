"""Where somebody is signed in: noted thriftily when they come in, shown to them alone, ended everywhere at once."""

from collections.abc import MutableMapping
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from annotator.accounts.audit_log import note_deed
from annotator.accounts.models import AccountSession
from annotator.accounts.sessions import SIGNED_IN

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
