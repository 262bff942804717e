"""Where Chromium is: $CHROMIUM, on PATH, or Playwright's own.

`python -m tests.chromium` prints it, and installs one before if there is none.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

# The shell is Chromium's engine without the windows around its pages: each test's profile costs a quarter in it.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PACKAGES = ("chromium-headless-shell", "chromium")
# Chromium's sandbox refuses root; containers give little shared memory.
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
PATIENCE = 30_000
"""Milliseconds until something that a page should show is missing: a busy machine is slow, not wrong."""


def executable() -> str | None:
    """The path of a Chromium on this machine, None if there is none."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def install() -> None:
    """Installs one: a package of the distribution as root, else Playwright's own."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], env=environment, stdout=sys.stderr, check=False)
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
        for name in PACKAGES:
            if not subprocess.run([*command, name], env=environment, stdout=sys.stderr, check=False).returncode:
                return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], stdout=sys.stderr, check=True)


if __name__ == "__main__":
    if executable() is None:
        install()
    path = executable()
    if path is None:
        sys.exit("No Chromium: install one, or name it in CHROMIUM.")
    print(path)
