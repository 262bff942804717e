"""What takes too long for a request is answered by a run, and shown at the same address."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import BoundedSemaphore
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotator.projects.members import change_role, remove_member
from annotator.projects.models import Membership, Project
from annotator.runs import answers, turns
from annotator.runs.models import Run
from annotator.runs.runner import UNEXPECTED_ERROR
from annotator.runs.steps import TakesLong
from annotator.web.shares import Budget
from scoring.observations.viewer import Viewer
from tests.annotator.runs.runs import work_off
from tests.factories import make_member, make_project, make_user
from tests.scenes import signed_in
from tests.scoring.scored_project import manager_of, released_topic

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("impatient")]

LONG = (
    "/p/p/scores/",
    "/p/p/scores.csv",
    "/p/p/agreement/",
    "/p/p/diagnosis/",
    "/p/p/diagnosis.csv",
    "/p/p/stability/",
    "/p/p/project.json",
    "/p/p/progress.csv",
)
API = ("scores", "scores/export", "agreement", "diagnosis", "stability", "enough")


@pytest.fixture
def project() -> Project:
    """A project with a release."""
    project = make_project("p")
    released_topic(project)
    return project


@pytest.fixture
def manager(project: Project) -> Membership:
    """Its manager."""
    return manager_of(project)


@pytest.fixture
def client(manager: Membership) -> Client:
    """The manager's browser."""
    return signed_in(manager)


def the_run() -> Run:
    """The only one."""
    return Run.objects.get()


def content(answer: Any) -> bytes:
    """The bytes of an answer, streamed or not."""
    return bytes(answer.getvalue())


