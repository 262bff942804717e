"""The data folder of an installation and the secrets kept in it."""

import os
import secrets
import stat
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def ensure_folder(folder: Path) -> Path:
    """Returns the absolute path of `folder`. If it is missing, it is created with access for its owner only."""
    folder = folder.expanduser().resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def ensure_secret(file: Path) -> str:
    """Returns the secret in `file` (mode 0600), generated on first use.

    The secret is written to a temporary file, which is then linked to `file`. If two processes start at the same time,
    the second therefore reads the complete secret of the first.
    """
    if not file.exists():
        temporary_file = file.with_name(f"{file.name}.{os.getpid()}")
        descriptor = os.open(temporary_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as stream:
            stream.write(secrets.token_urlsafe(50))
        try:
            os.link(temporary_file, file)
        except FileExistsError:
            pass
        finally:
            temporary_file.unlink()
    _restrict_to_owner(file)
    return file.read_text().strip()


def _restrict_to_owner(file: Path) -> None:
    """Repairs the mode of a secret that a copy or restore has left readable, and warns that others may have read it."""
    if stat.S_IMODE(file.stat().st_mode) & 0o077:
        try:
            file.chmod(0o600)
        except PermissionError:
            raise ImproperlyConfigured(f"{file} can be read by other users of this machine: chmod 600.") from None
        warning = "could be read by other users of this machine until now. If somebody may have read it, delete it."
        print(f"{file} {warning}", file=sys.stderr)
