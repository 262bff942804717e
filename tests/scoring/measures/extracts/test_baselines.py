"""LEAD, RAND and CENTROID: computed by hand, and the published scores of MEAD's sample cluster."""

from math import log, sqrt

import pytest

from scoring.measures.extracts.baselines.centroid import (
    SimilarSentences,
    centroid_order,
    centroid_scores,
    centroid_words,
)
from scoring.measures.extracts.baselines.documents import SourceDocument, TopicDocuments
from scoring.measures.extracts.baselines.options import BaselineOptions, LeadFrom, Size, Unit
from scoring.measures.extracts.baselines.rules import BASELINES, make_baseline, random_order
from scoring.measures.extracts.baselines.sizes import take


def topic(*documents: tuple[str, ...], keys: tuple[str, ...] = ()) -> TopicDocuments:
    names = keys or tuple(f"d{number}" for number in range(1, len(documents) + 1))
    return TopicDocuments("D1", tuple(map(SourceDocument, names, documents)))


def words(*counts: int) -> tuple[str, ...]:
    """Sentences with so many words."""
    return tuple(" ".join(["word"] * count) for count in counts)


def sentences(name: str, of_topic: TopicDocuments, number: int, unit: Unit, **options: object) -> tuple[int, ...]:
    return make_baseline(name, of_topic, BaselineOptions(Size(number, unit), **options)).sentences  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("counts", "limit", "chosen"),
    [
        ((40, 50, 30), 100, (0, 1)),  # 120 is farther from 100 than 90 is
        ((40, 50, 15), 100, (0, 1, 2)),  # 105 is nearer than 90
        ((40, 50, 20), 100, (0, 1)),  # 110 is as far as 90
        ((300, 5), 100, (0,)),  # at least one sentence
        ((40, 60, 1), 100, (0, 1)),
        ((40,), 100, (0,)),
    ],
)
def test_a_number_of_words_is_approximated(counts: tuple[int, ...], limit: int, chosen: tuple[int, ...]) -> None:
    assert sentences("LEAD", topic(words(*counts)), limit, Unit.WORDS) == chosen


@pytest.mark.parametrize(("percent", "count"), [(1, 1), (10, 1), (11, 2), (50, 5), (100, 10)])
def test_a_percentage_of_the_sentences_is_rounded_up(percent: int, count: int) -> None:
    assert len(sentences("RAND", topic(words(*[9] * 6), words(*[9] * 4)), percent, Unit.PERCENT)) == count


def test_lead_takes_the_first_sentences_of_a_document() -> None:
    three = topic(words(5, 5), words(5), words(5, 5, 5), keys=("NYT19990103.1", "NYT19990104.7", "NYT19990104.0002"))
    two_sentences = BaselineOptions(Size(2, Unit.SENTENCES))
    newest = make_baseline("LEAD", three, two_sentences)
    assert (newest.summarizer, newest.sentences, newest.notes) == ("LEAD", (3, 4), ())  # the later one of the last day
    first = make_baseline("LEAD", three, BaselineOptions(Size(2, Unit.SENTENCES), LeadFrom.FIRST))
    assert (first.summarizer, first.sentences) == ("LEAD-first", (0, 1))
    each = make_baseline("LEAD", three, BaselineOptions(Size(4, Unit.SENTENCES), LeadFrom.EACH))
    assert (each.summarizer, each.sentences) == ("LEAD-each", (0, 1, 2, 3))
    assert three.documents[0].date is not None
    assert list(three.by_document((1, 3, 4))) == [(three.documents[0], [2]), (three.documents[2], [1, 2])]


@pytest.mark.parametrize(
    ("key", "day"),
    [
        ("AP880911-0016", "1988-09-11"),
        ("WSJ911016-0124", "1991-10-16"),
        ("XIN_ENG_20050113.0100", "2005-01-13"),
        ("guardian-2004-11-02", "2004-11-02"),
        ("NYT19991399.0001", None),
        ("FBIS3-41", None),
        ("LA092590-0054", None),
        ("d199911011", None),
    ],
)
def test_dates_are_read_from_the_keys_of_news_agencies(key: str, day: str | None) -> None:
    found = SourceDocument(key, ()).date
    assert (found and found.isoformat()) == day


def test_without_dates_the_last_document_counts_as_the_newest_and_a_note_says_so() -> None:
    lead = make_baseline("LEAD", topic(words(5), words(5), keys=("NYT19990101.1", "d2")), BaselineOptions(Size(5)))
    assert lead.sentences == (1,)
    assert lead.notes == ("Not every document has a date in its key: LEAD takes the last one, d2, for the newest.",)
    assert make_baseline("LEAD", topic(words(5)), BaselineOptions(Size(5))).notes == ()


