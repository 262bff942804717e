"""Sentences for the methods section of a paper that reports a study."""

from collections.abc import Iterable, Iterator

from scoring.results.reporting import references as cited
from scoring.results.reporting.methods_text import MethodsText, methods_text
from scoring.results.reporting.program import Program
from scoring.results.reporting.reference import Reference
from scoring.results.reporting.wording import counted
from scoring.stats.levels import Level
from scoring.studies.pages.choices import Choice
from scoring.studies.pages.headline import headline
from scoring.studies.pages.wording import (
    COEFFICIENTS,
    DRAWN,
    PYRAMID,
    SUMMARIZERS,
    column_title,
    joined,
    with_article,
)

FAMILIES = {
    "rouge": cited.ROUGE,
    "be": cited.BASIC_ELEMENTS,
    "tesla": cited.TESLA_S,
    **dict.fromkeys(("cosine", "simple", "word", "lcs"), cited.CONTENT_SIMILARITY),
}
"""The publication of each family of measures, by the first word of the measure's name."""
CORRELATED = {
    Level.SUMMARIZER.value: "of the means of summarizers over topics",
    Level.SUMMARY.value: "of the summaries within each topic, averaged over topics",
    Level.GLOBAL.value: "of all single scores",
}


def describe_study(choice: Choice, program: Program) -> MethodsText:
    """Describes what was compared and how, with the numbers at the chosen level."""
    citations = dict[str, Reference]()
    for name in (*choice.compared, choice.against):
        if name.startswith(PYRAMID):
            citations[name] = cited.MODIFIED_SCORE if name == "pyramid.modified" else cited.PYRAMID
        elif reference := FAMILIES.get(name.partition(":")[0].split("-")[0]):
            citations[name] = reference
    references = list(citations.values())
    sentences = [_comparison_sentence(choice, citations, program), headline(choice).sentence]
    sentences += _correlation_sentences(choice)
    references.append(cited.BOOTSTRAP)
    for test, sentence, sources in _tests(choice):
        if test in choice.definition["tests"] and len(choice.compared) > 1:
            sentences.append(sentence)
            references += sources
    signatures = [column["signature"] for column in choice.document["columns"] if column["signature"]]
    if signatures:
        sentences.append(f"Signatures of the measures: {'; '.join(signatures)}.")
    return methods_text(sentences, references)


def _comparison_sentence(choice: Choice, citations: dict[str, Reference], program: Program) -> str:
    """Returns a sentence on what was compared with what. Each publication is cited once."""
    # The first column for which each publication is cited.
    first_names = {reference: name for name, reference in reversed(citations.items())}

    def cite(name: str, title: str) -> str:
        reference = citations.get(name)
        return f"{title} ({reference.citation})" if reference and first_names[reference] == name else title

    names = joined([cite(name, column_title(name)) for name in choice.compared])
    against = cite(choice.against, with_article(choice.against))
    part = choice.part
    summarizers = counted(len(part["summarizers"]), *SUMMARIZERS[choice.definition["summarizers"]])
    return (
        f"{names[:1].upper()}{names[1:]} {'was' if len(choice.compared) == 1 else 'were'} compared with {against} on "
        f"{summarizers} and {counted(len(part['topics']), 'topic')}, with {program}."
    )


def _correlation_sentences(choice: Choice) -> Iterator[str]:
    definition = choice.definition
    coefficients = joined([COEFFICIENTS[name] for name in definition["coefficients"]])
    yield f"Correlations ({coefficients}) are {CORRELATED[choice.level]}."
    yield (
        f"Intervals contain the middle 95 % of {definition['resamples']:,} bootstrap samples of "
        f"{DRAWN[definition['drawn']]} ({cited.BOOTSTRAP.citation}; seed {definition['seed']})."
    )


def _tests(choice: Choice) -> Iterable[tuple[str, str, list[Reference]]]:
    """Yields for each test its name in definitions, its sentence, and its publications."""
    exact = any(entry["exact"] for entry in choice.part["koehn"])
    samples = (
        "all possible samples of the topics" if exact else f"{choice.definition['resamples']:,} samples of the topics"
    )
    yield (
        "koehn",
        (
            f"How often one measure correlates better than another was counted in {samples} with replacement "
            f"({cited.KOEHN.citation})."
        ),
        [cited.KOEHN],
    )
    if choice.part["williams"]:
        yield (
            "williams",
            f"Pearson’s r of two measures was compared by Williams’ test ({cited.WILLIAMS.citation}), two-sided.",
            [cited.WILLIAMS],
        )
    yield (
        "permutation",
        (
            f"Correlations were also compared by a permutation test of both columns ({cited.RESAMPLING.citation}), and "
            f"its p-values adjusted for all pairs of measures ({cited.HOLM.citation})."
        ),
        [cited.RESAMPLING, cited.HOLM],
    )
