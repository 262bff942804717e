"""The lines of `measure_files --format rouge` are those of an independent ROUGE-1.5.5."""

import io
import re
from collections.abc import Iterable

import pytest
from django.core.management import call_command

from tests.oracles.rouge import Words, rouge
from tests.scoring.observations.text_files.text_folder import write_files

TEXTS = {
    "peers/1": "The well-known dam of Café-au-lait broke -- on Friday.\n\n  Two people (a man & boy) hurt.\r\nNo one",
    "peers/2": "On Friday 13, the dam broke.\nThe dam, the dam!\n--\n",
    "peers/10": "",
    "models/A": "The dam broke on Friday 13.\nA man and a boy were hurt by the water of the well-known dam.",
    "models/B": "Two people were hurt; nobody died.\n\nThe café near the dam is gone. The dam broke.",
    "models/C": "Nobody died when the dam of the town broke on Friday.",
}
EVALS = {"2": ("ABC", ("1", "2")), "11": ("C", ("1", "10")), "D1": ("AB", ("2",))}
"""Models and peers. The script prints the lines of "2" before those of "11"."""
NAMES = ("rouge-1", "rouge-2", "rouge-3", "rouge-l", "rouge-w-1.2", "rouge-s4", "rouge-su4")


def words(path: str, limit: int) -> Words:
    """The words of a file, by the definitions: the first ``limit`` of them as white space separates them."""
    sentences, left = [], limit
    for line in filter(None, TEXTS[path].replace("\r\n", "\n").split("\n")):
        parts = re.split(r"\s+", line)[:left]  # white space before the first word makes an empty one
        left -= len(parts)
        letters = re.sub("[^a-z0-9-]", " ", " ".join(parts).lower().replace("-", " - "))
        sentences.append([word for word in letters.split() if word[0] != "-"])
    return sentences


def expected_lines(refs: str, limit: int) -> list[str]:
    lines = []
    for peer in ("1", "10", "2"):
        for name in NAMES:
            for key, (models, peers) in EVALS.items():
                if peer in peers:
                    texts = [words(f"models/{model}", limit) for model in models]
                    values = rouge(name, words(f"peers/{peer}", limit), texts, refs=refs, alpha=0.5, formula="155")
                    numbers = " ".join(f"{letter}:{value:.5f}" for letter, value in zip("RPF", values, strict=True))
                    lines.append(f"{peer} {name.upper()} Eval {key}.{peer} {numbers}")
    return lines


def elements(tag: str, names: Iterable[str]) -> str:
    return "".join(f'<{tag} ID="{name}">{name}</{tag}>' for name in names)


@pytest.mark.parametrize(("refs", "limit"), [("sum", 1_000), ("best", 1_000), ("sum", 12)])
def test_lines_are_those_of_an_independent_rouge(tmp_path, refs, limit) -> None:
    write_files(tmp_path, TEXTS)
    evals = "".join(
        f'<EVAL ID="{key}"><PEER-ROOT>peers</PEER-ROOT><MODEL-ROOT>models</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/>'
        f"<PEERS>{elements('P', peers)}</PEERS><MODELS>{elements('M', models)}</MODELS></EVAL>"
        for key, (models, peers) in EVALS.items()
    )
    write_files(tmp_path, {"settings.xml": f"<ROUGE_EVAL>{evals}</ROUGE_EVAL>"})
    options = f"stem=no,refs={refs},limit={limit}w"
    names = [f"{name}:{options}{',formula=155' if name == 'rouge-w-1.2' else ''}" for name in reversed(NAMES)]
    arguments = [argument for name in names for argument in ("--measure", name)]
    out = io.StringIO()
    call_command("measure_files", str(tmp_path / "settings.xml"), *arguments, "--format", "rouge", stdout=out)
    assert [line for line in out.getvalue().splitlines() if " Eval " in line] == expected_lines(refs, limit)
