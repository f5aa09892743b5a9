"""A bundle over HTTP: JSON in, JSON out (extra `serve`: Starlette and uvicorn).

    POST /act       {"rows": [request, ..], "mapping": "sampled"}    -> {"answers": [answer, ..]}
    POST /strategy  {"row": request, "mapping": "expected"}          -> actions and [hand, action]
    GET  /health    bundle, version, stack classes
    GET  /metrics   rows by status, responses by code, latency quantiles

Requests and answers are those of `feltprint act` (``adapters.json_lines``). What is malformed or
beyond a limit is answered with a 4xx code and {"error": reason}, what takes too long with 503, and
so is a connection too many. A row that the bundle cannot answer is no error: it has its status. A
client that never ends the head of its request keeps its connection: for strangers, put a proxy with
time limits in front.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from feltprint.adapters import json_lines
from feltprint.adapters.rows import Kind, Reason, Status, status_name
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError
from feltprint.http_metrics import Metrics

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from uvicorn import Server

MAX_CONNECTIONS = 256  # at once; more are told 503
Answerer = Callable[[dict[str, Any]], dict[str, Any]]
Handler = Callable[["Request"], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class Limits:
    """What one request may ask for."""

    body_bytes: int
    rows: int
    seconds: float  # to receive a request, and again to answer it


class RefusedError(Exception):
    """A request that is not served: the HTTP code and the reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class BundleService:
    """The questions of the two POST paths, without HTTP. Threads: any number may ask."""

    def __init__(self, bundle: Bundle, limits: Limits, metrics: Metrics) -> None:
        self._bundle = bundle
        self._limits = limits
        self._metrics = metrics

    def act(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Answers to rows. Raises ConfigError for malformed ones, RefusedError for too many."""
        _require_keys(body, "rows")
        requests = body["rows"]
        if not isinstance(requests, list):
            raise ConfigError("rows: expected a list of decisions")
        if len(requests) > self._limits.rows:
            raise RefusedError(
                413, f"rows: expected at most {self._limits.rows}, found {len(requests)}"
            )
        if not requests:
            return {"answers": []}
        packed = [_numbered(index, request) for index, request in enumerate(requests)]
        rows = np.concatenate([row for row, _ in packed])
        uniforms = np.array([uniform for _, uniform in packed])
        answers = self._bundle.act(rows, uniforms, body.get("mapping", "sampled"))
        self._metrics.add_rows(answers["status"])
        classes = self._bundle.stack_classes
        pairs = zip(answers, requests, strict=True)
        return {
            "answers": [json_lines.answer(record, classes, request) for record, request in pairs]
        }

    def strategy(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The strategy of every hand at one row's public state."""
        _require_keys(body, "row")
        if not isinstance(body["row"], dict):
            raise ConfigError("row: expected a decision")
        row, _ = json_lines.row({"uniform": 0, **body["row"]})
        state = self._bundle.public_state(row, body.get("mapping", "expected"))
        status = int(state.answer["status"])
        self._metrics.add_rows(np.array([status], dtype=np.uint8))
        reply = {
            "status": status_name(status),
            "reason": Reason(state.answer["reason"]).name.lower(),
        }
        if status >= Status.NO_NODE:
            return reply
        return reply | {
            "actions": [[Kind(kind).name.lower(), chips] for kind, chips in state.actions],
            "strategy": state.strategy.round(6).tolist(),
        }

    def health(self) -> dict[str, Any]:
        """What is served."""
        return {
            "status": "ok",
            "blueprint": self._bundle.blueprint,
            "version": self._bundle.version,
            "stack_classes": self._bundle.stack_classes,
        }


def create_app(bundle: Bundle, limits: Limits) -> Starlette:
    """The ASGI application of a bundle.

    Raises
    ------
    ConfigError
        When Starlette is not installed.
    """
    try:
        from starlette.applications import Starlette
        from starlette.exceptions import HTTPException
        from starlette.responses import JSONResponse
        from starlette.routing import Route
    except ImportError as error:
        raise ConfigError(
            "the server needs Starlette and uvicorn: pip install 'feltprint[serve]'"
        ) from error

    metrics = Metrics()
    service = BundleService(bundle, limits, metrics)

    def route(path: str, handler: Handler, method: str) -> Route:
        async def handle(request: Request) -> Response:
            start = time.perf_counter()
            code, content = await _outcome(handler, request)
            metrics.add_response(code, time.perf_counter() - start)
            return JSONResponse(content, code)

        return Route(path, handle, methods=[method])

    async def refuse(_: Request, error: Exception) -> Response:
        code = error.status_code if isinstance(error, HTTPException) else 500
        detail = error.detail if isinstance(error, HTTPException) else "internal error"
        metrics.add_response(code, 0.0)
        return JSONResponse({"error": detail}, code)

    return Starlette(
        routes=[
            route("/act", _answering(service.act, limits), "POST"),
            route("/strategy", _answering(service.strategy, limits), "POST"),
            route("/health", _telling(service.health), "GET"),
            route("/metrics", _telling(metrics.as_json), "GET"),
        ],
        exception_handlers={HTTPException: refuse},
    )


def _answering(answer: Answerer, limits: Limits) -> Handler:
    """A handler that answers a JSON body in a thread, within the limits."""

    async def handler(request: Request) -> dict[str, Any]:
        body = await _json_body(request, limits)
        try:
            return await asyncio.wait_for(asyncio.to_thread(answer, body), limits.seconds)
        except TimeoutError:
            raise RefusedError(503, f"no answer within {limits.seconds:g} s") from None

    return handler


def _telling(content: Callable[[], dict[str, Any]]) -> Handler:
    async def handler(_: Request) -> dict[str, Any]:
        return content()

    return handler


def make_server(
    bundle: Bundle, limits: Limits, host: str, port: int, max_connections: int = MAX_CONNECTIONS
) -> Server:
    """The server of a bundle, not started. Raises ConfigError when uvicorn is not installed."""
    app = create_app(bundle, limits)
    import uvicorn

    return uvicorn.Server(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            log_level="warning",
            access_log=False,
            limit_concurrency=max_connections + 1,  # uvicorn refuses the one that reaches it
        )
    )


