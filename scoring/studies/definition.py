"""What a study computes: a definition that can be stored, exported and computed again with the same result."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, TypeVar

from annotator.texts.errors import FieldError, Malformed
from scoring.stats import koehn
from scoring.stats.levels import Coefficient, Drawn, Level
from scoring.studies.comparisons import StudyTest

MAX_COLUMNS = 100
MAX_GROUPS = 20
MAX_NAME = 300
MAX_TOPICS = 10_000
MAX_RESAMPLES = 100_000
MAX_SEED = 2**32 - 1

Choice = TypeVar("Choice", bound=StrEnum)


class StudyRefused(Malformed):
    """A definition cannot be used. The message is a sentence for people. ``field``: the field of StudyDefinition that
    must change.
    """

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__([FieldError(field, sentence)])
        self.field = field

    def __str__(self) -> str:
        return self.errors[0].message


class StudyImpossible(StudyRefused):
    """The definition is valid, but the study cannot be computed from these scores."""

    status = 422


class Summarizers(StrEnum):
    """Which summarizers are compared. ``HUMAN``: the people who wrote model summaries."""

    SYSTEM = "system"
    HUMAN = "human"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Group:
    """The topics whose key has a match of ``pattern``, a regular expression. Each group has its own results."""

    name: str
    pattern: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyDefinition:
    """The choices of a study. A column is one kind of score: the value of a measure, or scores that people gave.

    The ``columns`` are compared by their correlations with each column of ``against``, which hold human scores.
    ``topics``: their keys; empty for all topics. ``resamples``: the number of random draws for each interval and each
    test by Koehn's bootstrap. ``drawn``: whether summarizers, topics or both are drawn for an interval.
    ``significant_only``: whether to add the mean of Kendall's tau over the topics where it is significant.
    ``include_training_summaries``: whether trained measures score the summaries that they were trained on, too.
    """

    columns: tuple[str, ...]
    against: tuple[str, ...]
    topics: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    summarizers: Summarizers = Summarizers.SYSTEM
    levels: tuple[Level, ...] = (Level.SUMMARIZER, Level.SUMMARY)
    coefficients: tuple[Coefficient, ...] = tuple(Coefficient)
    tests: tuple[StudyTest, ...] = (StudyTest.KOEHN, StudyTest.WILLIAMS)
    resamples: int = koehn.DRAWS
    seed: int = 1
    drawn: Drawn = Drawn.BOTH
    significant_only: bool = False
    include_training_summaries: bool = False

    @property
    def compared_columns(self) -> tuple[str, ...]:
        return tuple(name for name in self.columns if name not in self.against)

    @property
    def all_columns(self) -> tuple[str, ...]:
        """The compared columns, then those of human scores."""
        return (*self.compared_columns, *self.against)

    @property
    def digest(self) -> str:
        """A hash, equal for equal definitions."""
        return hashlib.sha256(json.dumps(self.as_json()).encode()).hexdigest()

    def as_json(self) -> dict[str, Any]:
        return {
            "columns": list(self.columns),
            "against": list(self.against),
            "topics": list(self.topics),
            "groups": {group.name: group.pattern for group in self.groups},
            "summarizers": self.summarizers.value,
            "levels": [level.value for level in self.levels],
            "coefficients": [coefficient.value for coefficient in self.coefficients],
            "tests": [test.value for test in self.tests],
            "resamples": self.resamples,
            "seed": self.seed,
            "drawn": self.drawn.value,
            "significant_only": self.significant_only,
            # Only if it is true, so that the hashes of definitions from before this choice are the same.
            **({"include_training_summaries": True} if self.include_training_summaries else {}),
        }

    @classmethod
    def from_json(cls, content: Any) -> "StudyDefinition":
        """Reads what ``as_json`` writes; missing keys have their defaults. Raises StudyRefused."""
        if not isinstance(content, Mapping):
            raise StudyRefused("definition", "The definition must be a JSON object.")
        known = [field.name for field in fields(cls)]
        if unknown := [str(key) for key in content if key not in known]:
            raise StudyRefused("definition", f"There is no key “{unknown[0]:.100}”. There are {', '.join(known)}.")
        readers: dict[str, Callable[[str, Any], Any]] = {
            "columns": _read_column_names,
            "against": _read_column_names,
            "topics": lambda field, value: _read_names(field, value, MAX_TOPICS),
            "groups": _read_groups,
            "summarizers": lambda field, value: _read_choice(field, value, Summarizers),
            "levels": lambda field, value: _read_choices(field, value, Level),
            "coefficients": lambda field, value: _read_choices(field, value, Coefficient),
            "tests": lambda field, value: _read_choices(field, value, StudyTest, may_be_empty=True),
            "resamples": lambda field, value: _read_whole_number(field, value, 1, MAX_RESAMPLES),
            "seed": lambda field, value: _read_whole_number(field, value, 0, MAX_SEED),
            "drawn": lambda field, value: _read_choice(field, value, Drawn),
            "significant_only": _read_boolean,
            "include_training_summaries": _read_boolean,
        }
        required: dict[str, Any] = {"columns": [], "against": []}  # refused if they stay empty
        definition = cls(**{field: readers[field](field, value) for field, value in {**required, **content}.items()})
        if not _is_text(json.dumps(definition.as_json(), ensure_ascii=False)):
            raise StudyRefused("definition", "The definition has characters that are not Unicode text.")
        if not definition.compared_columns:
            raise StudyRefused("columns", "Name at least one column in “columns” that is not in “against”.")
        return definition


def _read_column_names(field: str, value: Any) -> tuple[str, ...]:
    names = _read_names(field, value, MAX_COLUMNS)
    if not names:
        raise StudyRefused(field, f"Name at least one column in “{field}”.")
    return names


def _read_names(field: str, value: Any, max_count: int) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) and 0 < len(name) <= MAX_NAME for name in value):
        raise StudyRefused(field, f"“{field}” must be a list of names of at most {MAX_NAME} characters.")
    if len(value) > max_count:
        raise StudyRefused(field, f"“{field}” may have at most {max_count:,} names.")
    if repeated := _repeated(value):
        raise StudyRefused(field, f"“{field}” names “{repeated}” twice.")
    return tuple(value)


def _read_groups(field: str, value: Any) -> tuple[Group, ...]:
    if not isinstance(value, Mapping) or not all(isinstance(text, str) for pair in value.items() for text in pair):
        raise StudyRefused(field, "“groups” must be an object of names and regular expressions.")
    _read_names(field, list(value), MAX_GROUPS)
    return tuple(Group(name, pattern) for name, pattern in value.items())


def _read_choice(field: str, value: Any, choices: type[Choice]) -> Choice:
    if not isinstance(value, str) or value not in [choice.value for choice in choices]:
        raise StudyRefused(field, f"“{field}” must be {_joined_by_or(choices)}, not {_quoted(value)}.")
    return choices(value)


def _read_choices(field: str, value: Any, choices: type[Choice], *, may_be_empty: bool = False) -> tuple[Choice, ...]:
    """Reads a list of choices; returns them in the order of ``choices``, because their order means nothing."""
    if not isinstance(value, list) or not (value or may_be_empty):
        raise StudyRefused(field, f"“{field}” must be a list of {_joined_by_or(choices)}.")
    chosen = [_read_choice(field, item, choices) for item in value]
    return tuple(choice for choice in choices if choice in chosen)


def _read_whole_number(field: str, value: Any, lowest: int, highest: int) -> int:
    if type(value) is not int or not lowest <= value <= highest:  # isinstance would accept true and false
        raise StudyRefused(field, f"“{field}” must be a whole number from {lowest} to {highest}, not {_quoted(value)}.")
    return value


def _read_boolean(field: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise StudyRefused(field, f"“{field}” must be true or false.")
    return value


def _is_text(text: str) -> bool:
    """Whether the text has no lone surrogates, which JSON can express but files cannot."""
    return text == text.encode(errors="ignore").decode()


def _repeated(names: Sequence[str]) -> str:
    """Returns the first name that is in the list twice, or ""."""
    seen = set[str]()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return ""


def _joined_by_or(choices: type[StrEnum]) -> str:
    *first_values, last_value = [choice.value for choice in choices]
    return f"{', '.join(first_values)} or {last_value}"


def _quoted(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return f"“{text:.58}”"
