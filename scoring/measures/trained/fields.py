"""Reads the fields of a JSON object of a trained model, and refuses all but the expected types and sizes."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from annotator.texts.cleaning import printable

MAX_TEXT = 1_000
LARGEST = 1e15
"""Numbers must be between -LARGEST and LARGEST, so that no sum or power of a kernel overflows."""

UNPRINTABLE = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
"""Control characters and lone surrogates: Postgres stores neither NUL nor surrogates."""

Choice = TypeVar("Choice", bound=StrEnum)


class ModelRefused(ValueError):
    """A file is not a trained model, or cannot be used. The message is a sentence for people."""


class Fields:
    """A JSON object. ``path``: where it is in the file: "training.", or "" for the file itself. All methods raise
    ModelRefused; ``max_count``: the largest length of a list.
    """

    def __init__(self, content: Mapping[str, Any], path: str) -> None:
        self._content = content
        self._path = path
        self._read: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._content

    def place(self, key: str) -> str:
        """Returns where a field is in the file, for messages: “training.topics”."""
        return printable(f"“{self._path}{key:.50}”")

    def check_all_read(self) -> None:
        """Raises ModelRefused if the object has a key that no method read."""
        if unknown := sorted(set(self._content) - self._read):
            raise ModelRefused(f"There is no field {self.place(unknown[0])} in a trained measure.")

    def names(self, max_count: int) -> list[str]:
        """Returns the keys, sorted."""
        names = sorted(self._content)
        self._check_count(len(names), max_count)
        return [self._checked_text(name, "a name") for name in names]

    def text(self, key: str) -> str:
        return self._checked_text(self._value(key), self.place(key))

    def digits(self, key: str, count: int) -> str:
        """Returns hexadecimal digits in lower case."""
        text = self.text(key)
        if not re.fullmatch(f"[0-9a-f]{{{count}}}", text):
            raise ModelRefused(f"{self.place(key)} must have {count} hexadecimal digits.")
        return text

    def texts(self, key: str, max_count: int) -> tuple[str, ...]:
        return tuple(self._checked_text(text, f"each part of {self.place(key)}") for text in self._list(key, max_count))

    def boolean(self, key: str) -> bool:
        value = self._value(key)
        if not isinstance(value, bool):
            raise ModelRefused(f"{self.place(key)} must be true or false.")
        return value

    def choice(self, key: str, choices: type[Choice]) -> Choice:
        text = self.text(key)
        if text not in [choice.value for choice in choices]:
            raise ModelRefused(f"{self.place(key)} must be {' or '.join(choices)}, not “{text:.50}”.")
        return choices(text)

    def whole_number(self, key: str, highest: int) -> int:
        value = self._value(key)
        if type(value) is not int or not 0 <= value <= highest:  # isinstance would accept true and false
            raise ModelRefused(f"{self.place(key)} must be a whole number from 0 to {highest:,}.")
        return value

    def number(self, key: str) -> float:
        return self._checked_number(self._value(key), self.place(key))

    def optional_number(self, key: str) -> float | None:
        return None if self._value(key) is None else self.number(key)

    def numbers(self, key: str, max_count: int) -> tuple[float, ...]:
        place = f"each part of {self.place(key)}"
        return tuple(self._checked_number(value, place) for value in self._list(key, max_count))

    def number_lists(self, key: str, max_count: int, length: int) -> tuple[tuple[float, ...], ...]:
        """Returns lists of ``length`` numbers each."""
        lists = self._list(key, max_count)
        place = f"each part of {self.place(key)}"
        if not all(isinstance(values, list) and len(values) == length for values in lists):
            raise ModelRefused(f"{_capitalized(place)} must be a list of {length} numbers.")
        return tuple(tuple(self._checked_number(value, place) for value in values) for values in lists)

    def numbers_by_name(self, max_count: int) -> dict[str, float]:
        """Returns all fields, which must be numbers, in their order."""
        self._check_count(len(self._content), max_count)
        return {
            self._checked_text(name, "a name"): self._checked_number(value, self.place(name))
            for name, value in self._content.items()
        }

    def object(self, key: str) -> "Fields":
        value = self._value(key)
        if not isinstance(value, Mapping):
            raise ModelRefused(f"{self.place(key)} must be an object.")
        return Fields(value, f"{self._path}{key}.")

    def optional_object(self, key: str) -> "Fields | None":
        return None if self._value(key) is None else self.object(key)

    def objects(self, key: str, max_count: int) -> "list[Fields]":
        values = self._list(key, max_count)
        if not all(isinstance(value, Mapping) for value in values):
            raise ModelRefused(f"Each part of {self.place(key)} must be an object.")
        return [Fields(value, f"{self._path}{key}.") for value in values]

    def _value(self, key: str) -> Any:
        if key not in self._content:
            raise ModelRefused(f"The field {self.place(key)} is missing.")
        self._read.add(key)
        return self._content[key]

    def _list(self, key: str, max_count: int) -> list[Any]:
        value = self._value(key)
        if not isinstance(value, list) or len(value) > max_count:
            raise ModelRefused(f"{self.place(key)} must be a list of at most {max_count:,} parts.")
        return value

    def _check_count(self, count: int, max_count: int) -> None:
        if count > max_count:
            raise ModelRefused(f"“{self._path.rstrip('.')}” must have at most {max_count:,} fields.")

    def _checked_text(self, value: Any, place: str) -> str:
        if not isinstance(value, str) or len(value) > MAX_TEXT:
            raise ModelRefused(f"{_capitalized(place)} must be text of at most {MAX_TEXT:,} characters.")
        if UNPRINTABLE.search(value):
            raise ModelRefused(f"{_capitalized(place)} has a character that cannot be printed.")
        return value

    def _checked_number(self, value: Any, place: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST < value < LARGEST:
            raise ModelRefused(f"{_capitalized(place)} must be a number between -1e15 and 1e15.")
        return float(value)


def _capitalized(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
