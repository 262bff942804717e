"""Reads parses in CoNLL-U (Universal Dependencies): ten columns separated by tabs, a blank line after each sentence."""

import re

from scoring.measures.automatic.topic_texts import ParsedWord

Sentence = tuple[ParsedWord, ...]
COLUMNS = 10
WORD_NUMBER = re.compile("[1-9][0-9]{0,6}")
NO_WORD_NUMBER = re.compile(r"[0-9]+[-.][0-9]+")  # the number of a multiword token (3-4) or of an empty node (3.1)
DOCUMENT = re.compile(r"#\s*newdoc\s+id\s*=\s*(\S.*)")


class ConlluError(ValueError):
    """A file in CoNLL-U cannot be read. The message is a sentence for people."""


def read_conllu(content: str) -> dict[str, tuple[Sentence, ...]]:
    """Returns the sentences of each document by its ``newdoc id``; sentences before the first document are under "".
    Raises ConlluError.
    """
    documents: dict[str, list[Sentence]] = {}
    words: list[ParsedWord] = []
    document, sentence_line = "", 1
    lines = content.removeprefix("\ufeff").split("\n")
    for line_number, line in enumerate([*lines, ""], 1):  # the empty line ends the last sentence
        text = line.rstrip("\r")
        if text.startswith("#"):
            if document_line := DOCUMENT.fullmatch(text.strip()):
                document = document_line[1]
                if document in documents:
                    raise ConlluError(f"Line {line_number}: document “{document}” is in the file twice.")
                documents[document] = []
        elif text.strip():
            sentence_line = sentence_line if words else line_number
            if word := _word(line_number, text, len(words) + 1):
                words.append(word)
        elif words:
            _check_tree(sentence_line, words)
            documents.setdefault(document, []).append(tuple(words))
            words = []
    return {name: tuple(sentences) for name, sentences in documents.items()}


def _word(line_number: int, line: str, expected: int) -> ParsedWord | None:
    """Returns the word of a line; None for a multiword token or an empty node. ``expected``: the number that the word
    must have in its sentence.
    """
    fields = line.split("\t")
    if len(fields) != COLUMNS:
        raise ConlluError(f"Line {line_number} has {len(fields)} columns separated by tabs instead of {COLUMNS}.")
    word_number, form, lemma, upos, _, _, head, relation, *_ = fields
    if NO_WORD_NUMBER.fullmatch(word_number):
        return None
    if word_number != str(expected):
        raise ConlluError(f"Line {line_number}: the word must have number {expected}, not “{word_number}”.")
    if head != "0" and not WORD_NUMBER.fullmatch(head):
        raise ConlluError(f"Line {line_number}: the head must be the number of a word or 0, not “{head}”.")
    return ParsedWord(form, form if lemma == "_" else lemma, upos, int(head), relation)


def _check_tree(sentence_line: int, words: list[ParsedWord]) -> None:
    """Raises ConlluError if the sentence is not a tree: following the heads from some word never reaches the root."""
    reaches_root = {0}
    for start in range(1, len(words) + 1):
        path: set[int] = set()
        number = start
        while number not in reaches_root:
            if number > len(words) or number in path:
                raise ConlluError(f"The sentence at line {sentence_line}: the heads of word {start} lead to no root.")
            path.add(number)
            number = words[number - 1].head
        reaches_root |= path
