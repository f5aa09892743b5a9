"""The HTTP server as an ASGI application: answers, limits, metrics, many requests."""

from __future__ import annotations

import asyncio
import json
import resource
import threading
from typing import Any

import numpy as np
import pytest
from hands import row_of

from feltprint.bundle import Bundle
from feltprint.http_metrics import Metrics
from feltprint.http_server import BundleService, Limits, create_app

LIMITS = Limits(body_bytes=20_000, rows=8, seconds=30.0)
REQUEST = {
    "actor": 1,
    "hole": "KhAs",
    "board": "2c 7d Qh",
    "stacks": [8000, 8000],
    "blinds": [100, 200],
    "actions": [[0, "raise", 440], [1, "call"]],
    "uniform": 0.5,
}


class Client:
    """Sends requests to an application in this process; no sockets."""

    def __init__(self, bundle: Bundle, limits: Limits = LIMITS) -> None:
        self.app = create_app(bundle, limits)

    async def send(self, method: str, path: str, body: bytes = b"") -> tuple[int, Any]:
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "path": path, "raw_path": path.encode(), "query_string": b"", "headers": [],
            "scheme": "http", "server": ("test", 80), "client": ("test", 1), "root_path": "",
        }  # fmt: skip
        messages = [
            {"type": "http.request", "body": body[at : at + 4096], "more_body": True}
            for at in range(0, len(body), 4096)
        ]
        messages.append({"type": "http.request", "body": b"", "more_body": False})
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return messages.pop(0) if messages else await asyncio.Event().wait()

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        content = b"".join(message.get("body", b"") for message in sent[1:])
        return sent[0]["status"], json.loads(content)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        data = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        return asyncio.run(self.send(method, path, data))


@pytest.fixture
def client(heads_up: Bundle) -> Client:
    return Client(heads_up)


def test_answers_are_those_of_act(client: Client, heads_up: Bundle) -> None:
    code, reply = client.ask("POST", "/act", {"rows": [REQUEST, {**REQUEST, "id": 7}]})
    assert code == 200
    first, second = reply["answers"]
    expected = heads_up.act(row_of("r440 c"), np.array([0.5]))[0]
    assert first["status"] == "ok"
    assert (first["node"], first["bucket"]) == (expected["node"], expected["bucket"])
    assert first["chips"] == expected["chips"]
    assert second == {**first, "id": 7}
    assert client.ask("POST", "/act", {"rows": []}) == (200, {"answers": []})


def test_strategy_is_that_of_the_bundle(client: Client, heads_up: Bundle) -> None:
    request = {key: value for key, value in REQUEST.items() if key not in ("uniform", "hole")}
    code, reply = client.ask("POST", "/strategy", {"row": request})
    state = heads_up.public_state(row_of("r440 c", hole=()), "expected")
    assert code == 200
    assert len(reply["actions"]) == len(state.actions)
    np.testing.assert_allclose(reply["strategy"], state.strategy, atol=1e-6)


def test_rows_without_an_answer_have_their_status(client: Client) -> None:
    code, reply = client.ask("POST", "/act", {"rows": [{**REQUEST, "actor": 0}]})
    assert (code, reply["answers"][0]["status"]) == (200, "desync")
    code, reply = client.ask("POST", "/strategy", {"row": {**REQUEST, "actor": 0}})
    assert (code, reply) == (200, {"status": "desync", "reason": "wrong_actor"})


