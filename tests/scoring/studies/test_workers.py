"""Topics scored in several processes."""

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
import pytest

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.tasks import TopicScores, TopicTask
from scoring.measures.automatic.topic_texts import Need, Scored, Text, TopicTexts
from scoring.studies.workers import WorkersLost, score_topics

MEASURES = tuple(definition(name).measure() for name in ("rouge-2", "rouge-w-1.2", "tesla-s", "be-hm"))


def text(seed: int) -> Text:
    words = [f"w{seed * number % 17}" for number in range(1, 40)]
    return Text((" ".join(words[:20]), " ".join(words[20:])))


def tasks(count: int) -> list[TopicTask]:
    topics = [
        TopicTexts(f"D{number}", tuple(map(text, range(number, number + 5))), (text(7), text(number)))
        for number in range(count)
    ]
    return [TopicTask(topic.key, topic, MEASURES, models=True) for topic in topics]


def content(scores: TopicScores) -> list[tuple[bytes, tuple[str, ...]]]:
    return [(one.values.tobytes(), one.reasons) for one in (*scores.peers, *scores.models) if one]


def test_one_process_two_processes_and_any_order_give_the_same_bits() -> None:
    alone = list(score_topics(tasks(11)))
    together = list(score_topics(iter(tasks(11)), workers=2))
    reversed_order = list(score_topics(tasks(11)[::-1], workers=2))
    assert [one.key for one in together] == [f"D{number}" for number in range(11)]
    assert list(map(content, together)) == list(map(content, alone))
    assert list(map(content, reversed_order[::-1])) == list(map(content, alone))
    assert "no parse" in alone[0].peers[3].reasons


def corpus_of(topic: TopicTexts) -> Scored:
    """Counts the texts of the corpus."""
    return Scored(np.array([[len(topic.corpus)]], np.float64), ("",))


LARGE_CORPUS = tuple(text(seed) for seed in range(1, 60))


def tasks_with_corpora() -> list[TopicTask]:
    """Tasks with a large corpus, one without a corpus, and one with another corpus."""
    corpora = [LARGE_CORPUS, LARGE_CORPUS, (), LARGE_CORPUS, LARGE_CORPUS[:5], LARGE_CORPUS, LARGE_CORPUS, LARGE_CORPUS]
    counting = replace(MEASURES[0], score=corpus_of, score_models=None)
    content_measures = tuple(definition(name).measure() for name in ("content-tfidf", "content-svd"))
    return [
        TopicTask(
            f"{task.key}-corpus",
            replace(task.topic, corpus=corpus, documents=LARGE_CORPUS[:2]),
            (counting, *content_measures),
        )
        for task, corpus in zip(tasks(8), corpora, strict=True)
    ]


def test_a_corpus_reaches_each_process_once_and_leaves_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tasks without a corpus, and those of another corpus, do not get the corpus of the tasks before."""
    with_corpora = tasks_with_corpora()
    sizes: list[int] = []
    send = Connection.send

    def counted_send(connection: Connection, message: object) -> None:
        sizes.append(len(pickle.dumps(message)))
        send(connection, message)

    monkeypatch.setattr(Connection, "send", counted_send)
    together = list(score_topics(iter(with_corpora), workers=2))
    alone = list(score_topics(with_corpora))
    assert list(map(content, together)) == list(map(content, alone))
    assert [scores.peers[0].values[0, 0] for scores in together] == [len(task.topic.corpus) for task in with_corpora]
    # Each of two processes gets the large corpus at most once before, and once after, each of the other two tasks.
    assert sum(size > len(pickle.dumps(LARGE_CORPUS)) for size in sizes) <= 4
    assert len(sizes) == 8


def dying(folder: Path, lives: int, topic: TopicTexts) -> Scored:
    """Ends its process the first ``lives`` times."""
    died = len(list(folder.iterdir()))
    if died < lives:
        (folder / str(died)).touch()
        os._exit(9)
    return MEASURES[0].score(topic)


def dying_measure(folder: Path, lives: int) -> Measure:
    needs = frozenset({Need.MODELS})
    return Measure("dying", 1, MEASURES[0].parameters, ("f",), "f", needs, partial(dying, folder, lives))


@pytest.mark.parametrize("lives", [2, 3])
def test_the_task_of_a_lost_process_goes_to_another_one_and_is_given_up_after_three(tmp_path, lives) -> None:
    first, second = tasks(2)
    task = TopicTask("D0", first.topic, (dying_measure(tmp_path, lives),))
    if lives == 3:
        with pytest.raises(WorkersLost, match="3 processes ended while they scored topic D0"):
            list(score_topics([task, second], workers=2))
    else:
        lost, kept = score_topics([task, second], workers=2)
        assert content(lost) == content(next(score_topics([TopicTask("D0", first.topic, MEASURES[:1])])))
        assert content(kept) == content(next(score_topics([second])))


ABANDONED = """
import os
from scoring.studies.workers import score_topics
from tests.scoring.studies.test_workers import tasks
scores = score_topics(tasks(9), workers=2)
next(scores)
os._exit(0)
"""


def test_workers_end_with_the_process_that_started_them() -> None:
    # They inherit its output: `run` returns only after all of them have ended.
    done = subprocess.run([sys.executable, "-c", ABANDONED], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
