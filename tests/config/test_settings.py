"""The settings under different environments, each in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PRODUCTION = {
    "PYRAMIDION_PRODUCTION": "1",
    "PYRAMIDION_HOSTS": "pyramids.example",
    "DATABASE_URL": "postgres://pyramidion:secret@db.example/pyramidion",
    "SECRET_KEY": "k7!" + "abcdefghijklmnopqrstuvwxyz0123456789" * 2,
}


def manage(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`manage.py` with nothing of this process's settings, its data in `folder`."""
    ours = ("PYRAMIDION_", "DJANGO_", "DATABASE_URL", "SECRET_KEY", "PYTEST")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *arguments],
        cwd=ROOT,
        env={**kept, "PYRAMIDION_DATA": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "INFO", folder=tmp_path, **PRODUCTION)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues (2 silenced)" in done.stdout  # HSTS for other names, and for browsers' own lists


def test_nothing_is_silenced_where_hsts_goes_as_far_as_it_can(tmp_path: Path) -> None:
    asked = {"PYRAMIDION_HSTS_SUBDOMAINS": "1", "PYRAMIDION_HSTS_PRELOAD": "1"}
    done = manage("check", "--deploy", "--fail-level", "INFO", folder=tmp_path, **PRODUCTION, **asked)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues (0 silenced)" in done.stdout


@pytest.mark.parametrize("changed", [{"PYRAMIDION_HOSTS": ""}, {"PYRAMIDION_HOSTS": "*"}, {"PYRAMIDION_DEBUG": "1"}])
def test_production_wants_its_hosts_named_and_no_debugging(tmp_path: Path, changed: dict[str, str]) -> None:
    done = manage("check", folder=tmp_path, **{**PRODUCTION, **changed})
    assert done.returncode == 1
    assert "In production name the hosts in PYRAMIDION_HOSTS" in done.stderr


def test_production_refuses_the_embedded_database(tmp_path: Path) -> None:
    done = manage("check", folder=tmp_path, **{**PRODUCTION, "DATABASE_URL": ""})
    assert done.returncode == 1
    assert "In production set DATABASE_URL" in done.stderr


def test_a_secret_key_is_made_once_for_the_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    show = ("shell", "--no-imports", "--command", "from django.conf import settings; print(settings.SECRET_KEY)")
    first, second = manage(*show, folder=folder), manage(*show, folder=folder)
    assert (first.stderr, second.stderr) == ("", "")
    assert first.stdout == second.stdout
    assert len(first.stdout.strip()) >= 50
    assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_secret_key_of_the_environment_is_not_written_down(tmp_path: Path) -> None:
    assert manage("check", folder=tmp_path, SECRET_KEY="given").returncode == 0
    assert not (tmp_path / "secret_key").exists()


def test_database_url_replaces_the_embedded_postgres(tmp_path: Path) -> None:
    url = "postgres://someone@db.example:5433/theirs"
    show = (
        "from django.conf import settings; print(*map(settings.DATABASES['default'].get, ('ENGINE', 'HOST', 'PORT')))"
    )
    done = manage("shell", "--no-imports", "--command", show, folder=tmp_path, DATABASE_URL=url)
    assert done.stdout.strip() == "django.db.backends.postgresql db.example 5433"
    assert not (tmp_path / "postgres").exists()
