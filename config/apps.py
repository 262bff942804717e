"""The Django app of this package, and that of axes (the sign-in log) under a name that administrators understand."""

from typing import Any

from axes.apps import AppConfig as AxesConfig
from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models.signals import pre_save

LOCK_TIMEOUT, IDLE_IN_TRANSACTION_TIMEOUT = "15s", "2min"


def limit_waits(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Limits how long a query may wait for a lock (the response is then a 503), and how long a transaction may be idle,
    because a stalled process would keep its locks.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"SET lock_timeout = '{LOCK_TIMEOUT}';"
            f"SET idle_in_transaction_session_timeout = '{IDLE_IN_TRANSACTION_TIMEOUT}'"
        )


class PyramidionConfig(AppConfig):
    """Contains the commands `serve`, `backup`, `restore` and `tidy`, and the template tag `import_map`."""

    name = "config"
    label = "pyramidion"
    verbose_name = "Pyramidion"

    def ready(self) -> None:
        """Keeps axes from storing what people type into the sign-in form, and limits the waits of connections."""
        from annotator.accounts.throttle import clear_submitted_values

        connection_created.connect(limit_waits, dispatch_uid="config.apps.limit_waits")
        pre_save.connect(clear_submitted_values, sender="axes.AccessAttempt", dispatch_uid="config.apps")


class SignInsConfig(AxesConfig):
    """axes, shown as "Signing in" in the admin."""

    verbose_name = "Signing in"
