"""The directions in which packages may import (DESIGN §2: data flows one way), and other repository facts."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.urls import get_resolver

from annotator.work.kinds import kinds
from tests.import_graph import ROOT, modules, reached

# A package imports only packages listed before it; all of annotator's come before scoring's.
PACKAGES = [
    *(
        f"annotator.{name}"
        for name in (
            "texts", "tables", "duc", "web", "accounts", "projects", "runs", "work", "pyramids", "matching",
            "judgments", "drafting", "interchange", "overview",
        )
    ),
    *(f"scoring.{name}" for name in ("stats", "measures", "observations", "figures", "results", "studies")),
]  # fmt: skip
# They import every package, and no package imports them.
ROOTS = re.compile(
    r"(annotator|scoring)\.(admin|apps|api_schema|api_urls|management|migrations|models|templatetags|urls)\b|config\b"
)
PURE = re.compile(
    r"annotator\.(texts|tables|duc|work\.edits|work\.adjudication\.comparison|pyramids\.verbs|matching\.verbs"
    r"|interchange\.judgment_files|judgments\.(kinds|order|presets|table|table_reader|verbs))\b"
    r"|scoring\.(stats|measures|figures)\b"
    r"|scoring\.studies\.(table|correlations|comparisons|workers|data|definition|document|column_ranking"
    r"|disagreements|result|measured_files|formats)\b"
    r"|scoring\.observations\.text_files\b"
    r"|scoring\.results\.judgments\.(sheets|settings|question_values|judged_scores|scores|utility|agreement)\b"
)
OUTSIDE = ("django", "rest_framework", "psycopg2", "config", "csp", "environ")
LOADED_WHEN_USED = ("scipy.optimize", "scipy.stats")
"""Together they take a third of the time in which a process starts: `import scipy` loads each when it is first used."""
# The pages of a project, a topic and an account are their addresses for all packages; overview only fills them.
ENTITY_ROUTES = {
    "projects": "annotator.projects",
    "project": "annotator.projects",
    "topic": "annotator.projects",
    "account": "annotator.accounts",
}
# Imports against the order that are still there, a line each: the list may only shrink.
KNOWN = ROOT / "tests" / "known_upward_imports.txt"


def package(name: str) -> str | None:
    """The package of a module; None for the bare apps, the composition roots and other projects' modules."""
    return next((one for one in PACKAGES if name == one or name.startswith(f"{one}.")), None)


@cache
def models() -> dict[str, str]:
    """By the name of a model of this project, the module that defines it."""
    return {model.__name__: model.__module__ for model in apps.get_models() if package(model.__module__)}


@cache
def routes() -> dict[str, str]:
    """By the name of a route, the module of its view."""
    found: dict[str, str] = {}
    waiting = list(get_resolver().url_patterns)
    while waiting:
        pattern = waiting.pop()
        waiting += getattr(pattern, "url_patterns", [])
        view = getattr(getattr(pattern, "callback", None), "view_class", None)
        if view is not None and (route := getattr(pattern, "name", None)):
            found[route] = view.__module__
    return found | ENTITY_ROUTES


def named_in_strings(path: Path) -> Iterator[str]:
    """The modules that a source file means by text: foreign keys, ``get_model``, names of routes."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            model = re.fullmatch(r"annotator\.(\w+)", node.value)
            if model and model[1] in models():
                yield models()[model[1]]
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if called == "get_model" and texts[1:] and texts[1] in models():
                yield models()[texts[1]]
            if called in ("reverse", "redirect", "reverse_lazy") and texts and texts[0] in routes():
                yield routes()[texts[0]]


def upward_imports() -> Iterator[str]:
    """``user -> used`` for each module that imports, or names in a text, one of a later package or a root."""
    for name, module in modules().items():
        own = package(name)
        if own is None:
            continue
        path = ROOT / name.replace(".", "/")
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        used = {known for full in module.imports if (known := in_project(full))} | set(named_in_strings(source))
        for other in sorted(used):
            its = package(other)
            root = ROOTS.match(other) and "." in other
            if root or (its is not None and PACKAGES.index(its) > PACKAGES.index(own)):
                yield f"{name} -> {other}"


def in_project(full: str) -> str | None:
    """The module that a full name belongs to; None for what is not this project's."""
    while full and full not in modules():
        full = full.rpartition(".")[0]
    return full or None


def outside(name: str) -> bool:
    """Whether a module belongs to what pure ones must not know."""
    return name.split(".")[0] in OUTSIDE


