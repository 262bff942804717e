"""What `make report` takes for a fault."""

from django.urls import resolve

from tests.journeys.report import ADMIN, EXPECTED, POLICY, header_faults

WHOLE = {**EXPECTED, "content-security-policy": "; ".join(["default-src 'none'", *POLICY]), "cache-control": "no-store"}


def test_answers_that_say_everything_have_no_fault() -> None:
    assert header_faults(WHOLE, page=True) == []


def test_each_header_is_missed() -> None:
    for name in EXPECTED:
        without = {key: value for key, value in WHOLE.items() if key != name}
        assert any(fault.startswith(name) for fault in header_faults(without, page=True)), name


def test_what_says_too_little_or_too_much_is_told() -> None:
    policy = WHOLE["content-security-policy"]
    for change in (
        {"content-security-policy": policy.replace("; base-uri 'none'", "")},
        {"content-security-policy": f"{policy}; style-src 'unsafe-inline'"},
        {"cache-control": "public"},
        {"x-frame-options": "SAMEORIGIN"},
        {"strict-transport-security": "max-age=1"},
        {"server": "granian 2.1"},
    ):
        assert len(header_faults({**WHOLE, **change}, page=True)) == 1, change


def test_the_pages_of_the_admin_are_there() -> None:
    assert [path for path in ADMIN if resolve(f"/admin/{path}").url_name is None] == []  # else the admin answers 404
