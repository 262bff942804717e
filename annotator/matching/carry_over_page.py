"""What the pages show that carry peer annotations over to another release: one, or all that are matched to one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q

from annotator.matching.carry_over import Question, carry_over_questions, to_carry_over
from annotator.matching.models import matchings
from annotator.matching.store import read_unit_images_of
from annotator.matching.verbs.units import UnitImage
from annotator.pyramids.models import ReleasedScu
from annotator.pyramids.release_changes import Change, passage
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.models import Release, Work

DECISION = "decision-"
MOST_QUOTES = 6
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
    """A question with peers' words it is about, ``more`` not shown, and the answer that stands unless changed."""

    question: Question
    quotes: list[str]
    default: str
    more: int

    @property
    def name(self) -> str:
        """The name of the form's field."""
        return f"{DECISION}{self.question.change.scu}"


@dataclass(frozen=True, slots=True)
class CarryOverPage:
    """The way from a release to ``to`` for ``annotations``."""

    to: Release
    annotations: Sequence[Work]
    changes: list[Change]
    counts: list[tuple[str, int]]
    decisions: list[Decision]
    scus: list[ReleasedScu]


def is_taken(annotation: Work, to: Release) -> bool:
    """Whether its owner has an annotation of the peer against the release already."""
    own = matchings().filter(summary=annotation.summary_id, owner=annotation.owner_id)
    return own.filter(release=to).exists()


def carry_over_page(
    annotations: Sequence[Work], *, origin: Release, to: Release, given: dict[str, str]
) -> CarryOverPage:
    """What stands in the way of ``annotations``, all matched to ``origin``. ``given``: decisions made so far, by SCU.

    At most seven statements.
    """
    way = passage(origin, to)
    found = way.changes()
    counted = Counter(change.kind for change in found)
    images = read_unit_images_of([annotation.pk for annotation in annotations])
    texts = {unit["id"]: one.summary.text for one in annotations for unit in images[one.pk]}
    units = [unit for one in annotations for unit in images[one.pk]]
    return CarryOverPage(
        to=to,
        annotations=annotations,
        changes=found,
        counts=[(said, counted[kind]) for kind, said in KINDS.items() if counted[kind]],
        decisions=[
            Decision(
                question=question,
                quotes=[_quote(unit, texts[unit["id"]]) for unit in question.units[:MOST_QUOTES]],
                default=given.get(question.change.scu) or _default(question),
                more=max(0, len(question.units) - MOST_QUOTES),
            )
            for question in carry_over_questions(units, way)
        ],
        scus=sorted(way.after.values(), key=lambda scu: (-scu.weight, scu.label.casefold())),
    )


def origins(to: Release, *, user: User) -> list[tuple[Release, list[Work]]]:
    """The releases whose finished peers can be carried over to this one, with these peers, the newest release first.

    A peer that its owner has matched anew against a later one of them counts there. Two statements, and two a release.
    """
    sources = ConsensusSource.objects.filter(work=to.pyramid_id).values("source")
    earlier = Q(pyramid=to.pyramid_id, number__lt=to.number) | Q(pyramid__in=sources)
    releases = Release.objects.filter(earlier).select_related("pyramid__owner").defer("document")
    seen: set[tuple[int, int]] = set()
    found = []
    for release in releases.order_by("-created_at"):
        rows = [one for one in to_carry_over(release, to=to, user=user) if (one.summary.pk, one.owner_id) not in seen]
        seen.update((one.summary.pk, one.owner_id) for one in rows)
        if rows:
            found.append((release, rows))
    return found


def _default(question: Question) -> str:
    """The SCU it was merged into; for one that was deleted or split nothing is decided yet."""
    into = question.change.into
    return str(into.uuid) if into else ""


def _quote(unit: UnitImage, text: str) -> str:
    spans = sorted((part["start"], part["end"]) for part in unit["parts"])
    return " … ".join(text[start:end] for start, end in spans)
