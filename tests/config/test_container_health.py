"""The health check of the container, against a site that really serves."""

import socket

import pytest

from config.container_health import ready
from tests.annotator.work.log.site_client import wait_until
from tests.site_process import SiteProcess


@pytest.mark.parametrize("hosts", ["localhost", "elsewhere.example"])
def test_a_serving_site_is_healthy_whatever_it_is_called(
    site: SiteProcess, monkeypatch: pytest.MonkeyPatch, hosts: str
) -> None:
    monkeypatch.setenv("PYRAMIDION_PORT", str(site.port))
    monkeypatch.setenv("PYRAMIDION_HOSTS", hosts)
    wait_until(ready, "The site does not get ready.")  # its second worker may still be starting


def test_nobody_at_the_port_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        monkeypatch.setenv("PYRAMIDION_PORT", str(probe.getsockname()[1]))
        assert not ready()
