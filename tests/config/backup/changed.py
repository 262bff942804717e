"""Backups changed by hand, with checksums that are right again."""

import json
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

MANIFEST = "manifest.json"


def members(file: Path) -> dict[str, bytes]:
    """What is in a backup."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def written(file: Path, contents: dict[str, bytes]) -> Path:
    """A file beside another, with these members."""
    other = file.with_name(f"changed-{sha256(repr(contents).encode()).hexdigest()[:8]}.bak")
    with zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            archive.writestr(name, data)
    return other


def changed_manifest(file: Path, change: Callable[[dict[str, Any]], Any]) -> Path:
    """The backup with something changed in its manifest."""
    contents = members(file)
    manifest = json.loads(contents[MANIFEST])
    change(manifest)
    return written(file, {**contents, MANIFEST: json.dumps(manifest).encode()})


def changed_rows(file: Path, table: str, change: Callable[[bytes], bytes], *, told: int = 0) -> Path:
    """The backup with other rows of a table; ``told``: what its number of rows is wrong by."""
    contents, name = members(file), f"tables/{table}.copy"
    data = contents[name] = change(contents[name])
    manifest = json.loads(contents[MANIFEST])
    (entry,) = [one for one in manifest["tables"] if one["name"] == table]
    entry |= {"rows": data.count(b"\n") + told, "bytes": len(data), "sha256": sha256(data).hexdigest()}
    return written(file, {**contents, MANIFEST: json.dumps(manifest).encode()})
