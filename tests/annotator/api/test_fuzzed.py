"""Made-up requests to every call that the API's description tells of: no fault, and answers as it says.

Bounded, and the same requests each time: hypothesis derives them from the tests (tests/conftest.py).
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.specs.openapi import checks

from annotator.overview.api import openapi_document
from tests.annotator.api.sample_site import Site

CHECKS: list[Any] = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
OPERATIONS = [(method, path) for path, methods in openapi_document()["paths"].items() for method in methods]
EACH = pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=[f"{how} {path}" for how, path in OPERATIONS])
BRIEF = settings(
    max_examples=3, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None
)


@pytest.fixture(autouse=True, scope="module")
def _open_connection() -> Iterator[None]:
    """As Django's own test client does: a request must not close the connection that the test's transaction is on."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def api() -> Any:
    """The description, with the site to ask in this process."""
    loaded = schemathesis.openapi.from_dict(json.loads(json.dumps(openapi_document())))
    loaded.app = get_wsgi_application()
    return loaded


def ask(case: Case, token: str) -> Any:
    """The answer to a request whose effects are undone, once it is as the description says."""
    sent = {"Authorization": f"Bearer {token}"}
    with transaction.atomic():
        answer = case.call(headers=sent)
        transaction.set_rollback(True)
    case.validate_response(answer, checks=CHECKS, headers=sent)
    return answer


@EACH
def test_the_manager_is_answered_as_described(site: Site, api: Any, method: str, path: str) -> None:
    operation = api[path][method]
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        if mode is GenerationMode.NEGATIVE and method == "get":
            continue

        @BRIEF
        @given(operation.as_strategy(mode, feedback=FeedbackSources(), path_parameters=site.path_parameters(path)))
        def asked(case: Case) -> None:
            ask(case, site.manager)

        asked()


@EACH
def test_somebody_elsewhere_gets_nothing_of_it(site: Site, api: Any, method: str, path: str) -> None:
    @BRIEF
    @given(api[path][method].as_strategy(feedback=FeedbackSources(), path_parameters=site.path_parameters(path)))
    def asked(case: Case) -> None:
        answer = ask(case, site.outsider)
        assert not site.path_parameters(path) or answer.status_code in (400, 404)
        assert "mill" not in answer.text or answer.status_code >= 400

    asked()
