"""Times automatic measures, Koehn's bootstrap and a cluster, beside other programs that compute the same."""

import random
from collections.abc import Iterator, Sequence
from tempfile import TemporaryDirectory

import numpy as np
from distributed import LocalCluster
from rouge_score.rouge_scorer import RougeScorer
from scipy.stats import pearsonr

from bench.figures import Figure, at_least, at_most, in_new_process, timed
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.tasks import TopicTask, score_topic
from scoring.measures.automatic.topic_texts import Text, TopicTexts
from scoring.stats.koehn import koehn_shares, topic_draws
from scoring.stats.levels import Coefficient, Level
from scoring.studies.cluster import ClusterAddress, cluster_scorer
from scoring.studies.workers import score_topics

TOPICS, PEERS, MODELS, SENTENCES, WORDS = 20, 50, 4, 5, 20  # 1,000 peers of 100 words
ROUGE_SCORE_TOPICS = 2  # how many topics rouge-score scores; the time for all is computed from these
ROUGE, ROUGE_SCORE = ("rouge-1", "rouge-2", "rouge-l"), ["rouge1", "rouge2", "rougeLsum"]  # the same measures
MAX_ROUGE_SECONDS, MIN_ROUGE_SPEEDUP, MAX_MEGABYTES, MAX_SKIP_SECONDS = 0.9, 25.0, 250.0, 1.5

SUMMARIZERS, STUDY_TOPICS, DRAWS = 50, 44, 1_000
SCIPY_DRAWS = 20  # how many draws scipy correlates; the time for all is computed from these
MAX_KOEHN_SECONDS = {
    (Level.SUMMARY, Coefficient.PEARSON): 0.03,
    (Level.SUMMARIZER, Coefficient.PEARSON): 0.05,
    (Level.SUMMARIZER, Coefficient.SPEARMAN): 0.15,
    (Level.SUMMARIZER, Coefficient.KENDALL): 0.3,
}
MIN_KOEHN_SPEEDUP = 500.0

CLUSTER_TOPICS, MIN_CLUSTER_SPEEDUP, MAX_OVERHEAD_MS = 400, 1.6, 10.0


def measure_scores() -> Iterator[Figure]:
    """Times ROUGE beside rouge-score, and the memory of a separate process; ROUGE-SU4 and TESLA-S."""
    seconds, megabytes = in_new_process(_rouge_seconds)
    topics = _topics(TOPICS)
    per_topic = timed(lambda: _use_rouge_score(topics[:ROUGE_SCORE_TOPICS]))[0] / ROUGE_SCORE_TOPICS
    name = f"{TOPICS * PEERS:,} peers x {MODELS} models"
    yield at_most(f"seconds, ROUGE-1, -2 and -L, {name}", seconds, MAX_ROUGE_SECONDS)
    yield at_least("times as fast as rouge-score", per_topic * TOPICS / seconds, MIN_ROUGE_SPEEDUP, "{:.0f}")
    yield at_most("peak memory of a separate process, MB", megabytes, MAX_MEGABYTES, "{:.0f}")
    for measure in ("rouge-su4", "tesla-s"):
        yield at_most(f"seconds, {measure}, {name}", _seconds(topics, (measure,)), MAX_SKIP_SECONDS)


def measure_studies() -> Iterator[Figure]:
    """Times Koehn's bootstrap of two measures, and compares the time of a correlation with scipy's."""
    rng = np.random.default_rng(1)
    a, b, human = rng.random((3, SUMMARIZERS, STUDY_TOPICS))
    draws = topic_draws(STUDY_TOPICS, rng, DRAWS)
    for (level, coefficient), budget in MAX_KOEHN_SECONDS.items():
        seconds = min(
            timed(lambda: koehn_shares(a, b, human, level, coefficient, draws))[0]  # noqa: B023  # called at once
            for _ in range(3)
        )
        yield at_most(f"seconds, {DRAWS:,} draws, {level} level, {coefficient}", seconds, budget, "{:.3f}")
        if level is Level.SUMMARY:
            loop_seconds = timed(lambda: _loop_over_scipy((a, b), human, draws.topics[:SCIPY_DRAWS]))[0]
            speedup = loop_seconds / SCIPY_DRAWS * DRAWS / seconds
            yield at_least("times as fast as a loop over scipy", speedup, MIN_KOEHN_SPEEDUP, "{:.0f}")


def measure_cluster() -> Iterator[Figure]:
    """Compares the time of two workers of a cluster with that of one, and that of one with that of this process."""
    measures = tuple(definition(name).measure() for name in (*ROUGE, "tesla-s"))
    tasks = [TopicTask(topic.key, topic, measures) for topic in _topics(CLUSTER_TOPICS, peers=10)]
    seconds = {0: timed(lambda: list(score_topics(tasks)))[0]}  # by number of workers; 0: in this process
    with TemporaryDirectory() as folder, LocalCluster(0, 1, local_directory=folder, dashboard_address=None) as cluster:
        for workers in (1, 2):
            cluster.scale(workers)
            cluster.wait_for_workers(workers)
            with cluster_scorer(ClusterAddress(cluster.scheduler_address)) as score:
                list(score(tasks[:workers]))  # workers import the measures
                seconds[workers] = timed(lambda: list(score(tasks)))[0]  # called at once
    yield at_least("times as fast with 2 workers as with 1", seconds[1] / seconds[2], MIN_CLUSTER_SPEEDUP)
    overhead = 1000 * (seconds[1] - seconds[0]) / CLUSTER_TOPICS
    yield at_most("ms of overhead a topic", overhead, MAX_OVERHEAD_MS, "{:.1f}")


def _topics(count: int, peers: int = PEERS) -> list[TopicTexts]:
    """Makes topics of random words, as frequent as the words of a language."""
    rng = random.Random(1)
    syllables = [f"{consonant}{vowel}" for consonant in "bdfklmnprst" for vowel in "aeiou"]
    stems = ["".join(rng.choices(syllables, k=rng.randint(1, 4))) for _ in range(5_000)]
    words = [f"{rng.choice(('re', 'un', ''))}{stem}{rng.choice(('s', 'ing', 'ation', ''))}" for stem in stems]
    weights = [1 / rank for rank in range(1, len(words) + 1)]

    def text() -> Text:
        return Text(tuple(" ".join(rng.choices(words, weights, k=WORDS)) for _ in range(SENTENCES)))

    return [
        TopicTexts(f"D{number}", tuple(text() for _ in range(peers)), tuple(text() for _ in range(MODELS)))
        for number in range(count)
    ]


def _seconds(topics: Sequence[TopicTexts], names: Sequence[str]) -> float:
    """The seconds to score topics by the measures of these names."""
    measures: tuple[Measure, ...] = tuple(definition(name).measure() for name in names)
    return timed(lambda: [score_topic(TopicTask(topic.key, topic, measures)) for topic in topics])[0]


def _rouge_seconds() -> float:
    return _seconds(_topics(TOPICS), ROUGE)


def _use_rouge_score(topics: Sequence[TopicTexts]) -> None:
    scorer = RougeScorer(ROUGE_SCORE, use_stemmer=True)
    for topic in topics:
        models = ["\n".join(model.sentences) for model in topic.models]
        for peer in topic.peers:
            scorer.score_multi(models, "\n".join(peer.sentences))


def _loop_over_scipy(columns: Sequence[np.ndarray], human: np.ndarray, draws: np.ndarray) -> None:
    """Correlates each column with the human scores on each drawn topic, one call after the other."""
    for topics in draws:
        for column in columns:
            np.mean([pearsonr(column[:, topic], human[:, topic])[0] for topic in topics])
