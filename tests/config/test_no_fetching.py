"""The site asks no other machine for anything: there is no import from addresses, and nothing to make it fetch one."""

from tests.import_graph import modules

FETCHING = (
    "urllib.request",
    "urllib3",
    "http.client",
    "requests",
    "httpx",
    "aiohttp",
    "ftplib",
    "smtplib",
    "pycurl",
    "telnetlib",
)
ITSELF = {"config.container_health"}
"""Asks the site in its own container whether it is ready."""


def test_nothing_of_the_site_can_fetch() -> None:
    assert len(modules()) > 200
    found = {
        name
        for name, module in modules().items()
        if any(far == one or far.startswith(f"{one}.") for far in module.imports for one in FETCHING)
    }
    assert found == ITSELF
