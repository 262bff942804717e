"""The load test's HTTP."""

import asyncio

import pytest

from bench.http_client import Answer, Connection, NotUnderstood, read_head, request_bytes
from tests.bench.loops import in_a_loop


def test_a_head_says_what_follows() -> None:
    head = b"HTTP/1.1 201 Created\r\nContent-Length: 12\r\nConnection: Close\r\n\r\n"
    assert read_head(head) == (201, 12, True)


def test_an_empty_answer_needs_no_length() -> None:
    assert read_head(b"HTTP/1.1 304 Not Modified\r\n\r\n") == (304, 0, False)


def test_an_answer_in_chunks_is_not_understood() -> None:
    with pytest.raises(NotUnderstood):
        read_head(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")


def test_a_body_comes_with_its_length() -> None:
    assert request_bytes("GET", "/a/", "Host: x\r\n", b"") == b"GET /a/ HTTP/1.1\r\nHost: x\r\n\r\n"
    assert request_bytes("POST", "/a/", "", b"{}").endswith(b"Content-Length: 2\r\n\r\n{}")


def test_a_connection_is_kept_until_the_server_closes_it() -> None:
    opened: list[int] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened.append(1)
        for field in (b"", b"Connection: close\r\n"):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n" + field + b"\r\nok")
        writer.close()
        await writer.wait_closed()

    async def three() -> list[Answer]:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            connection = Connection(server.sockets[0].getsockname()[1], {})
            answers = [await connection.request("GET", "/") for _ in range(3)]
            await connection.close()
        return answers

    assert [(one.status, one.content) for one in in_a_loop(three())] == [(200, b"ok")] * 3
    assert len(opened) == 2
