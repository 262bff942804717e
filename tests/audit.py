"""`make audit`: the locked packages, their licences, and the known holes of the locked versions.

Asks the service that `uv audit` asks (or the one in AUDIT_SERVICE). Ends with 0 if there is nothing to do, 1 if there
is a hole or a licence that BSD cannot live with, and 3 if nobody answered: then nothing is known about holes.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from tests.test_requirements import LOCKS, pins

UNKNOWN = 3
# May be used and installed beside BSD code; MPL and LGPL because their files are used as they are.
ALLOWED = re.compile(
    r"0?BSD|MIT|Apache|PSF|Python Software|Zlib|CC0|CNRI|MPL|Mozilla|LGPL|Lesser General", re.IGNORECASE
)
SAID_ELSEWHERE = {"axe-playwright-python": "MIT (and axe-core: MPL-2.0)"}
_REGISTRY = 'source = { registry = "http://127.0.0.1:9/simple" }'  # a lock names one; nobody is there


@dataclass(frozen=True, slots=True)
class Hole:
    """A known one in a locked version."""

    package: str
    version: str
    name: str
    summary: str
    fixed_in: tuple[str, ...]

    def __str__(self) -> str:
        fixed = f"fixed in {', '.join(self.fixed_in)}" if self.fixed_in else "no fix yet"
        return f"{self.package} {self.version}: {self.name}, {fixed}. {self.summary}"


class NoAnswerError(Exception):
    """Why nothing could be found out."""


def locked() -> list[tuple[str, str]]:
    """Names and versions of all locked packages, for all machines."""
    found = {pin for lock in LOCKS for pin in pins(lock)}
    return sorted((name.partition("[")[0], version) for name, _, version in (pin.partition("==") for pin in found))


def licence(package: str) -> str:
    """As the installed package says it; "" where it is not installed on this machine, "?" where it does not say."""
    try:
        told = metadata(package).json
    except PackageNotFoundError:
        return ""
    classified = [one.rpartition(" :: ")[2] for one in told.get("classifier", []) if one.startswith("License")]
    short = str(told.get("license", "")).partition("\n")[0]
    return (
        SAID_ELSEWHERE.get(package) or str(told.get("license_expression", "")) or ", ".join(classified) or short or "?"
    )


def allowed(licences: str) -> bool:
    """Whether every one that applies may be used; of several to choose from, one is enough."""
    return any(all(ALLOWED.search(one) for one in re.split(r" AND |, ", choice)) for choice in licences.split(" OR "))


def holes(packages: Sequence[tuple[str, str]], service: str = "") -> list[Hole]:
    """Those that are known of these versions.

    Raises:
        NoAnswerError: the service cannot be reached, or says something else.
    """
    with tempfile.TemporaryDirectory() as folder:
        _write_lock(Path(folder), packages)
        command = [
            str(Path(sys.executable).parent / "uv"),
            "audit",
            "--no-config",
            "--frozen",
            "--output-format",
            "json",
        ]
        command += ["--preview-features", "audit-command,json-output", *(["--service-url", service] if service else [])]
        environment = {**os.environ, "UV_HTTP_RETRIES": "0"}
        ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    try:
        told = json.loads(ran.stdout)
        return [_hole(one) for one in told["vulnerabilities"]]
    except (ValueError, KeyError, TypeError) as error:
        raise NoAnswerError(
            ran.stderr.strip().splitlines()[-1].strip() if ran.stderr.strip() else "no answer"
        ) from error


def _hole(told: dict[str, object]) -> Hole:
    of: dict[str, str] = told["dependency"]  # type: ignore[assignment]
    names = [str(told["id"]), *map(str, told.get("aliases") or [])]  # type: ignore[call-overload]
    fixed = tuple(map(str, told.get("fix_versions") or []))  # type: ignore[call-overload]
    return Hole(of["name"], of["version"], " / ".join(names), str(told.get("summary") or ""), fixed)


def _write_lock(folder: Path, packages: Sequence[tuple[str, str]]) -> None:
    """A project whose lock file has just these packages: the client then asks for nothing else."""
    names = json.dumps(sorted({name for name, _ in packages}))
    project = f'[project]\nname = "audited"\nversion = "0"\nrequires-python = ">=3.11"\ndependencies = {names}\n'
    (folder / "pyproject.toml").write_text(project)
    lines = ["version = 1", "revision = 3", 'requires-python = ">=3.11"']
    for name, version in packages:
        lines += ["[[package]]", f'name = "{name}"', f'version = "{version}"', _REGISTRY]
    lines += ["[[package]]", 'name = "audited"', 'version = "0"', 'source = { virtual = "." }', "dependencies = ["]
    lines += [f'    {{ name = "{name}", version = "{version}", {_REGISTRY} }},' for name, version in packages]
    (folder / "uv.lock").write_text("\n".join([*lines, "]", ""]))


def main(service: str = "") -> int:
    """Print the table and what is wrong; the exit status."""
    packages = locked()
    barred = list(_print_table(packages))
    for package in barred:
        print(f"The licence of {package} is none that may be used: {licence(package)}")
    try:
        found = holes(packages, service)
    except NoAnswerError as error:
        print(f"Known holes COULD NOT BE CHECKED: nobody answered ({error}).")
        return 1 if barred else UNKNOWN
    for hole in found:
        print(hole)
    print(f"{len(packages)} locked packages, {len(found)} known holes.")
    return 1 if barred or found else 0


def _print_table(packages: Iterable[tuple[str, str]]) -> Iterable[str]:
    run = {pin.partition("==")[0].partition("[")[0] for pin in pins("run.txt")}
    for name, version in packages:
        said = licence(name)
        print(f"{name:28} {version:14} {'run' if name in run else 'test':5} {said or '(not on this machine)'}")
        if said and not allowed(said):
            yield name


if __name__ == "__main__":
    sys.exit(main(os.environ.get("AUDIT_SERVICE", "")))
