"""Where the buttons that change a state point to."""

from typing import Any

from annotator.work.models import Work


def state_urls(work: Work, stage: dict[str, Any]) -> dict[str, str]:
    """By verb, for what the user may do next with a work."""
    return {verb: work.url("state", verb) for verb in stage["actions"]}
