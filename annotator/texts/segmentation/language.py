"""Guesses a text's language and direction, well enough to choose the rules for sentence ends.

The script is sufficient for Greek, Thai, Japanese kana, Hangul, ... Languages that share a script are distinguished by
letters that only one of them uses (Arabic and Cyrillic scripts), or by their most frequent function words (Latin
script). A text in Latin script without such words has no language and gets the English rules. A wrong guess can only
misplace a sentence end.
"""

import re
import unicodedata
from collections import Counter
from typing import Literal

_MAX_SAMPLE = 20_000  # characters examined: enough to be certain, and fast even if the text is a book

_SCRIPT_LANGUAGES = {
    "GREEK": "el",
    "ARMENIAN": "hy",
    "HEBREW": "he",
    "DEVANAGARI": "hi",
    "THAI": "th",
    "LAO": "lo",
    "KHMER": "km",
    "MYANMAR": "my",
    "ETHIOPIC": "am",
    "HANGUL": "ko",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "CJK": "zh",
    "BENGALI": "bn",
    "TAMIL": "ta",
    "GEORGIAN": "ka",
}

_FUNCTION_WORDS = {
    "en": (
        "the of and to in is was for that with on by at from were are it as has have be an "
        "he she his they this but not had which their"
    ),
    "fr": "le la les des et est dans une du pour que qui sur au pas avec par en ont été",
    "de": "der die das und ist nicht ein eine von mit den dem auf für im zu sich wurde werden auch",
    "es": "el la los las de y en que una por con del se para es su al fue más como",
    "it": "il la di che e un una per del della con non sono gli nel è alla dei più ha",
    "nl": "de het een van en in is dat op te voor met zijn niet aan door werd ook er wordt",
    "da": "og det er til en af at på med den der som for ikke blev har de fra et var",
    "pl": "i w na z się nie do że jest to o po od za przez który oraz dla są był",
    "sk": "a v na sa je že z do s o pre ako to by sú bol po aj od ktorý",
    "pt": "o a os as de e em que um uma para com não do da no na por foi são",
    "sv": "och att det som en på är av för med till den har inte om ett var från de i",
}
_LANGUAGES_OF_WORD: dict[str, list[str]] = {}
for _language, _words in _FUNCTION_WORDS.items():
    for _word in _words.split():
        _LANGUAGES_OF_WORD.setdefault(_word, []).append(_language)

_LETTER_RUNS = re.compile(r"[^\W\d_]+")
_MIN_FUNCTION_WORD_SHARE = 0.1  # running text of the languages above has 25-45 %
_MIN_DISTINCT_FUNCTION_WORDS = 3  # "de la" alone may be a name


def language_of(text: str) -> str | None:
    """BCP 47 code of the most likely language of ``text``; None if there is no evidence."""
    sample = text[:_MAX_SAMPLE]
    scripts = _scripts(sample)
    if not scripts:
        return None
    script = scripts.most_common(1)[0][0]
    if script == "LATIN":
        return _language_by_function_words(sample)
    if script == "CJK" and scripts["HIRAGANA"] + scripts["KATAKANA"] > scripts["CJK"] // 10:
        return "ja"
    if script == "CYRILLIC":
        return _language_by_letters(sample, {"kk": "әғқңөұүһ", "uk": "їєґ", "ru": "ыэё"}) or "bg"
    if script == "ARABIC":
        return _language_by_letters(sample, {"ur": "ٹڈڑںےھہ", "fa": "پچژگکی"}) or "ar"
    return _SCRIPT_LANGUAGES.get(script)


def direction_of(text: str) -> Literal["ltr", "rtl"]:
    """The direction of most letters of ``text``. (HTML's ``auto`` uses only the first, which may be foreign.)"""
    classes = Counter(unicodedata.bidirectional(character) for character in text[:_MAX_SAMPLE])
    return "rtl" if classes["R"] + classes["AL"] > classes["L"] else "ltr"


def _scripts(sample: str) -> Counter[str]:
    # The first word of a letter's Unicode name is its script ("LATIN SMALL LETTER A", "CJK UNIFIED IDEOGRAPH-4E00").
    counts: Counter[str] = Counter()
    for character, count in Counter(sample).items():
        if character.isalpha():
            counts[unicodedata.name(character, "UNKNOWN").split()[0]] += count
    return counts


def _language_by_letters(sample: str, letters: dict[str, str]) -> str | None:
    """The first language with a letter in ``sample`` that the languages after it do not use."""
    present = set(sample.lower())
    return next((language for language, alphabet in letters.items() if present & set(alphabet)), None)


def _language_by_function_words(sample: str) -> str | None:
    words = _LETTER_RUNS.findall(sample.lower())
    votes: Counter[str] = Counter()
    for word in words:
        votes.update(_LANGUAGES_OF_WORD.get(word, ()))
    if not votes:
        return None
    language, count = max(votes.items(), key=lambda vote: (vote[1], vote[0] == "en"))
    has_enough = count >= _MIN_FUNCTION_WORD_SHARE * len(words)
    has_variety = len(set(words).intersection(_FUNCTION_WORDS[language].split())) >= _MIN_DISTINCT_FUNCTION_WORDS
    return language if has_enough and has_variety else None
