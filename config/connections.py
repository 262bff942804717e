"""Ends connections of the web server (granian), which gives applications no access to them."""

import os
import socket
import stat
from contextlib import suppress


def shut_connection(client: tuple[str, str | int], server: tuple[str, str | int]) -> None:
    """Shuts down this process's connection between two addresses, so that the client sees that its response is
    incomplete.

    ASGI has no message for this. A response without Content-Length would look complete if it merely ended.
    """
    ends = [(host, int(port)) for host, port in (client, server)]
    for descriptor in map(int, os.listdir("/dev/fd")):  # noqa: PTH208  # numbers, no paths
        with suppress(OSError):  # closed meanwhile, or not connected
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                with socket.socket(fileno=os.dup(descriptor)) as connection:
                    if [connection.getpeername()[:2], connection.getsockname()[:2]] == ends:
                        connection.shutdown(socket.SHUT_RDWR)