def serve(bundle: Bundle, limits: Limits, host: str, port: int) -> None:
    """Serve until a signal ends it. Raises ConfigError when uvicorn is not installed."""
    make_server(bundle, limits, host, port).run()


async def _outcome(handler: Handler, request: Request) -> tuple[int, dict[str, Any]]:
    try:
        return 200, await handler(request)
    except RefusedError as refused:
        return refused.code, {"error": str(refused)}
    except ConfigError as error:
        return 400, {"error": str(error)}


async def _json_body(request: Request, limits: Limits) -> dict[str, Any]:
    """The body as an object; it is not read beyond the limit."""
    text = bytearray()

    async def receive() -> None:
        async for chunk in request.stream():
            text.extend(chunk)
            if len(text) > limits.body_bytes:
                raise RefusedError(413, f"body: expected at most {limits.body_bytes} bytes")

    try:
        await asyncio.wait_for(receive(), limits.seconds)
    except TimeoutError:
        raise RefusedError(408, f"body: not received within {limits.seconds:g} s") from None
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RefusedError(400, f"body: expected JSON; {error}") from None
    if not isinstance(body, dict):
        raise RefusedError(400, "body: expected a JSON object")
    return body


def _require_keys(body: Mapping[str, Any], needed: str) -> None:
    unknown = sorted(set(body) - {needed, "mapping"})
    if needed not in body or unknown:
        raise ConfigError(
            f"expected the keys {needed!r} and, if wanted, 'mapping'; found {list(body)}"
        )
    if not isinstance(body.get("mapping", ""), str):
        raise ConfigError("mapping: expected text")


def _numbered(index: int, request: Any) -> Any:
    try:
        return json_lines.row(request)
    except ConfigError as error:
        raise ConfigError(f"rows[{index}]: {error}") from error
