"""The sample study's texts and marks: the reader on small texts, and what a study worth looking at needs."""

from itertools import pairwise

import pytest

from annotator.interchange.sample_texts import SampleScu, SampleUnit
from annotator.interchange.study_texts import StudyDocument, StudyTopic, read_marks, read_study, read_topic
from annotator.texts.segmentation import segment

STUDY = read_study()
DOCUMENT = StudyDocument("A lamp", "The lamp went out.")
TOPIC = """
title = "A lamp"
statement = "What became of the lamp?"
[scus]
1 = "The lamp went out"
2 = "It was dark"
[labels.t]
1 = "The light failed"
[models]
amara = "{1|The lamp} {2|by night} {1|went out}, {n2 t1|so it was dark}."
bruno = "Nothing. {n2|Darkness.}"
[peers]
edda = "{1|Out}, {-|they say}, {1+|was the lamp}; {n2 t-|gloom}. {1|Out}!"
[[comments]]
peer = "edda"
tag = "t-"
comment = "Gloom is not dark."
"""


def test_a_tag_without_a_letter_is_of_both_annotators() -> None:
    nora, tomas = read_topic("lamp", TOPIC, {"n": "nora", "t": "tomas"}, DOCUMENT).annotations
    text = "The lamp by night went out, so it was dark."
    assert (nora.owner, tomas.owner) == ("nora", "tomas")
    assert nora.scus == (
        SampleScu("The lamp went out", "", {0: ((0, 8), (18, 26))}),
        SampleScu("It was dark", "", {0: ((9, 17), (28, len(text) - 1)), 1: ((9, 18),)}),
    )
    assert tomas.scus == (
        SampleScu("The light failed", "", {0: ((0, 8), (18, len(text) - 1))}),
        SampleScu("It was dark", "", {0: ((9, 17),)}),
    )


def test_each_mark_of_a_peer_is_a_unit_unless_it_continues_one() -> None:
    nora, tomas = read_topic("lamp", TOPIC, {"n": "nora", "t": "tomas"}, DOCUMENT).annotations
    shared = [SampleUnit(0, 0, "", ((0, 3), (15, 27))), SampleUnit(0, None, "", ((5, 13),))]
    assert nora.units == (*shared, SampleUnit(0, 1, "", ((29, 34),)), SampleUnit(0, 0, "", ((36, 39),)))
    assert [(unit.scu, unit.comment) for unit in tomas.units] == [
        (0, ""), (None, "Gloom is not dark."), (None, ""), (0, ""),
    ]  # fmt: skip


def test_marks_contain_marks_and_lines_become_spaces() -> None:
    marked = read_marks("amara", "{1|The {2|old\nlamp} went}  out.")
    assert marked.text == "The old lamp went out."
    assert [(tag.scu, tag.span) for tag in marked.tags] == [("1", (0, 17)), ("2", (4, 12))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{1|The lamp", "“The lamp” is not closed"),
        ("The} lamp", "closed that was not opened"),
        ("{1n|a}", "“1n” is no tag"),
    ],
)
def test_a_wrong_mark_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_marks("amara", text)


def test_a_tag_of_an_unknown_annotator_is_refused() -> None:
    with pytest.raises(ValueError, match="Topic lamp has tags of unknown annotators: t"):
        read_topic("lamp", TOPIC, {"n": "nora"}, DOCUMENT)


def test_ten_topics_have_the_same_four_models_and_seven_peers() -> None:
    assert len(STUDY.topics) == 10
    assert [topic.key for topic in STUDY.topics] == sorted(topic.key for topic in STUDY.topics)
    assert {tuple(text.summarizer for text in topic.models) for topic in STUDY.topics} == {
        ("amara", "bruno", "chiyo", "dario")
    }
    assert len({tuple(text.summarizer for text in topic.peers) for topic in STUDY.topics}) == 1
    assert {len(topic.peers) for topic in STUDY.topics} == {7}
    texts = [text.text for topic in STUDY.topics for text in (*topic.models, *topic.peers)]
    assert len(set(texts)) == 110


@pytest.mark.parametrize("topic", STUDY.topics, ids=[topic.key for topic in STUDY.topics])
def test_a_topic_has_two_pyramids_that_differ_and_units_on_word_bounds(topic: StudyTopic) -> None:
    nora, tomas = topic.annotations
    assert topic.statement.endswith("?")
    assert all(70 <= len(model.text.split()) <= 95 for model in topic.models)
    assert nora.scus != tomas.scus
    assert nora.units != tomas.units
    for annotation in (nora, tomas):
        assert {len(scu.contributors) for scu in annotation.scus} == {1, 2, 3, 4}
        assert len({scu.label for scu in annotation.scus}) == len(annotation.scus)
        spans = [
            (topic.models[model].text, parts) for scu in annotation.scus for model, parts in scu.contributors.items()
        ]
        spans += [(topic.peers[unit.peer].text, unit.parts) for unit in annotation.units]
        for text, parts in spans:
            words = segment(text).words
            assert all(start in words[::2] and end in words[1::2] for start, end in parts), (text, parts)
            assert all(before[1] < after[0] for before, after in pairwise(parts))
        assert {unit.peer for unit in annotation.units} == set(range(7))


def test_contested_units_have_comments_by_both_annotators() -> None:
    commented = {
        annotation.owner: sum(bool(unit.comment) for topic in STUDY.topics for unit in topic.annotations[index].units)
        for index, annotation in enumerate(STUDY.topics[0].annotations)
    }
    assert commented == {"nora": 6, "tomas": 4}
    assert STUDY.drafts == {("volcano", "neural-7", "tomas")}
