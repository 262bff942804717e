"""What the documents lead to is there."""

import re
import shlex
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).parent.parent


DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    *(f"docs/{name}.md" for name in ("api", "backup", "commands", "measure-files", "production", "project-format")),
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs/papers").glob("*.md"))),
]
PROGRAM = ".venv/bin/python manage.py "
COMMANDS_OF_PAPERS = sorted(
    {
        line.removeprefix(PROGRAM)
        for page in (ROOT / "docs/papers").glob("*.md")
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith(PROGRAM)
    }
)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_that_are_linked_are_there(name: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / name).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("line", COMMANDS_OF_PAPERS)
def test_commands_of_the_papers_have_flags_that_exist_and_files_that_are_there(line: str, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    name, *arguments = shlex.split(line)
    load_command_class(get_commands()[name], name).create_parser("manage.py", name).parse_args(arguments)
    files = [word for word in arguments if re.match("(docs|scoring)/", word)]
    assert [file for file in files if not (ROOT / file).exists()] == []
