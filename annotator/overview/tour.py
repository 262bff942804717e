"""The guided task: its steps, and how far the member's own pyramid has come."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from django.db.models import BooleanField, Count
from django.db.models.expressions import RawSQL

from annotator.projects.models import Membership, Topic
from annotator.projects.summary_data import model_summaries_data
from annotator.pyramids.models import pyramids
from annotator.pyramids.services import release_problems
from annotator.pyramids.store import read_images
from annotator.pyramids.verbs.scus import ContributorImage, ScuImage
from annotator.texts.spans import overlaps, touching_tokens
from annotator.work.log.history import LAST_UNDO_SQL, UNDONE
from annotator.work.models import Work

# For the sample's untouched topic: the summary's letter and the words that may be marked in a step.
EXAMPLES = {
    "first": ("A", "The night train between Lindmark and Essel"),
    "contributor": ("B", "the revived sleeper"),
    "parts": ("A", "has returned"),
    "open": ("C", "the line closed 14 years ago"),
    "merge": ("A", "cancelled 14 years ago"),
}


@dataclass(frozen=True, slots=True)
class StepState:
    """A step of the task. ``lacks``: a sentence on what is not there yet; ``example``: letter and words to mark."""

    key: str
    done: bool
    lacks: str = ""
    example: tuple[str, str] | None = None


def tour_progress(
    images: Sequence[ScuImage] | None, summaries: Sequence[dict[str, Any]], releases: int, *, merged: bool = False
) -> list[StepState]:
    """The steps in order, each with whether a pyramid shows it done. Pure.

    ``images``: its SCUs, None where there is no pyramid yet; ``summaries``: the model summaries as workspaces have
    them, in the order of their letters; ``releases``: how many the pyramid has; ``merged``: whether its log has a
    merge, which leaves no other trace.
    """
    scus = list(images or ())
    found = {
        "start": (images is not None, ""),
        "first": _first(scus, summaries),
        "contributor": _second(scus, summaries),
        "parts": _parts(scus, summaries),
        "label": _label(scus, summaries),
        "open": _open(scus, summaries[:3][-1:]),
        "merge": (merged, ""),
        "release": _release(scus, releases, len(summaries)),
    }
    texts = {summary["letter"]: summary["text"] for summary in summaries}
    return [
        StepState(key, done, "" if done or images is None else lacks, _example(key, texts))
        for key, (done, lacks) in found.items()
    ]


Found = tuple[bool, str]


def _example(key: str, texts: dict[str, str]) -> tuple[str, str] | None:
    example = EXAMPLES.get(key)
    return example if example and example[1] in texts.get(example[0], "") else None


def _of(scu: ScuImage, summary: dict[str, Any]) -> ContributorImage | None:
    return next((one for one in scu["contributors"] if one["summary"] == summary["id"]), None)


def _from_first_sentence(scus: Sequence[ScuImage], summaries: Sequence[dict[str, Any]]) -> list[ScuImage]:
    """SCUs with words of sentence A1."""
    if not summaries:
        return []
    sentence = summaries[0]["sentences"][:2] or [0, len(summaries[0]["text"])]
    chosen = [(scu, _of(scu, summaries[0])) for scu in scus]
    return [
        scu
        for scu, one in chosen
        if one and any(overlaps((part["start"], part["end"]), sentence) for part in one["parts"])
    ]


def _first(scus: Sequence[ScuImage], summaries: Sequence[dict[str, Any]]) -> Found:
    lacks = "You have SCUs, but none with words of A1." if scus else ""
    return bool(_from_first_sentence(scus, summaries)), lacks


def _second(scus: Sequence[ScuImage], summaries: Sequence[dict[str, Any]]) -> Found:
    begun = _from_first_sentence(scus, summaries)
    done = any(_of(scu, summary) for scu in begun for summary in summaries[1:2])
    return done, "Your SCU from A1 has no words of summary B yet." if begun else ""


def _parts(scus: Sequence[ScuImage], summaries: Sequence[dict[str, Any]]) -> Found:
    words = {summary["id"]: [*accumulate(summary["word_steps"])] for summary in summaries}
    several = [one for scu in scus for one in scu["contributors"] if len(one["parts"]) > 1]
    done = any(_apart(one, words.get(one["summary"], ())) for one in several)
    return done, "The parts of your contributors have no words between them." if several else ""


def _apart(contributor: ContributorImage, words: Sequence[int]) -> bool:
    """Whether a word lies between two parts, untouched by either."""
    spans = sorted((part["start"], part["end"]) for part in contributor["parts"])
    touched = [touching_tokens(words, *span) for span in spans]
    return any(before and after and after[0] - before[-1] > 1 for before, after in pairwise(touched))


def _label(scus: Sequence[ScuImage], summaries: Sequence[dict[str, Any]]) -> Found:
    texts = {summary["id"]: summary["text"] for summary in summaries}
    labelled = [scu for scu in scus if scu["label"].strip() and scu["contributors"]]
    done = any(_plain(scu["label"]) not in _wordings(scu, texts) for scu in labelled)
    return done, "So far your labels only repeat the words of a contributor." if labelled else ""


def _wordings(scu: ScuImage, texts: dict[int, str]) -> set[str]:
    """The contributors' words, to be compared with a label."""
    return {
        _plain(" ".join(texts.get(one["summary"], "")[part["start"] : part["end"]] for part in _in_order(one)))
        for one in scu["contributors"]
    }


