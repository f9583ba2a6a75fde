"""The application: which address is answered by what."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from cinqcents_env.agents import AgentError
from cinqcents_env.cards import JOKERS
from cinqcents_env.game import IllegalMove
from cinqcents_env.notation import NotationError, RecordError, ReplayError
from cinqcents_env.notation.names import names
from cinqcents_env.render import svg_cards
from cinqcents_env.rulebook import RulesError
from cinqcents_env.rulebook.five_hundred import PACKS
from cinqcents_env.web import pages, play, replays
from cinqcents_env.web.guard import Guard
from cinqcents_env.web.opponents import Opponents
from cinqcents_env.web.refusals import Refusal, refusal
from cinqcents_env.web.requests import language, wants_fragment
from cinqcents_env.web.sessions import TableError
from cinqcents_env.web.standings import read_standing
from cinqcents_env.web.store import Store
from cinqcents_env.web.tables import Tables
from cinqcents_env.web.words import LANGUAGES

CARDS = frozenset(
    {*(card for pack in PACKS.values() for card in pack.cards), *JOKERS, svg_cards.BACK}
)
SENTENCES = {404: "not_found", 405: "not_allowed"}
CHANGES: tuple[type[Exception], ...] = (
    TableError,
    IllegalMove,
    NotationError,
    RulesError,
    AgentError,
    RecordError,
    ReplayError,
)
"""What a request may do wrong; told on a page with status 422."""


def create_app(
    folder: Path,
    *,
    agents: Sequence[str] = (),
    tournament_files: Sequence[Path] = (),
    names: Sequence[str] = (),
) -> Starlette:
    """The application.

    Args:
        folder: where games are kept.
        agents: specifications offered besides the usual ones.
        tournament_files: results of tournaments to show.
        names: host names besides ``localhost`` by which the table is asked for.

    Raises:
        StoreError, StandingError: a folder or file that cannot be read.
    """
    routes = [
        Route("/", play.home),
        Route("/new/{ruleset}", play.new),
        Route("/rules/{ruleset}", play.rules),
        Route("/games", play.create, methods=["POST"]),
        Route("/games/{name}", play.show),
        Route("/games/{name}/moves", play.move, methods=["POST"]),
        Route("/games/{name}/undo", play.undo, methods=["POST"]),
        Route("/games/{name}/end", play.end, methods=["POST"]),
        Route("/games/{name}/steps", play.steps, methods=["POST"]),
        Route("/games/{name}/analysis", replays.analysis, methods=["POST"]),
        Route("/games/{name}/replay", replays.show),
        Route("/games/{name}/record", replays.download),
        Route("/replays", replays.upload, methods=["POST"]),
        Route("/tournaments", replays.tournaments),
        Route("/cards/{language}/{card}.svg", _card),
        Route("/static/{file}", _static),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, names=names)],
        exception_handlers={HTTPException: _http_error, **dict.fromkeys(CHANGES, _refused)},
    )
    standings = [read_standing(path) for path in tournament_files]
    app.state.tables = Tables(Store(folder), Opponents(agents), standings)
    return app


async def _static(request: Request) -> Response:
    name = request.path_params["file"]
    if name not in pages.STATIC:
        raise HTTPException(404)
    kind = pages.STATIC[name]
    lasting = {"cache-control": f"max-age={pages.YEAR}, immutable"}
    return Response(pages.static(name), media_type=kind, headers=lasting)


async def _card(request: Request) -> Response:
    card, wish = request.path_params["card"], request.path_params["language"]
    if card not in CARDS or wish not in LANGUAGES:
        raise HTTPException(404)
    lasting = {"cache-control": f"max-age={pages.YEAR}, immutable"}
    return Response(card_picture(card, wish), media_type="image/svg+xml", headers=lasting)


@functools.cache
def card_picture(card: str, wish: str) -> str:
    """A card as an SVG document, with the letters of that language."""
    width, height = svg_cards.WIDTH, svg_cards.HEIGHT
    face = svg_cards.face(card)
    letters = {} if card in JOKERS else names(wish).letters  # a joker's letters spell its name
    for rank, letter in letters.items():
        face = face.replace(f">{rank}</text>", f">{letter}</text>")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="DejaVu Sans, Verdana, Arial, sans-serif">'
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="5.5" fill="#fffefa" '
        f'stroke="#5b6570"/>{face}</svg>'
    )


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = SENTENCES.get(error.status_code, error.detail)
    say = language(request).say
    try:
        told = say(sentence)
    except KeyError:
        told = say("bad_request")
    return _told(request, Refusal(told), error.status_code)


async def _refused(request: Request, error: Exception) -> Response:
    """Say in one line what was wrong with a request."""
    return _told(request, refusal(error, language(request)), 422)


def _told(request: Request, refused: Refusal, status: int) -> Response:
    if wants_fragment(request):
        return HTMLResponse(pages.render("told.html", request, {"refused": refused}), status)
    return pages.page(request, "error.html", {"refused": refused}, status)


__all__ = ["CARDS", "create_app"]
