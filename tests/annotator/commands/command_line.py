"""Commands as a shell runs them: arguments in, exit status and two streams out."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.management import get_commands, load_command_class


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

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, name: str, *arguments: object) -> Ran:
        command = load_command_class(get_commands()[name], name)
        status = 0
        try:
            command.run_from_argv(["manage.py", name, *map(str, arguments)])
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        printed = self._capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return Ran(status, printed.out, printed.err)
