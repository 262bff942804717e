"""granian, which replaces workers that died, with more patience than its own."""

import time
from typing import Any

from granian.server.mp import MPServer

MOST_DEATHS = 10
WITHIN = 60.0  # seconds


class PatientServer(MPServer):
    """Replaces a worker however soon it dies again: the others go on meanwhile.

    granian itself ends the whole site when one dies twice within 5.5 seconds, as workers may when memory is short.
    Here that rule holds only after MOST_DEATHS within a minute: then nothing works, and who started it must hear of it.
    """

    _deaths: tuple[float, ...] = ()

    def _respawn_workers(self, workers: Any, *others: Any, **options: Any) -> None:
        super()._respawn_workers(workers, *others, **options)
        now = time.monotonic()
        self._deaths = (*(one for one in self._deaths if now - one < WITHIN), *(now for _ in workers))
        if len(self._deaths) < MOST_DEATHS:
            self.respawned_wrks.clear()
