"""Commands compute what a request would leave to a run."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from annotator.runs import steps
from tests.scoring.scored_project import matched_peer, released_topic


@pytest.mark.parametrize("command", ["agreement", "stability"])
def test_a_command_takes_longer_than_a_request_may(db, monkeypatch, command) -> None:
    monkeypatch.setattr(steps, "MAX_REQUEST_SECONDS", -1)
    release = released_topic()
    project = release.pyramid.topic.project
    for owner in (project.memberships.create(name="ann"), project.memberships.create(name="zoe")):
        matched_peer(release, "p1", [1, 2], owner=owner)
    out = StringIO()
    call_command(command, "--project", project.slug, "--json", stdout=out)
    assert json.loads(out.getvalue())
