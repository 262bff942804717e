"""A trained model as data, and its JSON. The hash of its content identifies it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any

from scoring.stats.levels import Coefficient, Level

FORMAT = "pyramidion-trained-measure-1"
NO_MODEL = "none"
"""The value of the parameter ``model`` of a measure without a model."""
HASH_LENGTH = 8
"""How many digits of a model's hash the signature of a measure has."""

TEXT_HASH_LENGTH = 32
WHITE_SPACE = "".join(character for character in map(chr, range(1, 0x3001)) if character.isspace())
"""All characters of white space, so that a database can leave out the same characters."""
_WITHOUT_WHITE_SPACE = dict.fromkeys(map(ord, WHITE_SPACE))


class Kernel(StrEnum):
    """The kernel K(x, y) of a support vector regression: x·y, (x·y + 1)³, or exp(-|x - y|²)."""

    LINEAR = "linear"
    POLY = "poly"
    RBF = "rbf"


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking SVM. The score of a text is the sum of its features, each times its weight. ``weights``: by the name of
    the feature, sorted by name; a feature without weight counts 0.
    """

    weights: tuple[tuple[str, float], ...]

    def as_json(self) -> dict[str, Any]:
        return {"weights": dict(self.weights)}


@dataclass(frozen=True, slots=True)
class Regression:
    """A support vector regression. The score of a text with features x is the intercept plus the sum, over the support
    vectors v with their dual coefficients a, of a K(v, x). ``features``: their names.
    """

    kernel: Kernel
    features: tuple[str, ...]
    support_vectors: tuple[tuple[float, ...], ...]
    dual_coefficients: tuple[float, ...]
    intercept: float

    def as_json(self) -> dict[str, Any]:
        return {
            "kernel": self.kernel.value,
            "features": list(self.features),
            "support_vectors": [list(vector) for vector in self.support_vectors],
            "dual_coefficients": list(self.dual_coefficients),
            "intercept": self.intercept,
        }


@dataclass(frozen=True, slots=True)
class TrainingData:
    """What a model was trained on. ``against``: the name of the ratings. ``scales``: the ends of the scales of these
    ratings; empty if unknown. ``table_sha256``: see `TrainingTable.sha256`. ``text_hashes``: of the texts of the
    summaries (`text_hash`), sorted.
    """

    against: str
    scales: tuple[tuple[float, float], ...]
    table_sha256: str
    topics: int
    summaries: int
    text_hashes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "against": self.against,
            "scales": [list(scale) for scale in self.scales],
            "table_sha256": self.table_sha256,
            "topics": self.topics,
            "summaries": self.summaries,
            "text_hashes": list(self.text_hashes),
        }


@dataclass(frozen=True, slots=True)
class ModelCorrelation:
    """A correlation of predictions with ratings; None if undefined. ``held_out``: of the predictions for each topic by
    a model trained without it. ``in_sample``: of those by the model trained on all topics.
    """

    level: Level
    coefficient: Coefficient
    held_out: float | None
    in_sample: float | None

    def as_json(self) -> dict[str, Any]:
        return {
            "level": self.level.value,
            "coefficient": self.coefficient.value,
            "held_out": self.held_out,
            "in_sample": self.in_sample,
        }


@dataclass(frozen=True, slots=True)
class Assessment:
    """How well predictions agree with ratings. ``folds``: the number of parts into which the topics were divided.
    ``logarithm``: whether Pearson's r was computed with the logarithms of the predictions. ``warnings``: sentences.
    """

    folds: int
    logarithm: bool
    correlations: tuple[ModelCorrelation, ...]
    warnings: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "folds": self.folds,
            "logarithm": self.logarithm,
            "correlations": [correlation.as_json() for correlation in self.correlations],
            "warnings": list(self.warnings),
        }


@dataclass(frozen=True)
class TrainedModel:
    """A trained model. ``signature``: of its measure, with ``model:none``.

    ``rests_on``: the signatures of the measures whose values are its features. ``coherence``: the model of these
    measures that is trained too; None if there is none. ``cost``: the parameter C of the training. ``libraries``: the
    versions of the programs that trained it, by name.
    """

    signature: str
    function: Ranking | Regression
    cost: float
    data: TrainingData
    assessment: Assessment | None
    libraries: tuple[tuple[str, str], ...]
    rests_on: tuple[str, ...] = ()
    coherence: "TrainedModel | None" = None

    @property
    def measure(self) -> str:
        """The name of the measure."""
        return self.signature.partition("|")[0]

    @property
    def parse(self) -> str:
        """The value of the measure's parameter ``parse``: where discourse relations come from."""
        parameters = dict(part.partition(":")[::2] for part in self.signature.split("|")[1:])
        return parameters.get("parse", "")

    @cached_property
    def sha256(self) -> str:
        """The hash of the content."""
        return canonical_hash(self._content())

    @property
    def key(self) -> str:
        """The value of the parameter ``model``: the first digits of the hash."""
        return self.sha256[:HASH_LENGTH]

    @property
    def all_text_hashes(self) -> frozenset[str]:
        """The hashes of the texts that the model, or the model it rests on, was trained on."""
        own = frozenset(self.data.text_hashes)
        return own | self.coherence.all_text_hashes if self.coherence else own

    def as_json(self) -> dict[str, Any]:
        return {**self._content(), "sha256": self.sha256}

    def as_text(self) -> str:
        """Returns the JSON file: the same text for equal models."""
        return json.dumps(self.as_json(), indent=1, allow_nan=False) + "\n"

    def _content(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "signature": self.signature,
            "rests_on": list(self.rests_on),
            **self.function.as_json(),
            "cost": self.cost,
            "training": self.data.as_json(),
            "assessment": self.assessment.as_json() if self.assessment else None,
            "libraries": dict(self.libraries),
            "coherence": self.coherence.as_json() if self.coherence else None,
        }


def canonical_hash(content: Mapping[str, Any]) -> str:
    """Returns the SHA-256 of JSON, whatever the order of its keys."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return sha256(text.encode()).hexdigest()


def text_hash(sentences: Iterable[str]) -> str:
    """Returns a hash of a text without its white space, so that the bounds of sentences and lines do not matter."""
    letters = "".join(sentences).translate(_WITHOUT_WHITE_SPACE)
    return sha256(letters.encode(errors="surrogatepass")).hexdigest()[:TEXT_HASH_LENGTH]
