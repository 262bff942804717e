"""What was recorded, and the comparison with what comes out now.

A record holds a digest and the length of each output, or a short output itself. `python -m tests.frozen.record` writes
the records, and beside them the full outputs into a folder that is not part of the repository. With that folder's name
in FROZEN_FULL, a test that fails shows the differing lines.
"""

import difflib
import json
import os
import re
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

RECORDS = Path(__file__).parent / "records"
RECORD, FULL = "FROZEN_RECORD", "FROZEN_FULL"
"""Variables of the environment: record into this folder; compare with the full outputs in this folder."""
SHORT = 1_500
MAX_LINES = 40


def recorded(name: str) -> Any:
    """A record of this name."""
    return json.loads((RECORDS / f"{name}.json").read_text())


def write_record(name: str, record: Mapping[str, Any]) -> None:
    """Replace a record."""
    RECORDS.mkdir(exist_ok=True)
    text = json.dumps(record, indent=1, ensure_ascii=False, sort_keys=True)
    (RECORDS / f"{name}.json").write_text(text + "\n")


def recording() -> str:
    """The folder for full outputs if the records are being written, else ''."""
    return os.environ.get(RECORD, "")


def check_outputs(name: str, outputs: Mapping[str, str], *, digests_only: bool = False) -> None:
    """Compare with the record of this name, or write it. Raises AssertionError that tells what differs and how."""
    now = {key: _entry(text, digests_only=digests_only) for key, text in outputs.items()}
    if folder := recording():
        _write_full(Path(folder) / name, outputs)
        write_record(name, now)
        return
    before = recorded(name)
    missing, new = before.keys() - now.keys(), now.keys() - before.keys()
    differing = [key for key in now if key in before and now[key] != before[key]]
    if missing or new or differing:
        raise AssertionError("\n".join(_told(name, outputs, before, differing, sorted(missing), sorted(new))))


def _entry(text: str, *, digests_only: bool) -> Any:
    if len(text) <= SHORT and not digests_only:
        return text
    return {"length": len(text), "sha256": sha256(text.encode()).hexdigest()}


def _told(
    name: str,
    outputs: Mapping[str, str],
    before: Mapping[str, Any],
    differing: list[str],
    missing: list[str],
    new: list[str],
) -> list[str]:
    folder = Path(tempfile.mkdtemp(prefix=f"frozen-{name}-"))
    _write_full(folder, outputs)
    told = [f"{name}: {len(differing)} outputs differ, {len(missing)} are missing, {len(new)} are new."]
    told.append(f"What came out now is in {folder}; compare it with what `python -m tests.frozen.record` left.")
    told += [f"missing: {key}" for key in missing] + [f"new: {key}" for key in new]
    for key in differing:
        told.append(f"differs: {key}  ({_file_name(key)})")
        told += _diff(name, key, before[key], outputs[key])
    return told


def _diff(name: str, key: str, entry: Any, text: str) -> list[str]:
    full = Path(os.environ.get(FULL, "")) / name / _file_name(key)
    if isinstance(entry, str):
        before = entry
    elif os.environ.get(FULL) and full.exists():
        before = full.read_text()
    else:
        return [f"  {entry['length']} characters before, {len(text)} now; set {FULL} to see the lines"]
    lines = [*difflib.unified_diff(_lines(before), _lines(text), "before", "now", n=1, lineterm="")]
    more = [f"  ... {len(lines) - MAX_LINES} more lines"] if len(lines) > MAX_LINES else []
    return [f"  {line[:300]}" for line in lines[:MAX_LINES]] + more


def _lines(text: str) -> list[str]:
    """The lines; those of compact JSON broken before each member."""
    return re.sub(r',(?=["{\[])', ",\n", text).splitlines()


def _write_full(folder: Path, outputs: Mapping[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for key, text in outputs.items():
        (folder / _file_name(key)).write_text(text)


def _file_name(key: str) -> str:
    return quote(key, safe=" ={}<>*,[]").replace("%2F", "_")[:200] + ".txt"
