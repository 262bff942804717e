"""The directions in which the project may import, transitively (data flows one way), and other repository facts."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.import_graph import ROOT, modules, reached

# What a module belongs to: the longest entry that is the name itself or a package around it.
LAYERS = {
    "annotator": ["spans", "segmentation", "comparison", "similarity", "formats", "reducers", "sample"],
    "annotator models": ["models", "migrations"],
    "annotator services": ["services", "permissions"],
    "annotator outer": ["views", "api", "admin", "management", "forms", "templatetags", "urls", "apps"],
    "scoring": ["core", "figures", "tables"],
    "scoring inputs": ["inputs"],
    "scoring services": ["services", "exports"],
    "scoring outer": [
        "downloads",
        "stability_query",
        "views",
        "api",
        "admin",
        "management",
        "forms",
        "templatetags",
        "urls",
        "apps",
    ],
}
ORDER = ["", "models", "inputs", "services", "outer"]
# Of the other app, a layer of scoring may use these of annotator; annotator uses nothing of scoring.
ACROSS = {
    "scoring": set(),
    "scoring inputs": {"annotator", "annotator models"},
    "scoring services": {"annotator", "annotator models", "annotator services"},
    "scoring outer": {"annotator", "annotator models", "annotator services"},
}
PURE = [
    name
    for name in modules()
    if re.match(
        r"annotator\.(spans|segmentation|comparison|similarity|formats|reducers|sample)\b|scoring\.(core|figures|tables)\b",
        name,
    )
]
OUTSIDE = ("django", "rest_framework", "psycopg2", "config", "csp", "environ")


def layer(name: str) -> str | None:
    """The layer of a module; None for the bare packages and for other projects' modules."""
    for title, parts in LAYERS.items():
        app = title.split()[0]
        if any(name == f"{app}.{part}" or name.startswith(f"{app}.{part}.") for part in parts):
            return title
    return None


def may_import(user: str, used: str) -> bool:
    """Whether a module of layer `user` may import one of layer `used`."""
    if user.split()[0] != used.split()[0]:
        return used in ACROSS.get(user, set())
    rank = {title: ORDER.index(title.partition(" ")[2]) for title in (user, used)}
    return rank[used] <= rank[user]


def outside(name: str) -> bool:
    """Whether a module belongs to what pure ones must not know."""
    return name.split(".")[0] in OUTSIDE


def listed(*patterns: str) -> list[Path]:
    """Files of the repository that match, ignored ones left out."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def test_every_module_of_the_apps_has_a_layer() -> None:
    apps = [name for name in modules() if name.startswith(("annotator.", "scoring."))]
    assert [name for name in apps if layer(name) is None] == []


def test_modules_reach_only_layers_before_their_own() -> None:
    wrong = [
        f"{name} -> {used}"
        for name in modules()
        if (user := layer(name)) is not None
        for used in sorted(reached(name))
        if (its := layer(used)) is not None and not may_import(user, its)
    ]
    assert wrong == []


def test_the_apps_import_nothing_from_the_house() -> None:
    apps = [module for name, module in modules().items() if name.startswith(("annotator", "scoring"))]
    assert [module.name for module in apps if any(name.split(".")[0] == "config" for name in module.imports)] == []


def test_pure_modules_import_no_framework() -> None:
    used = {
        f"{name} -> {far}" for name in PURE for near in reached(name) for far in modules()[near].imports if outside(far)
    }
    assert used == set()


def test_pure_modules_load_no_framework_when_really_imported() -> None:
    script = f"import sys\nfor name in {PURE!r}: __import__(name)\nprint(*sorted(set({OUTSIDE!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


@pytest.mark.django_db
def test_the_migrations_say_what_the_models_say() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_migrations_are_named_by_hand() -> None:
    names = [path.stem for path in listed("*/migrations/[0-9]*.py")]
    assert [name for name in names if not re.fullmatch(r"\d{4}_[a-z][a-z0-9_]+", name) or "_auto_" in name] == []


def test_no_file_is_a_drawer_for_odds_and_ends() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "misc"}
    assert [
        path for path in listed() if drawers & {step.partition(".")[0] for step in path.relative_to(ROOT).parts}
    ] == []


def test_scripts_build_nodes_instead_of_writing_markup() -> None:
    writing = r"\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|setAttribute\(.style"
    found = {path.name: re.findall(writing, path.read_text()) for path in listed("static/**/*.js", "static/*.js")}
    assert {name: hits for name, hits in found.items() if hits} == {}


def test_templates_hold_no_inline_script_style_or_handler() -> None:
    banned = (
        r"<[^>]*\s(?:style|on[a-z]+)\s*=|<style\b|javascript:|\|safe\b|autoescape off|<script\b(?![^>]* src=)[^>]*>"
    )
    found = {
        path.name: re.findall(banned, path.read_text()) for path in listed("templates/**/*.html", "templates/*.html")
    }
    assert {name: hits for name, hits in found.items() if hits} == {}
