"""The directions in which the page's modules may import, transitively. A name in a JSDoc type counts as an import.

Modules are in packages that mirror those of Python, with the elements below all of them.
"""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent / "static" / "js"
# A package may import itself and those before it.
ORDER = [
    "texts",
    "elements",
    "web",
    "accounts",
    "projects",
    "runs",
    "work",
    "pyramids",
    "matching",
    "judgments",
    "interchange",
    "overview",
    "figures",
    "results",
]
MAX_FILES = 25

NAMED = re.compile(r'(?:\bfrom|^import|\bimport\()\s*"pyramidion/([^"]+)"', re.MULTILINE)
TYPED = re.compile(r'(?:\bimport\(|@import .* from )"(\.[^"]+)"')


@cache
def modules() -> dict[str, str]:
    """The source of each module by its path below static/js."""
    return {path.relative_to(ROOT).as_posix(): path.read_text() for path in sorted(ROOT.rglob("*.js"))}


def run(module: str) -> set[str]:
    """The modules that one imports when it runs, at once or on demand."""
    return set(NAMED.findall(modules()[module]))


def typed(module: str) -> set[str]:
    """The modules whose types one names."""
    folder = (ROOT / module).parent
    return {(folder / path).resolve().relative_to(ROOT).as_posix() for path in TYPED.findall(modules()[module])}


@cache
def reached(module: str) -> frozenset[str]:
    """All modules that one needs, itself included."""
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += run(name) | typed(name)
    return frozenset(seen)


def rank(module: str) -> int:
    """The place of a module's package in the order."""
    return ORDER.index(module.partition("/")[0])


def test_every_module_is_in_a_package() -> None:
    assert [name for name in modules() if name.partition("/")[0] not in ORDER] == []


def test_every_name_leads_to_a_module() -> None:
    assert [(name, used) for name in modules() for used in run(name) | typed(name) if used not in modules()] == []


def test_modules_reach_only_packages_before_their_own() -> None:
    upward = [f"{name} -> {used}" for name in modules() for used in sorted(reached(name)) if rank(used) > rank(name)]
    assert upward == []


def test_texts_are_pure() -> None:
    page = re.compile(r"\b(?:document|HTMLElement|window|fetch|localStorage)\b")
    code = {name: re.sub(r"/\*.*?\*/|//.*", "", text, flags=re.DOTALL) for name, text in modules().items()}
    assert [name for name in code if name.startswith("texts/") and page.search(code[name])] == []


def test_no_module_leads_back_to_itself() -> None:
    def leads_back(start: str) -> bool:
        seen: set[str] = set()
        waiting = list(run(start))
        while waiting:
            name = waiting.pop()
            if name == start:
                return True
            if name not in seen:
                seen.add(name)
                waiting += run(name)
        return False

    assert [name for name in modules() if leads_back(name)] == []


def test_no_template_stands_within_a_template() -> None:
    """Taking out the comments would take spaces of the inner one too."""
    assert [name for name, text in modules().items() if re.search(r"`[^`]*\$\{[^}`]*`", text)] == []


def test_a_folder_holds_few_files() -> None:
    folders = {(ROOT / name).parent for name in modules()}
    assert {folder.name: n for folder in folders if (n := len(list(folder.glob("*.js")))) > MAX_FILES} == {}
