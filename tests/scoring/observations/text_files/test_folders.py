"""Folders of texts: names, layouts, and what cannot be read."""

from pathlib import Path

import pytest

from scoring.observations.text_files import contents, folders
from scoring.observations.text_files.contents import ReadingLimit
from scoring.observations.text_files.evaluations import Evaluation, TextFilesRefused
from scoring.observations.text_files.folders import FolderOptions, read_folder
from scoring.observations.text_files.names import TextName, parse_name
from tests.scoring.observations.text_files.text_folder import SEE, write_files


def read(folder: Path, **options: str) -> tuple[list[Evaluation], list[str]]:
    return read_folder(folder, FolderOptions(**options), ReadingLimit())


def names(evaluations: list[Evaluation]) -> list[tuple[str, list[str], list[str]]]:
    return [
        (one.topic, [peer.summarizer for peer in one.peers], [model.summarizer for model in one.models])
        for one in evaluations
    ]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("D0601.M.250.A.1", TextName("D0601", "1")),
        ("peers/D1101-A.M.100.A.12", TextName("D1101-A", "12")),
        ("D30001.M.100.T.A.txt", TextName("D30001", "A")),
        ("d061j.p.100.j.b.html", TextName("d061j", "b")),
        ("D0601.M.250.A.1.conllu", None),
        ("README", None),
        ("D0601.M.A.1", None),
    ],
)
def test_names_of_duc_and_tac_say_topic_and_summarizer(path, name) -> None:
    assert parse_name(path) == name


def test_letters_are_people_whose_summaries_are_models(tmp_path) -> None:
    paths = ("D1.M.100.A.10", "D1.M.100.A.2", "D1.M.100.A.B", "D1.M.100.A.A", "D2.M.100.A.2", "README")
    write_files(tmp_path, dict.fromkeys(paths, "The dam broke."))
    evaluations, warnings = read(tmp_path)
    assert names(evaluations) == [("D1", ["2", "10"], ["A", "B"]), ("D2", ["2"], [])]
    assert warnings == ["1 file is left out, because the name does not say the topic and summarizer: README."]


def test_a_folder_or_a_pattern_says_what_is_a_model(tmp_path) -> None:
    paths = ("systems/D1.M.1.A.x", "models/D1.M.1.A.9", "extra/D1.M.1.A.8", "extra/D1.M.1.A.7")
    write_files(tmp_path, dict.fromkeys(paths, "The dam broke."))
    assert names(read(tmp_path)[0]) == [("D1", ["7", "8", "x"], ["9"])]
    assert names(read(tmp_path, models="*.8")[0]) == [("D1", ["7", "x"], ["8"])]
    assert names(read(tmp_path, peers="extra/*")[0]) == [("D1", ["7", "8"], ["9"])]
    assert names(read(tmp_path, peers="*.x", models="*.9")[0]) == [("D1", ["x"], ["9"])]


def test_documents_are_in_a_folder_for_each_topic(tmp_path) -> None:
    paths = ("peers/D1.M.1.A.x", "documents/D1/AP2", "documents/D1/AP1.txt", "documents/D2/AP3", "documents/D1.M.1.A.7")
    write_files(tmp_path, {path: f"{path}." for path in paths})
    (one,), warnings = read(tmp_path)
    assert [text.sentences for text in one.documents] == [("documents/D1/AP1.txt.",), ("documents/D1/AP2.",)]
    assert names([one]) == [("D1", ["7", "x"], [])]  # a file that is in no topic's folder is a summary as before
    assert warnings == []
    write_files(tmp_path, {"documents/D1/D3.M.1.A.9": "A dam."})
    assert [one.topic for one in read(tmp_path, peers="documents/*/D3*")[0]] == ["D3"]


def test_a_regular_expression_reads_other_names(tmp_path) -> None:
    write_files(tmp_path, {"peers/lead_train.txt": "The dam.", "models/ann_train.txt": "A dam.", "peers/notes": ""})
    pattern = r"/(?<summarizer>\w+)_(?<topic>\w+)\.txt$"
    evaluations, warnings = read(tmp_path, name_regex=pattern)
    assert names(evaluations) == [("train", ["lead"], ["ann"])]
    assert "peers/notes" in warnings[0]


def test_texts_are_read_in_their_layout(tmp_path) -> None:
    write_files(tmp_path, {"D1.M.1.A.1": "One dam\nbroke. It flooded.\n\n", "D1.M.1.A.2": SEE})
    (one,), _ = read(tmp_path)
    assert [peer.text.sentences for peer in one.peers] == [
        ("One dam", "broke.", "It flooded."),
        ("The dam broke on Friday.", "Two people were &quot;missing&quot;."),
    ]
    assert one.peers[0].text.lines == ("One dam", "broke. It flooded.")
    (by_line,), _ = read(tmp_path, text_format="spl", peers="*.1")
    assert by_line.peers[0].text.sentences == ("One dam", "broke. It flooded.")


