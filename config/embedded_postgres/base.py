"""The database backend: Django's own for Postgres, with the embedded server behind it."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg2 import OperationalError

from config.embedded_postgres.server import EmbeddedServer, ServerRefused


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that starts the server if it does not run, and again if it died."""

    @property
    def server(self) -> EmbeddedServer:
        """The server of the folder that the settings name."""
        embedded = self.settings_dict["EMBEDDED"]
        return EmbeddedServer.of(embedded["folder"], fsync=embedded.get("fsync", True))

    def get_connection_params(self) -> dict[str, Any]:
        """Adds the server's socket folder, role and password, starting it if this process has not used it yet."""
        return {**super().get_connection_params(), **self._access()}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection; if the server died under this process, a second try after starting it."""
        try:
            return super().get_new_connection(conn_params)
        except OperationalError:
            if self.server.answers():
                raise
            return super().get_new_connection({**conn_params, **self._access(again=True)})

    def _access(self, *, again: bool = False) -> dict[str, Any]:
        """The server's own parameters; where it cannot be had, the database does not answer."""
        try:
            return self.server.running(again=again)
        except ServerRefused as refusal:
            raise OperationalError(str(refusal)) from refusal
