"""`manage.py serve` on the tests' database: for tests of how an installation stops and restarts."""

import sys

from tests.site_process import SiteProcess


class ServedSite(SiteProcess):
    """The site as an installation starts it, with one worker; it collects the static files by itself."""

    def __init__(self, *args: object, has_runner: bool = False) -> None:
        super().__init__(*args, workers=1)  # type: ignore[arg-type]
        self._has_runner = has_runner

    @property
    def _environment(self) -> dict[str, str]:
        plain = {key: value for key, value in super()._environment.items() if key != "PYRAMIDION_TEST_COLLECTED"}
        return {**plain, "PYRAMIDION_WORKERS": str(self.workers), "PYRAMIDION_PORT": str(self.port)}

    @property
    def _command(self) -> list[str]:
        return [sys.executable, "manage.py", "serve", "--no-sample", *([] if self._has_runner else ["--no-runner"])]
