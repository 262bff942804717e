"""Files of Basic Elements: ``head|modifier|relation`` on each line."""

from scoring.measures.automatic.topic_texts import Element

NIL = "nil"
"""The text of a missing modifier or relation."""


class BasicElementsError(ValueError):
    """A file of Basic Elements cannot be read. The message is a sentence for people."""


def read_elements(content: str) -> tuple[Element, ...]:
    """Returns the elements of a file, which may be empty. Raises BasicElementsError."""
    return tuple(
        _element(line_number, line)
        for line_number, line in enumerate(content.removeprefix("\ufeff").split("\n"), 1)
        if line.strip()
    )


def _element(line_number: int, line: str) -> Element:
    fields = [field.strip() for field in line.split("|")]
    if len(fields) != 3:
        raise BasicElementsError(f"Line {line_number} must be head|modifier|relation, not “{line.strip()}”.")
    if not all(fields):
        raise BasicElementsError(
            f"Line {line_number} has an empty field; write {NIL} for a missing value: “{line.strip()}”."
        )
    return Element(*fields)
