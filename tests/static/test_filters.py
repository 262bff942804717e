"""Which SCUs a filtered list shows, and what its filters are called."""

from typing import Any

import pytest

from tests.static.conftest import Run

SUMMARIES = [{"id": 1, "letter": "A", "summarizer": "amara"}, {"id": 2, "letter": "B", "summarizer": "bruno"}]


def _scu(label: str, *summaries: int, **more: Any) -> dict[str, Any]:
    contributors = [{"summary": summary, "comment": "", "parts": []} for summary in summaries]
    return {"id": label or "none", "label": label, "comment": "", "contributors": contributors, **more}


SCUS = [
    _scu("both", 1, 2),
    _scu("first", 1, comment="sure?"),
    _scu("second", 2, flags=["unsure"]),
    _scu("", 1, 2, contributors=[{"summary": 1, "comment": "why", "parts": [], "flags": ["discuss"]}]),
    _scu("empty"),
]


def _shown(run: Run, facts: dict[str, Any] | None = None, **filters: Any) -> list[str]:
    found: list[str] = run(
        """
        const { NO_FILTERS, passes } = await import("pyramidion/pyramids/list/filters.js");
        const filters = { ...NO_FILTERS, ...given.filters };
        return given.scus.filter((scu) => passes(scu, filters, given.facts?.[scu.id])).map((scu) => scu.id);
        """,
        {"scus": SCUS, "filters": filters, "facts": facts},
    )
    return found


@pytest.mark.parametrize(
    ("filters", "shown"),
    [
        ({}, ["both", "first", "second", "none", "empty"]),
        ({"weight": "2"}, ["both"]),
        ({"weight": "0"}, ["empty"]),
        ({"summary": "1"}, ["both", "first", "none"]),
        ({"single": True}, ["first", "second", "none"]),
        ({"commented": True}, ["first", "none"]),
        ({"flagged": True}, ["second", "none"]),
        ({"unlabelled": True}, ["none"]),
        ({"summary": "1", "single": True, "commented": True}, ["first", "none"]),
        ({"weight": "2", "unlabelled": True}, []),
    ],
)
def test_an_scu_is_shown_if_it_passes_every_filter(run: Run, filters: dict[str, Any], shown: list[str]) -> None:
    assert _shown(run, **filters) == shown


def test_what_is_matched_commented_and_flagged_in_a_peer_counts(run: Run) -> None:
    facts = {
        "both": {"match": "matched", "commented": True, "flagged": False},
        "first": {"match": "absent", "commented": False, "flagged": True},
        "second": {"match": "open", "commented": False, "flagged": False},
    }
    assert _shown(run, facts, match="matched") == ["both"]
    assert _shown(run, facts, match="absent") == ["first"]
    assert _shown(run, facts, match="open") == ["second"]
    assert _shown(run, facts, commented=True) == ["both", "first", "none"]
    assert _shown(run, facts, flagged=True) == ["first", "second", "none"]


def test_active_filters_have_names_and_can_be_taken_away(run: Run) -> None:
    chips = run(
        """
        const { NO_FILTERS, chipsOf, withoutFilter } = await import("pyramidion/pyramids/list/filters.js");
        const all = { ...NO_FILTERS, weight: "3", summary: "2", match: "open", flagged: true };
        return [chipsOf(all, given), chipsOf(withoutFilter(all, "summary"), given), chipsOf(NO_FILTERS, given)];
        """,
        SUMMARIES,
    )
    names = [[chip["text"] for chip in some] for some in chips]
    assert names == [
        ["Weight 3", "In B", "Not decided", "Flagged"],
        ["Weight 3", "Not decided", "Flagged"],
        [],
    ]


def test_what_an_edit_or_a_choice_brings_in_stays_until_another_scu_is_selected(run: Run) -> None:
    shown = run(
        """
        const { ListFilter } = await import("pyramidion/pyramids/list/filters.js");
        const listFilter = new ListFilter();
        listFilter.set({ filters: { ...listFilter.filters, unlabelled: true } });
        const labels = () => listFilter.apply(given, new Map()).map((scu) => scu.id);
        const seen = [labels()];
        seen.push(listFilter.keepListedOnly("both", false), labels());
        seen.push(listFilter.keepListedOnly("none", true), labels());
        seen.push(listFilter.keepListedOnly("none", true));
        listFilter.keepListed("second");
        seen.push(labels(), listFilter.keepListedOnly("", false), labels());
        return seen;
        """,
        SCUS,
    )
    assert shown == [
        ["none"],
        True,
        ["both", "none"],
        True,
        ["none"],
        False,
        ["second", "none"],
        True,
        ["none"],
    ]
