"""Where the buttons that change a state point to."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse


def turn_addresses(kind: str, place: Sequence[str], stage: dict[str, Any]) -> dict[str, str]:
    """By verb, for what the user may do next with a "pyramid" or "peer" at a place."""
    return {verb: reverse(f"{kind}-turn", args=[*place, verb]) for verb in stage["actions"]}
