"""The application in a worker of `manage.py serve`: a worker ends with the process that started it.

Otherwise a launcher that was killed would leave workers behind that hold the port.
"""

import multiprocessing
import os
import signal
import threading
import time

from config.wsgi import application

__all__ = ["application"]


def _end_with_launcher() -> None:
    launcher = multiprocessing.parent_process()
    if launcher is None:
        return
    launcher.join()
    # It counts as gone when the first of its files is closed; its share in the embedded Postgres goes with the last
    # one, and whoever finds that share still held leaves Postgres running. Who has closed all is a parent no more.
    while os.getppid() == launcher.pid:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGTERM)


threading.Thread(target=_end_with_launcher, daemon=True).start()
