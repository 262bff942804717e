"""`manage.py export_texts`: the layouts, what comes back from them, names, and what cannot be written."""

import json
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotator.projects.models import Summary
from annotator.projects.peer_names import mask_project
from annotator.texts.segmentation import segment
from scoring.measures.automatic.short_name import parse_short_name
from scoring.observations.project_texts import read_texts, topic_summaries
from scoring.observations.text_files.contents import ReadingLimit
from scoring.observations.text_files.folders import FolderOptions, read_folder
from scoring.observations.text_files.parses import check_alignment, read_parses
from scoring.observations.viewer import Viewer
from tests.factories import make_member, make_project, make_summary, make_topic

pytestmark = pytest.mark.django_db
TEXTS = {
    (Summary.Kind.MODEL, "Ann Lee"): "The dam (of mud)\nbroke. It wasn't new.",
    (Summary.Kind.MODEL, "ann lee"): "Two people — a man & his dog — left <the> town.",
    (Summary.Kind.PEER, "base.line"): "The dam broke.\n\n\u2014\n\nPeople left the town.",
    (Summary.Kind.PEER, "7"): "",
    (Summary.Kind.PEER, "大坝"): "大坝在星期五溃决了。没有人受伤。The dam broke.",
}


@pytest.fixture
def project():
    project = make_project("p")
    for key in ("D0601", "trains & mills"):
        topic = make_topic(project, key)
        for (kind, name), text in TEXTS.items():
            tokens = segment(text)
            bounds = {"words": list(tokens.words), "sentences": list(tokens.sentences)}
            make_summary(topic, kind, text=text, summarizer=name, **bounds)
    return project


def export(out: Path, *arguments: str) -> str:
    stdout = StringIO()
    call_command("export_texts", "--project", "p", "--out", str(out), *arguments, stdout=stdout)
    return stdout.getvalue()


@pytest.mark.parametrize(("layout", "count"), [("tac", 11), ("spl", 11), ("see", 11), ("conllu-plain", 21)])
def test_exported_files_have_the_values_of_the_project(project, tmp_path, layout, count) -> None:
    out = tmp_path / "new" / "texts"
    assert export(out, "--layout", layout) == f"{count} files written to {out}.\n"
    names = ["rouge-2:stem=no", "rouge-l", "tesla-s", "lcs"]
    answer = StringIO()
    arguments = [argument for name in names for argument in ("--measure", name)]
    call_command("measure_files", str(out / "settings.xml"), *arguments, "--format", "json", stdout=answer)
    rows = json.loads(answer.getvalue())["rows"]
    expected = []
    topics = topic_summaries(Viewer(project))
    for topic, texts in zip(topics, read_texts(topics), strict=True):
        scored = [parse_short_name(name)[0].score(texts) for name in names]
        for place, peer in enumerate(topic.peers):
            for name, one in zip(names, scored, strict=True):
                values = [value if value == value else None for value in one.values[place].tolist()]
                expected.append((topic.key, peer.name, name, values))
    found = [(row["topic"], row["summarizer"], row["measure"], list(row.values())[4:-1]) for row in rows]
    if layout == "see":  # SEE has no "<"; only ROUGE reads none either
        found, expected = ([row for row in some if row[2].startswith("rouge")] for some in (found, expected))
    assert found == expected


def test_names_of_the_layout_tac_are_read_from_the_folder(project, tmp_path) -> None:
    export(tmp_path / "out", "--layout", "tac")
    names = sorted(path.name for path in (tmp_path / "out" / "peers").iterdir())
    assert {"D0601.M.9.A.7", "D0601.M.9.A.大坝"} < set(names)  # the longer model has 9 words
    evaluations, warnings = read_folder(tmp_path / "out", FolderOptions(text_format="spl"), ReadingLimit())
    assert [(len(one.peers), len(one.models)) for one in evaluations] == [(3, 2), (3, 2)]
    assert evaluations[0].topic == "D0601"
    assert [warning.endswith("settings.xml.") for warning in warnings] == [True]


def test_words_for_parsers_are_those_of_their_text(project, tmp_path) -> None:
    export(tmp_path / "out", "--layout", "conllu-plain")
    files = sorted((tmp_path / "out" / "conllu").rglob("*.conllu"))
    assert len(files) == 10
    tokens = Counter[str]()
    for file in files:
        text = tmp_path / "out" / file.relative_to(tmp_path / "out" / "conllu").with_suffix(".txt")
        # A parser fills the columns; here each word is a root.
        rows = file.read_text().replace("\t_\t_\t_\t_\t_\t_\t_\t", "\t_\tX\t_\t_\t0\troot\t_\t")
        for name, parse in read_parses(rows).items():
            assert name == text.stem
            check_alignment(parse, text.read_text())
            tokens.update(parse.forms)
    assert {"wasn't", "(", "mud", ")", ".", "大坝", "&"} <= tokens.keys()
    (content,) = (tmp_path / "out/conllu/models").glob("D0601.Ann*~*[!2].conllu")
    assert "\n1\tThe\t_\t_\t_\t_\t_\t_\t_\t_\n2\tdam\t" in content.read_text()
    assert "\n3\t(\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n4\tof\t" in content.read_text()
    assert "# text = The dam (of mud)\n" in content.read_text()


def test_a_member_gets_the_names_that_the_member_sees(project, tmp_path) -> None:
    project.mask_summarizers = True
    project.save()
    mask_project(project=project)
    annotator = make_member(project)
    export(tmp_path / "masked", "--member", str(annotator.user))
    settings = (tmp_path / "masked" / "settings.xml").read_text()
    masks = Summary.objects.filter(kind=Summary.Kind.PEER, topic__key="D0601").values_list("mask", flat=True)
    assert [mask for mask in masks if f'<P ID="{mask}">D0601.{mask}.txt</P>' in settings] == list(masks)
    assert "大坝" not in settings + " ".join(path.name for path in (tmp_path / "masked").rglob("*"))
    assert "base" not in settings
    shown = settings.split("</EVAL>")[0]
    assert sorted(masks, key=lambda mask: int(mask[1:])) == sorted(masks, key=lambda mask: shown.index(f'"{mask}"'))
    export(tmp_path / "named")
    assert '<P ID="大坝">D0601.大坝.txt</P>' in (tmp_path / "named" / "settings.xml").read_text()


def test_what_cannot_be_written_is_refused_and_leaves_nothing(project, tmp_path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    refusals = {
        ("full",): "is not an empty folder.",
        ("file",): "is not an empty folder.",
        ("file/out",): "Cannot write to ",
        ("out", "--member", "nobody"): "“nobody” is not a member of the project with an account.",
        ("out", "--project", "none"): "There is no project “none”.",
        ("out", "--layout", "pdf"): "invalid choice: 'pdf'",
    }
    for (out, *arguments), sentence in refusals.items():
        with pytest.raises(CommandError) as refusal:
            export(tmp_path / out, *arguments)
        assert sentence in str(refusal.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "full"]
    (tmp_path / "empty").mkdir()
    assert export(tmp_path / "empty").startswith("11 files")
