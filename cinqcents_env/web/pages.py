"""Pages made of templates: text in the browser's language, everything escaped."""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import re
from collections.abc import Container, Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cinqcents_env.web.requests import LANGUAGE, OWNER, language, owner
from cinqcents_env.web.store import new_name
from cinqcents_env.web.words import LANGUAGES

YEAR = 31_536_000
"""Seconds that cookies and pictures last."""
STATIC = {"table.css": "text/css", "table.js": "text/javascript", "icon.svg": "image/svg+xml"}


CODE = re.compile(r"(`{1,2})([^`]+)\1")
EMPHASIS = re.compile(r"\*([^*]+)\*")
NUMBER = re.compile(r"[A-Z]\w*[.-]?\d+\w?|F[2-4]R")


def marked_up(text: str, numbers: Container[str] = ()) -> Markup:
    """A text of the rules as HTML.

    Args:
        text: with names of code in backticks and titles between asterisks.
        numbers: rules that stand on the same page: their numbers lead to them.
    """
    html = CODE.sub(r"<code>\2</code>", str(escape(text)))
    html = EMPHASIS.sub(r"<cite>\1</cite>", html)

    def link(found: re.Match[str]) -> str:
        name = found[0]
        return f'<a href="#{name}">{name}</a>' if name in numbers else name

    return Markup(NUMBER.sub(link, html))


@functools.cache
def environment() -> Environment:
    """The templates."""
    made = Environment(
        loader=PackageLoader("cinqcents_env.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["marked_up"] = marked_up
    return made


@functools.cache
def static(name: str) -> bytes:
    """A file of the pages. Raises KeyError for any other name."""
    if name not in STATIC:
        raise KeyError(name)
    return (importlib.resources.files("cinqcents_env.web") / "static" / name).read_bytes()


@functools.cache
def version() -> str:
    """A short text that changes with the files of the pages."""
    return hashlib.blake2b(b"".join(map(static, STATIC)), digest_size=6).hexdigest()


def render(template: str, request: Request, values: Mapping[str, Any]) -> str:
    """A template filled in."""
    words = language(request)
    text: str = (
        environment()
        .get_template(template)
        .render(
            say=words.say,
            words=words,
            languages=LANGUAGES,
            path=request.url.path,
            version=version(),
            **values,
        )
    )
    return text


def page(
    request: Request, template: str, values: Mapping[str, Any], status: int = 200
) -> HTMLResponse:
    """A page, with the cookies that the browser lacks."""
    response = HTMLResponse(render(template, request, values), status)
    with_cookies(request, response)
    return response


def with_cookies(request: Request, response: Response, name: str = "") -> None:
    """Add cookies for the owner's name and for a language asked for."""
    settings: dict[str, Any] = {"max_age": YEAR, "httponly": True, "samesite": "lax"}
    if not owner(request):
        response.set_cookie(OWNER, name or new_name(), **settings)
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie(LANGUAGE, request.query_params["lang"], **settings)


def redirect(request: Request, where: str, name: str = "") -> RedirectResponse:
    """Go on to another page with GET."""
    response = RedirectResponse(where, 303)
    with_cookies(request, response, name)
    return response
