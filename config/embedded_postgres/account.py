"""The system account Postgres runs as when we are root, and the folders it must pass through."""

import grp
import os
import pwd
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NAME = "pgserver"  # the package's own choice: one account for both ways of starting


@dataclass(frozen=True, slots=True)
class Account:
    """Whom to run Postgres as: nobody else, or a system account because Postgres refuses root."""

    uid: int | None = None
    gid: int | None = None

    @property
    def process_options(self) -> dict[str, Any]:
        """Options for `subprocess.run` that make the child this account."""
        if self.uid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        """Gives `path` to this account."""
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)


def account_for_server(*reachable: Path) -> tuple[Account, list[str]]:
    """The account for the server and sentences about what had to be changed on this machine for it.

    As root, a system user is added if missing and every folder above the `reachable` paths that others cannot pass gets
    the permission to pass (not to list).
    """
    if os.geteuid() != 0:
        return Account(), []
    told = []
    try:
        entry = pwd.getpwnam(NAME)
    except KeyError:
        subprocess.run(
            ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", NAME],
            check=True,
            capture_output=True,
        )
        entry = pwd.getpwnam(NAME)
        told.append(f"Added the system user {NAME} ({entry.pw_uid}) to run Postgres, which refuses root.")
    opened = [folder for path in reachable for folder in _opened_above(path)]
    if opened:
        told.append("Let other users pass through " + ", ".join(str(folder) for folder in dict.fromkeys(opened)) + ".")
    return Account(entry.pw_uid, grp.getgrgid(entry.pw_gid).gr_gid), told


def _opened_above(path: Path) -> list[Path]:
    opened = []
    for folder in path.parents:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(stat.S_IMODE(mode) | stat.S_IXOTH)
            opened.append(folder)
    return opened