@pytest.mark.parametrize("address", LONG)
def test_a_long_page_leads_to_its_run_and_the_run_to_the_answer(
    client: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = client.get(f"{address}?rounding=ceil&x=distinct")
    run = the_run()
    assert (sent.status_code, sent["Location"]) == (303, f"/runs/{run.pk}/")
    page = client.get(sent["Location"])
    assert (page.status_code, "Waiting to start" in page.content.decode()) == (200, True)
    assert [run.state for run in work_off()] == ["done"], the_run().error
    result = f"{address}?rounding=ceil&x=distinct&run={run.pk}"
    ended = client.get(sent["Location"])
    if the_run().result["is_page"]:
        assert (ended.status_code, ended["Location"]) == (302, result)
    else:
        assert result.replace("&", "&amp;") in ended.content.decode()
    stored = client.get(result)
    monkeypatch.undo()
    direct = client.get(f"{address}?rounding=ceil&x=distinct")
    assert stored.status_code == 200
    if the_run().result["is_page"]:
        assert main(stored) == main(direct)
    else:
        assert content(stored) == content(direct)
        assert stored["Content-Disposition"] == direct["Content-Disposition"]
        assert stored["Content-Type"] == direct["Content-Type"]


def main(answer: Any) -> str:
    """The main part of a page, without what says that it was computed by a run."""
    text: str = answer.content.decode().partition('<main id="main" tabindex="-1">')[2].partition("</main>")[0]
    before, note, after = text.partition('<p class="quiet">Computed on ')
    return " ".join((before + after.partition("</p>")[2] if note else text).split())


@pytest.mark.parametrize("name", API)
def test_a_long_call_is_accepted_and_answered_by_the_run(client: Client, name: str) -> None:
    address = f"/api/projects/p/{name}/"
    sent = client.get(address)
    assert sent.status_code == 202
    assert sent["Location"] == sent.json()["run"]
    url = sent["Location"].removeprefix("http://testserver")
    assert (client.get(url).json()["state"], client.get(url).json()["result"]) == ("queued", None)
    assert [run.state for run in work_off()] == ["done"], the_run().error
    run = client.get(url).json()
    assert (run["state"], run["done"], run["total"]) == ("done", 1000, 1000)
    assert client.get(run["result"].removeprefix("http://testserver")).status_code == 200


def test_the_same_question_again_is_the_same_run(client: Client) -> None:
    first, second = (client.get("/p/p/scores/")["Location"] for _ in range(2))
    other = client.get("/p/p/scores/?score=recall")["Location"]
    assert first == second != other
    client.post(first)
    assert client.get("/p/p/scores/")["Location"] not in (first, other)


def test_a_wrong_question_is_refused_before_it_waits(client: Client) -> None:
    assert client.get("/api/projects/p/scores/?score=best").status_code == 400
    assert not Run.objects.exists()


def test_a_member_who_is_removed_loses_run_and_result(client: Client, project: Project, manager: Membership) -> None:
    other = manager_of(project)
    for address in ("/p/p/scores/", "/p/p/agreement/"):
        client.get(address)
    (done,) = Run.objects.filter(title__startswith="Scores")
    Run.objects.filter(pk=done.pk).update(state="done", finished_at=timezone.now(), basis=["everything"])
    remove_member(member=manager, by=other)
    assert sorted(Run.objects.values_list("state", flat=True)) == ["cancelled", "done"]
    for run in Run.objects.all():
        assert client.get(f"/runs/{run.pk}/").status_code == 404
        assert client.get(f"/api/runs/{run.pk}/").status_code == 404
    assert client.get(f"/p/p/scores/?run={done.pk}").status_code == 404
    assert done.title not in client.get("/runs/").content.decode()


def test_a_result_is_seen_by_whoever_sees_what_it_was_computed_from(
    client: Client, project: Project, manager: Membership
) -> None:
    other, annotator = manager_of(project), make_member(project)
    client.get("/p/p/scores/")
    (run,) = work_off()
    result = f"/p/p/scores/?run={run.pk}"
    assert signed_in(other).get(result).status_code == 200
    assert signed_in(annotator).get(result).status_code == 404
    assert signed_in(annotator).get(f"/runs/{run.pk}/").status_code == 404
    change_role(member=manager, role="annotator", by=other)
    assert client.get(result).status_code == 404


def test_an_annotators_result_is_hidden_when_scores_are(project: Project) -> None:
    annotator = make_member(project)
    browser = signed_in(annotator)
    browser.get("/p/p/scores/")
    (run,) = work_off()
    assert browser.get(f"/p/p/scores/?run={run.pk}").status_code == 200
    Project.objects.update(live_scores="hide")
    assert browser.get(f"/p/p/scores/?run={run.pk}").status_code == 404


def test_a_result_belongs_to_its_address(client: Client) -> None:
    client.get("/p/p/scores/")
    (run,) = work_off()
    for wrong in (f"/p/p/agreement/?run={run.pk}", "/p/p/scores/?run=x"):
        assert client.get(wrong).status_code == 404


def test_who_finds_the_guard_full_gets_a_run(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(turns, "TURN_TIMEOUT", 0.01)
    turn = turns.Turn(-1)
    turn.acquire(0)
    assert client.get("/p/p/scores/").status_code == 303
    assert client.get("/api/projects/p/scores/").status_code == 202
    turn.release()
    assert client.get("/p/p/scores/").status_code == 200


def test_one_account_leaves_room_for_others_among_those_who_wait(
    client: Client, manager: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    user = manager.user_id or 0
    computing = turns.Turn(user)
    computing.acquire(0)
    with ThreadPoolExecutor(2) as threads:
        waiting = turns.Turn(user)
        waits = threads.submit(waiting.acquire, 0)
        while turns._places._holders.count(user) < 2:
            pass
        assert client.get("/p/p/scores/").status_code == 303
        other = turns.Turn(-1)
        gets_it = threads.submit(other.acquire, 0)
        computing.release()
        for turn, waited in ((waiting, waits), (other, gets_it)):
            waited.result()
            turn.release()
    assert turns._places._holders == []


@pytest.mark.parametrize(("places", "total"), [("_places", 3), ("_long_places", 2)])
def test_the_fourth_thread_is_for_edits_and_the_third_for_quick_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch, places: str, total: int
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(turns, "QUICK_SECONDS", -1)
    shares = getattr(turns, places)
    others = range(-total, 0)
    assert all(shares.acquire(other) for other in others)
    assert client.get("/p/p/scores/").status_code == 303
    for other in others:
        shares.release(other)
    assert client.get("/p/p/scores/").status_code == 200


def test_quick_pages_do_not_wait_for_long_ones(
    client: Client, manager: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(turns, "TURN_TIMEOUT", 0.01)
    long_turn = turns.Turn(-1)
    long_turn.acquire(1)
    assert client.get("/p/p/scores/").status_code == 200
    monkeypatch.setattr(turns, "QUICK_SECONDS", -1)
    assert client.get("/p/p/scores/").status_code == 303
    long_turn.release()
    assert client.get("/p/p/scores/").status_code == 200
    assert turns._places._holders == turns._long_places._holders == []


def test_an_account_does_not_wait_for_its_own_long_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets a run although a second long page could be computed: that place is for another account."""
    monkeypatch.setattr(turns, "_computing_long", BoundedSemaphore(2))
    turn, second, other = (turns.Turn(user) for user in (-1, -1, -2))
    turn.acquire(1)
    with pytest.raises(TakesLong):
        second.acquire(1)
    other.acquire(1)
    for ended in (other, second, turn):
        ended.release()
    assert turns._places._holders == turns._long_places._holders == []


def test_an_account_that_computes_for_long_gets_runs_until_it_has_waited(
    client: Client, manager: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    times = [0.0]
    budget = Budget(seconds=10, recovery=0.1, clock=lambda: times[0])
    monkeypatch.setattr(turns, "_long_seconds", budget)
    monkeypatch.setattr(turns, "QUICK_SECONDS", -1)
    budget.spend(manager.user_id or 0, 11)
    assert client.get("/p/p/scores/").status_code == 303
    turn = turns.Turn(-1)  # another account's
    turn.acquire(1)
    turn.release()
    assert 0 < budget._spent_now(-1) < 10
    times[0] = 20.0
    assert client.get("/p/p/scores/").status_code == 200


def test_a_request_that_turns_out_to_be_long_leaves_room_for_quick_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "TURN_TIMEOUT", 0.01)
    turn, quick = turns.Turn(-1), turns.Turn(-2)
    turn.acquire(0)
    with pytest.raises(TakesLong):
        quick.acquire(0)
    quick.release()
    turn.acquire(1)
    turn.acquire(0)
    quick.acquire(0)
    for ended in (quick, turn):
        ended.release()
    assert turns._places._holders == turns._long_places._holders == []


def test_an_account_has_one_running_and_one_waiting_run(client: Client) -> None:
    for number in range(2):
        assert client.get(f"/p/p/scores/?release={number + 1}").status_code == 303
    for address in ("/p/p/scores/", "/api/projects/p/scores/"):
        refused = client.get(address)
        assert (refused.status_code, "You have one run in progress and one waiting." in refused.content.decode()) == (
            429,
            True,
        )


def test_a_run_that_goes_on_shows_how_far_it_is_after_a_reload_too(client: Client, manager: Membership) -> None:
    client.get("/p/p/scores/")
    started = timezone.now() - timedelta(seconds=40)
    Run.objects.update(state="running", done=500, started_at=started, runner="elsewhere")
    for _ in range(2):
        page = client.get(f"/runs/{the_run().pk}/").content.decode()
        assert '<progress max="1000" value="500"' in page
        assert "About 40 seconds left." in page
    assert 39 <= client.get(f"/api/runs/{the_run().pk}/").json()["seconds_left"] <= 41
    assert "Scores: " in client.get("/runs/").content.decode()
    assert client.post(f"/runs/{the_run().pk}/").status_code == 302
    assert "was cancelled" in client.get(f"/runs/{the_run().pk}/").content.decode()
    again = client.post(f"/api/runs/{the_run().pk}/")
    assert (again.status_code, again.json()["state"]) == (200, "cancelled")


def end_download(answer: Any) -> None:
    """Not ``close``, which would close the connection to the database too."""
    for close in answer._resource_closers:
        close()


def test_two_large_files_are_sent_at_a_time_to_two_accounts(
    client: Client, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "MAX_PIECES_AT_ONCE", 0)
    client.get("/p/p/scores.csv")
    (run,) = work_off()
    result = f"/p/p/scores.csv?run={run.pk}"
    others = [signed_in(make_member(project, "manager", make_user(f"manager{number}"))) for number in range(2)]
    sent = [client.get(result), others[0].get(result)]
    assert [answer.status_code for answer in sent] == [200, 200]
    for browser in (client, *others):
        waits = browser.get(result)
        assert (waits.status_code, waits["Refresh"], waits["Retry-After"]) == (429, "5", "5")
    end_download(sent[1])
    assert client.get(result).status_code == 429
    sent[1] = others[1].get(result)
    assert sent[1].status_code == 200
    assert content(sent[0]) == content(sent[1])
    for answer in sent:
        end_download(answer)
    assert client.get(result).status_code == 200


def test_what_goes_wrong_in_a_view_is_the_failure_of_its_run(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client.get("/p/p/scores/")
    monkeypatch.setattr(Viewer, "topics", lambda self: 1 / 0)
    (run,) = work_off()
    assert (run.state, run.error) == ("failed", UNEXPECTED_ERROR)
    assert "It has been logged" in client.get(f"/runs/{run.pk}/").content.decode()
    assert "ZeroDivisionError" in caplog.text