@pytest.mark.parametrize(
    ("method", "path", "body", "code", "reason"),
    [
        ("POST", "/act", b"{", 400, "expected JSON"),
        ("POST", "/act", b"\xff", 400, "expected JSON"),
        ("POST", "/act", b"[" * 10_000, 400, "expected JSON"),
        ("POST", "/act", [], 400, "JSON object"),
        ("POST", "/act", {}, 400, "'rows'"),
        ("POST", "/act", {"rows": 3}, 400, "list"),
        ("POST", "/act", {"rows": [3]}, 400, r"rows[0]: expected a JSON object"),
        ("POST", "/act", {"rows": [{**REQUEST, "stacks": "x"}]}, 400, "rows[0]"),
        ("POST", "/act", {"rows": [{**REQUEST, "hole": "XxYy"}]}, 400, "rows[0]"),
        ("POST", "/act", {"rows": [REQUEST, {**REQUEST, "seat": 1}]}, 400, "rows[1]"),
        ("POST", "/act", {"rows": [REQUEST], "mapping": "mean"}, 400, "sampled, expected"),
        ("POST", "/act", {"rows": [REQUEST], "mapping": 1}, 400, "mapping"),
        ("POST", "/act", {"rows": [REQUEST] * 9}, 413, "at most 8"),
        ("POST", "/act", b" " * 20_001, 413, "at most 20000 bytes"),
        ("POST", "/strategy", {"row": 1}, 400, "decision"),
        ("POST", "/strategy", {"row": {**REQUEST, "board": "2c"}}, 200, None),
        ("GET", "/act", None, 405, "Method Not Allowed"),
        ("GET", "/other", None, 404, "Not Found"),
    ],
)  # fmt: skip
def test_malformed_requests_get_a_reason(
    client: Client, method: str, path: str, body: Any, code: int, reason: str | None
) -> None:
    found, reply = client.ask(method, path, body)
    assert found == code
    assert reason is None or reason in reply["error"]


def test_slow_requests_are_given_up(heads_up: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(heads_up, Limits(20_000, 8, seconds=0.01))

    async def never_sent() -> tuple[int, Any]:
        client_send = client.send

        async def receive_nothing() -> Any:
            await asyncio.Event().wait()

        scope_app = client.app

        async def app(scope: Any, _: Any, send: Any) -> None:
            await scope_app(scope, receive_nothing, send)

        client.app = app  # type: ignore[assignment]
        return await client_send("POST", "/act", b"{}")

    code, reply = asyncio.run(never_sent())
    assert code == 408
    assert "not received" in reply["error"]

    # The answer comes only after the reply: nothing here depends on how fast the machine is.
    replied = threading.Event()
    monkeypatch.setattr(BundleService, "act", lambda *_: {"late": replied.wait(5)})

    async def never_answered() -> tuple[int, Any]:
        try:
            return await Client(heads_up, Limits(20_000, 8, seconds=0.2)).send(
                "POST", "/act", b'{"rows": []}'
            )
        finally:
            replied.set()

    code, reply = asyncio.run(never_answered())
    assert code == 503
    assert "no answer within" in reply["error"]


def test_health_and_metrics(client: Client, heads_up: Bundle) -> None:
    assert client.ask("GET", "/metrics")[1]["latency_s"]["0.5"] is None
    code, reply = client.ask("GET", "/health")
    assert (code, reply["version"]) == (200, heads_up.version)
    client.ask("POST", "/act", {"rows": [REQUEST, {**REQUEST, "actor": 0}]})
    client.ask("POST", "/act", b"{")
    client.ask("GET", "/other")
    code, reply = client.ask("GET", "/metrics")
    assert code == 200
    assert reply["rows"] == {
        "ok": 1, "offtree": 0, "capped": 0, "no_node": 0, "desync": 1, "bad_input": 0,
    }  # fmt: skip
    assert reply["responses"] == {"200": 3, "400": 1, "404": 1}
    assert reply["latency_s"]["0.99"] > 0


def test_quantiles_are_upper_bounds_within_a_bin() -> None:
    metrics = Metrics()
    for milliseconds in range(1, 101):
        metrics.add_response(200, milliseconds / 1000)
    for quantile, seconds in (("0.5", 0.050), ("0.9", 0.090), ("0.99", 0.099)):
        found = metrics.as_json()["latency_s"][quantile]
        assert seconds <= found <= seconds * 2**0.25 * 1.0001


@pytest.mark.slow
def test_many_requests_leave_no_error_and_no_memory(client: Client) -> None:
    """10,000 requests; the peak of the process may grow by 2 MB after the first 1,000."""

    async def run(count: int) -> None:
        bodies = [
            json.dumps({"rows": [{**REQUEST, "uniform": (index % 97) / 97}]}).encode()
            for index in range(count)
        ]
        for body in bodies:
            code, _ = await client.send("POST", "/act", body)
            assert code == 200

    async def all_of_them() -> int:
        await run(1000)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(9):
            await run(1000)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before

    grown_kib = asyncio.run(all_of_them())
    assert grown_kib < 2048
    _, reply = client.ask("GET", "/metrics")
    assert reply["responses"] == {"200": 10_000}
    assert reply["rows"]["ok"] == 10_000
