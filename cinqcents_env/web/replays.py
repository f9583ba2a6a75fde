"""Pages to look at games: replay, analysis, records in and out, tournaments."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cinqcents_env.notation import RecordError
from cinqcents_env.records import parse_record, replay
from cinqcents_env.web import pages
from cinqcents_env.web.analyses import look, usual
from cinqcents_env.web.course import Course
from cinqcents_env.web.parts import Names
from cinqcents_env.web.requests import (
    UPLOAD_LIMIT,
    language,
    owner,
    read_body,
    read_form,
    wants_fragment,
    whole,
)
from cinqcents_env.web.scene import Looking, scene
from cinqcents_env.web.sessions import Session, TableError
from cinqcents_env.web.store import new_name
from cinqcents_env.web.tables import session_of, tables_of

MAX_RECORDS = 20
"""Games of one upload."""
MAX_PLY = 10**7


def open_session(request: Request) -> Session:
    """The game of a request, whose cards are open. Raises TableError for another."""
    session = session_of(request)
    if not session.is_open:
        raise TableError("cards_closed")
    return session


def course_at(session: Session, ply: int | None) -> Course:
    """The course of a game after so many moves."""
    if ply is None or ply >= len(session.course.moves):
        return session.course
    return Course.of_record(session.course.game.record(), ply)


async def show(request: Request) -> Response:
    """A game move by move, all hands open."""
    ply = whole(request.query_params.get("ply", "0"), 0, MAX_PLY)
    if ply is None:
        raise HTTPException(400, "bad_request")

    def work() -> Response:
        session = open_session(request)
        with session.lock:
            return _replayed(session, request, ply)

    return await run_in_threadpool(work)


def _replayed(session: Session, request: Request, ply: int) -> Response:
    opponents = tables_of(request).opponents
    most = len(session.course.moves)
    course = course_at(session, ply)
    rules = course.game.rules
    looking = Looking(None, open_hands=True, plays=False)
    values = {
        "session": session,
        "scene": scene(course, looking, session.labels, language(request)),
        "error": "",
        "ply": min(ply, most),
        "most": most,
        "asked": usual(rules.ruleset, opponents, rules.family),
        "agents": opponents.offered(rules.ruleset, rules.family),
    }
    if wants_fragment(request):
        return HTMLResponse(pages.render("replayed.html", request, values))
    return pages.page(request, "replay.html", values)


async def download(request: Request) -> Response:
    """The record of a game as a file; not while its cards are hidden."""

    def work() -> Response:
        session = open_session(request)
        with session.lock:
            text = session.course.game.record_line() + "\n"
        name = f"{session.course.game.rules.ruleset}.jsonl"
        attached = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="application/x-ndjson", headers=attached)

    return await run_in_threadpool(work)


async def upload(request: Request) -> Response:
    """Take records in: the body of the request is the file, or a form has it as text."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    if kind == "application/x-ndjson":
        body = await read_body(request, UPLOAD_LIMIT)
    else:
        form = await read_form(request, 3 * UPLOAD_LIMIT)
        body = form.get("record", "").encode()
    mine, tables = owner(request) or new_name(), tables_of(request)

    def work() -> str:
        sessions = [_uploaded(record, mine) for record in read_upload(body)]
        for session in sessions:
            tables.store.add(session)
        return sessions[0].name

    name = await run_in_threadpool(work)
    where = f"/games/{name}/replay"
    if wants_fragment(request):
        response = HTMLResponse(where)
        pages.with_cookies(request, response, mine)
        return response
    return pages.redirect(request, where, mine)


def read_upload(body: bytes) -> list[dict[str, Any]]:
    """The records of an upload: one JSON object, or one a line. Raises RecordError."""
    if len(body) > UPLOAD_LIMIT:
        raise RecordError(f"longer than {UPLOAD_LIMIT} bytes")
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise RecordError("record: not text in UTF-8") from None
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise RecordError("record: empty")
    if len(lines) > 1 and not lines[0].strip().endswith("}"):
        return [parse_record(text)]
    if len(lines) > MAX_RECORDS:
        raise RecordError(f"{len(lines)} games; an upload holds {MAX_RECORDS} at most")
    return [parse_record(line, f"line {i}") for i, line in enumerate(lines, 1)]


def _uploaded(record: dict[str, Any], mine: str) -> Session:
    """The session of a record. Raises RecordError, ReplayError."""
    players = replay(record).num_players
    course = Course.of_record(record)
    return Session(new_name(), mine, course, [""] * players, kind="replay")


async def analysis(request: Request) -> Response:
    """What agents and solvers think of a decision: the player's own, or any of a replay."""
    form, opponents = await read_form(request), tables_of(request).opponents
    specs = list(dict.fromkeys(form[name] for name in ("first", "second") if form.get(name)))

    def work() -> Response:
        session = session_of(request)
        with session.lock:
            game = _asked_about(session, form).game.copy()
            viewer = None if session.is_open else session.seat
        if game.is_over:
            raise TableError("why_over")
        found = look(game, specs, opponents)
        names = Names(language(request), viewer, tuple(session.labels))
        values = {"found": found, "names": names}
        if wants_fragment(request):
            return HTMLResponse(pages.render("analysis.html", request, values))
        return pages.page(request, "analysis_page.html", {**values, "session": session})

    return await run_in_threadpool(work)


def _asked_about(session: Session, form: dict[str, str]) -> Course:
    """The position asked about. Raises TableError where it is not the player's to see."""
    if session.is_open:
        return course_at(session, whole(form.get("ply", ""), 0, MAX_PLY))
    if session.course.game.to_move != session.seat:
        raise TableError("why_turn")
    return session.course


async def tournaments(request: Request) -> Response:
    """Ratings and win rates of the tournaments that the table was started with."""
    return pages.page(request, "tournaments.html", {"standings": tables_of(request).standings})
