"""Commands as a shell runs them: arguments in, exit status and two streams out."""

import json
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What was printed, read as JSON."""
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line on the error stream."""
        (line,) = self.err.splitlines()
        return line


class CommandLine:
    """Runs `manage.py NAME ARGUMENTS` in this process, on the test's own transaction."""

    def __init__(self, capsys: pytest.CaptureFixture[str], app: str = "annotator") -> None:
        self._capsys = capsys
        self._app = app

    def __call__(self, name: str, *arguments: object) -> Ran:
        command = import_module(f"{self._app}.management.commands.{name}").Command()
        status = 0
        try:
            command.run_from_argv(["manage.py", name, *map(str, arguments)])
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        printed = self._capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return Ran(status, printed.out, printed.err)
