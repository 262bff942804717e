"""The letters that name model summaries, and the compared works of a topic, in their order."""


def letter_at(index: int) -> str:
    """Returns the letter at this index, which counts from 0: A to Z, then AA, AB, ..."""
    letters = ""
    index += 1
    while index:
        index, letter_index = divmod(index - 1, 26)
        letters = chr(ord("A") + letter_index) + letters
    return letters
