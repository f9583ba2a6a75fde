"""What is read of a request: forms and bodies of limited size, language, owner."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

from cinqcents_env.web.words import LANGUAGES, Words

FORM_LIMIT, FIELD_LIMIT = 32_000, 100
UPLOAD_LIMIT = 2_000_000
"""Bytes of a form, fields of one, bytes of an upload."""
OWNER, LANGUAGE = "cinqcents_owner", "cinqcents_language"
"""Names of the cookies."""
_OWNER = re.compile(r"[A-Za-z0-9_-]{22}")


async def read_body(request: Request, limit: int) -> bytes:
    """The body, if it is no longer than that. Raises HTTPException 413."""
    told = request.headers.get("content-length", "0")
    if not told.isdecimal() or int(told[:12]) > limit:
        raise HTTPException(413, "too_long")
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise HTTPException(413, "too_long")
        parts.append(part)
    return b"".join(parts)


async def read_form(request: Request, limit: int = FORM_LIMIT) -> dict[str, str]:
    """The fields of a form sent in the usual encoding; the last of a name counts.

    Raises:
        HTTPException: 413 for too long, 415 for another encoding, 400 for what is no form.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    if kind != "application/x-www-form-urlencoded":
        raise HTTPException(415, "no_form")
    body = await read_body(request, limit)
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=FIELD_LIMIT,
        )
    except ValueError:
        raise HTTPException(400, "no_form") from None
    return dict(pairs)


def whole(text: str, low: int, high: int) -> int | None:
    """The whole number that a field holds, None if it is not one from low to high."""
    if not re.fullmatch(r"[0-9]{1,19}", text, re.ASCII):
        return None
    value = int(text)
    return value if low <= value <= high else None


def language(request: Request) -> Words:
    """The language asked for: by the address, the cookie, or the browser's settings."""
    for wish in (request.query_params.get("lang"), request.cookies.get(LANGUAGE)):
        if wish in LANGUAGES:
            return Words(wish)
    for wish in request.headers.get("accept-language", "")[:200].split(","):
        short = wish.strip()[:2].casefold()
        if short in LANGUAGES:
            return Words(short)
    return Words(LANGUAGES[0])


def owner(request: Request) -> str:
    """The name under which the browser keeps its games, "" where it has none."""
    given = request.cookies.get(OWNER, "")
    return given if _OWNER.fullmatch(given) else ""


def wants_fragment(request: Request) -> bool:
    """True where the page's script asks for the part that changes."""
    return request.headers.get("x-fragment") == "1"
