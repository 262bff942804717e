"""Fixtures of tests of runs."""

import pytest

from annotator.runs import steps


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that estimates its time takes too long for a request."""
    monkeypatch.setattr(steps, "MAX_REQUEST_SECONDS", -1)
