"""The settings under different environments, each in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.data_folder import ensure_folder, ensure_secret

ROOT = Path(__file__).parents[2]
PRODUCTION = {
    "PYRAMIDION_PRODUCTION": "1",
    "PYRAMIDION_HOSTS": "pyramids.example",
    "DATABASE_URL": "postgres://pyramidion:kX2-vegQ7.anr@db.example/pyramidion",
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


@pytest.mark.parametrize("changed", [{"PYRAMIDION_HOSTS": "x.example,*"}, {"PYRAMIDION_DEBUG": "1"}])
def test_production_wants_its_hosts_named_and_no_debugging(tmp_path: Path, changed: dict[str, str]) -> None:
    done = manage("check", folder=tmp_path, **{**PRODUCTION, **changed})
    assert done.returncode == 1
    assert "In production, list the site's host names in PYRAMIDION_HOSTS" in done.stderr


def test_a_weak_secret_is_refused_in_one_line_that_does_not_tell_it(tmp_path: Path) -> None:
    done = manage("check", folder=tmp_path, **{**PRODUCTION, "SECRET_KEY": "changeme"})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("CommandError: SECRET_KEY is too weak for production")
    assert done.stderr.count("\n") == 1
    assert "changeme" not in done.stderr


def test_cookies_of_production_are_for_this_host_alone_over_https_and_out_of_reach_of_scripts(tmp_path: Path) -> None:
    names = [
        f"{kind}_COOKIE_{what}"
        for kind in ("SESSION", "CSRF")
        for what in ("NAME", "SECURE", "HTTPONLY", "SAMESITE", "DOMAIN", "PATH")
    ]
    show = f"import json; from django.conf import settings as s; print(json.dumps([getattr(s, n) for n in {names}]))"
    done = manage("shell", "--no-imports", "--command", show, folder=tmp_path, **PRODUCTION)
    same = [True, True, "Lax", None, "/"]
    assert json.loads(done.stdout) == ["__Host-sessionid", *same, "__Host-csrftoken", *same]


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


def test_a_secret_that_others_could_read_is_mended_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "secret_key"
    first = ensure_secret(file)
    assert capsys.readouterr().err == ""
    file.chmod(0o644)
    assert ensure_secret(file) == first
    assert file.stat().st_mode & 0o777 == 0o600
    told = capsys.readouterr().err
    assert "could be read by other users" in told
    assert first not in told


def test_the_data_folder_may_appear_between_two_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ensure_folder(tmp_path / "data")
    monkeypatch.setattr(Path, "exists", lambda path: False)  # another process made it just now
    assert ensure_folder(folder) == folder
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
