"""Checks of SCUs, units and text set aside, as they stand in a project's JSON and as images in its logs. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotator.interchange.project_file.refusals import check_once, check_spans, check_xml, require

Json = Mapping[str, Any]


def check_scu(scu: Json, path: str, models: Mapping[str, int]) -> None:
    """Check a live SCU or its image."""
    check_xml(scu["label"], f"{path}.label")
    check_xml(scu["comment"], f"{path}.comment")
    require("partial" not in scu.get("flags", ()), f"{path}.flags", "An SCU has no such flag.")
    check_once(scu["contributors"], f"{path}.contributors", lambda one: one["summary"], "summary")
    for i, one in enumerate(scu["contributors"]):
        where = f"{path}.contributors[{i}]"
        require(one["summary"] in models, f"{where}.summary", "This topic has no such model summary.")
        require("partial" not in one.get("flags", ()), f"{where}.flags", "A contributor has no such flag.")
        check_xml(one["comment"], f"{where}.comment")
        check_spans([(p["start"], p["end"]) for p in one["parts"]], models[one["summary"]], f"{where}.parts")


def check_aside(row: Json, path: str, models: Mapping[str, int]) -> None:
    """Check text that was set aside, or its image."""
    require(row["summary"] in models, f"{path}.summary", "This topic has no such model summary.")
    check_spans([(start, end) for start, end in row["spans"]], models[row["summary"]], f"{path}.spans")


def check_unit(unit: Json, path: str, length: int) -> None:
    """Check a unit or its image."""
    check_xml(unit["comment"], f"{path}.comment")
    check_xml(unit.get("label", ""), f"{path}.label")
    check_spans([(p["start"], p["end"]) for p in unit["parts"]], length, f"{path}.parts")
