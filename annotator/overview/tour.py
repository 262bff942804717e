"""The guided task (tour), in which a member begins a pyramid: its steps, and which of them the member has done."""

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
from annotator.pyramids.store import read_scus
from annotator.pyramids.verbs.scus import ContributorSnapshot, ScuSnapshot
from annotator.texts.spans import overlaps, touching_tokens
from annotator.work.log.history import LAST_TURN_SQL, UNDONE_SQL
from annotator.work.models import Work

# For each step, an example from the sample topic without a pyramid: the letter of a summary, and words to select.
EXAMPLES = {
    "first": ("A", "The night train between Lindmark and Essel"),
    "contributor": ("B", "the revived sleeper"),
    "parts": ("A", "has returned"),
    "open": ("C", "the line closed 14 years ago"),
    "merge": ("A", "cancelled 14 years ago"),
}


@dataclass(frozen=True, slots=True)
class StepState:
    """A step of the task. ``hint``: what is still missing; ``example``: a summary's letter and words to select."""

    key: str
    is_done: bool
    hint: str = ""
    example: tuple[str, str] | None = None


def tour_progress(
    pyramid_scus: Sequence[ScuSnapshot] | None,
    summaries: Sequence[dict[str, Any]],
    release_count: int,
    *,
    has_merge: bool = False,
) -> list[StepState]:
    """Returns the steps in order, each with whether the member has done it.

    ``pyramid_scus``: None if there is no pyramid yet. ``summaries``: `model_summaries_data`, in the order of their
    letters. ``has_merge``: whether the log has a merge of SCUs that was not undone.
    """
    scus = list(pyramid_scus or ())
    a1_scus = _scus_of_first_sentence(scus, summaries)
    word_bounds = {
        summary["id"]: [*accumulate(summary["word_steps"])] for summary in summaries
    }  # start, end, start, ...
    contributors = [contributor for scu in scus for contributor in scu["contributors"]]
    divided_contributors = [contributor for contributor in contributors if len(contributor["parts"]) > 1]
    texts = {summary["id"]: summary["text"] for summary in summaries}
    labelled_scus = [scu for scu in scus if scu["label"].strip() and scu["contributors"]]
    third_summary = summaries[:3][-1:]  # as a list; the last summary if there are fewer than three
    unlabelled_count = sum(
        problem.reason == "has no label." for problem in release_problems(scus, model_count=len(summaries))
    )
    done_steps = {  # _tour_step.html says what each step asks for
        "start": pyramid_scus is not None,
        "first": bool(a1_scus),
        "contributor": _have_words_of(summaries[1:2], a1_scus),
        "parts": any(_has_word_between_parts(divided, word_bounds) for divided in divided_contributors),
        "label": any(_normalized(scu["label"]) not in _contributor_texts(scu, texts) for scu in labelled_scus),
        "open": _have_words_of(third_summary, scus),
        "merge": has_merge,
        "release": release_count > 0,
    }
    letter = third_summary[0]["letter"] if third_summary else ""
    scus_have = "SCU has" if unlabelled_count == 1 else "SCUs have"
    unlabelled_hint = f"{unlabelled_count} {scus_have} no label; a release needs a label for each SCU."
    hints = {
        "first": "You have SCUs, but none with words of A1." if scus else "",
        "contributor": "Your SCU from A1 has no words of summary B yet." if a1_scus else "",
        "parts": "The parts of your contributors have no words between them." if divided_contributors else "",
        "label": "So far your labels only repeat the words of a contributor." if labelled_scus else "",
        "open": f"No words of summary {letter} are in an SCU yet." if letter and pyramid_scus is not None else "",
        "release": unlabelled_hint if unlabelled_count else "",
    }
    letter_texts = {summary["letter"]: summary["text"] for summary in summaries}
    examples = {key: example for key, example in EXAMPLES.items() if example[1] in letter_texts.get(example[0], "")}
    return [
        StepState(key, is_done, "" if is_done else hints.get(key, ""), examples.get(key))
        for key, is_done in done_steps.items()
    ]


