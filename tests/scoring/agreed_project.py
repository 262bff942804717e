"""Topics with pyramids of several owners, given as SCUs of word numbers.

Two models of eight words each, so words 0 to 7 and 8 to 15, every four a sentence.
"""

from collections.abc import Sequence

from annotator.projects.models import Membership, Project, Topic
from annotator.work.models import Work
from tests.factories import make_member, make_pyramid, make_summary, make_topic, scu_snapshot

TEXT = "aaa bbb ccc ddd. eee fff ggg hhh."
WORDS = 8
SENTENCES = [0, 16, 17, 33]

A = [[0, 1, 8, 9], [2, 3], [10, 11]]
B = [[0, 1, 8], [2, 3, 10, 11], [12]]
"""Two readings: B leaves word 9 out of A's first SCU, joins A's others and adds one."""


def annotated_topic(project: Project, key: str, owners: dict[Membership, Sequence[Sequence[int]]]) -> Topic:
    """A topic with a finished pyramid of each owner."""
    topic = make_topic(project, key)
    for _ in range(2):
        make_summary(topic, text=TEXT, sentences=SENTENCES)
    for owner, scus in owners.items():
        annotated(topic, owner, scus)
    return topic


def annotated(topic: Topic, owner: Membership, scus: Sequence[Sequence[int]], *, state: str = "submitted") -> Work:
    """An owner's pyramid of the topic."""
    models = list(topic.summaries.filter(kind="model").values_list("pk", flat=True))
    snapshots = [_scu(number, words, models) for number, words in enumerate(scus, start=1)]
    return make_pyramid(topic, owner, snapshots, state=state)


def member(project: Project, name: str, role: str = Membership.Role.ANNOTATOR) -> Membership:
    """A member with an account and this name."""
    made = make_member(project, role)
    made.name = name
    made.save()
    return made


def _scu(number: int, words: Sequence[int], models: Sequence[int]) -> dict[str, object]:
    by_model: dict[int, list[tuple[int, int, int]]] = {}
    for word in words:
        start = word % WORDS * 4 + word % WORDS // 4
        by_model.setdefault(models[word // WORDS], []).append((number * 100 + word, start, start + 3))
    return scu_snapshot(number, *by_model.items())
