"""Which module of this project imports which, read from the source without running it."""

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("annotator", "scoring", "config")


@dataclass(frozen=True, slots=True)
class Module:
    """A module and the full names it imports (for `from a import b` both a and a.b).

    ``loaded``: those of them that are imported when it runs, and not for the type checker alone.
    """

    name: str
    imports: frozenset[str]
    loaded: frozenset[str]


@cache
def modules() -> dict[str, Module]:
    """Every module of the project's packages by name."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = _name(path)
            tree = ast.parse(path.read_text())
            around = name if path.name == "__init__.py" else name.rpartition(".")[0]
            found[name] = Module(name, _imports(tree, around), _imports(_Loaded().visit(tree), around))
    return found


def reached(start: str) -> frozenset[str]:
    """The project's modules that importing `start` loads, itself and the packages around them included."""
    known, seen, waiting = modules(), set(), [start]
    while waiting:
        name = waiting.pop()
        if name in seen or name not in known:
            continue
        seen.add(name)
        waiting += [*known[name].imports, *_around(name)]
    return frozenset(seen)


class _Loaded(ast.NodeTransformer):
    """Leaves out what stands under ``if TYPE_CHECKING``."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        """None for such a block."""
        return None if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else self.generic_visit(node)


def _around(name: str) -> list[str]:
    steps = name.split(".")
    return [".".join(steps[:length]) for length in range(1, len(steps))]


def _name(path: Path) -> str:
    steps = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(steps[:-1] if steps[-1] == "__init__" else steps)


def _imports(tree: ast.Module, package: str) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base]).rstrip(".")
            names |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return frozenset(names)