def test_texts_of_older_collections_are_read_in_their_encoding(tmp_path) -> None:
    write_files(tmp_path, {"D1.M.1.A.1": "Un café\r\n".encode("latin-1")})
    (one,), _ = read_folder(tmp_path, FolderOptions(text_format="spl"), ReadingLimit(encoding="latin-1"))
    assert (one.peers[0].text.sentences, one.peers[0].content) == (("Un café",), "Un café\n")


def test_links_to_files_are_followed_and_links_to_folders_are_not(tmp_path) -> None:
    write_files(tmp_path, {"elsewhere/text": "A dam.", "texts/.hidden": "x", "texts/D1.M.1.A.2": "A dam."})
    (tmp_path / "texts" / "D1.M.1.A.1").symlink_to(tmp_path / "elsewhere" / "text")
    (tmp_path / "texts" / "round").symlink_to(tmp_path / "texts")
    assert names(read(tmp_path / "texts")[0]) == [("D1", ["1", "2"], [])]


@pytest.mark.parametrize(
    ("files", "options", "sentence"),
    [
        ({}, {}, "It has no files of texts."),
        ({"notes.txt": "x"}, {}, "The name of notes.txt does not say its topic and summarizer, as D0601"),
        ({"notes.txt": "x"}, {"models": "n*"}, "The name of notes.txt does not say"),
        (
            {"notes.txt": "x"},
            {"name_regex": "(?<topic>q)(?<summarizer>r)"},
            "finds no topic and summarizer in notes.txt.",
        ),
        (
            {"D1.M.1.A.1": "x"},
            {"peers": "[", "models": "["},
            "It has no files of texts that --peers and --models choose.",
        ),
        ({"D1.M.1.A.1": "x", "peers/D1.M.1.A.1": "x"}, {}, "It is peer 1 of D1, but so is D1.M.1.A.1."),
        ({"D1.M.1.A.1": b"\xff\xfea\0"}, {}, "The text is UTF-16; save it as UTF-8."),
        ({"D1.M.1.A.1": b"a\nb\xe9"}, {}, "The text is not UTF-8: line 2 has the byte 0xE9."),
        ({"D1.M.1.A.1": "a\0b"}, {}, "Line 1 has the character U+0000, which cannot be stored."),
        ({"D1.M.1.A.1": "a " * 20_001}, {}, "The text has 20,001 words; at most 20,000 are allowed."),
        ({"D1.M.1.A.1": "a" * 200_001}, {}, "The text has 200,001 characters; at most 200,000 are allowed."),
        ({"D1.M.1.A.1": '<a name="1">[1]</a>'}, {"text_format": "see"}, "It has no sentence in the format SEE."),
        ({"D1.M.1.A.1": "a|b"}, {"text_format": "simple"}, "Line 1 must be head|modifier|relation, not “a|b”."),
        ({"D1.M.1.A.1": "x"}, {"name_regex": "(?<topic>["}, "The name regex cannot be understood"),
        ({"D1.M.1.A.1": "x"}, {"name_regex": "(?<topic>.*)"}, "The name regex needs a group (?<summarizer>...)."),
        ({"D1.M.1.A." + "x" * 201: "x"}, {}, "is longer than 200 characters."),
        ({"D1\u202e.M.1.A.1": "x"}, {}, "has a character that cannot be printed."),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(tmp_path, files, options, sentence) -> None:
    write_files(tmp_path, files)
    with pytest.raises(TextFilesRefused) as refusal:
        read(tmp_path, **options)
    assert sentence in str(refusal.value)


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path) -> None:
    (tmp_path / "D1.M.1.A.1").mkdir()
    with pytest.raises(TextFilesRefused, match="It is not a file"):
        ReadingLimit().read(tmp_path / "D1.M.1.A.1")


def test_files_are_limited_before_they_are_read(tmp_path, monkeypatch) -> None:
    write_files(tmp_path, {"D1.M.1.A.1": "a dam", "D1.M.1.A.2": "a dam"})
    with pytest.raises(TextFilesRefused, match="The files together are larger than 200 MB"):
        read_folder(tmp_path, FolderOptions(), ReadingLimit(bytes_left=9))
    monkeypatch.setattr(folders, "MAX_FILES", 1)
    with pytest.raises(TextFilesRefused, match="It has more than 1 files"):
        read(tmp_path)
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(contents.MAX_TEXT_BYTES + 1)
    with pytest.raises(TextFilesRefused, match="It is larger than 10 MB"):
        ReadingLimit().read(large)
