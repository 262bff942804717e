"""Rules that reject false sentence ends. Each covers one reason why a full stop does not end a sentence."""

import regex

from annotator.texts.segmentation.abbreviations import (
    AFTER_CLOCK,
    BEFORE_NUMBERS,
    CLOCK,
    FIRST_WORDS,
    FOREIGN_TITLES,
    MAYBE_LAST,
    MAYBE_STREET,
    NEVER_LAST,
)

# Quotes and brackets around the stop: "We won." / (It failed.)
_TAIL = regex.compile(r"(?P<stop>[\p{STerm}…;\u037e]+)(?P<closers>[\p{Pe}\p{Pf}\p{Pi}\"'*_]*)\s*\Z")
_HEAD = regex.compile(r"(?P<openers>[\p{Ps}\p{Pi}\p{Pf}\"'¿¡*_\p{Pd}\p{Sc}\s]*)(?P<word>[\p{L}\p{M}\p{N}'’.&]*)")
_LAST_WORD = regex.compile(r"[\p{L}\p{M}\p{N}.&'’]*\Z")
_ENUMERATION = regex.compile(r"\W*(?:\d{1,3}|\p{L}|[ivx]+)[.)]\s*", regex.IGNORECASE)
_ACRONYM = regex.compile(r"(?:\p{L}{1,2}\.)+\p{L}{1,2}")
_OPENING_QUOTE = regex.compile(r"[\p{Pi}\"']")
_REACH = 60  # characters examined on either side


def ends_before(line: str, start: int, *, since: int, language: str | None) -> bool:
    """Whether a sentence that began at ``since`` really ends before ``start`` in ``line``, which has no line breaks."""
    tail = _TAIL.search(line[max(since, start - _REACH) : start])
    head = _HEAD.match(line[start : start + _REACH])
    if tail is None or head is None or _lacks_stop(tail["stop"], language):
        return False
    if head["word"][:1].islower() or _ENUMERATION.fullmatch(line, since, min(start, since + _REACH)):
        return False
    if tail["closers"] or tail["stop"][-1] not in ".…":
        return True
    before = line[max(since, start - _REACH) : start].rstrip()[: -len(tail["stop"])]
    return _stop_ends(before, tail["stop"], head, english=language in (None, "en"))


def _lacks_stop(stop: str, language: str | None) -> bool:
    """Whether the stop is only a semicolon, which ends a question in Greek and nothing in other languages."""
    return language != "el" and not stop.strip(";\u037e")


def _stop_ends(before: str, stop: str, head: "regex.Match[str]", *, english: bool) -> bool:
    last = _LAST_WORD.search(before)
    word, next_word = last.group() if last else "", head["word"]
    first = _is_first_word(next_word) or _OPENING_QUOTE.search(head["openers"]) is not None
    if len(stop) > 1 or stop == "…":
        # An ellipsis for omitted text has a space before it; one that trails off follows its word directly.
        return first or bool(word)
    if len(word) == 1 and word.isupper():
        return first and english
    if english:
        return _abbreviation_ends(word, next_word, first=first)
    return not (word.istitle() and word.lower() in FOREIGN_TITLES)


def _is_first_word(word: str) -> bool:
    """Whether ``word`` begins sentences and not names; "It's" counts as "it"."""
    return word.lower().rstrip(".").replace("’", "'").partition("'")[0] in FIRST_WORDS


def _abbreviation_ends(word: str, next_word: str, *, first: bool) -> bool:
    """Whether the stop after ``word`` ends an English sentence; ``first``: what follows looks like a first word."""
    key, following = word.lower().lstrip("'’."), next_word.lower().rstrip(".")
    before_number = next_word[:1].isdigit()
    if key in BEFORE_NUMBERS and before_number:
        return False
    if key in CLOCK:
        return following not in AFTER_CLOCK and not before_number
    if key in NEVER_LAST:
        return False
    if _may_be_last(key, word):
        return first
    return not before_number or len(key) > 3 or key[-1:].isdigit()


def _may_be_last(key: str, word: str) -> bool:
    capital = word[:1].isupper()
    return (capital and (key in MAYBE_LAST or key == MAYBE_STREET)) or _ACRONYM.fullmatch(key) is not None
