"""The data folder of an installation and the secrets kept in it."""

import os
import secrets
from pathlib import Path


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
    return file.read_text().strip()
