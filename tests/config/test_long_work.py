"""Which views can become runs."""

from collections.abc import Callable, Iterator
from typing import Any

from django.urls import get_resolver

from annotator.runs.answers import basis_function_of

LONG = {
    f"{of}{name}"
    for name in (
        "project-scores",
        "project-agreement",
        "project-stability",
        "project-diagnosis",
        "project-measures",
        "project-overlap",
        "relations",
    )
    for of in ("", "api-")
} | {
    "project-diagnosis-csv",
    "api-project-enough",
    *("judgment-results", "judgment-results-file", "judgment-agreement", "judgment-variation", "judgment-programs"),
    *(f"api-instrument-{name}" for name in ("results", "agreement", "variation", "programs")),
    "study",
    "api-study",
    "api-study-export",
    "project-scores-file",
    "topic-scores-file",
    "api-project-scores-export",
    "project-file",
    "progress-csv",
    *("extract-ranks", "extract-ranks-file", "api-extract-ranks", "project-extract-ranks", "api-project-extract-ranks"),
}


def test_pages_that_read_a_whole_project_can_become_runs() -> None:
    assert {name for name, view in _views(get_resolver()) if basis_function_of(view)} == LONG


def _views(resolver: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    for pattern in resolver.url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _views(pattern)
        else:
            yield pattern.name, pattern.callback
