"""What docs/production.md hands out fits together, and fits the code."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from annotator.web.costs import Cost
from config.management.commands.serve import STOP_TIMEOUT

ROOT = Path(__file__).parent.parent
SETTINGS = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")


def read(name: str) -> str:
    """A file of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture
def services() -> dict[str, Any]:
    """The services of the compose file."""
    found: dict[str, Any] = yaml.safe_load(read("docker-compose.production.yml"))["services"]
    return found


def test_stopping_is_given_more_time_than_it_may_take(services: dict[str, Any]) -> None:
    told = re.search(r"^TimeoutStopSec=(\d+)$", read("deploy/pyramidion@.service"), re.MULTILINE)
    assert told
    graces = [int(services[name]["stop_grace_period"].removesuffix("s")) for name in ("web1", "web2")]
    assert min(int(told[1]), *graces) > STOP_TIMEOUT


def test_two_web_processes_share_key_and_static_files_and_only_the_proxy_is_open(services: dict[str, Any]) -> None:
    built = {name for name, service in services.items() if "build" in service}
    assert built == {"web1"}  # one image, made once
    assert {**services["web1"], "build": None} == {**services["web2"], "build": None}
    assert {volume.partition(":")[0] for volume in services["web1"]["volumes"]} == {"data"}
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert all(service["cap_drop"] == ["ALL"] for service in services.values())


@pytest.mark.parametrize("name", ["docker-compose.production.yml", "docker-compose.yml", "deploy/pyramidion.env"])
def test_settings_are_those_of_the_document(name: str) -> None:
    of_compose = {"PYRAMIDION_BUFFER", "PYRAMIDION_DOMAIN", "PYRAMIDION_UPSTREAMS", "PYRAMIDION_PUBLISH"}
    named = set(re.findall(r"\bPYRAMIDION_[A-Z_]+", read(name))) - of_compose
    assert named
    assert {setting for setting in named if f"`{setting}`" not in SETTINGS} == set()


def test_every_setting_can_be_given_to_the_compose_file(services: dict[str, Any]) -> None:
    of_the_image = {f"PYRAMIDION_{name}" for name in ("ADDRESS", "PORT", "DATA", "DEBUG")}
    told = {
        setting
        for row in SETTINGS.splitlines()
        if row.startswith("| `")
        for setting in re.findall(r"`(PYRAMIDION_[A-Z_]+|SECRET_KEY|DATABASE_URL)`", row.split("|")[1])
    }
    assert len(told) > 10
    assert told - of_the_image == set(services["web1"]["environment"])


@pytest.fixture
def version(tmp_path: Path) -> Path:
    """A folder as of a version: its Python tells what it was started with."""
    folder = tmp_path / "site" / "versions" / "new"
    shutil.copytree(ROOT / "deploy", folder / "deploy")
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\npwd\necho "$@"\nenv\n')
    python.chmod(0o755)
    return folder


def test_settings_are_read_as_they_stand(version: Path) -> None:
    given = {
        "DATABASE_URL": "postgres://me:p$HOME@host/name?a=b&c=d",
        "SPACES": "two words; `id` $(id) \\\\ 'as' \"they\" are",
        "EMPTY": "",
        "LAST": "without an end of line",
    }
    file = version / "settings.env"
    lines = ["# A note", "", "QUOTED='a b'", *(f"{name}={value}" for name, value in given.items())]
    file.write_text("\n".join(lines))
    (version.parent.parent / "current").symlink_to("versions/new")
    manage = version.parent.parent / "current" / "deploy" / "manage"
    ran = subprocess.run(
        [manage, "check", "--deploy"],
        env={**os.environ, "PYRAMIDION_ENV": str(file)},
        capture_output=True,
        text=True,
        check=True,
    )
    told = ran.stdout.splitlines()
    assert told[:2] == [str(version.resolve()), "manage.py check --deploy"]
    assert set(told) >= {"QUOTED=a b", *(f"{name}={value}" for name, value in given.items())}


def test_what_a_command_is_given_wins_over_the_settings(version: Path) -> None:
    file = version / "settings.env"
    file.write_text("DATABASE_URL=postgres:///live\nPYRAMIDION_DATA=/live\n")
    ran = subprocess.run(
        [version / "deploy" / "manage", "check_log"],
        env={"PATH": os.environ["PATH"], "PYRAMIDION_ENV": str(file), "DATABASE_URL": "postgres:///drill"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert {"DATABASE_URL=postgres:///drill", "PYRAMIDION_DATA=/live"} <= set(ran.stdout.splitlines())


@pytest.mark.parametrize("name", ["docker-compose.production.yml", "docker-compose.yml"])
def test_containers_are_pinned_and_confined(name: str) -> None:
    services = yaml.safe_load(read(name))["services"]
    images = {service["image"] for service in services.values() if "image" in service} - {"pyramidion"}
    images |= set(re.findall(r"^FROM (\S+)", read("Dockerfile"), re.MULTILINE))
    assert [image for image in images if not re.search(r"@sha256:[0-9a-f]{64}$", image)] == []
    assert all({"mem_limit", "logging"} <= set(service) for service in services.values())
    assert all(service["security_opt"] == ["no-new-privileges:true"] for service in services.values())
    assert all(service["cap_drop"] == ["ALL"] for service in services.values())
    assert all(service.get("read_only") for key, service in services.items() if key != "database")
    assert "--host=127.0.0.1" in services["database"]["healthcheck"]["test"]


def test_switching_makes_an_installed_version_the_current_one(version: Path) -> None:
    current = version.parent.parent / "current"
    current.symlink_to("versions/old")
    refused = subprocess.run([version / "deploy" / "switch"], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "is not installed" in refused.stderr
    assert current.readlink() == Path("versions/old")
    (version / ".venv" / "run.installed").touch()
    subprocess.run([version / "deploy" / "switch"], capture_output=True, check=True)
    assert current.readlink() == Path("versions/new")
    assert sorted(path.name for path in current.parent.iterdir()) == ["current", "versions"]


def test_the_proxy_lets_through_what_the_site_takes() -> None:
    told = re.search(r"max_size (\d+)MB", read("deploy/Caddyfile"))
    assert told
    assert int(told[1]) * 1_000_000 > Cost.FILES.value


def test_files_that_the_page_names_are_there() -> None:
    named = set(re.findall(r"(?:current|versions/\$?\w+)/(deploy/[\w.@]+)", read("docs/production.md")))
    assert len(named) >= 4
    assert [file for file in named if not (ROOT / file).exists()] == []
