"""Static files as they are served: hashed names, compressed, modules without their comments (docs/adr/0031)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage


def without_comments(module: str) -> str:
    """A module without comments and needless white space; its names and texts stay."""
    return str(jsmin(module)) + "\n"


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Modules lose their comments before their hashes are made, so that names stand for what is served."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """What Django does after collecting; see its ManifestFilesMixin."""
        if not dry_run:
            paths = {name: self._stripped(name) or found for name, found in paths.items()}
        yield from super().post_process(paths, dry_run, **options)

    def _stripped(self, name: str) -> tuple["StaticFiles", str] | None:
        """Where Django then reads a module from: what is collected, not the source, is hashed and served."""
        if not (name.startswith("js/") and name.endswith(".js")):
            return None
        file = Path(self.path(name))
        file.write_text(without_comments(file.read_text(encoding="utf-8")), encoding="utf-8")
        return self, name
