"""How model summaries word an SCU of a release."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from annotator.projects.models import Summary
from annotator.pyramids.models import ReleasedScu

GAP = " … "
"""Joins the parts of a discontinuous contributor."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A contributor's text, with the letter and the author of its model summary."""

    letter: str
    summarizer: str
    text: str


def wordings(scu: ReleasedScu, summaries: Mapping[int, Summary]) -> tuple[Wording, ...]:
    """The wording of each contributor, by the models' letters. ``summaries``: the models by key."""
    contributors = [_wording(contributor, summaries) for contributor in scu.contributors]
    return tuple(sorted(contributors, key=lambda wording: (len(wording.letter), wording.letter)))


def words(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The parts in text order."""
    return GAP.join(" ".join(text[start:end].split()) for start, end in sorted(spans))


def _wording(contributor: Mapping[str, Any], summaries: Mapping[int, Summary]) -> Wording:
    summary = summaries[contributor["summary"]]
    spans = ((part["start"], part["end"]) for part in contributor["parts"])
    return Wording(summary.letter, summary.summarizer, words(summary.text, spans))
