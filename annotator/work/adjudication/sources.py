"""What a consensus is made from: its sources as they stood when they were pinned, compared."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from annotator.matching.models import PeerAnnotation
from annotator.matching.store import read_unit_images_of
from annotator.matching.verbs.table import PEER_VERBS
from annotator.projects.models import CONSENSUS, letter
from annotator.pyramids.models import Pyramid
from annotator.pyramids.released import released_scus
from annotator.pyramids.store import read_images_of
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.work.adjudication.compared import Comparison, Side, comparison, owners_shown, scu_items, unit_items
from annotator.work.adjudication.decision_rows import OF_ANNOTATION, OF_PYRAMID, DecisionRows
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.edits.decisions import DECISION
from annotator.work.edits.verb import Verbs, names_of
from annotator.work.log.models import Edit
from annotator.work.log.rebuild import images_at


@dataclass(frozen=True, slots=True)
class Works:
    """Pyramids or peer annotations, as far as consensus is concerned.

    ``column``: of models and, with ``_id``, of the log; ``read``: the live images by key.
    """

    column: str
    decisions: DecisionRows
    read: Callable[[Iterable[int]], Mapping[int, list[Any]]]
    verbs: Verbs


PYRAMIDS = Works("pyramid", OF_PYRAMID, read_images_of, PYRAMID_VERBS)
ANNOTATIONS = Works("annotation", OF_ANNOTATION, read_unit_images_of, PEER_VERBS)


def works_of(target: Pyramid | PeerAnnotation) -> Works:
    """How to read what a consensus of this kind is made from."""
    return PYRAMIDS if isinstance(target, Pyramid) else ANNOTATIONS


def sources_of(target: Pyramid | PeerAnnotation) -> list[Any]:
    """The sources of a consensus in the order of their letters, each with ``work`` and whether it ``changed``.

    ``changed``: something was edited after it was pinned; that it was reopened or finished is no change. One statement.
    """
    works = works_of(target)
    sources = _with_changes(ConsensusSource.objects.filter(**{works.column: target}), works)
    found: list[Any] = list(sources.select_related(f"source_{works.column}__owner").order_by("position"))
    for source in found:
        source.work = getattr(source, f"source_{works.column}")
    return found


def _with_changes(sources: QuerySet[ConsensusSource], works: Works) -> QuerySet[ConsensusSource]:
    source = OuterRef(f"source_{works.column}")
    later = Edit.objects.filter(**{works.column: source}, revision__gt=OuterRef("revision"))
    return sources.annotate(changed=Exists(later.exclude(verb__in=names_of(works.verbs, ["event"]))))


def consensus_compared(target: Pyramid | PeerAnnotation, sources: list[Any]) -> Comparison:
    """The pinned sources of a consensus compared. Four statements at most, whatever the size."""
    images = _pinned_images(works_of(target), sources)
    topic = target.topic if isinstance(target, Pyramid) else target.summary.topic
    owners = owners_shown(topic.project, [source.work for source in sources])
    if isinstance(target, Pyramid):
        items = [scu_items(images[source.work.pk]) for source in sources]
    else:
        released = {scu["id"]: scu for scu in released_scus(target.release_id)}
        items = [unit_items(images[source.work.pk], peer=target.summary_id, released=released) for source in sources]
    sides = [Side(letter(at), owners[at], items[at]) for at in range(len(sources))]
    texts = topic.summaries.models_of_topics() if isinstance(target, Pyramid) else [target.summary]
    return comparison(sides, texts)


def _pinned_images(works: Works, sources: list[Any]) -> dict[int, list[Any]]:
    """Each source's images as they stood at its revision: the rows, or where those have moved on, the log."""
    moved = {source.work.pk: source.revision for source in sources if source.changed}
    images = dict(works.read([source.work.pk for source in sources if not source.changed]))
    if moved:
        for key, found in images_at(f"{works.column}_id", moved).items():
            own = [image for image in found if ":" not in image["id"]]
            images[key] = sorted(own, key=lambda image: (image["position"], image.get("uid", 0)))
    return images


def is_consensus(target: Pyramid | PeerAnnotation) -> bool:
    """Whether it was made here from others' work; one that was imported is not. One statement at most."""
    return target.owner.name == CONSENSUS and target.sources.exists()


def undecided(target: Pyramid | PeerAnnotation) -> int:
    """How many differences of a consensus (and agreements that were not taken over) wait for a decision.

    ``target`` comes with its owner. No statement for what is no consensus.
    """
    sources = sources_of(target) if target.owner.name == CONSENSUS else []
    if len(sources) < 2:
        return 0
    decided = {image["id"].removeprefix(DECISION) for image in works_of(target).decisions.read(target.pk)}
    return sum(one.key not in decided for one in consensus_compared(target, sources).differences)


def undecided_said(number: int) -> str:
    """The sentence that bars a release or finishing; nothing if all is decided."""
    if not number:
        return ""
    return "One difference is not decided yet." if number == 1 else f"{number} differences are not decided yet."
