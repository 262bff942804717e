"""What docs/production.md hands out fits together, and fits the code."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.management.commands.serve import LONGEST_REQUEST

ROOT = Path(__file__).parent.parent
DRAIN = 5  # seconds, behind a proxy
README = (ROOT / "README.md").read_text(encoding="utf-8")


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
    assert min(int(told[1]), *graces) > DRAIN + LONGEST_REQUEST


def test_the_proxy_notices_in_time() -> None:
    told = re.search(r"health_interval (\d+)s", read("deploy/Caddyfile"))
    assert told
    assert int(told[1]) < DRAIN
    assert f"| `PYRAMIDION_DRAIN` | `{DRAIN}` behind a proxy" in README


def test_two_web_processes_share_key_and_static_files_and_only_the_proxy_is_open(services: dict[str, Any]) -> None:
    assert services["web1"] == services["web2"]
    assert {volume.partition(":")[0] for volume in services["web1"]["volumes"]} == {"data", "static"}
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert all(service["cap_drop"] == ["ALL"] for service in services.values())


@pytest.mark.parametrize("name", ["docker-compose.production.yml", "docker-compose.yml", "deploy/pyramidion.env"])
def test_settings_are_those_of_the_readme(name: str) -> None:
    of_compose = {"PYRAMIDION_DOMAIN", "PYRAMIDION_UPSTREAMS", "PYRAMIDION_PUBLISH"}
    named = set(re.findall(r"\bPYRAMIDION_[A-Z_]+", read(name))) - of_compose
    assert named
    assert {setting for setting in named if f"`{setting}`" not in README} == set()


def test_files_that_the_page_names_are_there() -> None:
    named = set(re.findall(r"/opt/pyramidion/(deploy/[\w.@]+)", read("docs/production.md")))
    assert len(named) >= 4
    assert [file for file in named if not (ROOT / file).exists()] == []
