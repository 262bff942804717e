"""What the documents lead to is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    *(f"docs/{name}.md" for name in ("api", "backup", "commands", "measure-files", "production", "project-format")),
]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_that_are_linked_are_there(name: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / name).parent.joinpath(link).exists()] == []
