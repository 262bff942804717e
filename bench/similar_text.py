"""How often similar text finds what a person found, against counting shared words; and how long the server takes.

*Contributors*, by leave-one-out over a human pyramid: each contributor of an SCU of two or more is left out in turn and
looked for. The query is another contributor of that SCU alone (as many queries as there are others), or all others
joined (without the label, which people write from all of them). Searched are all summaries but those the query is from.
The contributor is found if one of the first five passages of the answer overlaps one of its parts; *half of its words*
if the first such passage and the contributor have a Dice of distinct words of at least 0.5, so that long passages do
not win by their length. The figure is a share of contributors: one that several queries ask for counts once, as the
share of them that find it.

*Peers*: each matched unit asks for its SCU among those of the pyramid it was matched to (labels and contributors);
found if that is among the first five.

The constants of `annotator.texts.similarity` were chosen on annotators 1 and 2 of `bench.matter`, by leave-one-out;
annotator 3 and the peers were looked at last. The texts are the same for all three: another topic will be harder.
"""

from collections.abc import Callable, Iterator
from statistics import fmean

from annotator.texts.similarity.passages import Passage, best_passages
from annotator.texts.similarity.scus import ScuTexts, rank_scus
from annotator.texts.similarity.tokens import Bag, bag_of_label, joined
from bench import matter
from bench.matter import HumanScu, MatchedPeer, Spans
from bench.registry import Measured, line
from bench.similar_requests import request_times
from bench.word_overlap import Words, dice, overlapping_passages, words_of

FIRST = 5
LEAST_DICE = 0.5

Contributor = tuple[int, Spans]
Contributors = tuple[Contributor, ...]
FindPassages = Callable[[Contributors], list[Passage]]
RankScus = Callable[[MatchedPeer, Spans], list[int]]


@line("similar text")
def similar_text() -> Iterator[Measured]:
    """Shares found, by similarity and by word overlap; milliseconds of requests."""
    if matter.available():
        for annotator in matter.ANNOTATORS:
            yield from _contributors_found(annotator)
        yield from _units_found()
    else:
        yield Measured("not measured: no human pyramids in ../shared/data/matter", "-")
    yield from request_times()


def _contributors_found(annotator: int) -> Iterator[Measured]:
    pyramid = matter.pyramid(annotator)
    for query, choose in (("1 contributor asks", _each_other), ("all others ask", _all_others)):
        plain, plain_half = found_shares(pyramid, choose, by_overlap)
        share, half = found_shares(pyramid, choose, by_similarity)
        told = f"annotator {annotator}, {query}"
        yield Measured(f"{told}: found (word overlap)", f"{share:.3f} ({plain:.3f})")
        yield Measured(f"{told}: half of its words (overlap)", f"{half:.3f} ({plain_half:.3f})")


def _each_other(others: Contributors) -> list[Contributors]:
    return [(one,) for one in others]


def _all_others(others: Contributors) -> list[Contributors]:
    return [others]


def found_shares(
    pyramid: tuple[HumanScu, ...], queries: Callable[[Contributors], list[Contributors]], find: FindPassages
) -> tuple[float, float]:
    """The share of left-out contributors that are found, and found with half of their words."""
    found, half = [], []
    for scu in pyramid:
        for number, wanted in enumerate(scu.contributors):
            others = scu.contributors[:number] + scu.contributors[number + 1 :]
            if others:
                hits = [_hit(find(query), wanted) for query in queries(others)]
                found.append(fmean(hit > 0 for hit in hits))
                half.append(fmean(hit >= LEAST_DICE for hit in hits))
    return fmean(found), fmean(half)


def _hit(passages: list[Passage], wanted: Contributor) -> float:
    """Dice of the wanted contributor and the first passage that overlaps it; 0 if none does."""
    summary, parts = wanted
    text = matter.topic().texts[summary]
    for passage in passages[:FIRST]:
        span = (passage.start, passage.end)
        if passage.summary == summary and any(span[0] < end and start < span[1] for start, end in parts):
            return max(dice(words_of(text, [span]), words_of(text, parts)), 1e-9)
    return 0.0


def by_similarity(query: Contributors) -> list[Passage]:
    """As the server answers."""
    topic = matter.topic()
    bag = joined(topic.texts[summary].bag(parts) for summary, parts in query)
    return best_passages(bag, topic, exclude=_summaries(query))


def by_overlap(query: Contributors) -> list[Passage]:
    """Passages as long as the query is on average, by Dice of words."""
    texts = matter.topic().texts
    words = frozenset[str]().union(*(words_of(texts[summary], parts) for summary, parts in query))
    length = round(fmean(len(texts[summary].bag(parts).words) for summary, parts in query))
    return overlapping_passages(words, max(1, length), matter.topic(), FIRST, _summaries(query))


def _summaries(query: Contributors) -> set[int]:
    return {summary for summary, _ in query}


def _units_found() -> Iterator[Measured]:
    count = sum(len(peer.units) for peer in matter.peers())
    share, plain = units_found(scus_by_similarity), units_found(scus_by_overlap)
    yield Measured(f"peers, {count} matched units: SCU found (word overlap)", f"{share:.3f} ({plain:.3f})")


def units_found(rank: RankScus) -> float:
    """The share of matched units of all peers whose SCU is among the first five."""
    return fmean(wanted in rank(peer, spans)[:FIRST] for peer in matter.peers() for wanted, spans in peer.units)


def scus_by_similarity(peer: MatchedPeer, spans: Spans) -> list[int]:
    """As the server answers."""
    scus = [ScuTexts(str(index), _texts(peer, scu)) for index, scu in enumerate(peer.scus)]
    return [int(ranked.id) for ranked in rank_scus(peer.text.bag(spans), scus, peer.topic)]


def _texts(peer: MatchedPeer, scu: HumanScu) -> tuple[Bag, ...]:
    contributors = (peer.topic.texts[summary].bag(parts) for summary, parts in scu.contributors)
    return (bag_of_label(scu.label), *contributors)


def scus_by_overlap(peer: MatchedPeer, spans: Spans) -> list[int]:
    """By the best Dice of the unit's words with the label's or a contributor's; ties in the pyramid's order."""
    words = words_of(peer.text, spans)
    scores = [max(dice(words, text) for text in _word_sets(peer, scu)) for scu in peer.scus]
    return sorted(range(len(scores)), key=lambda index: -scores[index])


def _word_sets(peer: MatchedPeer, scu: HumanScu) -> Iterator[Words]:
    label = matter.token_text(scu.label)
    yield words_of(label, [(0, len(scu.label))])
    for summary, parts in scu.contributors:
        yield words_of(peer.topic.texts[summary], parts)
