"""The database backend: Django's backend for Postgres, connected to the embedded server."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg2 import OperationalError

from config.embedded_postgres.server import EmbeddedServer


class DatabaseWrapper(base.DatabaseWrapper):
    """Starts the server before the first connection, and again if it has died."""

    @property
    def server(self) -> EmbeddedServer:
        embedded = self.settings_dict["EMBEDDED"]
        return EmbeddedServer.for_folder(embedded["folder"], fsync=embedded.get("fsync", True))

    def get_connection_params(self) -> dict[str, Any]:
        """Adds the server's socket folder, role and password, starting it if this process has not used it yet."""
        return {**super().get_connection_params(), **self.server.ensure_running()}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connects; if the server has died, starts it and connects again."""
        try:
            return super().get_new_connection(conn_params)
        except OperationalError:
            if self.server.answers():
                raise
            return super().get_new_connection({**conn_params, **self.server.ensure_running(recheck=True)})
