"""The people of the load test, in a process of their own: ``python -m bench.load_client PORT SEED``.

It reads orders from its standard input, a JSON object a line, and answers each with a line: how long each request took,
what went wrong, and what the client itself cost. It needs nothing but Python.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable
from contextlib import suppress
from time import perf_counter, process_time
from typing import Any

from bench.annotators import Annotator, Day, Tally, without_pause
from bench.http_client import NotUnderstood

BROKEN = (OSError, EOFError, NotUnderstood, ValueError, KeyError)


async def carry_out(order: dict[str, Any], everybody: list[Annotator]) -> dict[str, Any]:
    """Do what an order says, with its number of people at once."""
    people, tally = everybody[: order["clients"]], Tally()
    started, cpu = perf_counter(), process_time()
    until = started + order["seconds"]

    def day(annotator: Annotator) -> Awaitable[None]:
        if order["do"] == "people":
            return Day(annotator, order["pace"], until).spend()
        return without_pause(annotator, Annotator.edit if order["do"] == "edits" else Annotator.bare, until)

    async def guarded(annotator: Annotator) -> None:
        annotator.tally = tally
        try:
            await day(annotator)
        except BROKEN as error:
            tally.error(f"{type(error).__name__}: {error}")
            await annotator.connection.close()

    await asyncio.gather(*(guarded(annotator) for annotator in people))
    spent = {"seconds": perf_counter() - started, "cpu": process_time() - cpu}
    return {"ms": tally.ms, "errors": tally.errors, **spent}


async def serve(port: int, seed: int) -> None:
    """Orders from standard input until it ends; the first line is the people."""
    orders = iter(sys.stdin.readline, "")
    everybody = [Annotator(port, f"{seed}-{number}", person) for number, person in enumerate(json.loads(next(orders)))]
    for line in orders:
        order = json.loads(line)
        if order["do"] == "tell":
            answer: Any = [one for annotator in everybody for one in annotator.acknowledged]
        else:
            answer = await carry_out(order, everybody)
        print(json.dumps(answer), flush=True)
    for annotator in everybody:
        await annotator.connection.close()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2])))
