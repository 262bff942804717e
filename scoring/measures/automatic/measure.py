"""The definition of a measure, and the measure that results when its parameters are chosen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from scoring.measures.automatic.parameters import Parameter, Parameters, choose
from scoring.measures.automatic.topic_texts import Need, Scored, TopicTexts


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure whose parameters are chosen. ``values``: the names of the columns of `Scored.values`; ``primary``: the
    name of the column to report if there is room for only one.

    ``score`` gives the values of the peers. ``score_models`` gives those of the models, each against the others; it is
    None for measures without models. Both are pure, and neither depends on the order of peers or models.
    """

    name: str
    version: int
    parameters: Parameters
    values: tuple[str, ...]
    primary: str
    needs: frozenset[Need]
    score: Callable[[TopicTexts], Scored] = field(compare=False, repr=False)
    score_models: Callable[[TopicTexts], Scored] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MeasureDefinition:
    """A measure before its parameters are chosen: an entry of the table of measures.

    ``meaning``: a sentence for people. ``version``: raised by every change that may change a value. ``needs`` may
    depend on the parameters. ``score`` and ``score_models`` are module-level functions, so that measures can be
    pickled.
    """

    name: str
    meaning: str
    version: int
    parameters: tuple[Parameter, ...]
    values: tuple[str, ...]
    primary: str
    needs: Callable[[Parameters], frozenset[Need]]
    score: Callable[[Parameters, TopicTexts], Scored]
    score_models: Callable[[Parameters, TopicTexts], Scored] | None = None

    def measure(self, chosen: Mapping[str, str] | None = None) -> Measure:
        """Returns the measure with these parameters, and the defaults for the others. Raises MeasureError."""
        parameters = choose(self.parameters, chosen or {}, self.name)
        return Measure(
            self.name,
            self.version,
            parameters,
            self.values,
            self.primary,
            self.needs(parameters),
            partial(self.score, parameters),
            partial(self.score_models, parameters) if self.score_models else None,
        )


def needs_models(parameters: Parameters) -> frozenset[Need]:  # noqa: ARG001 the same whatever the parameters are
    return frozenset({Need.MODELS})
