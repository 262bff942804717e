"""Large imports are runs: whole or not at all, and the report is on the same page."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.interchange.project_file.exporting import export_project
from annotator.matching.models import peer_annotations
from annotator.projects.members import change_role
from annotator.projects.models import Project, Summary
from annotator.runs import runner
from annotator.runs.models import Run, RunPart
from annotator.runs.queue import RunLost
from annotator.runs.registry import job_named
from tests.annotator.duc.duc_files import pan, pyr
from tests.annotator.runs.conftest import impatient
from tests.annotator.runs.runs import work_off
from tests.factories import make_member
from tests.scenes import Scene, signed_in

__all__ = ["impatient"]
pytestmark = pytest.mark.usefixtures("impatient")

ADDRESS = "/p/p/import/"


def send(scene: Scene, address: str, **given: Any) -> Run:
    """The run that an import becomes."""
    answer = signed_in(scene.manager).post(address, given)
    run = Run.objects.latest("created_at")
    assert (answer.status_code, answer["Location"]) == (302, f"/runs/{run.pk}/")
    return run


def send_duc(scene: Scene) -> Run:
    """An import of a pyramid and a peer."""
    files = [SimpleUploadedFile("D0601.pyr", pyr()), SimpleUploadedFile("100.D0601.M.250.A.1.pan", pan())]
    return send(scene, ADDRESS, how="duc", uploads=files)


def test_a_campaign_comes_in_by_a_run(scene: Scene) -> None:
    send_duc(scene)
    assert not peer_annotations().exists()
    (run,) = work_off()
    assert (run.state, run.error) == ("done", "")
    assert peer_annotations().count() == 1
    assert not RunPart.objects.exists(), "the files are not kept"
    page = signed_in(scene.manager).get(f"/runs/{run.pk}/", follow=True)
    assert (page.redirect_chain[0][0], "2 files imported" in page.content.decode()) == (f"{ADDRESS}?run={run.pk}", True)


def test_a_run_that_was_cancelled_while_it_imported_leaves_nothing(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = send_duc(scene)
    job = job_named(run.job)

    def cancelled(run: Run) -> Any:
        outcome = job.perform(run)
        Run.objects.update(state="cancelled")
        return outcome

    monkeypatch.setattr(runner, "job_named", lambda name: replace(job, perform=cancelled))
    with pytest.raises(RunLost):
        work_off()
    assert not Summary.objects.exists()


def test_a_table_comes_in_by_a_run_or_is_refused_whole(scene: Scene) -> None:
    for text, state in (("D1,model,A,One.\n", "done"), ("D1,critic,B,Two.\n", "failed")):
        table = SimpleUploadedFile("t.csv", f"topic,kind,summarizer,text\n{text}".encode())
        send(scene, ADDRESS, how="table", table=table)
        (run,) = work_off()
        assert (run.state, bool(run.error)) == (state, state == "failed")
    assert Summary.objects.count() == 1


def test_a_project_comes_in_by_a_run(scene: Scene) -> None:
    data = "".join(export_project(scene.project)).encode()
    send(scene, "/new/file/", file=SimpleUploadedFile("p.json", data), slug="copy")
    (run,) = work_off()
    assert run.state == "done", run.error
    answer = signed_in(scene.manager).get(f"/runs/{run.pk}/")
    assert answer["Location"] == "/p/copy/"
    assert Project.objects.filter(slug="copy").exists()


def test_who_no_longer_manages_imports_nothing(scene: Scene) -> None:
    send_duc(scene)
    other = make_member(scene.project, "manager")
    change_role(member=scene.manager, role="annotator", by=other)
    (run,) = work_off()
    assert run.state == "failed"
    assert not Summary.objects.exists()
