"""What every request passes: hosts and origins checked, answers given security headers."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Not "no-referrer": browsers would then send a form's origin as "null".
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
SAFE = ("GET", "HEAD")
MAX_TARGET = 2_000
"""Characters of a path with its query."""


class Guard:
    """ASGI middleware that refuses what comes from elsewhere.

    A page of another site can neither send a form here (its origin differs) nor, by a name
    that it makes resolve to this machine, read what is here: only names given to the table,
    ``localhost`` and plain addresses are answered.

    Args:
        app: what is guarded.
        names: host names besides ``localhost`` by which the table is asked for.
    """

    def __init__(self, app: ASGIApp, names: Sequence[str] = ()) -> None:
        self.app = app
        self.names = {"localhost", *(name.casefold() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on and add headers to the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        answer = self.app if refusal is None else refusal
        await answer(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        if len(headers.getlist("host")) != 1 or not self.knows_host(headers["host"]):
            return PlainTextResponse("this host name is not known here\n", 421)
        if len(scope["path"]) + len(scope["query_string"]) > MAX_TARGET:
            return PlainTextResponse("the address is too long\n", 414)
        if scope["method"] in SAFE:
            return None
        origin = headers.get("origin", "")
        own = f"{scope['scheme']}://{headers['host']}"
        site = headers.get("sec-fetch-site", "same-origin")
        if origin.casefold() != own.casefold() or site != "same-origin":
            return PlainTextResponse("a request from another site is refused\n", 403)
        return None

    def knows_host(self, host: str) -> bool:
        """True for a plain address, ``localhost`` and the names given, with or without port."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").casefold()
            if not set(host) <= set(
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:-_[]"
            ):
                return False
            if name in self.names:
                return True
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True
