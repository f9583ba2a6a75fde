"""A game between a player and agents, whatever it is shown on."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cinqcents_env.cli.words import told
from cinqcents_env.score_sheet import score_sheet

if TYPE_CHECKING:
    from cinqcents_env.agents import Agent
    from cinqcents_env.engine.view import View
    from cinqcents_env.evaluation.analysis import Analysis
    from cinqcents_env.game import Game


class Moved(NamedTuple):
    """A seat made a move; ``words`` is what the player may know of it, perhaps nothing."""

    seat: int
    words: str


class TrickWon(NamedTuple):
    """A seat won a trick."""

    seat: int


class DealOver(NamedTuple):
    """A deal ended: its number from 1, points of the sides in it, points since the start."""

    number: int
    gained: tuple[int, ...]
    scores: tuple[int, ...]


Event = Moved | TrickWon | DealOver


@dataclass
class Told:
    """What the table has been told so far.

    Attributes:
        events: everything, in order.
        trick: (seat, card) of the trick under way, or of the last one.
        winner: seat that won that trick; None while it is under way, or at a deal's end.
        complete: True once that trick is over.
    """

    events: tuple[Event, ...] = ()
    trick: tuple[tuple[int, str], ...] = ()
    winner: int | None = None
    complete: bool = True

    def deals(self) -> list[DealOver]:
        """The deals that are over."""
        return [event for event in self.events if isinstance(event, DealOver)]


class Kept(NamedTuple):
    """The table as it stood before a decision of the player."""

    game: Game
    chance: dict[str, Any]
    told: Told


class Session:
    """One game between a player and agents.

    Args:
        game: a new game.
        seat: the player's seat.
        agents: the agent of every other seat, None at the player's.
        keep: is given the game whenever a move was made or taken back.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        agents: Sequence[Agent | None],
        keep: Callable[[Game], None] | None = None,
    ) -> None:
        self.game, self.seat, self.agents = game, seat, agents
        self._keep = keep or (lambda game: None)
        self.rng = np.random.default_rng([game.seed, 1])
        self.told = Told()
        self.kept: list[Kept] = []

    @property
    def players_turn(self) -> bool:
        """True if the player is to decide."""
        return not self.game.is_over and self.game.to_move == self.seat

    def view(self) -> View:
        """What the player may know."""
        return self.game.view(self.seat)

    def partner(self, seat: int) -> bool:
        """True for another seat of the player's own side."""
        side = next(side for side in self.game.rules.sides if self.seat in side)
        return seat in side and seat != self.seat

    def answer(self) -> int:
        """The action that the agent on move chooses. Nothing is changed but its chance."""
        agent = self.agents[self.game.to_move]
        assert agent is not None
        return agent.act(self.game.view(), self.game.legal_mask(), self.rng)

    def decide(self, action: int) -> list[Event]:
        """Make a move of the player's, which :meth:`take_back` undoes.

        Raises:
            IllegalMove: it may not be made now; nothing has changed.
        """
        before = Kept(self.game.copy(), dict(self.rng.bit_generator.state), self.told)
        events = self.carry_out(action)
        self.kept.append(before)
        return events

    def take_back(self) -> bool:
        """Undo the player's last decision and all that followed; False if there was none."""
        if not self.kept:
            return False
        self.game, self.rng.bit_generator.state, self.told = self.kept.pop()
        self._keep(self.game)
        return True

    def hint(self, agent: str | Agent) -> Analysis:
        """What an agent, and a solver, think of the player's decision, from the player's view."""
        from cinqcents_env.evaluation.analysis import analyse

        return analyse(self.game, agent, seed=len(self.told.events))

    def carry_out(self, action: int) -> list[Event]:
        """Make a move; what the table is told of it, and of a trick or deal that it ends.

        Raises:
            IllegalMove: it may not be made now; nothing has changed.
        """
        game = self.game
        who, phase, deals = game.to_move, game.phase, game.deals_begun
        game.play_action(action)
        move = game.move_text(action)
        own = who == self.seat
        events: list[Event] = [Moved(who, move if own else told(move, phase))]
        story = dataclasses.replace(self.told)
        ends_deal = game.deals_begun != deals or game.is_over
        view = self.view()
        if phase == "play" and move.partition("=")[0] in game.rules.cards:
            events += _trick(story, view, who, move, ends_deal)
        if ends_deal:
            done = score_sheet(game)[-1]
            events.append(DealOver(done.number, done.gained, done.scores))
            story.complete = True
        story.events += tuple(events)
        self.told = story
        self._keep(game)
        return events


def _trick(story: Told, view: View, who: int, move: str, ends_deal: bool) -> list[Event]:
    """Note a card played, and the trick it completes."""
    begun = () if story.complete else story.trick
    story.trick, story.winner = (*begun, (who, move)), None
    story.complete = ends_deal or not (view.trick >= 0).any()
    if story.complete and not ends_deal:
        players = len(view.hand_sizes) if view.rules.family == "cinqcents" else view.players
        story.winner = int(view.seat + view.leader) % players
        return [TrickWon(story.winner)]
    return []
