"""Pages to choose a game and to play it."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cinqcents_env.game import IllegalMove
from cinqcents_env.notation import NotationError, sheets
from cinqcents_env.rulebook import REGISTRY
from cinqcents_env.web import pages
from cinqcents_env.web.analyses import usual
from cinqcents_env.web.new_games import new_game, option_fields
from cinqcents_env.web.parts import Scene
from cinqcents_env.web.refusals import refusal
from cinqcents_env.web.requests import language, owner, read_form, wants_fragment, whole
from cinqcents_env.web.scene import Looking, scene
from cinqcents_env.web.sessions import Session, TableError
from cinqcents_env.web.store import new_name
from cinqcents_env.web.tables import session_of, tables_of

MOST_STEPS = 2_000
"""Moves of agents that one request asks for at a watched table."""


async def home(request: Request) -> Response:
    """Rule sets, and the games of this browser."""
    mine = owner(request)
    listed = tables_of(request).store.of(mine) if mine else []
    return pages.page(request, "home.html", {"rulesets": REGISTRY, "games": listed[:100]})


def known_rules(request: Request) -> Any:
    """The rule set that an address names. Raises HTTPException 404."""
    ruleset = request.path_params["ruleset"]
    if ruleset not in REGISTRY:
        raise HTTPException(404)
    return REGISTRY[ruleset]


async def new(request: Request) -> Response:
    """The form of a new game."""
    chosen = known_rules(request)
    values = {
        "rules": chosen,
        "agents": tables_of(request).opponents.offered(chosen.ruleset, chosen.family),
        "options": option_fields(chosen, language(request).language),
        "watch": request.query_params.get("seat") == "watch",
    }
    return pages.page(request, "new.html", values)


async def rules(request: Request) -> Response:
    """The rule sheet of a rule set, its rules by number, what was not clear, its options."""
    chosen, wish = known_rules(request), language(request).language
    parts = sheets.rules_by_number(chosen.ruleset, wish)
    doubts = list(sheets.doubts(chosen.family, wish))
    numbered = {number for _, part in parts for number in part}
    values = {
        "rules": chosen,
        "sheet": sheets.sheet(chosen.ruleset, wish),
        "parts": parts,
        "doubts": doubts,
        "numbered": numbered,
        "numbers": numbered | {doubt.number for doubt in doubts},
        "options": option_fields(chosen, wish),
        "sources": sheets.sources(wish),
    }
    return pages.page(request, "rules.html", values)


async def create(request: Request) -> Response:
    """Begin a game; the agents move until the player's first decision."""
    form, tables = await read_form(request), tables_of(request)
    mine = owner(request) or new_name()

    def begin() -> str:
        session = new_game(form, mine, tables.opponents)
        session.advance(tables.opponents, 0 if session.seat is None else MOST_STEPS)
        tables.store.add(session)
        return session.name

    name = await run_in_threadpool(begin)
    return pages.redirect(request, f"/games/{name}", mine)


# a game


def table_scene(session: Session, request: Request) -> Scene:
    """What the page of a game shows to the one who plays it."""
    looking = Looking(session.seat, session.is_open, plays=not session.closed)
    return scene(session.course, looking, session.labels, language(request))


def table_values(session: Session, request: Request, error: str = "") -> dict[str, Any]:
    """What the templates of a game are filled in with."""
    rules, opponents = session.course.game.rules, tables_of(request).opponents
    return {
        "session": session,
        "scene": table_scene(session, request),
        "error": error,
        "asked": usual(rules.ruleset, opponents, rules.family),
        "agents": opponents.offered(rules.ruleset, rules.family),
        "changed": rules.changed_from(REGISTRY[rules.ruleset]),
    }


def shown(session: Session, request: Request, error: str = "", status: int = 200) -> Response:
    """The page of a game, or the part of it that changes."""
    part = wants_fragment(request)
    values = table_values(session, request, error)
    if part:
        return HTMLResponse(pages.render("table.html", request, values), status)
    if request.method == "POST" and not error:
        return pages.redirect(request, f"/games/{session.name}")
    return pages.page(request, "game.html", values, status)


async def show(request: Request) -> Response:
    """The page of a game."""

    def work() -> Response:
        session = session_of(request)
        if session.kind == "replay":
            return pages.redirect(request, f"/games/{session.name}/replay")
        with session.lock:
            return shown(session, request)

    return await run_in_threadpool(work)


async def changed(request: Request, form: dict[str, str], change: Any) -> Response:
    """Change a game, write it, and show it; what cannot be done is told above the table."""
    tables, say = tables_of(request), language(request).say

    def work() -> Response:
        session = session_of(request)
        with session.lock:
            try:
                _check_turn(session, form)
                change(session)
                tables.store.save(session)
            except TableError as error:
                status = 409 if error.sentence == "moved_on" else 422
                return shown(session, request, say(error.sentence, **error.values), status)
            except (IllegalMove, NotationError) as error:
                reason = _reason(session, request, form.get("move", ""))
                reason = reason or refusal(error, language(request)).told
                return shown(session, request, reason, 422)
            return shown(session, request)

    return await run_in_threadpool(work)


def _check_turn(session: Session, form: dict[str, str]) -> None:
    """A form sent from a page that is out of date (twice, or from another window) is refused."""
    told = len(session.course.told(session.seat))
    if whole(form.get("turn", ""), 0, 10**9) != told:
        raise TableError("moved_on")


def _reason(session: Session, request: Request, move: str) -> str:
    """Why a move may not be made, "" where the page does not know."""
    made = table_scene(session, request)
    reasons = {card.move: card.why for card in made.hand}
    reasons |= {choice.move: choice.why for group in made.groups for choice in group.choices}
    return reasons.get(move, "")


async def move(request: Request) -> Response:
    """Make the player's move."""
    form, opponents = await read_form(request), tables_of(request).opponents
    return await changed(
        request, form, lambda session: session.play(form.get("move", ""), opponents)
    )


async def undo(request: Request) -> Response:
    """Take the player's last move back."""
    return await changed(request, await read_form(request), lambda session: session.take_back())


async def end(request: Request) -> Response:
    """Give the game up: its cards are open then, and it goes on no more."""

    def close(session: Session) -> None:
        session.closed = True

    return await changed(request, await read_form(request), close)


async def steps(request: Request) -> Response:
    """Let the agents of a watched game move."""
    form, opponents = await read_form(request), tables_of(request).opponents
    number = whole(form.get("number", "1"), 1, MOST_STEPS)

    def advance(session: Session) -> None:
        if session.seat is not None or session.kind != "game" or number is None:
            raise TableError("bad_request")
        session.advance(opponents, number)

    return await changed(request, form, advance)
