"""The relations between the SCUs of a topic, for its page, the API and the command."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db.models import Q, QuerySet

from annotator.projects.models import CONSENSUS, Topic
from annotator.pyramids.models import ScuRelation
from annotator.pyramids.verbs.relations import RELATION_KINDS, relations_of
from annotator.runs.steps import reserve_time, with_progress
from annotator.work.models import Work
from annotator.work.release_models import Release
from scoring.measures.relations import LowerWeight, RelatedPairs, compare_relations, compare_weights
from scoring.measures.scu_matching import same_scus
from scoring.observations.coded_rows import codings_of_rows
from scoring.observations.pyramid_scores import ScoreSettings, score_sheet
from scoring.observations.topic_words import TopicCodings
from scoring.observations.viewer import Viewer
from scoring.results.relations.implied import ImpliedScores, RelatedScus, implied_scores, related_scus

SECONDS_PER_WORK, SECONDS_PER_PAIR = 0.001, 0.02
"""Estimated times on a slow machine: for each work (a pyramid or a peer annotation), and each pair of pyramids."""


@dataclass(frozen=True, slots=True)
class ReleasedRelation:
    """A relation in a release: an SCU and the SCU that it needs or implies, with ``uid``, ``label`` and ``weight``."""

    kind: str
    scu: dict[str, Any]
    other: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RelationAgreement:
    """How many relations two owners of pyramids have in common, by kind ("depends", "implies"). ``matched_scus``: the
    number of SCUs that both have.
    """

    a: str
    b: str
    matched_scus: int
    by_kind: dict[str, RelatedPairs]

    def as_json(self) -> dict[str, Any]:
        numbers = {kind: pairs.as_json() for kind, pairs in self.by_kind.items()}
        return {"a": self.a, "b": self.b, "matched_scus": self.matched_scus, **numbers}


@dataclass(frozen=True, slots=True)
class TopicRelations:
    """The relations that a viewer may see on a topic. ``release``: the newest release of the consensus pyramid, or else
    of any pyramid; None if the viewer may see none. ``scu_count`` and ``relations``: of this release. ``peers``: the
    scores of each peer with implied SCUs, against the release that it was matched to. ``agreement``: of each pair of
    owners.
    """

    topic: Topic
    release: Release | None
    scu_count: int
    relations: tuple[ReleasedRelation, ...]
    peers: tuple[ImpliedScores, ...]
    agreement: tuple[RelationAgreement, ...]
    withheld_count: int

    def count(self, kind: str) -> int:
        return sum(relation.kind == kind for relation in self.relations)

    @property
    def depends_count(self) -> int:
        return self.count("depends")

    @property
    def implies_count(self) -> int:
        return self.count("implies")

    @property
    def weights(self) -> LowerWeight:
        """Whether SCUs weigh less than the SCUs that they depend on."""
        depends = (relation for relation in self.relations if relation.kind == "depends")
        return compare_weights((relation.scu["weight"], relation.other["weight"]) for relation in depends)

    def as_json(self) -> dict[str, Any]:
        """The keys of ``manage.py relations --json`` for a topic."""
        return {
            "topic": self.topic.key,
            "owner": self.release and self.release.pyramid.owner.name,
            "release": self.release and self.release.number,
            "scus": self.scu_count,
            "relations": len(self.relations),
            "depends": self.depends_count,
            "implies": self.implies_count,
            "lower_weight_depends": self.weights.share,
            "pairs": self.weights.pairs,
            "p": self.weights.p,
            "with_implied": [peer.as_json() for peer in self.peers],
            "agreement": [pair.as_json() for pair in self.agreement],
            "withheld": self.withheld_count,
        }


def topic_relations(viewer: Viewer, key: str) -> TopicRelations:
    """Returns the relations that the viewer may see on a topic. Raises Topic.DoesNotExist."""
    topic = viewer.topic(key)
    pyramids = viewer.pyramids(topic)
    owner_count = pyramids.count()
    estimate = viewer.annotations(topic).count() * SECONDS_PER_WORK
    reserve_time(estimate + owner_count * (owner_count - 1) / 2 * SECONDS_PER_PAIR)
    release = _chosen_release(viewer, topic)
    sheet = score_sheet(viewer, ScoreSettings(), viewer.annotations(topic))
    releases = {peer.row.annotation.release.pk for peer in sheet.peers.values()}
    scus = related_scus(releases | ({release.pk} if release else set()))
    chosen_scus = scus[release.pk] if release else {}
    return TopicRelations(
        topic=topic,
        release=release,
        scu_count=len(chosen_scus),
        relations=tuple(_released_relations(chosen_scus)),
        peers=tuple(implied_scores(peer, scus[peer.row.annotation.release.pk]) for peer in sheet.peers.values()),
        agreement=tuple(_agreement(pyramids)),
        withheld_count=sheet.withheld_count,
    )


def _chosen_release(viewer: Viewer, topic: Topic) -> Release | None:
    releases = viewer.releases().filter(pyramid__topic=topic).annotate(is_consensus=Q(pyramid__owner__name=CONSENSUS))
    newest_first = releases.order_by("-is_consensus", "-created_at", "-number")
    return newest_first.select_related("pyramid__owner").defer("document").first()


def _released_relations(scus: RelatedScus) -> Iterator[ReleasedRelation]:
    for scu in scus.values():
        for relation in relations_of(scu):
            yield ReleasedRelation(relation["kind"], scu, scus[relation["to"]])


def _agreement(pyramids: QuerySet[Work]) -> Iterator[RelationAgreement]:
    for topic in codings_of_rows(pyramids):
        related: dict[str, list[tuple[int, int]]] = {kind: [] for kind in RELATION_KINDS}
        rows = ScuRelation.objects.filter(pyramid__in=pyramids)
        for kind, scu, other in rows.values_list("kind", "scu", "to_scu"):
            related[kind].append((scu, other))
        owners = sorted(topic.scu_keys)
        for a, b in with_progress(list(combinations(owners, 2))):
            yield _agreement_of_pair(topic, a, b, related)


def _agreement_of_pair(
    topic: TopicCodings, a: str, b: str, related: dict[str, list[tuple[int, int]]]
) -> RelationAgreement:
    """Returns the agreement of owners ``a`` and ``b``. ``related``: by kind, the primary keys of related SCUs."""
    keys_a, keys_b = topic.scu_keys[a], topic.scu_keys[b]
    same = [(keys_a[i], keys_b[j]) for i, j in same_scus(topic.coded, a, b)]
    by_kind = {
        kind: compare_relations(_within(pairs, keys_a), _within(pairs, keys_b), same) for kind, pairs in related.items()
    }
    return RelationAgreement(a, b, len(same), by_kind)


def _within(pairs: Sequence[tuple[int, int]], scus: Sequence[int]) -> set[tuple[int, int]]:
    """Returns the pairs whose SCUs are both in ``scus``."""
    allowed = set(scus)
    return {(scu, other) for scu, other in pairs if scu in allowed and other in allowed}
