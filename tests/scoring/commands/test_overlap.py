"""`manage.py overlap`: texts, pyramids and projects, output and exit status."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_project, make_summary, make_topic

MATTER = Path(__file__).parents[4] / "shared" / "data" / "matter"
KEYS = ["n", "tokens", "topics", "mean", "topics_with", "warnings", "unread", "made_by"]


def called(*arguments: object, errors: StringIO | None = None) -> dict:
    out = StringIO()
    call_command("overlap", *map(str, arguments), "--json", stdout=out, stderr=errors or StringIO())
    answer: dict = json.loads(out.getvalue())
    return answer


@pytest.fixture
def texts(tmp_path) -> list[Path]:
    paths = [tmp_path / "G.txt", tmp_path / "I.txt"]
    for path, text in zip(paths, ("\ufeffThe tanker sank.\r\n", "the tanker burned."), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_texts_are_models_of_one_topic(texts) -> None:
    answer = called("--files", *texts, "--n", 2)
    assert list(answer) == KEYS
    (topic,) = answer["topics"]
    assert (topic["topic"], answer["n"], answer["tokens"]) == (None, 2, "words and marks, case kept")
    assert topic["pairs"] == [
        {
            "a": "G",
            "b": "I",
            "overlap": [
                {"n": 1, "common": 2, "all": 6, "value": 1 / 3},  # tanker .
                {"n": 2, "common": 0, "all": 6, "value": 0.0},
            ],
        }
    ]
    assert (answer["mean"], answer["topics_with"]) == ([1 / 3, 0.0], [1, 0])
    assert answer["made_by"]["settings"]["n"] == 2


def test_flags_choose_the_tokens(texts) -> None:
    answer = called("--files", *texts, "--n", 1, "--fold-case", "--bare")
    assert answer["tokens"] == "words, case folded"
    assert answer["topics"][0]["pairs"][0]["overlap"] == [{"n": 1, "common": 2, "all": 4, "value": 0.5}]


def test_a_table_lists_pairs_and_means(texts) -> None:
    out = StringIO()
    call_command("overlap", "--files", *map(str, texts), "--n", "1", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[2].split() == ["topic", "a", "b", "n=1"]
    assert lines[3].split() == ["-", "G", "I", "0.3333"]
    assert lines[-1].split() == ["1", "0.3333", "1"]


def test_pyramid_files_are_topics() -> None:
    if not MATTER.exists():
        pytest.skip("shared/data is not here")
    answer = called(MATTER / "annotator1.pyr", MATTER / "annotator2.pyr", "--n", 1)
    assert [len(topic["pairs"]) for topic in answer["topics"]] == [10, 10]  # the same five texts
    first, second = ([pair["overlap"] for pair in topic["pairs"]] for topic in answer["topics"])
    assert [one[0]["common"] for one in first] == pytest.approx([one[0]["common"] for one in second], abs=3)


@pytest.mark.django_db
def test_models_of_a_project_are_compared_by_topic() -> None:
    project = make_project()
    topics = [make_topic(project, key) for key in ("D1", "D2")]
    make_summary(topics[0], summarizer="A", text="one two")
    make_summary(topics[0], summarizer="B", text="one three")
    make_summary(topics[1], summarizer="A", text="one three")
    answer = called("--project", project.slug, "--n", 1)
    assert [topic["topic"] for topic in answer["topics"]] == ["D1"]
    assert answer["warnings"] == ["Topics with fewer than two models are left out: D2."]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ((), 2),
        (("F.pyr", "--project", "p"), 2),
        (("F.pyr", "--topic", "D1"), 2),
        (("--files", "A.txt", "--models", "2"), 2),
        (("--files", "missing.txt", "--strict"), 1),
    ],
)
def test_wrong_usage_and_missing_files_are_refused(arguments, status) -> None:
    with pytest.raises(CommandError) as refused:
        called(*arguments)
    assert refused.value.returncode == status


def test_files_that_cannot_be_read_are_left_out_and_named(texts, tmp_path) -> None:
    latin = tmp_path / "L.txt"
    latin.write_bytes(b"caf\xe9")
    errors = StringIO()
    with pytest.raises(CommandError, match="1 of 3 files could not be read"):
        called("--files", *texts, latin, errors=errors)
    assert "L.txt: The text is not UTF-8" in errors.getvalue()


def test_one_text_is_not_enough(texts) -> None:
    with pytest.raises(CommandError, match="no two model summaries"):
        called("--files", texts[0])
