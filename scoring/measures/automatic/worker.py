"""A process that scores topics for another process (see `scoring.studies.workers`).

``python -m scoring.measures.automatic.worker DESCRIPTOR`` receives tasks and sends their scores through an open socket.
It ends when the other process closes the socket, or dies.
"""

import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

from scoring.measures.automatic.tasks import TopicTask, score_topic
from scoring.measures.automatic.topic_texts import Text


def work(descriptor: int) -> None:
    """Scores tasks. With each task comes the corpus of its topic; None means the corpus of the task before."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches both processes, and the other process ends this one
    corpus: tuple[Text, ...] = ()
    with Connection(descriptor) as connection, suppress(EOFError, ConnectionError):
        while True:
            task: TopicTask
            task, new_corpus = connection.recv()
            corpus = corpus if new_corpus is None else new_corpus
            connection.send(score_topic(task.with_corpus(corpus)))


if __name__ == "__main__":
    work(int(sys.argv[1]))
