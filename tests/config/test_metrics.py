"""`/metrics`: who gets the figures, and what they count."""

from pathlib import Path

import psutil
import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from config import metrics, run_folder
from tests import factories
from tests.annotator.work.log.requests import edit, edits_url, group
from tests.config.test_error_pages import Addresses
from tests.factories import SCU_IDS, client_id, scu_image
from tests.scenes import signed_in

TOKEN = "a token of thirty-two characters"
WITH_TOKEN = {"Authorization": f"Bearer {TOKEN}"}


def counted(name: str, **labels: str) -> float:
    """A figure of this process."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.mark.parametrize(("headers", "status"), [
    (WITH_TOKEN, 200),
    ({}, 401),
    ({"Authorization": f"Bearer {TOKEN}x"}, 401),
    ({"Authorization": "Bearer "}, 401),
    ({"Authorization": f"Basic {TOKEN}"}, 401),
    ({"Authorization": "Bearer t\u00f6ken"}, 401),
])  # fmt: skip
@override_settings(METRICS_TOKEN=TOKEN)
def test_the_figures_are_for_who_has_the_token(client: Client, headers: dict[str, str], status: int) -> None:
    assert client.get("/metrics", headers=headers).status_code == status


def test_without_a_token_in_the_settings_there_are_none(client: Client) -> None:
    for headers in ({}, WITH_TOKEN, {"Authorization": "Bearer "}):
        assert client.get("/metrics", headers=headers).status_code == 404


@pytest.mark.django_db
@override_settings(METRICS_TOKEN=TOKEN)
def test_a_session_is_no_token(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root"))
    assert client.get("/metrics").status_code == 401
    assert client.post("/metrics", headers=WITH_TOKEN).status_code == 405


@override_settings(METRICS_TOKEN=TOKEN, SECURE_SSL_REDIRECT=True, ALLOWED_HOSTS=["pyramids.example"])
def test_prometheus_asks_each_process_by_its_address(client: Client) -> None:
    answer = client.get("/metrics", headers={**WITH_TOKEN, "Host": "10.0.0.7:8000"})
    families = {family.name for family in text_string_to_metric_families(answer.content.decode())}
    assert {"pyramidion_requests", "pyramidion_request_seconds", "pyramidion_build_info"} <= families


@pytest.mark.django_db
def test_addresses_that_nobody_has_do_not_grow_the_figures(client: Client) -> None:
    def labels() -> set[tuple[str, ...]]:
        return {tuple(key) for key in metrics.requests._metrics}

    client.get("/nobody/0")
    client.get("/p/nothing-0/")
    client.generic("BREW", "/coffee/0")
    before = labels()
    for number in range(1, 5):
        client.get(f"/nobody/{number}")
        client.get(f"/p/nothing-{number}/")
        client.generic(f"BREW{number}", f"/coffee/{number}")
    assert labels() == before
    assert {("GET", "none", "404"), ("other", "none", "404")} <= before


@pytest.mark.django_db
def test_edits_are_counted_by_what_became_of_them() -> None:
    project = factories.make_project()
    owner = factories.make_member(project)
    pyramid = factories.make_pyramid(factories.make_topic(project), owner, [scu_image(1)])

    def edits(result: str) -> float:
        return counted("pyramidion_edit_groups_total", of="pyramid", result=result)

    applied, refused = edits("applied"), edits("refused")
    assert owner.user
    kept = group(edit("relabel_scu", scu=client_id(SCU_IDS, 1), label="x", was=scu_image(1)["label"]))
    lost = group(edit("delete_scu", scu=client_id(SCU_IDS, 99)))
    answer = signed_in(owner.user).post(edits_url(pyramid), {"base": 0, "groups": [kept, lost]}, format="json")
    assert answer.status_code == 200
    assert (edits("applied") - applied, edits("refused") - refused) == (1, 1)


@pytest.mark.django_db
def test_a_failed_sign_in_is_counted(client: Client) -> None:
    before = counted("pyramidion_sign_in_failures_total")
    client.post("/accounts/login/", {"username": "ann", "password": "guess"})
    assert counted("pyramidion_sign_in_failures_total") == before + 1


@override_settings(ROOT_URLCONF=Addresses)
def test_a_fault_is_counted() -> None:
    route = "tests.config.test_error_pages.broken"  # an address without a name
    before = counted("pyramidion_exceptions_total", route=route)
    Client(raise_request_exception=False).get("/broken")
    assert counted("pyramidion_exceptions_total", route=route) == before + 1


def test_what_a_dead_worker_was_doing_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(run_folder.FIGURES, str(tmp_path))
    dead = next(number for number in range(4_000_000, 1, -1) if not psutil.pid_exists(number))
    file = tmp_path / f"gauge_livesum_{dead}.db"
    file.touch()
    metrics.collected()
    assert not file.exists()


def test_folders_of_killed_servers_are_removed_and_others_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    dead = next(number for number in range(4_000_000, 1, -1) if not psutil.pid_exists(number))
    (tmp_path / f"{run_folder.PREFIX}{dead}-x").mkdir()
    first = run_folder.make()
    second = run_folder.make()
    assert sorted(tmp_path.iterdir()) == sorted([first, second])
    run_folder.remove(first)
    run_folder.remove(second)
    assert (list(tmp_path.iterdir()), run_folder.draining()) == ([], False)
