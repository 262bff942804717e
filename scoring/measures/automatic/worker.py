"""A process that scores topics for another process (see `scoring.studies.workers`).

``python -m scoring.measures.automatic.worker DESCRIPTOR`` receives tasks and sends their scores through an open socket.
It ends when the other process closes the socket, or dies.
"""

import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

from scoring.measures.automatic.tasks import score_topic


def work(descriptor: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches both processes, and the other process ends this one
    with Connection(descriptor) as connection, suppress(EOFError, ConnectionError):
        while True:
            connection.send(score_topic(connection.recv()))


if __name__ == "__main__":
    work(int(sys.argv[1]))
