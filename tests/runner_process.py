"""`manage.py run_queue` on a database of the tests."""

import sys
from pathlib import Path

from tests.site_process import SiteProcess


class RunnerProcess(SiteProcess):
    """A runner; ``data``: the data folder of another server."""

    def __init__(self, database: str, static: Path, *, data: Path | None = None) -> None:
        super().__init__(database, static)
        self._more = {} if data is None else {"PYRAMIDION_TEST_DATA": str(data)}

    @property
    def _environment(self) -> dict[str, str]:
        return {**super()._environment, **self._more}

    @property
    def _command(self) -> list[str]:
        return [sys.executable, "manage.py", "run_queue"]
