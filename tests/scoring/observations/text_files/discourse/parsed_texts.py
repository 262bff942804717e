"""A text, and files with its discourse relations in each format."""

import json

TEXT = "The dam broke because it was old.\nNobody (in “Alto”) can't say more.\nIt cost $5 Inc."
SENTENCES = tuple(TEXT.split("\n"))

BRACKETS = """\
{NonExp_0_Arg1 {Exp_0_Arg1 The dam broke Exp_0_Arg1} {Exp_0_conn_Cause because Exp_0_conn} {Exp_0_Arg2 it was old \
Exp_0_Arg2} . NonExp_0_Arg1}
{NonExp_0_Arg2_EntRel {NonExp_1_Arg1 Nobody -LRB- in `` Alto '' -RRB- {Attr_0 ca n't say more . NonExp_0_Arg2} \
NonExp_1_Arg1}

{NonExp_1_Arg2_Pragmatic_cause It cost $ 5 Inc. Attr_0} . NonExp_1_Arg2}
"""
"""As linziheng/pdtb-parser writes it: tokens of the Penn Treebank, a sentence on each line, crossing brackets."""


def relation_line(**changed: object) -> str:
    """A line of CoNLL: ``because`` with both arguments."""
    return json.dumps(
        {
            "DocID": "D1.M.1.A.1",
            "ID": 7,
            "Type": "Explicit",
            "Sense": ["Contingency.Cause.Reason"],
            "Connective": {"CharacterSpanList": [[14, 21]], "RawText": "because", "TokenList": []},
            "Arg1": {"CharacterSpanList": [[0, 13]], "RawText": "The dam broke", "TokenList": []},
            "Arg2": {"CharacterSpanList": [[22, 32]], "RawText": "it was old", "TokenList": []},
            **changed,
        }
    )


def pipe_line(**changed: str) -> str:
    """A line of 48 columns: ``because`` with both arguments. ``changed``: columns by ``column_`` and their index."""
    columns = {0: "Explicit", 1: "18", 2: "70", 3: "14..21", 5: "because", 8: "because", 11: "Contingency.Cause.Reason"}
    columns |= {22: "0..13", 24: "The dam broke", 32: "22..32", 34: "it was old"}
    columns |= {int(name.removeprefix("column_")): value for name, value in changed.items()}
    return "|".join(columns.get(index, "") for index in range(48))
