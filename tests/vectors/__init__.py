"""Sequences of edits with what becomes of them: run by the server's reducers, by the server and by the page.

A file is ``{"name", "overlap", "start": state, "groups": [...], "expect": {"applied", "refused", "state"}}``. Groups
apply in order until one is refused. All expected states are worked out by hand from DESIGN §3 and §4.

A state may have ``asides`` or ``absences``, and ``decisions`` (none if left out), and a start also what went before:
``history``, group to ``{"before", "after", "done", "barred", "mine"}`` in the order of making, ``any_order`` (the
person is a manager) and ``may_decide`` (it is a consensus).
"""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def load_vectors(kind: str) -> dict[str, dict[str, Any]]:
    """The vectors of "pyramid", "peer" or "sheet", by file name without its ending."""
    return {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((FOLDER / kind).glob("*.json"))}


def comparable(state: dict[str, Any]) -> dict[str, Any]:
    """A state with its SCUs or units in list order, its sets sorted, and without its history."""
    result = {name: value for name, value in state.items() if name not in ("history", "any_order", "may_decide")}
    for others in ("asides" if "scus" in result else "absences", "decisions"):
        result[others] = sorted(result.get(others, []), key=lambda snapshot: snapshot["id"])
    for name in ("scus", "units"):
        if name in result:
            result[name] = sorted(result[name], key=lambda snapshot: (snapshot["position"], snapshot["id"]))
    for name in ("reserved", "release"):
        if name in result:
            result[name] = sorted(result[name])
    return result
