"""Names and labels that spreadsheets would run as formulas: no export hands one on, wherever it is opened."""

import csv
import io
import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.projects.models import Project
from annotator.pyramids.models import ReleasedScu, Scu
from annotator.tables.assignment_table import read_assignments
from annotator.tables.csv_output import csv_text, escape_formulas, unescape_formulas
from scoring.management.commands.score_files import CSV_COLUMNS
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.results.exports.written import exported, sheets
from tests.scoring.scored_project import manager_of, matched_peer, released_topic

FORMULA = "=cmd|' /C calc'!A0"
STARTS = [
    "=",
    "+",
    "-",
    "@",
    "\t=",
    "\r=",
    "\n=",
    "\0=",
    " =",
    '"=',
    "'=",
    "\ufeff=",
    "\uff1d",
    "\uff0b",
    "\uff0d",
    "\uff20",
]
WITHIN = ["a;=1", "a;\t-1", 'a; "=1', "a\n@x", "a\t+1", "=1;=1", "x;;=1", ";\uff1d1"]


def runs(cell: str) -> bool:
    """Whether a cell as it is opened could be run: what comes first, white space, marks and quotes aside, is a sign."""
    shown = cell.lstrip(' \t\r\n\0\ufeff\u200b"')
    return shown[:1] in tuple("=+-@\uff1d\uff0b\uff0d\uff20") and not re.fullmatch(r"-?[0-9.]+(e[-+]?\d+)?", shown)


def opened(text: str) -> list[str]:
    """All cells of a CSV, as it is opened where cells are separated by commas, semicolons or tabs."""
    return [
        cell for mark in ",;\t" for row in csv.reader(io.StringIO(text, newline=""), delimiter=mark) for cell in row
    ]


@pytest.mark.parametrize("text", [*(f"{start}1+1" for start in STARTS), *WITHIN, FORMULA])
def test_a_cell_is_not_run_however_cells_are_separated(text: str) -> None:
    line = csv_text([text, "b"], [{text: text, "b": text}])
    assert [cell for cell in opened(line) if runs(cell)] == []
    assert opened(csv_text(["a"], [{"a": -1.5}]))[1] == "-1.5"


@settings(max_examples=300)
@given(st.text(alphabet="=-a1;'\" \t\n\0\ufeff\uff1d", max_size=8))
def test_what_was_guarded_can_be_had_back_and_is_never_the_same_twice(text: str) -> None:
    assert unescape_formulas(escape_formulas(text)) == text
    assert unescape_formulas(escape_formulas(escape_formulas(text))) == escape_formulas(text)


@pytest.fixture
def project(db: None) -> Project:
    """Two topics, people, peers and SCUs that are all called by formulas."""
    project = make_project("p", name=FORMULA)
    owner = manager_of(project)
    other = make_member(project)
    for key in (FORMULA.replace("/", ""), "+1;=2"):
        release = released_topic(project, key, owner)
        for peer in ("=1+1", "@x", "-a", "a;=b", "\uff1d2"):
            for matcher in (owner, other):
                matched_peer(release, peer, [1, None, 2], owner=matcher)
    for member, name in ((owner, "=owner"), (other, "-other;@x")):
        member.name = name
        member.save()
    Scu.objects.update(label="=label", comment="@comment")
    return project


def test_no_export_of_the_pages_hands_a_formula_on(project: Project) -> None:
    """Every file that the pages of figures offer, found by their own links."""
    client = signed_in(project.memberships.get(name="=owner"))
    first = project.topics.earliest("pk").key
    pages = ["scores/", f"t/{first}/scores/", "agreement/", "stability/", "diagnosis/", "progress/"]
    files = set()
    for page in pages:
        answer = client.get(f"/p/p/{page}")
        assert answer.status_code == 200
        links = map(unescape, re.findall(r'href="([^"]*csv[^"]*)"', answer.content.decode()))
        files |= {link if link.startswith("/") else f"/p/p/{page}{link}" for link in links}
    found = {}
    for file in sorted(files):
        answer = client.get(file)
        text = b"".join(answer) if answer.streaming else answer.content
        found[file] = [cell for cell in opened(text.decode()) if runs(cell)]
    assert len(found) >= 8
    assert {file: cells for file, cells in found.items() if cells} == {}


def test_no_export_of_scores_hands_a_formula_on(project: Project) -> None:
    assert ReleasedScu.objects.exists()
    for shape in ("long", "wide"):
        assert [cell for cell in opened(exported("csv", project, shape=shape).decode()) if runs(cell)] == []
        data = exported("xlsx", project, shape=shape)
        cells = [cell for rows in sheets(data).values() for row in rows for cell in row]
        assert any(cell == "=1+1" for cell in cells)  # as text: tests/scoring/results/exports/test_workbook.py
    duc = exported("duc", project).decode()
    assert [cell for cell in opened(duc) if runs(cell) and cell != "-"] == []
    assert all(len(line.split("\t")) == 7 for line in duc.splitlines())
    assert "_=1+1" in duc.split()


def test_names_of_files_are_no_formulas_either() -> None:
    row = dict.fromkeys(CSV_COLUMNS, FORMULA)
    assert [cell for cell in opened(csv_text(CSV_COLUMNS, [row])) if runs(cell)] == []


@pytest.mark.parametrize("name", ["=1+1", "-a", "'=x", "a;=b", "plain", "'quoted'"])
def test_names_from_our_own_tables_are_the_same_names_when_they_come_back(name: str) -> None:
    table = csv_text(["topic", "member", "peer"], [{"topic": name, "member": name, "peer": name}])
    ((row,), _) = read_assignments(table.encode())
    assert (row.topic, row.member, row.peer) == (name, name, name)
