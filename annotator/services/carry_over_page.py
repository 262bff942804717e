"""What the page shows that carries a peer annotation over to a later release."""

from collections import Counter
from dataclasses import dataclass

from django.contrib.auth.models import User

from annotator.models import PeerAnnotation, Release, ReleasedScu
from annotator.services.peers import Question, carry_over_questions
from annotator.services.releases import Change, changes

DECISION = "decision-"
KINDS = {
    "added": "added",
    "deleted": "deleted",
    "merged": "merged into another",
    "split": "split",
    "relabelled": "relabelled",
    "reweighted": "of another weight",
    "reworded": "with other contributors",
}


@dataclass(frozen=True, slots=True)
class Decision:
    """A question with the peer's words it is about and the answer that stands unless changed."""

    question: Question
    quotes: list[str]
    default: str

    @property
    def name(self) -> str:
        """The name of the form's field."""
        return f"{DECISION}{self.question.change.scu}"


@dataclass(frozen=True, slots=True)
class CarryOverPage:
    """The way from an annotation's release to ``to``. ``taken``: the annotation that is there already."""

    later: list[Release]
    to: Release
    taken: PeerAnnotation | None
    changes: list[Change]
    counts: list[tuple[str, int]]
    decisions: list[Decision]
    scus: list[ReleasedScu]


def later_releases(annotation: PeerAnnotation, *, user: User) -> list[Release]:
    """The releases of the annotation's pyramid after its own that the user may see, newest first. One statement."""
    release = annotation.release
    later = Release.objects.visible_to(user).filter(pyramid=release.pyramid_id, number__gt=release.number)
    return list(later.select_related("pyramid__owner").defer("document").order_by("-number"))


def carry_over_page(
    annotation: PeerAnnotation, *, later: list[Release], to: Release, given: dict[str, str]
) -> CarryOverPage:
    """Everything the page shows. ``given``: decisions made so far, by SCU. At most nine statements."""
    found = changes(annotation.release, to)
    counted = Counter(change.kind for change in found)
    text = annotation.summary.text
    scus = sorted(to.scus.all(), key=lambda scu: (-scu.weight, scu.label.casefold()))
    taken = PeerAnnotation.objects.filter(summary=annotation.summary_id, owner=annotation.owner_id, release=to).first()
    return CarryOverPage(
        later=later,
        to=to,
        taken=taken,
        changes=found,
        counts=[(said, counted[kind]) for kind, said in KINDS.items() if counted[kind]],
        decisions=[
            Decision(question, _quotes(question, text), given.get(question.change.scu) or _default(question))
            for question in carry_over_questions(annotation=annotation, release=to)
        ],
        scus=scus,
    )


def _default(question: Question) -> str:
    """The SCU it was merged into; for one that was deleted or split nothing is decided yet."""
    into = question.change.into
    return str(into.uuid) if into else ""


def _quotes(question: Question, text: str) -> list[str]:
    spans = [sorted((part["start"], part["end"]) for part in unit["parts"]) for unit in question.units]
    return [" … ".join(text[start:end] for start, end in unit) for unit in spans]
