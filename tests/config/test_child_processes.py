"""A child process of `serve` ends with its launcher."""

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Semaphore

import psutil

from config.child_processes import exit_with_launcher

ROOT = Path(__file__).parents[2]


def launch() -> None:
    """The launcher: starts a child and waits for it."""
    child = multiprocessing.get_context("spawn").Process(target=ignore_first_signal)
    child.start()
    child.join()


def ignore_first_signal() -> None:
    """The child: ends after two signals, as if the first had arrived while nobody waited for it."""
    signals = Semaphore(0)
    signal.signal(signal.SIGTERM, lambda *_: signals.release())
    exit_with_launcher()
    print(os.getpid(), flush=True)
    for _ in range(2):
        signals.acquire()


def test_a_child_that_missed_a_signal_ends_nevertheless() -> None:
    command = [sys.executable, "-c", f"from {__name__} import launch; launch()"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as launcher:
        assert launcher.stdout is not None
        child = psutil.Process(int(launcher.stdout.readline()))
        launcher.kill()
    assert psutil.wait_procs([child], timeout=60)[1] == []
