"""Static files as they are served: hashed names, compressed, modules without their comments (docs/adr/0031)."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.version import VERSION


def without_comments(module: str) -> str:
    """A module without comments and needless white space; its names and texts stay."""
    return str(jsmin(module)) + "\n"


def sources_digest() -> str:
    """Of what this version collects: of names and contents, since a copy of a version may have any times."""
    digest = hashlib.sha256(VERSION.encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            with Path(storage.path(name)).open("rb") as source:
                digest.update(name.encode() + b"\0" + hashlib.file_digest(source, "sha256").digest())
    return digest.hexdigest()[:24]


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Modules lose their comments before their hashes are made, so that names stand for what is served.

    Versions that share the folder have a manifest each (docs/adr/0126).
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.manifest_name = f"staticfiles-{sources_digest()}.json"
        super().__init__(*args, **kwargs)

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """What Django does after collecting; see its ManifestFilesMixin.

        It reads the sources and not what was collected, which another version may have left there.
        """
        modules = InMemoryStorage()
        paths = {name: _stripped(name, found, modules) for name, found in paths.items()}
        yield from super().post_process(paths, dry_run, **options)


def _stripped(name: str, found: tuple[Storage, str], modules: Storage) -> tuple[Storage, str]:
    """Where Django reads a file from: its source, or a module without its comments."""
    if not (name.startswith("js/") and name.endswith(".js")):
        return found
    storage, path = found
    with storage.open(path) as source:
        modules.save(name, ContentFile(without_comments(source.read().decode("utf-8"))))
    return modules, name
