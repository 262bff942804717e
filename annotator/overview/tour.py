"""The guided task: its steps, and which of them the member's own pyramid shows as done."""

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

# For the topic of the sample that has no pyramid: a summary's letter, and words to select in that step.
EXAMPLES = {
    "first": ("A", "The night train between Lindmark and Essel"),
    "contributor": ("B", "the revived sleeper"),
    "parts": ("A", "has returned"),
    "open": ("C", "the line closed 14 years ago"),
    "merge": ("A", "cancelled 14 years ago"),
}


@dataclass(frozen=True, slots=True)
class StepState:
    """A step of the task. ``lacks``: a sentence on what is missing; ``example``: a letter and words to select."""

    key: str
    done: bool
    lacks: str = ""
    example: tuple[str, str] | None = None


def tour_progress(
    images: Sequence[ScuImage] | None, summaries: Sequence[dict[str, Any]], releases: int, *, merged: bool = False
) -> list[StepState]:
    """The steps in order, each with whether it is done.

    ``images``: the pyramid's SCUs; None if there is no pyramid yet. ``summaries``: the model summaries as in
    workspaces, in the order of their letters. ``releases``: number of releases. ``merged``: whether the log has a
    merge, which leaves no other trace.
    """
    scus = list(images or ())
    from_a1 = _from_first_sentence(scus, summaries)
    words = {summary["id"]: [*accumulate(summary["word_steps"])] for summary in summaries}
    divided = [row for scu in scus for row in scu["contributors"] if len(row["parts"]) > 1]
    texts = {summary["id"]: summary["text"] for summary in summaries}
    labelled = [scu for scu in scus if scu["label"].strip() and scu["contributors"]]
    third = summaries[:3][-1:]
    unlabelled = sum(
        problem.reason == "has no label." for problem in release_problems(scus, model_count=len(summaries))
    )
    done = {
        "start": images is not None,
        "first": bool(from_a1),
        "contributor": _have_words_of(summaries[1:2], from_a1),
        "parts": any(_apart(row, words.get(row["summary"], ())) for row in divided),
        "label": any(_plain(scu["label"]) not in _wordings(scu, texts) for scu in labelled),
        "open": _have_words_of(third, scus),
        "merge": merged,
        "release": releases > 0,
    }
    have = "SCU has" if unlabelled == 1 else "SCUs have"
    lacks = {
        "first": "You have SCUs, but none with words of A1." if scus else "",
        "contributor": "Your SCU from A1 has no words of summary B yet." if from_a1 else "",
        "parts": "The parts of your contributors have no words between them." if divided else "",
        "label": "So far your labels only repeat the words of a contributor." if labelled else "",
        "open": f"No words of summary {third[0]['letter']} are in an SCU yet." if third and images is not None else "",
        "release": f"{unlabelled} {have} no label; a release needs a label for each SCU." if unlabelled else "",
    }
    by_letter = {summary["letter"]: summary["text"] for summary in summaries}
    examples = {key: (letter, text) for key, (letter, text) in EXAMPLES.items() if text in by_letter.get(letter, "")}
    return [
        StepState(key, is_done, "" if is_done else lacks.get(key, ""), examples.get(key))
        for key, is_done in done.items()
    ]


def _of(scu: ScuImage, summary: dict[str, Any]) -> ContributorImage | None:
    return next((row for row in scu["contributors"] if row["summary"] == summary["id"]), None)


def _from_first_sentence(scus: Sequence[ScuImage], summaries: Sequence[dict[str, Any]]) -> list[ScuImage]:
    """The SCUs with words of sentence A1."""
    if not summaries:
        return []
    sentence = summaries[0]["sentences"][:2] or [0, len(summaries[0]["text"])]
    candidates = [(scu, _of(scu, summaries[0])) for scu in scus]
    return [scu for scu, row in candidates if row and any(overlaps(span, sentence) for span in _spans(row))]


def _have_words_of(summaries: Sequence[dict[str, Any]], scus: Sequence[ScuImage]) -> bool:
    return any(_of(scu, summary) for scu in scus for summary in summaries)


def _apart(contributor: ContributorImage, words: Sequence[int]) -> bool:
    """Whether a word lies between two parts without being touched by either."""
    touched = [touching_tokens(words, *span) for span in _spans(contributor)]
    return any(before and after and after[0] - before[-1] > 1 for before, after in pairwise(touched))


def _wordings(scu: ScuImage, texts: dict[int, str]) -> set[str]:
    """The words of each contributor, for comparison with the label."""
    return {
        _plain(" ".join(texts.get(row["summary"], "")[start:end] for start, end in _spans(row)))
        for row in scu["contributors"]
    }


def _spans(contributor: ContributorImage) -> list[tuple[int, int]]:
    return sorted((part["start"], part["end"]) for part in contributor["parts"])


def _plain(text: str) -> str:
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())


FEWEST_MODELS = 2

_MERGED = f"""EXISTS (
    SELECT FROM annotator_edit e {LAST_UNDO_SQL}
    WHERE e.work_id = annotator_work.id AND e.verb = 'merge_scus' AND NOT {UNDONE})"""


@dataclass(frozen=True, slots=True)
class Tour:
    """The task's progress for one member. ``pyramid``: their own; None before the first step."""

    steps: list[StepState]
    pyramid: Work | None
    models: list[str]

    @property
    def possible(self) -> bool:
        """Whether the topic has enough model summaries for the task."""
        return len(self.models) >= FEWEST_MODELS

    @property
    def done(self) -> int:
        """The number of steps that are done."""
        return sum(step.done for step in self.steps)

    @property
    def current(self) -> str:
        """The first step that is not done; empty if all are done."""
        return next((step.key for step in self.steps if not step.done), "")

    @property
    def third(self) -> str:
        """The letter of the summary in which open text is to be found."""
        return self.models[:3][-1] if self.models else ""


def read_tour(*, topic: Topic, owner: Membership) -> Tour:
    """The progress of the member's own pyramid of the topic."""
    own = pyramids().filter(topic=topic, owner=owner).select_related("owner")
    merged = RawSQL(_MERGED, [], output_field=BooleanField())  # noqa: S611  # the text above
    pyramid = own.annotate(released=Count("releases"), merged=merged).first()
    summaries = model_summaries_data(topic.pk)
    letters = [summary["letter"] for summary in summaries]
    if pyramid is None:
        return Tour(tour_progress(None, summaries, 0), None, letters)
    images = read_images(pyramid.pk)
    return Tour(tour_progress(images, summaries, pyramid.released, merged=pyramid.merged), pyramid, letters)
