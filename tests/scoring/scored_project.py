"""A small project to score: three models, SCUs 1 to 3 of weights 3, 2 and 1, peers with units as asked.

By hand, for every pyramid made here: six contributors over three models, so X of the modified score is 2 and its Max 5;
the whole pyramid weighs 6.
"""

from collections.abc import Mapping, Sequence

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.work.models import Work
from annotator.work.release_models import Release
from tests.factories import (
    make_member,
    make_peer_annotation,
    make_project,
    make_pyramid,
    make_release,
    make_summary,
    make_topic,
    scu_snapshot,
    unit_snapshot,
)

MODEL_TEXT = "alpha beta gamma delta epsilon zeta"
PEER_TEXT = "one two three four five six seven"
SPANS = {1: (0, 5), 2: (6, 10), 3: (11, 16)}
"""What each SCU covers in each model that has it: alpha, beta, gamma."""
WEIGHTS = {1: 3, 2: 2, 3: 1}
OTHER_WEIGHTS = {1: 3, 2: 2, 3: 2}


def manager_of(project: Project) -> Membership:
    """A manager of the project, with an account."""
    return make_member(project, Membership.Role.MANAGER)


def released_topic(project: Project | None = None, key: str = "D1", owner: Membership | None = None) -> Release:
    """A topic of the project with a release of its pyramid."""
    topic = make_topic(project or make_project(), key)
    models = [make_summary(topic, text=MODEL_TEXT, summarizer=f"M{n}") for n in (1, 2, 3)]
    scus = [_scu(number, models) for number in WEIGHTS]
    return make_release(make_pyramid(topic, owner, scus), scus)


def next_release(release: Release, weights: Mapping[int, int] = WEIGHTS) -> Release:
    """A later release of the same pyramid: scores are comparable, unless the SCUs get other ``weights``."""
    models = list(release.pyramid.topic.summaries.filter(kind=Summary.Kind.MODEL))
    return make_release(release.pyramid, [_scu(number, models, weight) for number, weight in weights.items()])


def peer_of(topic: Topic, summarizer: str) -> Summary:
    """A peer of the topic, made if it is not there."""
    found = topic.summaries.filter(kind=Summary.Kind.PEER, summarizer=summarizer).first()
    return found or make_summary(topic, Summary.Kind.PEER, text=PEER_TEXT, summarizer=summarizer)


def matched_peer(
    release: Release,
    summarizer: str,
    units: Sequence[int | None],
    *,
    owner: Membership | None = None,
    state: str = "submitted",
) -> Work:
    """The peer with its n-th word matched to the n-th SCU of ``units`` (None: to none); finished unless said."""
    words, start = [], 0
    for word in PEER_TEXT.split():
        words.append((start, start + len(word)))
        start += len(word) + 1
    snapshots = [unit_snapshot(n, scu, (n, *words[n - 1])) for n, scu in enumerate(units, start=1)]
    peer = peer_of(release.pyramid.topic, summarizer)
    return make_peer_annotation(release, owner, snapshots, summary=peer, state=state)


def _scu(number: int, models: Sequence[Summary], weight: int = 0) -> dict[str, object]:
    held = enumerate(models[: weight or WEIGHTS[number]])
    return scu_snapshot(number, *((model.pk, [(number * 10 + n, *SPANS[number])]) for n, model in held))
