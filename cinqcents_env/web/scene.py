"""What a page shows of a game: made of what one seat may know, in one language.

:func:`scene` reads the view of the viewer's seat, and the events told to it; only where all
hands are open (a replay, a game of agents, a game that is over) does it read the others' views.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cinqcents_env.engine.view import View
from cinqcents_env.web import scene_cinqcents, scene_five_hundred
from cinqcents_env.web.course import Course, Event
from cinqcents_env.web.parts import Names, Scene
from cinqcents_env.web.score_rows import rows
from cinqcents_env.web.words import Words


class Looking(NamedTuple):
    """Who looks at a game, and how.

    Attributes:
        seat: the player's seat, None for one who only watches.
        open_hands: show every hand.
        plays: the viewer may move when it is his turn.
    """

    seat: int | None
    open_hands: bool = False
    plays: bool = True


def scene(course: Course, looking: Looking, labels: Sequence[str], words: Words) -> Scene:
    """What the page shows.

    Args:
        course: the game.
        looking: who looks.
        labels: what each seat's player is called, an agent's specification, "" for a person.
        words: the language.
    """
    game = course.game
    seat = looking.seat or 0
    view = game.view(seat)
    others: dict[int, View] = {}
    if looking.open_hands:
        others = {other: game.view(other) for other in range(game.num_players) if other != seat}
    mine = looking.plays and looking.seat is not None and not game.is_over
    legal = game.legal_moves() if mine and game.to_move == seat else []
    names = Names(words, looking.seat, tuple(labels))
    families = {"cinqcents": scene_cinqcents, "five_hundred": scene_five_hundred}
    made: Scene = families[game.rules.family].scene(view, others, legal, names)
    last, told = course.last_trick(), course.told(looking.seat)
    return made._replace(
        last_trick=[] if last is None else [names.played(*played) for played in last.cards],
        last_winner="" if last is None else names.of(last.seat),
        status=_status(course, looking, names, made),
        log=log_lines(told, course.game.deals_begun, names),
        recent=[line(event, names) for event in _since_own_move(told, looking.seat)],
        sheet=rows(course.game, names),
        turn=len(told),
        over=game.is_over,
    )


def _status(course: Course, looking: Looking, names: Names, made: Scene) -> str:
    """Whose turn it is, or how the game ended."""
    game, say = course.game, names.words.say
    result = game.result
    if result is not None:
        return verdict(result, names)
    if looking.seat is not None and game.to_move == looking.seat:
        return say("your_turn_" + made.task) if made.task else say("your_turn")
    return say("turn_of", name=names.of(game.to_move))


def verdict(result: dict[str, Any], names: Names) -> str:
    """How a game ended."""
    say, reason = names.words.say, names.words.say("end_" + result["reason"].replace(" ", "_"))
    winners = result["winners"]
    if not winners:
        return say("nobody_wins", reason=reason)
    if names.viewer in winners:
        return say("you_win", reason=reason)
    told = say("wins" if len(winners) == 1 else "win", name=names.subject(winners), reason=reason)
    return told[0].upper() + told[1:]


def log_lines(told: Sequence[Event], deals: int, names: Names) -> list[tuple[int, str]]:
    """(deal, line) of the events of the deal under way and the one before."""
    return [(event.deal, line(event, names)) for event in told if event.deal >= deals - 1]


def _since_own_move(told: Sequence[Event], seat: int | None) -> Sequence[Event]:
    """What has happened since the player's last move, that left out; the last event of all
    where nobody plays."""
    if seat is None:
        return told[-1:]
    for at in range(len(told) - 1, -1, -1):
        if told[at].kind == "move" and told[at].seat == seat:
            return told[at + 1 :]
    return told


def line(event: Event, names: Names) -> str:
    """An event in words."""
    say, words = names.words.say, names.words
    if event.kind == "trick":
        return say(
            "you_take" if event.seat == names.viewer else "takes", name=names.subject([event.seat])
        )
    if event.kind == "move":
        hidden = event.hides_card_from(names.viewer)
        move = say("a_card_away") if hidden else words.move(event.move)
        return say("did", name=names.of(event.seat), move=move)
    scores = " · ".join(map(str, event.scores))
    return say("deal_over" if event.kind == "deal" else "game_over", deal=event.deal, scores=scores)
