"""``/api/schema/``: the API describes itself, whole and true (OpenAPI 3.1)."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from jsonschema import Draft202012Validator

from annotator.api_schema import examples
from annotator.overview.api import openapi_document
from tests.annotator.api.reading import make_shelf

JSON, PROBLEM = "application/json", "application/problem+json"
OPERATIONS = {
    operation["operationId"]: operation
    for operations in openapi_document()["paths"].values()
    for operation in operations.values()
}


def checked(schema: dict[str, Any], value: Any) -> list[str]:
    """What is wrong with a value."""
    validator = Draft202012Validator({**schema, "components": openapi_document()["components"]})
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


def test_making_it_gives_no_warning_and_it_is_valid(tmp_path: Path) -> None:
    file = tmp_path / "schema.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(file))
    assert file.read_text().startswith("openapi: 3.1.0")


def test_every_operation_has_a_summary_a_chapter_and_says_who_may_ask() -> None:
    chapters = {tag["name"] for tag in openapi_document()["tags"]}
    missing = [
        name
        for name, one in OPERATIONS.items()
        if not (one.get("summary") and one["security"] and set(one["tags"]) <= chapters)
    ]
    assert missing == []
    schemes = openapi_document()["components"]["securitySchemes"]
    assert {name for one in OPERATIONS.values() for way in one["security"] for name in way} <= set(schemes)


def test_every_operation_tells_its_problems() -> None:
    problems = {name: [status for status in one["responses"] if status >= "4"] for name, one in OPERATIONS.items()}
    assert [name for name, found in problems.items() if not {"401", "404"} <= set(found)] == []
    contents = [one["responses"][status]["content"] for name, one in OPERATIONS.items() for status in problems[name]]
    assert {kind for content in contents for kind in content} == {PROBLEM}


def test_there_is_an_example_of_everything_and_nothing_else() -> None:
    assert set(examples()) == {name for name, operation in OPERATIONS.items() if json_answer(operation)}
    asked = {name for name, one in OPERATIONS.items() if JSON in one.get("requestBody", {}).get("content", {})}
    assert asked == {name for name, example in examples().items() if "request" in example}


@pytest.mark.parametrize("name", sorted(examples()))
def test_an_example_is_as_its_schema_says(name: str) -> None:
    example, operation = examples()[name], OPERATIONS[name]
    assert checked(json_answer(operation)["schema"], example["response"]) == []
    if "request" in example:
        assert checked(operation["requestBody"]["content"][JSON]["schema"], example["request"]) == []


def json_answer(operation: dict[str, Any]) -> dict[str, Any]:
    answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    content: dict[str, Any] = answers[0].get("content", {})
    return {} if len(content) > 1 else content.get(JSON, {})  # several kinds: a file


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accept", "kind"),
    [("*/*", JSON), ("application/vnd.oai.openapi", "application/vnd.oai.openapi; charset=utf-8")],
)
def test_it_is_served_as_json_and_as_yaml(accept: str, kind: str) -> None:
    answer = make_shelf().client.get("/api/schema/", headers={"accept": accept})
    assert (answer.status_code, answer.headers["Content-Type"].lower()) == (200, kind)