def _contributor_from(scu: ScuSnapshot, summary: dict[str, Any]) -> ContributorSnapshot | None:
    """Returns the SCU's contributor from the summary; None if the SCU has no words of it."""
    return next((contributor for contributor in scu["contributors"] if contributor["summary"] == summary["id"]), None)


def _scus_of_first_sentence(scus: Sequence[ScuSnapshot], summaries: Sequence[dict[str, Any]]) -> list[ScuSnapshot]:
    """Returns the SCUs with words of sentence A1, which is the first sentence of the first summary."""
    if not summaries:
        return []
    sentence = summaries[0]["sentences"][:2] or [0, len(summaries[0]["text"])]  # its start and end
    scu_spans = [(scu, _spans(contributor)) for scu in scus if (contributor := _contributor_from(scu, summaries[0]))]
    return [scu for scu, spans in scu_spans if any(overlaps(span, sentence) for span in spans)]


def _have_words_of(summaries: Sequence[dict[str, Any]], scus: Sequence[ScuSnapshot]) -> bool:
    """Whether any of the SCUs has words of any of the summaries."""
    return any(_contributor_from(scu, summary) for scu in scus for summary in summaries)


def _has_word_between_parts(contributor: ContributorSnapshot, word_bounds: dict[int, list[int]]) -> bool:
    """Whether between two of the contributor's parts there is a word that is in neither part."""
    bounds = word_bounds.get(contributor["summary"], [])
    words_of_parts = [touching_tokens(bounds, *span) for span in _spans(contributor)]  # indexes of words
    return any(before and after and after[0] - before[-1] > 1 for before, after in pairwise(words_of_parts))


def _contributor_texts(scu: ScuSnapshot, texts: dict[int, str]) -> set[str]:
    """Returns the words of each contributor, normalized so that they can be compared with the label."""
    return {
        _normalized(" ".join(texts.get(contributor["summary"], "")[start:end] for start, end in _spans(contributor)))
        for contributor in scu["contributors"]
    }


def _spans(contributor: ContributorSnapshot) -> list[tuple[int, int]]:
    return sorted((part["start"], part["end"]) for part in contributor["parts"])


def _normalized(text: str) -> str:
    """Returns the words of a text without case and punctuation."""
    return " ".join("".join(char if char.isalnum() else " " for char in text.casefold()).split())


MIN_MODELS = 2

# Whether the log of a pyramid has a merge of SCUs that was not undone. A turn is an undo or redo.
_HAS_MERGE_SQL = f"""EXISTS (
    SELECT FROM annotator_edit e {LAST_TURN_SQL}
    WHERE e.work_id = annotator_work.id AND e.verb = 'merge_scus' AND NOT {UNDONE_SQL})"""


@dataclass(frozen=True, slots=True)
class Tour:
    """The task's progress for one member. ``pyramid``: the member's own pyramid; None before the first step."""

    steps: list[StepState]
    pyramid: Work | None
    model_letters: list[str]

    @property
    def is_possible(self) -> bool:
        return len(self.model_letters) >= MIN_MODELS

    @property
    def done_count(self) -> int:
        return sum(step.is_done for step in self.steps)

    @property
    def current_step(self) -> str:
        """The key of the first step that is not done; empty if all are done."""
        return next((step.key for step in self.steps if not step.is_done), "")

    @property
    def third_letter(self) -> str:
        """The letter of the summary for the step "open": the third, or the last if there are fewer."""
        return self.model_letters[:3][-1] if self.model_letters else ""


def read_tour(*, topic: Topic, owner: Membership) -> Tour:
    """Returns the progress of this member on the topic."""
    own_pyramids = pyramids().filter(topic=topic, owner=owner).select_related("owner")
    has_merge = RawSQL(_HAS_MERGE_SQL, [], output_field=BooleanField())  # noqa: S611  # a constant
    pyramid = own_pyramids.annotate(release_count=Count("releases"), has_merge=has_merge).first()
    summaries = model_summaries_data(topic.pk)
    letters = [summary["letter"] for summary in summaries]
    if pyramid is None:
        return Tour(tour_progress(None, summaries, 0), None, letters)
    scus = read_scus(pyramid.pk)
    steps = tour_progress(scus, summaries, pyramid.release_count, has_merge=pyramid.has_merge)
    return Tour(steps, pyramid, letters)
