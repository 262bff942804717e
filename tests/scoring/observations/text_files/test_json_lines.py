"""JSON Lines of summaries."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.observations.text_files import json_lines
from scoring.observations.text_files.contents import ReadingLimit
from scoring.observations.text_files.evaluations import Evaluation, Kind, TextFilesRefused
from scoring.observations.text_files.json_lines import read_json_lines
from tests.scoring.observations.text_files.text_folder import write_files

PEER = {
    "instance_id": "d1",
    "summarizer_id": "lead",
    "summarizer_type": "peer",
    "summary": {"text": "A dam. It broke."},
}
REFERENCE = {
    "instance_id": "d1",
    "summarizer_id": "ann",
    "summarizer_type": "reference",
    "summary": {"text": ["The dam"]},
}


def read(folder: Path, *lines: Any) -> list[Evaluation]:
    texts = [line if isinstance(line, str | bytes) else json.dumps(line) for line in lines]
    write_files(folder, {"texts.jsonl": b"\n".join(one if isinstance(one, bytes) else one.encode() for one in texts)})
    return read_json_lines(folder / "texts.jsonl", ReadingLimit())


def test_peers_are_compared_with_the_references_of_their_instance(tmp_path) -> None:
    (one,) = read(tmp_path, PEER, "", REFERENCE, {**PEER, "summarizer_id": 7})
    assert (one.topic, [peer.summarizer for peer in one.peers]) == ("d1", ["lead", "7"])
    assert one.peers[0].text.sentences == ("A dam.", "It broke.")
    assert [(model.summarizer, model.text.sentences) for model in one.models] == [("ann", ("The dam",))]


def test_lines_with_references_are_compared_with_these(tmp_path) -> None:
    references = [{"text": "One dam.", "summarizer_id": "bob"}, ["Two", "dams"], "Three dams."]
    with_references = {**PEER, "references": references}
    human = {**REFERENCE, "reference": {"text": "One dam."}}
    first, second = read(tmp_path, with_references, {**with_references, "summarizer_id": "x"}, human)
    assert [peer.summarizer for peer in first.peers] == ["lead", "x"]
    assert [(model.summarizer, model.text.sentences) for model in first.models] == [
        ("bob", ("One dam.",)),
        ("2", ("Two", "dams")),
        ("3", ("Three dams.",)),
    ]
    assert [(peer.summarizer, peer.kind) for peer in second.peers] == [("ann", Kind.MODEL)]
    assert first.models[0].text is second.models[0].text


def test_a_line_that_is_there_twice_counts_once_if_it_is_the_same(tmp_path) -> None:
    (one,) = read(tmp_path, PEER, PEER)
    assert len(one.peers) == 1
    for other in ({**PEER, "summary": "Another dam."}, {**PEER, "references": ["x"]}):
        with pytest.raises(
            TextFilesRefused, match="Line 2: lead has another summary or other references of d1 in line 1"
        ):
            read(tmp_path, PEER, other)


def test_documents_are_those_of_the_instance(tmp_path) -> None:
    documents = [{"text": ["The dam", "broke."]}, "A fire. It spread."]
    evaluations = read(tmp_path, {**PEER, "references": ["x"]}, {**REFERENCE, "documents": documents})
    for evaluation in evaluations:  # with own references, and with those of the instance
        assert [text.sentences for text in evaluation.documents] == [("The dam", "broke."), ("A fire.", "It spread.")]
    assert len(evaluations) == 2
    assert read(tmp_path, PEER)[0].documents == ()
    with pytest.raises(TextFilesRefused, match="Line 2: d1 has other documents in line 1"):
        read(tmp_path, {**PEER, "documents": documents}, {**REFERENCE, "documents": documents[:1]})


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("[1]", "it must be an object in braces."),
        ("{'a': 1}", "it is not JSON; each line must be an object in braces."),
        ('{"a": NaN}', "it is not JSON"),
        ('{"a": ' + "9" * 5_000 + "}", "it is not JSON"),
        ('{"a": ' + "[" * 50_000 + "]" * 50_000 + "}", "its lists are nested too deeply."),
        ('{"a": [' + "1," * 100_001 + "1]}", "it has more than 100,000 values."),
        (b'{"a": "\xff"}', "it is not UTF-8."),
        ({**PEER, "instance_id": None}, "instance_id is missing."),
        ({**PEER, "summarizer_id": " "}, "summarizer_id is empty."),
        ({**PEER, "summarizer_id": "a\u2028b"}, "summarizer_id has a character that cannot be printed."),
        ({**PEER, "summarizer_type": "machine"}, "summarizer_type must be peer or reference."),
        ({**PEER, "summarizer_type": []}, "summarizer_type must be peer or reference."),
        ({**PEER, "summary": {}}, "the text of summary must be a string or a list of sentences."),
        ({**PEER, "summary": {"text": ["a", 1]}}, "the text of summary must be"),
        (
            {**PEER, "summary": {"text": "a\ud800"}},
            "in a text: Line 1 has the character U+D800, which cannot be stored.",
        ),
        ({**PEER, "summary": {"text": "a " * 20_001}}, "The text has 20,001 words"),
        ({**PEER, "references": "x"}, "references must be a list."),
        ({**PEER, "documents": "x"}, "documents must be a list."),
        ({**PEER, "documents": [1]}, "the text of documents must be a string or a list of sentences."),
        ({**PEER, "references": [{"text": None}]}, "the text of references must be"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(tmp_path, line, sentence) -> None:
    with pytest.raises(TextFilesRefused) as refusal:
        read(tmp_path, REFERENCE, line)
    assert "texts.jsonl: Line 2: " in str(refusal.value)
    assert sentence in str(refusal.value)


def test_files_are_limited(tmp_path, monkeypatch) -> None:
    with pytest.raises(TextFilesRefused, match="It is empty"):
        read(tmp_path, "")
    monkeypatch.setattr(json_lines, "MAX_LINES", 2)
    with pytest.raises(TextFilesRefused, match="It has more than 2 lines"):
        read(tmp_path, PEER, PEER, PEER)
    monkeypatch.setattr(json_lines, "MAX_LINE_BYTES", 50)
    with pytest.raises(TextFilesRefused, match="Line 1: it is larger than"):
        read(tmp_path, PEER)
