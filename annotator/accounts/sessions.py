"""The store of sessions (`SESSION_ENGINE`): database rows with their account, an idle limit and an absolute one."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils import timezone

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
