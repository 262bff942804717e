"""The client's IP address behind proxies, as the outermost trusted proxy has seen it."""

from collections.abc import Callable, Mapping
from ipaddress import IPv4Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class ClientAddress:
    """Middleware that puts the client's address into ``REMOTE_ADDR``, where throttle, sessions and logs read it.

    The header X-Forwarded-For is written by anybody; only as many of its entries are believed, from its end, as there
    are proxies of the installation's own (`PYRAMIDION_PROXIES`), each of which adds one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Replace the address, if there are proxies."""
        request.META["REMOTE_ADDR"] = client_address(request.META, proxies=settings.PROXIES)
        return self._get_response(request)


def client_address(meta: Mapping[str, str], *, proxies: int) -> str:
    """The address in front of the proxies; that of the connection if the header is too short, '' if it is invalid."""
    direct = meta.get("REMOTE_ADDR", "")
    steps = [*meta.get("HTTP_X_FORWARDED_FOR", "").split(","), direct]
    if not proxies or len(steps) <= proxies:
        return direct
    return _address(steps[-1 - proxies]) or direct


def _address(step: str) -> str:
    """An entry of the header without its port; empty if it is not an IP address."""
    step = step.strip()
    host = step[1:].partition("]")[0] if step.startswith("[") else step
    if host.count(":") == 1:  # IPv4 and a port
        host = host.partition(":")[0]
    try:
        return str(ip_address(host))
    except ValueError:
        return ""


def network_of(address: str) -> str:
    """What a throttle counts by: the IPv4 address, or the /64 network of an IPv6 address; "::" if unknown."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "::"
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ip_network((address, 64), strict=False).network_address)
