"""The HTTP server over real sockets, and the limits that only they have."""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from feltprint import serve_command
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError
from feltprint.http_server import Limits, make_server

LIMITS = Limits(body_bytes=1000, rows=2, seconds=30.0)
Address = tuple[str, int]


class Connection:
    """One connection that stays open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, address: Address) -> Connection:
        return cls(*await asyncio.open_connection(*address))

    async def ask(self, path: str = "/health", head: str = "", body: bytes = b"") -> int:
        """Send a request and read all of the answer; its code."""
        method = "POST" if head else "GET"
        self._writer.write(f"{method} {path} HTTP/1.1\r\nHost: x\r\n{head}\r\n".encode() + body)
        status = await self._reader.readline()
        length = 0
        while (line := await self._reader.readline()).strip():
            name, _, value = line.decode().partition(":")
            length = int(value) if name.lower() == "content-length" else length
        await self._reader.readexactly(length)
        return int(status.split()[1])

    async def close(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()


def serving(
    bundle: Bundle, max_connections: int, client: Callable[[Address], Awaitable[Any]]
) -> Any:
    """Run a client against a server of this process on a free loopback port."""

    async def both() -> Any:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            address = listener.getsockname()
            server = make_server(bundle, LIMITS, *address, max_connections)
            running = asyncio.create_task(server.serve(sockets=[listener]))
            try:
                return await client(address)
            finally:
                server.should_exit = True
                await running

    return asyncio.run(both())


def test_connections_beyond_the_limit_are_told_503(push_fold: Bundle) -> None:
    async def client(address: Address) -> list[int]:
        codes = []
        kept = [await Connection.open(address) for _ in range(2)]
        codes += [await connection.ask() for connection in kept]
        third = await Connection.open(address)
        codes.append(await third.ask())
        await third.close()
        await kept[0].close()
        codes.append(await kept[1].ask())  # also lets the server see that the others are gone
        fourth = await Connection.open(address)
        codes.append(await fourth.ask())
        for connection in (kept[1], fourth):
            await connection.close()
        return codes

    assert serving(push_fold, 2, client) == [200, 200, 503, 200, 200]


def test_body_limit_holds_whatever_the_head_says(push_fold: Bundle) -> None:
    async def client(address: Address) -> list[int]:
        codes = []
        body = json.dumps({"rows": [], "padding": "x" * 2000}).encode()
        chunks = b"".join(
            b"%x\r\n%s\r\n" % (100, body[at : at + 100]) for at in range(0, 2000, 100)
        )
        for head, sent in (
            (f"Content-Length: {len(body)}\r\n", body),
            ("Transfer-Encoding: chunked\r\n", chunks + b"0\r\n\r\n"),
        ):
            connection = await Connection.open(address)
            codes.append(await connection.ask("/act", head, sent))
            await connection.close()
        return codes

    assert serving(push_fold, 8, client) == [413, 413]


def parsed(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    serve_command.add_serve_arguments(parser)
    return parser.parse_args(["bundle", *arguments])


def test_other_machines_are_let_in_by_a_flag_alone(
    push_fold_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []
    monkeypatch.setattr(serve_command.http_server, "serve", lambda *given: started.append(given))
    for arguments in ((), ("--host", "0.0.0.0", "--max-rows", "7")):
        args = parsed(*arguments)
        args.bundle = push_fold_folder
        serve_command.serve(args)
    (_, limits, host, _), (_, other_limits, other_host, _) = started
    assert (host, limits) == ("127.0.0.1", Limits(1024 * 1024, 4096, 10.0))
    assert (other_host, other_limits.rows) == ("0.0.0.0", 7)


@pytest.mark.parametrize("option", ["--max-body-kib", "--max-rows", "--timeout"])
def test_a_limit_of_nothing_is_refused(option: str) -> None:
    with pytest.raises(ConfigError, match="expected numbers above 0"):
        serve_command.serve(parsed(option, "0"))
