"""Outputs as text in which nothing is random or of its time: such values are numbered by their first appearance.

What made an output (version, day and settings) is left out: it changes with every version and every day.
"""

import io
import json
import re
from typing import Any

from openpyxl import load_workbook

RANDOM = re.compile(
    r"(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)"
    r"|(?P<uuid>\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b)"
    # Opaque keys are below 2**53 and nearly all of them above 10**10; decimals of scores are no keys.
    r"|(?P<opaque>(?<![\d.])\d{11,16}(?![\d.]))"
    r'|(?P<before>"(?:id|summary|summaries|same_as)": ?\[?|"aside:|/(?:members|assignments)/)(?P<row>\d+)'
    r"|(?P<mask>\bP\d{2,3}\b)"
)

MADE_BY = re.compile(
    r',\s*"made_by": ?(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})'  # in JSON
    r"|,made_by(?=\r?\n)|,Pyramidion [\d.]+ \(\d{4}-\d\d-\d\d\)[^\r\n]*"  # the last column of CSV
    r"|^\('(?:version|date)', '[\d.-]+'\)\n",  # rows of the settings in XLSX
    re.MULTILINE,
)
SEED = re.compile(r'("seed": ?")[0-9a-f]{32}(?=")')
"""The random seed of an instrument."""


def normal(text: str) -> str:
    """The text with times, ids, seeds and masks replaced. Equal ids get equal numbers, in this text alone."""
    numbers: dict[str, str] = {}

    def replace(match: re.Match[str]) -> str:
        if match["time"]:
            return "TIME"
        kind = "mask" if match["mask"] else "id"
        value = match["row"] or match[0]
        return (match["before"] or "") + numbers.setdefault(value, f"{kind}#{len(numbers) + 1}")

    return RANDOM.sub(replace, SEED.sub(r"\1SEED", MADE_BY.sub("", text)))


def ordered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows that the database lists by their random keys, in an order that does not depend on these."""
    return sorted(rows, key=lambda row: re.sub(r"\d{11,16}", "", json.dumps(row)))


def cells(workbook: bytes) -> str:
    """The values of the cells of an XLSX file, a line a row."""
    lines = []
    for sheet in load_workbook(io.BytesIO(workbook)):
        lines += [f"-- sheet {sheet.title}", *(repr(row) for row in sheet.iter_rows(values_only=True))]
    return "\n".join(lines) + "\n"


def answer_text(answer: Any) -> str:
    """An answer: status, type and body; of a page its title, of a workbook its cells, of the schema its shape."""
    body: bytes = answer.getvalue()
    kind = answer.headers.get("Content-Type", "")
    head = [str(answer.status_code), kind]
    head += [answer.headers[name] for name in ("Content-Disposition", "Location") if name in answer.headers]
    return f"{' '.join(head)}\n{_body_text(kind, body)}\n"


def _body_text(kind: str, body: bytes) -> str:
    if body.startswith(b"PK"):
        return cells(body)
    text = body.decode()
    if kind.startswith("text/html"):
        title = re.search(r"<title>(.*?)</title>", text, re.DOTALL)
        return " ".join(title[1].split()) if title else "no title"
    if '"openapi"' in text[:99] or text.startswith("openapi"):
        return _schema_text(json.loads(text))
    if "json" in kind and text.startswith('{"count"') and '"pyramid_owner"' in text:
        page = json.loads(text)
        return json.dumps({**page, "results": ordered(page["results"])}, ensure_ascii=False)
    return text


def _schema_text(schema: dict[str, Any]) -> str:
    """The addresses, methods, parameters and shapes of the API; names of components and sentences may change."""
    components = schema["components"]["schemas"]

    def shape(node: Any, seen: tuple[str, ...] = ()) -> Any:
        if isinstance(node, list):
            return [shape(one, seen) for one in node]
        if not isinstance(node, dict):
            return node
        if isinstance(name := node.get("$ref"), str):
            name = name.rsplit("/", 1)[-1]
            return "..." if name in seen else shape(components[name], (*seen, name))
        dropped = ("description", "summary", "operationId", "tags", "example", "examples")
        return {key: shape(value, seen) for key, value in node.items() if key not in dropped or key == "properties"}

    return json.dumps(shape(schema["paths"]), indent=1, sort_keys=True, ensure_ascii=False)
