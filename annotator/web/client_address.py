"""The client's IP address behind reverse proxies, as the outermost trusted proxy reports it."""

from collections.abc import Callable, Mapping
from ipaddress import IPv4Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class ClientAddress:
    """Middleware that puts the client's IP address into ``REMOTE_ADDR``, for the sign-in limit, sessions and logs.

    Clients can send any X-Forwarded-For header, and each proxy adds an entry to its end. Therefore only the last N
    entries are trusted, where N is the number of this installation's proxies (`PYRAMIDION_PROXIES`).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.META["REMOTE_ADDR"] = client_address(request.META, proxies=settings.PROXIES)
        return self._get_response(request)


def client_address(meta: Mapping[str, str], *, proxies: int) -> str:
    """Return the client's address; the connection's address if the header has too few entries or an invalid one.

    ``meta``: as `HttpRequest.META`. ``proxies``: the number of trusted proxies.
    """
    connection_address = meta.get("REMOTE_ADDR", "")
    hops = [*meta.get("HTTP_X_FORWARDED_FOR", "").split(","), connection_address]
    if not proxies or len(hops) <= proxies:
        return connection_address
    return _without_port(hops[-1 - proxies]) or connection_address


def _without_port(hop: str) -> str:
    """Return an entry of the header without its port; '' if it is not an IP address."""
    hop = hop.strip()
    host = hop[1:].partition("]")[0] if hop.startswith("[") else hop
    if host.count(":") == 1:  # IPv4 and a port
        host = host.partition(":")[0]
    try:
        return str(ip_address(host))
    except ValueError:
        return ""


def network_of(address: str) -> str:
    """Return the network whose sign-ins are limited together: an IPv4 address, an IPv6 /64, or "::" if invalid."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "::"
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ip_network((address, 64), strict=False).network_address)
