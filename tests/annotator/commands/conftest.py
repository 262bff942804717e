"""The command line for the tests of this folder."""

import pytest
from django.db import connections

from tests.annotator.commands.command_line import CommandLine


@pytest.fixture
def manage(capsys, monkeypatch, db) -> CommandLine:
    """Runs a command. Commands close the database's connections when they end; the test still needs its own."""
    monkeypatch.setattr(connections, "close_all", lambda: None)
    return CommandLine(capsys)
