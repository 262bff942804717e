"""ROUGE-1.5.5's stemmer: WordNet's irregular forms, and Porter's algorithm with a different fourth step.

Porter, "An algorithm for suffix stripping", Program 14(3), 1980. His fourth step removes one suffix, this one several:
"additionally" loses -al and then -ion, and "document", which is too short to lose -ment, loses -ent.

Each rule is found by the last letters of the word, so that a word costs a few dictionary look-ups.
"""

from functools import lru_cache

from annotator.texts.words.lists import irregular_forms

CACHED_WORDS = 200_000
LONGEST_CACHED_WORD = 40  # longer ones would make the size of the cache unbounded
SHORTEST_STEMMED_WORD = 4

Rules = dict[str, tuple[tuple[str, str], ...]]


def _by_last_letters(rules: str) -> Rules:
    """Rules such as "ational>ate", by their last two letters, the longest suffix first."""
    pairs = sorted((tuple(rule.split(">")) for rule in rules.split()), key=lambda pair: -len(pair[0]))
    return {
        ending: tuple((suffix, new) for suffix, new in pairs if suffix.endswith(ending))
        for ending in {suffix[-2:] for suffix, _ in pairs}
    }


STEP_2 = _by_last_letters(
    "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize "
    "ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble logi>log"
)
STEP_3 = _by_last_letters("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>")
STEPS_4 = (
    _by_last_letters("al> ance> ence> er> ic> able> ible> ant> ement> ou> ism> ate> iti> ous> ive> ize>"),
    _by_last_letters("ment>"),
    _by_last_letters("ent> ion>"),
)


class _Forms(dict[int, str]):
    """For `str.translate`: "v" for a vowel, "c" for a consonant, "y" for y, which can be either."""

    def __missing__(self, letter: int) -> str:
        return "c"


FORMS = _Forms({ord(vowel): "v" for vowel in "aeiou"} | {ord("y"): "y"})


def stem(word: str) -> str:
    """The stem of a word in lower case. Words of up to three letters are returned unchanged."""
    return word if len(word) < SHORTEST_STEMMED_WORD else stem_any_length(word)


def stem_any_length(word: str) -> str:
    """The stem of a word in lower case, also of a short one, as ROUGE-1.5.5 stems Basic Elements."""
    return _cached_stem(word) if len(word) <= LONGEST_CACHED_WORD else _stem(word)


def _stem(word: str) -> str:
    irregular = irregular_forms().get(word)
    return porter_stem(word) if irregular is None else irregular


_cached_stem = lru_cache(maxsize=CACHED_WORDS)(_stem)


def porter_stem(word: str) -> str:
    """The stem by the algorithm alone, without looking for an irregular form."""
    word = _step_1(word)
    word = _replace_suffix(word, STEP_2, 1)
    word = _replace_suffix(word, STEP_3, 1)
    for rules in STEPS_4:
        word = _replace_suffix(word, rules, 2)
    return _step_5(word)


def _form(letters: str) -> str:
    """A "v" or "c" for each letter. y is a vowel after a consonant."""
    form = letters.translate(FORMS)
    if "y" not in form:
        return form
    previous, resolved = "v", []
    for letter in form:
        previous = letter if letter != "y" else "v" if previous == "c" else "c"
        resolved.append(previous)
    return "".join(resolved)


def _measure(letters: str) -> int:
    """Porter's m: how often a consonant follows a vowel."""
    return _form(letters).count("vc")


def _ends_in_short_syllable(letters: str) -> bool:
    """Porter's *o: consonant, vowel, consonant, of which the last is not w, x or y."""
    return _form(letters).endswith("cvc") and letters[-1] not in "wxy"


def _step_1(word: str) -> str:
    """The word without a plural ending, -ed or -ing, and with a final y as i if a vowel precedes."""
    if word.endswith("s"):
        if word.endswith(("sses", "ies")):
            word = word[:-2]
        elif not word.endswith("ss"):
            word = word[:-1]
    if word.endswith("eed"):
        if _measure(word[:-3]) > 0:
            word = word[:-1]
    elif word.endswith("ed") and "v" in _form(word[:-2]):
        word = _repair(word[:-2])
    elif word.endswith("ing") and "v" in _form(word[:-3]):
        word = _repair(word[:-3])
    if word.endswith("y") and "v" in _form(word[:-1]):
        word = word[:-1] + "i"
    return word


def _repair(word: str) -> str:
    """The word to which -ed or -ing was added: "hop" for "hopp", "size" for "siz"."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if word[-1:] == word[-2:-1] and word[-1] not in "aeioulsyz":
        return word[:-1]
    if _measure(word) == 1 and _ends_in_short_syllable(word):
        return word + "e"
    return word


def _replace_suffix(word: str, rules: Rules, least_measure: int) -> str:
    """The word with its longest suffix of the rules replaced, if the measure of the rest is large enough."""
    for suffix, replacement in rules.get(word[-2:], ()):
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            if suffix == "ion" and not rest.endswith(("s", "t")):
                return word
            return rest + replacement if _measure(rest) >= least_measure else word
    return word


def _step_5(word: str) -> str:
    """The word without a final e, and with a final ll as l, if enough is left."""
    if word.endswith("e"):
        rest = word[:-1]
        if (measure := _measure(rest)) > 1 or (measure == 1 and not _ends_in_short_syllable(rest)):
            word = rest
    if word.endswith("ll") and _measure(word) > 1:
        word = word[:-1]
    return word
