"""`manage.py import_parses`: parses of exported texts come back by their names, or nothing is imported."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.observations.parses.models import Parse
from tests.scoring.observations.parses.scene import MODEL, PEER, conllu, make_parsed_project

pytestmark = pytest.mark.django_db


def run(name: str, *arguments: object) -> str:
    stdout = StringIO()
    call_command(name, "--project", "p", *map(str, arguments), stdout=stdout)
    return stdout.getvalue()


def test_files_of_an_export_come_back_by_their_names(tmp_path: Path) -> None:
    make_parsed_project()
    run("export_texts", "--layout", "conllu-plain", "--out", tmp_path / "texts")
    for file in (tmp_path / "texts" / "conllu").rglob("*.conllu"):  # a parser makes every word the head of its sentence
        file.write_text(file.read_text().replace("\t_\t_\t_\t_\t_\t_\t_\t", "\t_\tX\t_\t_\t0\troot\t_\t"))
    report = json.loads(run("import_parses", tmp_path / "texts" / "conllu", "--json", "--parser", "none"))
    assert report == {"added": 3, "replaced": 0, "unchanged": 0, "unmatched": [], "dry_run": False}
    documents = Parse.objects.filter(document__key="41", parser="none")
    assert documents.get().file_name == "documents/D1.41.conllu"
    values = json.loads(run("measure", "--measure", "tesla-s:function=upos", "--format", "json"))
    assert [row["undefined"] for row in values["rows"] if row["kind"] == "peer"] == [None]
    again = json.loads(run("import_parses", tmp_path / "texts" / "conllu" / "models", "--json"))
    assert again["unchanged"] == 1  # the folder's own name counts


def test_the_report_names_what_was_left_out_and_a_dry_run_stores_nothing(tmp_path: Path) -> None:
    make_parsed_project()
    (tmp_path / "D1.7.conllu").write_text(conllu(PEER))
    (tmp_path / "D9.7.conllu").write_text(conllu(PEER))
    unmatched = f"No text of the project has the name: {tmp_path.name}/D9.7.conllu.\n"
    expected = f"1 added, 0 replaced, 0 unchanged.\n{unmatched}"
    assert run("import_parses", tmp_path, "--dry-run") == f"Parses (dry run): {expected}"
    assert not Parse.objects.exists()
    assert run("import_parses", tmp_path) == f"Parses: {expected}"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (conllu(MODEL), "Word 3, “and”, is not in the text, which has “burned.” in line 1."),
        ("nonsense", "Line 1 has 1 columns separated by tabs instead of 10."),
        ("", "None of the names is that of a text of the project."),
    ],
)
def test_faults_are_refused_with_one_line(tmp_path: Path, content: str, message: str) -> None:
    make_parsed_project()
    file = tmp_path / "D1.7.conllu"
    file.write_text(content)
    with pytest.raises(CommandError, match=message) as refused:
        run("import_parses", file)
    assert "\n" not in str(refused.value)
    assert not Parse.objects.exists()
    with pytest.raises(CommandError, match="There is no such file"):
        run("import_parses", tmp_path / "missing.conllu")
