"""Settings files of ROUGE-1.5.5."""

from pathlib import Path

import pytest

from scoring.measures.automatic.topic_texts import Element
from scoring.observations.text_files.contents import ReadingLimit
from scoring.observations.text_files.evaluations import TextFilesRefused
from scoring.observations.text_files.rouge_settings import read_settings
from tests.scoring.observations.text_files.text_folder import SEE, write_files

EVAL = """<ROUGE-EVAL version="1.0">
<EVAL ID="{id}">
<PEER-ROOT>
{peers}
</PEER-ROOT>
<MODEL-ROOT>{models}</MODEL-ROOT>
<INPUT-FORMAT TYPE="{form}">  </INPUT-FORMAT>
<PEERS><P ID="1">{peer}</P></PEERS>
<MODELS><M ID="A">{model}</M></MODELS>
</EVAL>{more}
</ROUGE-EVAL>
"""
DEFAULTS = {
    "id": "D1",
    "peers": "peers",
    "models": "models",
    "form": "SPL",
    "peer": "1.txt",
    "model": "A.txt",
    "more": "",
}
FILES = {"peers/1.txt": "The dam broke.\n\n It flooded.\n", "models/A.txt": "A dam broke."}


def settings(folder: Path, **changes: str) -> Path:
    write_files(folder, {**FILES, "settings.xml": EVAL.format(**{**DEFAULTS, **changes})})
    return folder / "settings.xml"


def test_an_eval_gives_its_peers_and_models(tmp_path) -> None:
    (one,) = read_settings(settings(tmp_path), None, ReadingLimit())
    assert (one.topic, one.peers[0].summarizer, one.models[0].summarizer) == ("D1", "1", "A")
    assert one.peers[0].text.sentences == ("The dam broke.", " It flooded.")
    assert one.peers[0].file == "peers/1.txt"


def test_tags_and_types_may_be_in_lower_case(tmp_path) -> None:
    path = settings(tmp_path)
    text = path.read_text().lower().replace(" id=", " ID=").replace(" type=", " TYPE=").replace(">a.txt", ">A.txt")
    path.write_text(text)
    (one,) = read_settings(path, None, ReadingLimit())
    assert (one.topic, one.models[0].text.sentences) == ("d1", ("A dam broke.",))


@pytest.mark.parametrize(
    ("form", "content", "sentences", "elements"),
    [
        ("SEE", SEE, ("The dam broke on Friday.", "Two people were &quot;missing&quot;."), None),
        ("ISI", '<S SNTNO="1">The dam</S>\n<S SNTNO="2a">broke.</S>', ("The dam", "broke."), None),
        (
            "SIMPLE",
            "break|dam|subj\nflood|nil|nil",
            (),
            (Element("break", "dam", "subj"), Element("flood", "nil", "nil")),
        ),
    ],
)
def test_the_formats_of_the_script_are_read(tmp_path, form, content, sentences, elements) -> None:
    path = settings(tmp_path, form=form)
    write_files(tmp_path, {"peers/1.txt": content, "models/A.txt": content})
    (one,) = read_settings(path, None, ReadingLimit())
    assert (one.peers[0].text.sentences, one.models[0].text.elements) == (sentences, elements)


def test_roots_that_moved_are_looked_for_beside_the_file_and_below_another_root(tmp_path) -> None:
    moved = {"peers": "/home/someone/duc/peers", "models": "../duc/models"}
    assert read_settings(settings(tmp_path, **moved), None, ReadingLimit())
    other = tmp_path / "other"
    write_files(other, {f"duc/{name}": content for name, content in FILES.items()})
    alone = tmp_path / "alone" / "settings.xml"
    write_files(alone.parent, {"settings.xml": EVAL.format(**DEFAULTS | moved)})
    (one,) = read_settings(alone, other, ReadingLimit())
    assert one.models[0].text.sentences == ("A dam broke.",)
    with pytest.raises(TextFilesRefused, match="There is no folder “/home/someone/duc/peers”, and none like it beside"):
        read_settings(alone, None, ReadingLimit())


ENTITY = '<!DOCTYPE a [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'
BOMB = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
SECOND = '<EVAL ID="D1"/>'


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"peer": "../models/A.txt"}, "EVAL “D1”: P “1” names a file outside its root: “../models/A.txt”."),
        ({"peer": "/etc/passwd"}, "P “1” names a file outside its root: “/etc/passwd”."),
        ({"model": "out/A.txt"}, "M “A” names a file outside its root: “out/A.txt”."),
        ({"peer": ""}, "P “1” must name a file, with at most 1,000 characters."),
        ({"peer": "x/" * 501}, "P “1” must name a file, with at most 1,000 characters."),
        ({"peer": "x" * 900}, "x: It cannot be read (File name too long)."),
        ({"peer": "1\n2"}, "peers/1?2: There is no such file."),
        ({"peer": "round/1.txt"}, "round/1.txt"),
        ({"peers": "x/" * 501}, "is longer than 1,000 characters."),
        ({"peer": "2.txt"}, "2.txt: There is no such file."),
        ({"peer": "."}, "It is not a file."),
        ({"form": "PDF"}, "EVAL “D1”: INPUT-FORMAT must have a TYPE, which is SPL, SEE, ISI or SIMPLE."),
        ({"id": ""}, "The ID “” of EVAL is empty."),
        ({"id": "x" * 201}, "of EVAL is longer than 200 characters."),
        ({"more": SECOND}, "EVAL “D1” is there twice."),
        ({"peer": '1.txt</P><P ID="1">2.txt'}, "P “1” is there twice."),
        ({"peers": "peers</PEER-ROOT><PEER-ROOT>models"}, "It has 2 PEER-ROOT elements."),
        ({"peers": "nowhere"}, "There is no folder “nowhere”"),
    ],
)
def test_what_cannot_be_evaluated_is_refused_with_a_sentence(tmp_path, changes, sentence) -> None:
    path = settings(tmp_path, **changes)
    write_files(tmp_path, {"elsewhere/A.txt": "A dam."})
    (tmp_path / "models" / "out").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "peers" / "round").symlink_to("round")
    with pytest.raises(TextFilesRefused) as refusal:
        read_settings(path, None, ReadingLimit())
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (ENTITY + EVAL.format(**{**DEFAULTS, "peer": "&secret;"}), "It declares XML entities or external parts"),
        (BOMB + EVAL.format(**{**DEFAULTS, "peer": "&b;"}), "It declares XML entities or external parts"),
        ("<ROUGE_EVAL><EVAL", "It is cut off: the XML ends in the middle, at line 1."),
        ("<ROUGE_EVAL/>", "It has no EVAL element"),
        ("peers models", "It is not XML"),
        ("", "It is empty."),
        ("<a>" * 400_001, "It has more than 400,000 tags."),
    ],
)
def test_other_xml_is_refused_with_a_sentence(tmp_path, content, sentence) -> None:
    write_files(tmp_path, {**FILES, "settings.xml": content})
    with pytest.raises(TextFilesRefused) as refusal:
        read_settings(tmp_path / "settings.xml", None, ReadingLimit())
    assert sentence in str(refusal.value)
