"""Computes the values of measures for texts in files. An `Evaluation` has peers and the models to compare them with."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.model_checks import measure_of
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.short_name import short_name
from scoring.measures.automatic.similarity.frequencies import word_frequencies
from scoring.measures.automatic.tasks import TopicScores, TopicTask
from scoring.measures.automatic.topic_texts import Need, Scored, Text, WordFrequencies
from scoring.measures.automatic.warnings import lost_letters_warning
from scoring.measures.trained.model import TrainedModel, text_hash
from scoring.observations.text_files.evaluations import Evaluation, NamedText, all_texts
from scoring.studies.formats.rows import MeasuredRow, defined_values
from scoring.studies.workers import ScoreTopics, score_topics

NEEDED = {
    Need.MODELS: "model summaries",
    Need.ELEMENTS: "Basic Elements of all models of a topic",
    Need.PARSE: "parses of all models of a topic",
    Need.DISCOURSE: "discourse relations of peers",
    Need.DOCUMENTS: "documents of their topic",
}
"""What measures need that files may lack."""
HINTS = {
    Need.MODELS: "",
    Need.ELEMENTS: "; their folder is given with --be",
    Need.PARSE: "; their folder is given with --be",
    Need.DISCOURSE: "; their folder is given with --parses",
    Need.DOCUMENTS: "; they are in a folder “documents” with a folder for each topic, or in “documents” of JSON Lines",
}
ONLY_IN_PROJECTS = {Need.COLLECTION: "documents and statements", Need.EXTRACT: "extracts of judges and of peers"}
"""What measures need that files cannot have."""


def jackknifed(measure: Measure) -> Measure:
    """Returns the measure with ``jack=yes``, which leaves out one model in turn; unchanged without that parameter."""
    measure_definition = definition(measure.name)
    chosen = {
        parameter.name: measure.parameters[parameter.name]
        for parameter in measure_definition.parameters
        if not parameter.derived
    }
    return measure_definition.measure(chosen | {"jack": "yes"}) if "jack" in chosen else measure


def check_needs(measures: Sequence[Measure], evaluations: Sequence[Evaluation]) -> None:
    """Raises MeasureError if a measure could score no text. The message says what is missing for how many texts."""
    for measure in measures:
        for need in sorted(measure.needs & ONLY_IN_PROJECTS.keys()):
            raise MeasureError(f"{measure.name} needs {ONLY_IN_PROJECTS[need]}, which only a project has.")
        for need in sorted(measure.needs & NEEDED.keys()):
            if not any(_has(need, evaluation) for evaluation in evaluations):
                count = sum(len(evaluation.peers) for evaluation in evaluations)
                raise MeasureError(
                    f"{measure.name} needs {NEEDED[need]}, and {count:,} of {count:,} peers have none{HINTS[need]}."
                )


def check_models(measures: Sequence[Measure], trained: Sequence[TrainedModel]) -> None:
    """Raises MeasureError if a trained measure has no model among ``trained``."""
    known = {measure_of(model): model for model in trained}
    for measure in measures:
        if Need.TRAINED in measure.needs and measure not in known:
            names = ", ".join(map(short_name, known)) or "none"
            raise MeasureError(
                f"{short_name(measure)} needs its trained model: give the file with --trained, and name the measure as "
                f"that file does. The models in the files are for: {names}."
            )


def check_jackknife(evaluations: Sequence[Evaluation]) -> None:
    """Raises MeasureError if a topic has several evaluations: its models would have several values."""
    topic, count = Counter(evaluation.topic for evaluation in evaluations).most_common(1)[0]
    if count > 1:
        raise MeasureError(f"Lines of {topic} have different references, so its models cannot be jackknifed.")


def _has(need: Need, evaluation: Evaluation) -> bool:
    models = [model.text for model in evaluation.models]
    if need is Need.DOCUMENTS:
        return bool(evaluation.documents)
    if need is Need.ELEMENTS:
        return bool(models) and all(text.elements is not None for text in models)
    if need is Need.PARSE:
        return bool(models) and all(text.parse is not None for text in models)
    if need is Need.DISCOURSE:
        return any(peer.text.discourse is not None for peer in evaluation.peers)
    return bool(models)


def measured_rows(
    evaluations: Sequence[Evaluation],
    measures: Sequence[Measure],
    *,
    models: bool = False,
    trained: Sequence[TrainedModel] = (),
    score: ScoreTopics = score_topics,
) -> Iterator[MeasuredRow]:
    """Yields the values of the peers, evaluation by evaluation. ``models``: whether to score the models, too, each
    against the others. ``trained``: the models of trained measures. ``score`` computes the values.
    """
    frequencies, corpus = _frequencies(evaluations, measures), _corpus(evaluations, measures)
    tasks = (
        TopicTask(
            evaluation.topic,
            replace(evaluation.topic_texts(frequencies, corpus), trained=tuple(trained)),
            tuple(measures),
            models=models,
        )
        for evaluation in evaluations
    )
    training_texts = {measure_of(model): model.all_text_hashes for model in trained}
    for evaluation, scores in zip(evaluations, score(tasks), strict=True):
        for row, text in _rows(evaluation, measures, scores):
            hashes = training_texts.get(row.measure)
            yield replace(row, in_training=text_hash(text.sentences) in hashes) if hashes else row


def _rows(
    evaluation: Evaluation, measures: Sequence[Measure], scores: TopicScores
) -> Iterator[tuple[MeasuredRow, Text]]:
    """Yields a row for each text and measure, and the text."""
    for index, text in enumerate(evaluation.peers):
        for measure, scored in zip(measures, scores.peers, strict=True):
            yield _row(evaluation.topic, text, measure, scored, index), text.text
    for index, text in enumerate(evaluation.models if scores.models else ()):
        for measure, scored_models in zip(measures, scores.models, strict=True):
            if scored_models is not None:
                yield _row(evaluation.topic, text, measure, scored_models, index), text.text


def _row(topic: str, text: NamedText, measure: Measure, scored: Scored, index: int) -> MeasuredRow:
    """Returns the row of one text. ``index``: of the text in ``scored``."""
    values = defined_values(measure, scored.values[index])
    return MeasuredRow(topic, text.summarizer, text.kind.value, measure, values, scored.reasons[index])


def _frequencies(evaluations: Sequence[Evaluation], measures: Sequence[Measure]) -> tuple[WordFrequencies, ...]:
    """Returns the frequencies of the words of all texts in the files, once for each pair of the parameters ``tok``
    (tokenizer) and ``case`` with which a measure needs them.
    """
    measures_by_pair = {
        (measure.parameters["tok"], measure.parameters["case"]): measure
        for measure in measures
        if Need.PROJECT_TEXTS in measure.needs
    }
    texts = distinct_texts(evaluations) if measures_by_pair else []
    return tuple(word_frequencies(measure.parameters, texts) for measure in measures_by_pair.values())


def _corpus(evaluations: Sequence[Evaluation], measures: Sequence[Measure]) -> tuple[Text, ...]:
    """Returns the documents of all topics, if a measure needs them. The evaluations of a topic share its documents."""
    if not any(Need.PROJECT_DOCUMENTS in measure.needs for measure in measures):
        return ()
    by_topic = {evaluation.topic: evaluation.documents for evaluation in evaluations}
    return tuple(document for documents in by_topic.values() for document in documents)


def distinct_texts(evaluations: Sequence[Evaluation]) -> list[Text]:
    """Returns each text once, although it may be in several evaluations."""
    return list({(named.file, named.content): named.text for named in all_texts(evaluations)}.values())


def file_warnings(measures: Sequence[Measure], evaluations: Sequence[Evaluation]) -> list[str]:
    """Returns sentences about doubtful values: from tokenizers that lose letters, and of topics without models."""
    texts = distinct_texts(evaluations)
    without_models = [evaluation.topic for evaluation in evaluations if evaluation.peers and not evaluation.models]
    warnings = [lost_letters_warning(measures, texts)]
    if without_models and any(Need.MODELS in measure.needs for measure in measures):
        count = len(without_models)
        topics = "1 topic has" if count == 1 else f"{count:,} topics have"
        warnings.append(f"{topics} no models: {', '.join(without_models[:3])}.")
    return [warning for warning in warnings if warning]