def _in_order(contributor: ContributorImage) -> list[Any]:
    return sorted(contributor["parts"], key=lambda part: part["start"])


def _plain(text: str) -> str:
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())


def _open(scus: Sequence[ScuImage], chosen: Sequence[dict[str, Any]]) -> Found:
    done = any(_of(scu, summary) for scu in scus for summary in chosen)
    return done, f"No words of summary {chosen[0]['letter']} are in an SCU yet." if chosen else ""


def _release(scus: Sequence[ScuImage], releases: int, models: int) -> Found:
    unlabelled = sum(problem.reason == "has no label." for problem in release_problems(scus, models=models))
    lacks = f"{unlabelled} SCU{' has' if unlabelled == 1 else 's have'} no label; a release needs a label for each SCU."
    return releases > 0, lacks if unlabelled else ""


FEWEST_MODELS = 2

_MERGED = f"""EXISTS (
    SELECT FROM annotator_edit e {LAST_UNDO_SQL}
    WHERE e.work_id = annotator_work.id AND e.verb = 'merge_scus' AND NOT {UNDONE})"""


@dataclass(frozen=True, slots=True)
class Tour:
    """The task as it stands for one member; ``pyramid`` is the owner's, None before the first step."""

    steps: list[StepState]
    pyramid: Work | None
    models: list[str]

    @property
    def possible(self) -> bool:
        """Whether the topic has enough model summaries to share anything."""
        return len(self.models) >= FEWEST_MODELS

    @property
    def done(self) -> int:
        """How many steps are done."""
        return sum(step.done for step in self.steps)

    @property
    def finished(self) -> bool:
        """Whether all are."""
        return all(step.done for step in self.steps)

    @property
    def current(self) -> str:
        """The first step that is not done; empty when all are."""
        return next((step.key for step in self.steps if not step.done), "")

    @property
    def third(self) -> str:
        """The letter of the summary whose open text is to be found."""
        return self.models[:3][-1] if self.models else ""


def read_tour(*, topic: Topic, owner: Membership) -> Tour:
    """How far the member's own pyramid of the topic has come. Three statements."""
    own = pyramids().filter(topic=topic, owner=owner).select_related("owner")
    merged = RawSQL(_MERGED, [], output_field=BooleanField())  # noqa: S611  # the text above
    pyramid = own.annotate(released=Count("releases"), merged=merged).first()
    summaries = model_summaries_data(topic.pk)
    letters = [summary["letter"] for summary in summaries]
    if pyramid is None:
        return Tour(tour_progress(None, summaries, 0), None, letters)
    images = read_images(pyramid.pk)
    return Tour(tour_progress(images, summaries, pyramid.released, merged=pyramid.merged), pyramid, letters)
