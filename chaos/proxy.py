"""A network that can fail: between people and site, it cuts requests short and loses answers when told to."""

import random
import socket
import threading
from contextlib import suppress

MOST = 65_536


class Network:
    """Carries connections to a port; with ``breaking`` above 0 that share of what passes is cut."""

    def __init__(self, to: int, seed: int) -> None:
        self.breaking = 0.0
        self.cuts = 0
        self._to = to
        self._rng = random.Random(seed)
        self._guard = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        """Where people connect to."""
        return int(self._listener.getsockname()[1])

    def close(self) -> None:
        """Takes no more connections."""
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                near.close()
                continue
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        """One direction, until either side ends or it is cut: then some of what came is passed on, or nothing."""
        with suppress(OSError):
            while piece := source.recv(MOST):
                kept = self._kept(piece)
                sink.sendall(piece[:kept])
                if kept < len(piece):
                    break
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _kept(self, piece: bytes) -> int:
        with self._guard:
            if self._rng.random() >= self.breaking:
                return len(piece)
            self.cuts += 1
            return self._rng.randrange(len(piece))