def test_rand_depends_on_project_topic_and_seed_only() -> None:
    # Sorted by random_raw of numpy's PCG64, whose stream never changes between versions: computed once, with numpy 2.4.
    assert random_order(8, "p", "D1", 1) == [4, 0, 1, 5, 7, 2, 3, 6]
    orders = {tuple(random_order(8, *key)) for key in [("p", "D1", 1), ("q", "D1", 1), ("p", "D2", 1), ("p", "D1", 2)]}
    assert len(orders) == 4
    ten = topic(words(*[5] * 10))
    second = make_baseline("RAND", ten, BaselineOptions(Size(3, Unit.SENTENCES), seed=2), project="p")
    assert second.summarizer == "RAND-2"
    assert second.sentences == tuple(sorted(random_order(10, "p", "D1", 2)[:3]))


DAM = (
    "The dam broke on Friday and the river took the old bridge away.",  # 13 words
    "Nobody was hurt.",
    "On Friday the old dam broke and the river took the bridge.",  # 12 words, nearly the same
    "The town will build a new bridge of stone over the river next year.",  # 14 words
)


def test_centroid_scores_are_those_of_mead() -> None:
    two = topic(DAM[:2], DAM[2:])
    # By hand: 4 sentences; "the" is in 3 of them 3, 3 and 2 times: 8/2 ln(4/3) = 1.15; "dam" 2/2 ln(4/2) = .69.
    weights = centroid_words(two)
    assert len(weights) == 16  # 8 words for each of two documents; no weight is above 3
    assert weights["the"] == pytest.approx(4 * log(4 / 3), abs=1e-15)
    assert weights["dam"] == pytest.approx(log(2), abs=1e-15)
    # Position as in MEAD's sample file PL.Position.sentfeature: 1 and .707106781186548 for the first two sentences.
    scores = centroid_scores(two)
    assert scores[1] == pytest.approx(0.707106781186548 + scores_of_words(two, 1), abs=1e-15)
    assert max(scores[0] - 1, scores[1] - 1 / sqrt(2), scores[2] - 1, scores[3] - 1 / sqrt(2)) == pytest.approx(1)
    assert centroid_order(two) == sorted((0, 2, 3), key=lambda sentence: -scores[sentence])  # without the short one


def scores_of_words(of_topic: TopicDocuments, sentence: int) -> float:
    """The weight of a sentence's words relative to the largest, from the definition."""
    weights = centroid_words(of_topic)
    sums = [sum(weights.get(word, 0) for word in sentence_words) for sentence_words in of_topic.words]
    return sums[sentence] / max(sums)


def test_centroid_skips_what_resembles_a_chosen_sentence() -> None:
    # The cosine of the first and the third sentence is .83: most of their words are the same.
    assert sentences("CENTROID", topic(DAM[:2], DAM[2:]), 3, Unit.SENTENCES) == (0, 3)
    notes = make_baseline("CENTROID", topic(DAM[:2], DAM[2:]), BaselineOptions(Size(3, Unit.SENTENCES))).notes
    assert notes == ("CENTROID has only 2 sentences with 27 words: no other is long enough and different enough.",)
    similar = SimilarSentences(topic(DAM))
    assert [similar.accepts(sentence) for sentence in (0, 2, 1, 3, 0)] == [True, False, True, True, False]


def test_centroid_takes_short_sentences_if_there_are_no_others() -> None:
    short = make_baseline(
        "CENTROID", topic(("The dam broke.", "Nobody was hurt.")), BaselineOptions(Size(1, Unit.SENTENCES))
    )
    assert short.sentences == (0,)
    assert short.notes == ("No sentence has 9 words, so CENTROID takes shorter ones.",)


@pytest.mark.parametrize("name", BASELINES)
def test_odd_documents_have_extracts(name: str) -> None:
    odd = topic(
        ("—", "السد انهار يوم الجمعة"),
        ("大坝在星期五溃决了。没有人受伤。", "👩‍👩‍👧 dam 🏞️", "dam"),
        (),
        ("a " * 20_000,),
    )
    assert len(sentences(name, odd, 100, Unit.PERCENT, lead_from=LeadFrom.EACH)) in (1, 6)
    assert make_baseline(name, topic(), BaselineOptions(Size(5))).sentences == ()
    assert make_baseline(name, topic(()), BaselineOptions(Size(5))).sentences == ()


def test_sizes_have_labels() -> None:
    assert [Size(*one).label for one in ((100, Unit.WORDS), (1, Unit.SENTENCES), (10, Unit.PERCENT))] == [
        "100 words",
        "1 sentence",
        "10",
    ]


def test_refused_sentences_do_not_count() -> None:
    assert take(range(4), topic(words(9, 9, 9, 9)), Size(2, Unit.SENTENCES), lambda number: number > 1) == (
        (2, 3),
        True,
    )
