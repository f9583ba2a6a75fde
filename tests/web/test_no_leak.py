"""Nothing that the browser is sent depends on a card that its player cannot see."""

from __future__ import annotations

import numpy as np
import pytest
from starlette.requests import Request

from cinqcents_env import belief
from cinqcents_env.agents import make_agent
from cinqcents_env.game import Game
from cinqcents_env.rulebook import rulesets
from cinqcents_env.web import pages
from cinqcents_env.web.app import create_app
from cinqcents_env.web.course import Course
from cinqcents_env.web.play import table_values
from cinqcents_env.web.sessions import Session
from cinqcents_env.web.store import Store
from tests.web.client import Client, chooser, running


@pytest.fixture(scope="module")
def request_(tmp_path_factory):
    """A request to a table's application, for what renders pages."""
    app = create_app(tmp_path_factory.mktemp("games"))
    return Request(
        {
            "type": "http",
            "method": "GET",
            "path": "/",
            "query_string": b"",
            "headers": [],
            "app": app,
        }
    )


def page(course, seat, request):
    agents = ["greedy"] * course.game.num_players
    agents[seat] = None
    session = Session("name", "owner", course, agents, created=0.0)
    return pages.render("game.html", request, table_values(session, request))


def in_another_world(course, seat, rng):
    """The same course, with other cards where the seat sees none."""
    game = course.game
    states = belief.sample(game.view(seat), rng, 1)
    other = game.copy()
    other._states[:] = states
    other.seed = game.seed ^ 1
    setup = other.setup
    setup.loops.tell(setup.packed, other._states, other._mask, other._facts)
    other._to_move, other._phase, other._over, other._deal = other._facts.tolist()
    moved = Course(other)
    moved.events, moved.moves = course.events, course.moves
    moved._trick = course._trick
    return moved


@pytest.mark.parametrize("ruleset", rulesets())
def test_pages_are_the_same_in_every_world_that_a_seat_deems_possible(ruleset, request_):
    game = Game(ruleset, seed=23)
    course, rng = Course(game), np.random.default_rng(23)
    movers = [make_agent(spec, game.rules) for spec in ("greedy", "random")]
    different = 0
    while not game.is_over and len(course.moves) < 90:
        for seat in {game.to_move, int(rng.integers(game.num_players))}:
            other = in_another_world(course, seat, rng)
            different += other.game.position() != game.position()
            assert page(other, seat, request_) == page(course, seat, request_)
        mover = movers[len(course.moves) % 2]
        course.play(game.move_text(mover.act(game.view(), game.legal_mask(), rng)))
    assert different > 5


def test_the_test_would_see_a_leak(request_):
    course = Course(Game("classic", seed=1))
    other = in_another_world(course, 0, np.random.default_rng(0))
    assert page(other, 1, request_) != page(course, 1, request_)


def unseen(game, seat):
    """Cards that a seat cannot know of: in other hands, stock, kitty, dead hand, discards."""
    view = game.view(seat)
    position = game.position()
    hands = " ".join(hand for i, hand in enumerate(position["hands"]) if i != seat).split()
    if game.rules.family == "cinqcents":
        hidden = set(hands) | set(position["stock"].split())
        return hidden - set(view.rules.cards.from_set(int(view.known[1])))
    hidden = {*hands, *position["dead"].split()}
    seen = int(view.kitty) | int(view.taken) | int(view.exposed) | int(view.discards)
    hidden |= set(position["kitty"].split()) | set(position["discards"].split())
    return hidden - set(view.rules.cards.from_set(seen))


@pytest.mark.parametrize("ruleset", ["classic", "lyonnais", "binage", "us3", "ru3", "au4", "au6"])
def test_whole_games_send_no_hidden_card_and_no_seed(ruleset, tmp_path, monkeypatch):
    kept, add = [], Store.add
    monkeypatch.setattr(Store, "add", lambda store, new: (kept.append(new), add(store, new))[1])
    seed = "918273645546372819"
    with running(tmp_path) as port:
        client = Client(port)
        path = client.begin(ruleset, seat="0", seed=seed)
        session = kept[0]
        answer, count = client.get(path), 0
        while answer.moves and count < 120:
            hidden = unseen(session.course.game, 0)
            if not session.course.game.is_over:
                trick = session.course.last_trick()
                last = {card for _, card in trick.cards} if trick else set()
                assert not (answer.cards - last) & hidden
                for refused in ("/record", "/replay"):
                    assert client.get(path + refused).status == 422
            answer = client.move(path, answer, chooser(3)(answer.moves, count))
            assert answer.status == 200
            count += 1
        assert count > 20
        assert seed.encode() not in b"".join(client.wire)
