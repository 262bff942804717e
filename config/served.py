"""The application in a worker of `manage.py serve`: a worker ends with the process that started it.

Otherwise a launcher that was killed would leave workers behind that hold the port.
"""

import multiprocessing
import os
import signal
import threading

from config.wsgi import application

__all__ = ["application"]


def _end_with_launcher() -> None:
    launcher = multiprocessing.parent_process()
    if launcher is not None:
        launcher.join()
        os.kill(os.getpid(), signal.SIGTERM)


threading.Thread(target=_end_with_launcher, daemon=True).start()
