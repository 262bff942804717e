"""Annotations side by side: what the pages of differences and of adjudication show.

A page's item is an SCU or a unit: ``{"id", "uid", "label", "comment", "matched", "parts"}``, a part being ``[summary,
start, end]``; ``matched`` is the released SCU of a unit, and a unit has that SCU's label and uid.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from annotator.projects.models import CONSENSUS, Project, letter_at
from annotator.work.adjudication.comparison import Difference, Item, Source, compare, words_of
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.edits.decisions import DECISION
from annotator.work.edits.verb import names_of
from annotator.work.log.models import Edit
from annotator.work.log.rebuild import images_at, in_order
from annotator.work.models import Work

PageItem = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the compared annotations: its letter, its owner's name on this page, and its items."""

    letter: str
    owner: str
    items: list[PageItem]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The sides and their differences."""

    sides: list[Side]
    differences: list[Difference]

    def as_json(self) -> dict[str, Any]:
        return {
            "sources": [{"letter": side.letter, "owner": side.owner, "items": side.items} for side in self.sides],
            "differences": [
                {
                    "key": difference.key,
                    "kind": difference.kind,
                    "shape": difference.shape,
                    "alike": round(difference.alike, 3),
                    "items": [[item.id for item in items] for items in difference.items],
                }
                for difference in self.differences
            ],
        }


def _compared(work: Work, images: Sequence[Sequence[Any]], owners: Sequence[str]) -> Comparison:
    """Compare the images of each side. ``work``: one of them, or their consensus."""
    items = zip(owners, work.of.page_items(work, images), strict=True)
    sides = [Side(letter_at(at), owner, of_side) for at, (owner, of_side) in enumerate(items)]
    texts = {summary.pk: (place, summary.words) for place, summary in enumerate(work.of.texts(work))}
    sources = [Source(side.letter, tuple(_item(item, texts) for item in side.items)) for side in sides]
    return Comparison(sides, compare(sources))


def _item(item: PageItem, texts: Mapping[int, tuple[int, Sequence[int]]]) -> Item:
    """``texts``: by summary its index among the texts, and its words.

    Keys of differences are made from the index: after an export and import it is the same, the key of the row is not.
    """
    parts = [(texts[summary][0], start, end) for summary, start, end in item["parts"]]
    # A unit's label is its SCU's: different matches are a difference of their own.
    label = item["label"] if item["matched"] is None and item["uid"] is not None else ""
    return Item(item["id"], label, words_of(parts, dict(texts.values())), item["matched"])


def owners_shown(project: Project, works: Sequence[Work]) -> list[str]:
    """The owners' names for comparisons; "Annotator N" if the project hides them.

    N is the rank of the work's random key, the same wherever this work is compared. ``works`` have their owners loaded.
    """
    if not project.anonymous_owners or not works:
        return [work.owner.name for work in works]
    first = works[0]
    siblings = Work.objects.filter(kind=first.kind, topic=first.topic_id, summary=first.summary_id, slot=first.slot)
    owners = siblings.exclude(owner__name=CONSENSUS).order_by("pk").values_list("owner", flat=True)
    numbers = {owner: number for number, owner in enumerate(dict.fromkeys(owners), start=1)}
    return [
        CONSENSUS if work.owner.name == CONSENSUS else f"Annotator {numbers.get(work.owner_id, '?')}" for work in works
    ]


def works_compared(works: Sequence[Work], *, owners: Sequence[str]) -> Comparison:
    """Compare live works of one kind about the same texts."""
    images = works[0].of.images([work.pk for work in works])
    return _compared(works[0], [images[work.pk] for work in works], owners)


def sources_of(work: Work) -> list[Any]:
    """The sources of a consensus in the order of their letters. One query.

    ``changed``: it was edited after it was pinned; changes of its state do not count.
    """
    later = Edit.objects.filter(work=OuterRef("source"), revision__gt=OuterRef("revision"))
    later = later.exclude(verb__in=names_of(work.of.verbs, ["event"]))
    sources = ConsensusSource.objects.filter(work=work).annotate(changed=Exists(later))
    return list(sources.select_related("source__owner").order_by("position"))


def consensus_compared(work: Work, sources: list[Any]) -> Comparison:
    """Compare the pinned sources of a consensus. Four queries at most."""
    images = _pinned_images(work, sources)
    owners = owners_shown(work.topic.project, [source.source for source in sources])
    return _compared(work, [images[source.source_id] for source in sources], owners)


def _pinned_images(work: Work, sources: list[Any]) -> dict[int, list[Any]]:
    """Each source's images at its revision: from its rows, or from its log if it was edited since."""
    changed = {source.source_id: source.revision for source in sources if source.changed}
    images = dict(work.of.images([source.source_id for source in sources if not source.changed]))
    if changed:
        for key, logged in images_at(changed).items():
            images[key] = in_order(image for image in logged if ":" not in image["id"])
    return images


def is_consensus(work: Work) -> bool:
    """Whether it was made here from others' work, not imported. One query at most."""
    return work.owner.name == CONSENSUS and work.sources.exists()


def undecided(work: Work) -> int:
    """How many differences of a consensus, and agreements not taken over, wait for a decision; 0 for other works."""
    sources = sources_of(work) if work.owner.name == CONSENSUS else []
    if len(sources) < 2:
        return 0
    decided = {image["id"].removeprefix(DECISION) for image in read_decisions(work)}
    return sum(difference.key not in decided for difference in consensus_compared(work, sources).differences)