def listed(*patterns: str) -> list[Path]:
    """Files of the repository that match, ignored ones left out."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def test_no_package_imports_one_listed_after_it_or_a_root() -> None:
    found, known = set(upward_imports()), set(KNOWN.read_text().split("\n")) - {""}
    assert sorted(found - known) == [], "new imports against the order"
    assert sorted(known - found) == [], "no longer there: take them from the list"


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    known = modules()
    # A module may name the package around it to get at its neighbours.
    direct = {
        name: {used for full in module.loaded if (used := in_project(full)) and not name.startswith(f"{used}.")}
        for name, module in known.items()
    }
    circles = set()
    for start in direct:
        waiting, seen = list(direct[start] - {start}), set[str]()
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += direct[name]
        if start in seen:
            circles.add(start)
    assert sorted(circles) == []


# They know no kind of work by name: a new one only registers itself (see tests/third_kind).
KINDLESS = ("annotator/projects", "annotator/runs", "annotator/work")
CLASSES = {"Pyramid", "PeerAnnotation"}


def kind_questions(source: str) -> Iterator[str]:
    """Where a source asks which kind a work is, as it is written there.

    By the classes of the former models, or by the name of a kind: compared, looked up, or given to a query.
    """
    names = {kind.name for kind in kinds()}
    in_sql = re.compile(rf"\bkind\s*(?:=|<>|!=|IN)\s*\(?\s*'(?:{'|'.join(names)})'", re.IGNORECASE)
    for node in ast.walk(ast.parse(source)):
        asked = False
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                asked = name in CLASSES
            case ast.Compare() | ast.MatchValue():
                asked = any(isinstance(one, ast.Constant) and one.value in names for one in ast.walk(node))
            case ast.Dict(keys=keys):
                asked = bool(keys) and all(isinstance(key, ast.Constant) and key.value in names for key in keys)
            case ast.Call(func=ast.Name(id="of_kind" | "kind_named") | ast.Attribute(attr="of_kind" | "kind_named")):
                asked = any(isinstance(one, ast.Constant) for one in node.args)
            case ast.keyword(arg=str(name), value=value) if name.split("__")[-1] == "kind" or "kind__" in name:
                asked = any(isinstance(one, ast.Constant) and one.value in names for one in ast.walk(value))
            case ast.Constant(value=str(text)):
                asked = bool(in_sql.search(text))
        if asked:
            yield ast.unparse(node)


@pytest.mark.parametrize(
    "source",
    [
        "isinstance(work, Pyramid)",
        "isinstance(work, models.PeerAnnotation)",
        "if work.kind == 'match': pass",
        "found = kind in ('pyramid', 'match')",
        "Work.objects.of_kind('match')",
        "kind_named('sheet')",
        "Work.objects.filter(kind='pyramid')",
        "Work.objects.filter(work__kind__in=['pyramid'])",
        "make = {'pyramid': start_pyramid}[work.kind]",
        "sql = \"SELECT FROM annotator_work w WHERE w.kind = 'match'\"",
    ],
)
def test_a_question_for_the_kind_of_a_work_is_noticed(source: str) -> None:
    assert list(kind_questions(source))


def test_what_is_below_the_kinds_never_asks_which_kind_a_work_is() -> None:
    paths = listed(*(f"{folder}/*.py" for folder in KINDLESS))
    found = {str(path.relative_to(ROOT)): list(kind_questions(path.read_text())) for path in paths}
    assert len(found) > 50
    assert {path: questions for path, questions in found.items() if questions} == {}


def test_every_module_of_the_apps_is_in_a_package_or_a_root() -> None:
    inside = [name for name in modules() if name.startswith(("annotator.", "scoring."))]
    assert [name for name in inside if package(name) is None and not ROOTS.match(name)] == []


def test_no_folder_of_python_holds_more_than_25_files() -> None:
    count: dict[Path, int] = {}
    for path in [*listed("annotator/*.py"), *listed("scoring/*.py"), *listed("config/*.py")]:
        count[path.parent] = count.get(path.parent, 0) + 1
    assert {str(folder): number for folder, number in count.items() if number > 25} == {}


def test_the_apps_import_nothing_from_the_house() -> None:
    inside = [module for name, module in modules().items() if name.startswith(("annotator", "scoring"))]
    assert [module.name for module in inside if any(name.split(".")[0] == "config" for name in module.imports)] == []


def test_annotator_never_imports_scoring() -> None:
    inside = [module for name, module in modules().items() if name.startswith("annotator")]
    assert [module.name for module in inside if any(name.split(".")[0] == "scoring" for name in module.imports)] == []


def test_pure_modules_import_no_framework() -> None:
    used = {
        f"{name} -> {far}"
        for name in modules()
        if PURE.match(name)
        for near in reached(name)
        for far in modules()[near].imports
        if outside(far)
    }
    assert used == set()


def test_pure_modules_load_no_framework_when_really_imported() -> None:
    names = [name for name in modules() if PURE.match(name)]
    unwanted = {*OUTSIDE, *LOADED_WHEN_USED}
    script = f"import sys\nfor name in {names!r}: __import__(name)\nprint(*sorted({unwanted!r} & set(sys.modules)))"
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
