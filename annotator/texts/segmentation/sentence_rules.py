"""Rejects false sentence ends. Each rule covers one reason why a full stop does not end a sentence."""

import regex

from annotator.texts.segmentation.abbreviations import (
    AFTER_TIMES_OF_DAY,
    BEFORE_NUMBERS,
    FIRST_WORDS,
    FOREIGN_TITLES,
    MAY_END_SENTENCE,
    NEVER_END_SENTENCE,
    SAINT_OR_STREET,
    TIMES_OF_DAY,
)

# The end of a sentence and the beginning of the next, with quotes and brackets: "We won." (It failed.)
_TAIL = regex.compile(r"(?P<stop>[\p{STerm}…;\u037e]+)(?P<closers>[\p{Pe}\p{Pf}\p{Pi}\"'*_]*)\s*\Z")
_HEAD = regex.compile(r"(?P<openers>[\p{Ps}\p{Pi}\p{Pf}\"'¿¡*_\p{Pd}\p{Sc}\s]*)(?P<word>[\p{L}\p{M}\p{N}'’.&]*)")
_LAST_WORD = regex.compile(r"[\p{L}\p{M}\p{N}.&'’]*\Z")
_ENUMERATION = regex.compile(r"\W*(?:\d{1,3}|\p{L}|[ivx]+)[.)]\s*", regex.IGNORECASE)
_ACRONYM = regex.compile(r"(?:\p{L}{1,2}\.)+\p{L}{1,2}")
_OPENING_QUOTE = regex.compile(r"[\p{Pi}\"']")
_CONTEXT = 60  # characters examined on each side of a possible end


def ends_before(line: str, start: int, *, begin: int, language: str | None) -> bool:
    """Whether the sentence from ``begin`` ends before ``start`` in ``line``, which has no line breaks."""
    tail = _TAIL.search(line[max(begin, start - _CONTEXT) : start])
    head = _HEAD.match(line[start : start + _CONTEXT])
    if tail is None or head is None or _is_only_semicolon(tail["stop"], language):
        return False
    if head["word"][:1].islower() or _ENUMERATION.fullmatch(line, begin, min(start, begin + _CONTEXT)):
        return False
    if tail["closers"] or tail["stop"][-1] not in ".…":
        return True
    before = line[max(begin, start - _CONTEXT) : start].rstrip()[: -len(tail["stop"])]
    return _stop_ends(before, tail["stop"], head, is_english=language in (None, "en"))


def _is_only_semicolon(stop: str, language: str | None) -> bool:
    """Whether the stop is only a semicolon, which ends a sentence (a question) only in Greek."""
    return language != "el" and not stop.strip(";\u037e")


def _stop_ends(before: str, stop: str, head: "regex.Match[str]", *, is_english: bool) -> bool:
    """Whether ``stop`` ends the sentence. ``before`` is the text before it; ``head`` matches the text after it."""
    last = _LAST_WORD.search(before)
    word, next_word = last.group() if last else "", head["word"]
    is_first_word = _is_first_word(next_word) or _OPENING_QUOTE.search(head["openers"]) is not None
    if len(stop) > 1 or stop == "…":
        # An ellipsis after a space replaces omitted text. Directly after a word, it ends an unfinished sentence.
        return is_first_word or bool(word)
    if len(word) == 1 and word.isupper():
        return is_first_word and is_english
    if is_english:
        return _english_stop_ends(word, next_word, is_first_word=is_first_word)
    return not (word.istitle() and word.lower() in FOREIGN_TITLES)


def _is_first_word(word: str) -> bool:
    """Whether ``word`` often begins a sentence and rarely begins a name; "It's" counts as "it"."""
    return word.lower().rstrip(".").replace("’", "'").partition("'")[0] in FIRST_WORDS


def _english_stop_ends(word: str, next_word: str, *, is_first_word: bool) -> bool:
    """Whether the stop after ``word`` ends an English sentence; ``is_first_word``: the next word often begins one."""
    normalized, following = word.lower().lstrip("'’."), next_word.lower().rstrip(".")
    before_number = next_word[:1].isdigit()
    if normalized in BEFORE_NUMBERS and before_number:
        return False
    if normalized in TIMES_OF_DAY:
        return following not in AFTER_TIMES_OF_DAY and not before_number
    if normalized in NEVER_END_SENTENCE:
        return False
    if _may_end_sentence(normalized, word):
        return is_first_word
    # Before a number, a short unknown word is probably an abbreviation ("op. 5").
    return not before_number or len(normalized) > 3 or normalized[-1:].isdigit()


def _may_end_sentence(normalized: str, word: str) -> bool:
    """Whether ``word`` is an abbreviation that occurs within names and at sentence ends ("Inc", "U.S")."""
    is_name_part = word[:1].isupper() and (normalized in MAY_END_SENTENCE or normalized == SAINT_OR_STREET)
    return is_name_part or _ACRONYM.fullmatch(normalized) is not None
