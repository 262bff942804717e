"""Static files in production: compressed, with hashed names, and JavaScript without comments (docs/adr/0031, 0126)."""

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rjsmin import jsmin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.version import VERSION

HASHED_NAME = re.compile(r"\.[0-9a-f]{12}\.\w+$")  # as ManifestFilesMixin names files: tour.0123456789ab.js


def without_comments(module: str) -> str:
    """Returns a JavaScript module without comments and unneeded white space; names and strings stay."""
    return str(jsmin(module)) + "\n"


def sources_digest() -> str:
    """Returns a hash of the names and contents of all source files, which identifies their version."""
    digest = hashlib.sha256(VERSION.encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            with Path(storage.path(name)).open("rb") as source:
                digest.update(name.encode() + b"\0" + hashlib.file_digest(source, "sha256").digest())
    return digest.hexdigest()[:24]


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Removes comments before contents are hashed, so that a hashed name identifies the content that is served.

    Each version has its own manifest, so that several versions can share the folder.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.manifest_name = f"staticfiles-{sources_digest()}.json"
        super().__init__(*args, **kwargs)

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Hashes the files as Django does, but reads the sources, as a collected copy may be of another version."""
        modules = InMemoryStorage()
        paths = {name: _stripped(name, source, modules) for name, source in paths.items()}
        yield from super().post_process(paths, dry_run, **options)


def _stripped(name: str, source: tuple[Storage, str], modules: Storage) -> tuple[Storage, str]:
    """Returns the storage and path to read a file from: its source, or a copy without comments in `modules`."""
    if not (name.startswith("js/") and name.endswith(".js")):
        return source
    storage, path = source
    with storage.open(path) as module:
        modules.save(name, ContentFile(without_comments(module.read().decode("utf-8"))))
    return modules, name


class StaticServing(WhiteNoiseMiddleware):
    """WhiteNoise, which also serves files that another version has collected since this process started.

    While two versions run side by side, a page of the newer one may ask the older one for its files.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The folders in which find_file looks. WhiteNoise itself fills this list only in its mode for development.
        self.directories = [(f"{self.static_root}{os.sep}", self.static_prefix)]

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        url = request.path_info
        if url not in self.files and HASHED_NAME.search(url) and (file := self.find_file(url)):
            self.files[url] = file
        response: HttpResponseBase = super().__call__(request)
        return response
