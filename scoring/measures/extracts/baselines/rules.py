"""The baselines by name: LEAD, RAND and CENTROID."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from numpy.random import PCG64

from scoring.measures.extracts.baselines.centroid import SHORTEST_SENTENCE, SimilarSentences, centroid_order
from scoring.measures.extracts.baselines.documents import TopicDocuments
from scoring.measures.extracts.baselines.options import BaselineOptions, LeadFrom
from scoring.measures.extracts.baselines.sizes import take

BASELINES = ("LEAD", "RAND", "CENTROID")


@dataclass(frozen=True, slots=True)
class Baseline:
    """An extract by a rule. ``summarizer``: the rule, with a setting that is not the default ("LEAD-first", "RAND-2").
    ``sentences``: their numbers, from 0, in document order. ``notes``: sentences for people.
    """

    summarizer: str
    sentences: tuple[int, ...]
    notes: tuple[str, ...] = ()


def make_baseline(name: str, topic: TopicDocuments, options: BaselineOptions, *, project: str = "") -> Baseline:
    """Returns the baseline with this name of BASELINES. ``project``: the slug of the topic's project; "" for files.

    A topic without sentences gives an empty extract.
    """
    summarizer, notes = name, list[str]()
    accepts = SimilarSentences(topic).accepts if name == "CENTROID" else None
    if name == "LEAD":
        order, notes = _lead_order(topic, options.lead_from)
        if options.lead_from is not LeadFrom.NEWEST:
            summarizer = f"LEAD-{options.lead_from}"
    elif name == "RAND":
        order = random_order(len(topic.sentences), project, topic.key, options.seed)
        if options.seed != 1:
            summarizer = f"RAND-{options.seed}"
    else:
        order = centroid_order(topic)
        if all(count < SHORTEST_SENTENCE for count in topic.word_counts):
            notes.append(f"No sentence has {SHORTEST_SENTENCE} words, so CENTROID takes shorter ones.")
    sentences, has_size = take(order, topic, options.size, accepts) if accepts else take(order, topic, options.size)
    if not has_size:
        notes.append(_shortness_note(summarizer, sentences, topic))
    return Baseline(summarizer, sentences, tuple(notes))


def _shortness_note(summarizer: str, sentences: Sequence[int], topic: TopicDocuments) -> str:
    """Returns a sentence for people about an extract that is shorter than requested."""
    word_count = sum(topic.word_counts[sentence] for sentence in sentences)
    length = f"{len(sentences)} {'sentence' if len(sentences) == 1 else 'sentences'} with {word_count} words"
    reason = "no other is long enough and different enough" if summarizer == "CENTROID" else "there are no others"
    return f"{summarizer} has only {length}: {reason}."


def random_order(sentence_count: int, project: str, topic: str, seed: int) -> list[int]:
    """Returns the sentences in a random order that depends on the project, the topic and the seed only.

    The sentences are sorted by the raw numbers of the generator PCG64, which, unlike shuffles, are the same in every
    version of numpy. Its seed is the SHA-256 of ``project``, ``topic`` and ``seed``, with line feeds between them.
    """
    digest = sha256(f"{project}\n{topic}\n{seed}".encode()).digest()
    numbers = PCG64(int.from_bytes(digest)).random_raw(sentence_count).tolist()
    return sorted(range(sentence_count), key=lambda sentence: (numbers[sentence], sentence))


def _lead_order(topic: TopicDocuments, lead_from: LeadFrom) -> tuple[Sequence[int], list[str]]:
    """Returns the sentences that LEAD may take, in the order to take them, and notes."""
    if not topic.documents:
        return (), []
    if lead_from is LeadFrom.EACH:
        numbers = sorted(
            (sentence - document_sentences.start, sentence)
            for document_sentences in topic.numbers
            for sentence in document_sentences
        )
        return [sentence for _, sentence in numbers], []
    if lead_from is LeadFrom.FIRST:
        return topic.numbers[0], []
    dates = [document.date for document in topic.documents]
    known_dates = [(day, place) for place, day in enumerate(dates) if day is not None]
    if len(known_dates) == len(dates):
        return topic.numbers[max(known_dates)[1]], []
    if len(dates) == 1:
        return topic.numbers[0], []
    last = topic.documents[-1].key
    return topic.numbers[-1], [
        f"Not every document has a date in its key: LEAD takes the last one, {last}, for the newest."
    ]
