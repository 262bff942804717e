"""Adds parses, trained measures, baselines and studies to the sample projects."""

from importlib.resources import files
from importlib.resources.abc import Traversable

from annotator.projects.models import Membership, Project
from scoring.measures.extracts.baselines.options import BaselineOptions, Size, Unit
from scoring.measures.extracts.baselines.rules import BASELINES
from scoring.observations.parses.importing import ParseFile, import_parses
from scoring.studies.baselines.services import add_baselines
from scoring.studies.definition import StudyDefinition
from scoring.studies.services import create_study
from scoring.studies.trained.services import add_trained_measure

MEASURES = ("rouge-1", "rouge-2", "rouge-l", "cosine", "tesla-s")
_FOLDER = files(__package__)
_RATINGS = "given.responsiveness"
_TOPICS_NOT_TRAINED_ON = ("library", "market", "seeds", "volcano")
_EXTRACTS_TOPIC, _EXTRACT_SIZE = "turn", 5


def complete_sample(project: Project, manager: Membership) -> None:
    """Add parses, trained measures and baselines to the sample project. The baselines become peers of the topic whose
    peers are extracts.
    """
    _add_parses(project, "sample", manager)
    _add_trained_measures(project, manager)
    add_baselines(
        topics=[project.topics.get(key=_EXTRACTS_TOPIC)],
        names=BASELINES,
        options=BaselineOptions(Size(_EXTRACT_SIZE, Unit.SENTENCES)),
        by=manager,
        keep=True,
    )


def complete_study(project: Project, manager: Membership) -> None:
    """Add parses, trained measures and two studies to the sample study. The second study uses the topics on which no
    measure was trained.
    """
    _add_parses(project, "study", manager)
    trained = _add_trained_measures(project, manager)
    _add_study(project, manager, "Which measure agrees with people?", MEASURES, ("pyramid.modified", _RATINGS))
    columns = ("tesla-s", "content-tfidf:value=document", "relevance", *trained)
    topics = _TOPICS_NOT_TRAINED_ON
    _add_study(project, manager, "Do trained measures agree better?", columns, (_RATINGS,), topics)


def _add_study(
    project: Project,
    manager: Membership,
    title: str,
    columns: tuple[str, ...],
    against: tuple[str, ...],
    topics: tuple[str, ...] = (),
) -> None:
    definition = StudyDefinition(columns=columns, against=against, topics=topics)
    create_study(project=project, title=title, definition=definition, by=manager)


def _add_parses(project: Project, name: str, manager: Membership) -> None:
    parses = [ParseFile(file.name, file.read_bytes()) for file in _files("parses", name)]
    import_parses(project=project, files=parses, parser="marked by hand", by=manager)


def _add_trained_measures(project: Project, manager: Membership) -> list[str]:
    """Returns the measures that do not need parses, as columns of studies."""
    columns = []
    for file in _files("models"):
        measure = add_trained_measure(
            project=project, data=file.read_bytes(), name=file.name.removesuffix(".json"), by=manager
        )
        columns += [measure.overview["measure"]] if "connectives" in measure.name else []
    return columns


def _files(*folders: str) -> list[Traversable]:
    """Returns the files of a folder, sorted by name."""
    return sorted(_FOLDER.joinpath(*folders).iterdir(), key=lambda file: file.name)
