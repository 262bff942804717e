"""Whose address counts: with proxies of one's own, what they have seen; never what a visitor writes."""

import pytest

from annotator.web.client_address import client_address, network_of

PROXY, CLIENT, LIE = "10.0.0.1", "192.0.2.7", "203.0.113.9"


@pytest.mark.parametrize(
    ("header", "proxies", "address"),
    [
        ("", 0, PROXY),
        (LIE, 0, PROXY),
        (CLIENT, 1, CLIENT),
        (f"{LIE}, {CLIENT}", 1, CLIENT),
        (f"{LIE},{LIE}, {CLIENT} , 10.0.0.2", 2, CLIENT),
        ("", 1, PROXY),
        (CLIENT, 2, PROXY),
        (f"{LIE}, unknown", 1, PROXY),
        (f"{LIE}, {CLIENT}:4711", 1, CLIENT),
        (f"{LIE}, [2001:db8::1]:4711", 1, "2001:db8::1"),
        ("2001:db8::1", 1, "2001:db8::1"),
    ],
)
def test_only_what_trusted_proxies_have_added_is_believed(header: str, proxies: int, address: str) -> None:
    assert client_address({"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": header}, proxies=proxies) == address


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        (CLIENT, CLIENT),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (f"::ffff:{CLIENT}", CLIENT),
        ("", "::"),
        ("fe80::1%eth0", "fe80::"),
        ("nonsense", "::"),
    ],
)
def test_who_has_a_whole_network_of_ipv6_is_counted_once(address: str, counted: str) -> None:
    assert network_of(address) == counted
