"""The data folder of an installation and the secrets kept in it."""

import os
import secrets
import stat
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def prepared(folder: Path) -> Path:
    """The absolute data folder, made for its owner alone if it was not there."""
    folder = folder.expanduser().resolve()
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
    return folder


def kept_secret(file: Path) -> str:
    """The secret in `file` (mode 0600), made on first use.

    Two processes may start at once: the secret is written in full under another name and linked into place, so
    that whoever comes second reads the first one's, never half of it.
    """
    if not file.exists():
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as stream:
            stream.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    _for_the_owner_alone(file)
    return file.read_text().strip()


def _for_the_owner_alone(file: Path) -> None:
    """Mends the mode of a secret that a copy or a restored backup has left open, and says so: it may have been read."""
    if stat.S_IMODE(file.stat().st_mode) & 0o077:
        try:
            file.chmod(0o600)
        except PermissionError:
            raise ImproperlyConfigured(f"{file} can be read by other users of this machine: chmod 600.") from None
        told = f"{file} could be read by other users of this machine; now it cannot. If they may have, delete it."
        print(told, file=sys.stderr)
