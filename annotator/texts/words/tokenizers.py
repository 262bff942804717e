"""How a sentence is cut into words: by name, as in the signatures of measures."""

from collections.abc import Callable, Mapping

LOWER_CASE_LETTERS_AND_DIGITS = bytes(
    ord(chr(code).lower()) if code < 128 and chr(code).isalnum() else ord(" ") for code in range(256)
)
"""For `bytes.translate`: ASCII letters become lower case, digits stay, everything else becomes a space."""


def ascii_words(text: str) -> list[str]:
    """ROUGE-1.5.5's words: runs of ASCII letters and digits, in lower case. Other letters split words."""
    letters = text.encode("ascii", "replace").translate(LOWER_CASE_LETTERS_AND_DIGITS)
    return letters.decode("ascii").split()


TOKENIZERS: Mapping[str, Callable[[str], list[str]]] = {"155": ascii_words}
