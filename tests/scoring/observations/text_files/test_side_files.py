"""Basic Elements and parses in files beside texts."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from scoring.measures.automatic.topic_texts import Element
from scoring.observations.text_files.contents import ReadingLimit
from scoring.observations.text_files.evaluations import Evaluation, TextFilesRefused
from scoring.observations.text_files.folders import FolderOptions, read_folder
from scoring.observations.text_files.side_files import add_elements, with_side_files
from scoring.observations.text_files.sources import Source, read_source
from tests.scoring.observations.text_files.discourse import parsed_texts
from tests.scoring.observations.text_files.text_folder import SEE, write_files

Files = Mapping[str, str | bytes]

TEXT = "Del dam\nit can't."
ROWS = [("1-2", "Del"), ("1", "De"), ("2", "el"), ("3", "dam"), ("4", "it"), ("5", "can't"), ("5.1", "x"), ("6", ".")]


def conllu(rows: list[tuple[str, str]], heading: str = "") -> str:
    lines = [
        f"{number}\t{form}\t_\tX\t_\t_\t{'_' if set(number) & set('-.') else int(number) - 1}\tdep\t_\t_"
        for number, form in rows
    ]
    return heading + "\n".join(lines) + "\n\n"


def completed(
    folder: Path, texts: Mapping[str, str], files: Mapping[str, str | bytes]
) -> tuple[list[Evaluation], list[str]]:
    write_files(folder / "texts", texts)
    write_files(folder / "be", files)
    evaluations, _ = read_folder(folder / "texts", FolderOptions(), ReadingLimit())
    return with_side_files(evaluations, folder / "be", ReadingLimit(), add_elements)


def test_files_belong_to_the_text_of_their_name(tmp_path) -> None:
    texts = {"D1.M.1.A.1": TEXT, "D1.M.1.A.2.txt": SEE, "D1.M.1.A.3": TEXT}
    files = {"D1.M.1.A.1.be": "dam|nil|nil\n", "sub/D1.M.1.A.2": "", "D1.M.1.A.1.conllu": conllu(ROWS), "old.be": ""}
    (one,), warnings = completed(tmp_path, texts, files)
    first, second, third = (peer.text for peer in one.peers)
    assert (first.elements, second.elements, third.elements) == ((Element("dam", "nil", "nil"),), (), None)
    assert first.parse is not None
    assert [word.word for word in first.parse[0]] == ["De", "el", "dam", "it", "can't", "."]
    assert (second.parse, third.parse) == (None, None)
    assert warnings == [f"{tmp_path / 'be'}: 1 file belongs to no text: old.be."]


def test_a_file_of_parses_names_its_texts_or_their_hashes(tmp_path) -> None:
    heading = "# newdoc id = D1.M.1.A.1\n"
    other = conllu([("1", "A"), ("2", "dam")], f"# newdoc id = {sha256(b'A dam').hexdigest()}\n")
    files: dict[str, str | bytes] = {"all.conllu": conllu(ROWS, heading) + other}
    (one,), warnings = completed(tmp_path, {"D1.M.1.A.1": TEXT, "D1.M.1.A.2": "A dam"}, files)
    assert [len(peer.text.parse or ()) for peer in one.peers] == [1, 1]
    assert warnings == []


def test_texts_of_one_name_have_their_files_in_folders(tmp_path) -> None:
    texts = {"peers/D1.M.1.A.1": "A dam", "models/D1.M.1.A.1": "The dam"}
    (one,), _ = completed(tmp_path, texts, {"peers/D1.M.1.A.1.be": "a|b|c", "models/D1.M.1.A.1.be": "d|e|f"})
    assert (one.peers[0].text.elements, one.models[0].text.elements) == ((("a", "b", "c"),), (("d", "e", "f"),))
    with pytest.raises(
        TextFilesRefused, match=r"may belong to models/D1\.M\.1\.A\.1 or peers/D1\.M\.1\.A\.1; put it into"
    ):
        completed(tmp_path / "flat", texts, {"D1.M.1.A.1.be": "a|b|c"})


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"other.be": ""}, "No file in it has the name of a text."),
        ({"D1.M.1.A.1.be": "", "sub/D1.M.1.A.1": ""}, "D1.M.1.A.1.be and sub/D1.M.1.A.1 both belong to D1.M.1.A.1."),
        ({"D1.M.1.A.1.be": "a|b"}, "D1.M.1.A.1.be: Line 1 must be head|modifier|relation, not “a|b”."),
        ({"D1.M.1.A.1.be": b"\xe9|a|b"}, "The text is not UTF-8: line 1 has the byte 0xE9."),
        ({"D1.M.1.A.1.conllu": "1\tDel"}, "Line 1 has 2 columns separated by tabs instead of 10."),
        (
            {"D1.M.1.A.1.conllu": conllu([*ROWS[:3], ("3", "dem")])},
            "D1.M.1.A.1: Word 2, “dem”, is not in the text, which has “dam” in line 1.",
        ),
        ({"D1.M.1.A.1.conllu": conllu([("1-" + "9" * 5_000, "x"), ("1", "Del")])}, "The parse ends before “dam"),
        ({"D1.M.1.A.1.conllu": conllu(ROWS[:4])}, "The parse ends before “it can't.”."),
        (
            {"D1.M.1.A.1.conllu": conllu([*ROWS, ("7", "more")])},
            "Word 6, “more”, is not in the text, which has “” in line 2.",
        ),
        (
            {"a.conllu": "".join(f"{n}\tx\t_\tX\t_\t_\t{min(n - 1, 1)}\tdep\t_\t_\n" for n in range(1, 203))},
            "The text: word 1 of sentence 1 has 201 dependents; at most 200 are allowed.",
        ),
        (
            {"a.conllu": conllu([(str(n), "x") for n in range(1, 5_002)]) * 4},
            "The text has 20,004 words; at most 20,000 are allowed.",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(tmp_path, files, sentence) -> None:
    with pytest.raises(TextFilesRefused) as refusal:
        completed(tmp_path, {"D1.M.1.A.1": TEXT}, files)
    assert sentence in str(refusal.value)


def test_discourse_relations_come_from_files_in_every_format(tmp_path) -> None:
    names = [f"D1.M.1.A.{number}" for number in range(1, 5)]
    write_files(tmp_path / "texts", dict.fromkeys(names, parsed_texts.TEXT))
    files = {
        f"{names[0]}.txt": parsed_texts.BRACKETS,
        "all.json": parsed_texts.relation_line(DocID=names[1]),
        f"{names[2]}.txt.pipe": parsed_texts.pipe_line(),
    }
    write_files(tmp_path / "parses", files)
    source = Source(tmp_path / "texts", FolderOptions(text_format="spl"), parses=tmp_path / "parses")
    (topic,), warnings = read_source(source)
    assert [None if peer.text.discourse is None else len(peer.text.discourse) for peer in topic.peers] == [
        3,
        1,
        1,
        None,
    ]
    assert warnings == []
    write_files(tmp_path / "parses", {f"{names[3]}": "The dam burst"})
    with pytest.raises(TextFilesRefused) as refusal:
        read_source(source)
    assert str(refusal.value) == (
        f"{tmp_path / 'parses' / names[3]}: {names[3]}: Line 1 has “burst” where the text has “broke because it was” "
        "(line 1)."
    )
