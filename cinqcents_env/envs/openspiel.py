"""OpenSpiel: every rule set as a pyspiel game, registered when this module is imported.

    import pyspiel
    import cinqcents_env.envs.openspiel

    game = pyspiel.load_game("cinqcents_classic(target=300,episode=game)")

The parameters are those of :func:`parameters`: what an episode is, where deals come from,
and the options of the rule set. Needs the extra ``openspiel``.
"""

from __future__ import annotations

import contextlib
import functools
import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._extras import brought_by
from cinqcents_env.envs.openspiel_table import ALL, BASE, SEEDS, Table, checked_deals
from cinqcents_env.render import ansi
from cinqcents_env.rulebook import REGISTRY, Rules
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import Setup, observation_layout

with brought_by("openspiel"):
    import pyspiel

PREFIX = "cinqcents_"
DECISIONS = 400
"""More decisions than any deal has."""
POINTS = 100.0
"""More, in hundreds of points, than any deal pays."""
OWN = ("episode", "reward", "deals", "skip_forced")
"""Parameters that are no options of the rules."""


def parameters(rules: Rules) -> dict[str, Any]:
    """The parameters of a rule set's game with their defaults.

    ``episode``, ``reward`` (empty: the episode's own), ``deals`` (see
    :func:`cinqcents_env.envs.openspiel_table.deals_of`), ``skip_forced``, and every option:
    a number or yes/no where it is one, else its text, a list with spaces between its
    numbers, and ``null`` for none. OpenSpiel wants values of the type of the default: where
    that is a word, a number stands in brackets, as in ``first_dealer=[0]``.
    """
    own = {"episode": "game", "reward": "", "deals": SEEDS, "skip_forced": False}
    if rules.ruleset == "mini":
        own["deals"] = ALL
    return own | {name: _parameter(value) for name, value in rules.options().items()}


def _parameter(value: Any) -> Any:
    """An option as a parameter; digits are a number, as OpenSpiel reads them."""
    if isinstance(value, str):
        return int(value) if value.isdigit() else value
    if isinstance(value, bool | int):
        return value
    return " ".join(map(str, value)) if isinstance(value, list) else json.dumps(value)


def changed_options(base: Rules, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that parameters change, as the rules take them."""
    changed = {}
    for name, default in base.options().items():
        value = given.get(name, _parameter(default))
        if value != _parameter(default):
            changed[name] = _option(base, name, value)
    return changed


def _option(base: Rules, name: str, value: Any) -> Any:
    """The value that a parameter means: itself, its text, its JSON, or a list of its words."""
    readings: list[Any] = [value, str(value)]
    for text in (str(value), f"[{','.join(str(value).split())}]"):
        with contextlib.suppress(ValueError):
            parsed = json.loads(text)
            alone = isinstance(parsed, list) and len(parsed) == 1
            readings += [tuple(parsed) if isinstance(parsed, list) else parsed]
            readings += parsed if alone else []
    accepts = base.__dataclass_fields__[name].metadata["check"].accepts
    return next((reading for reading in readings if accepts(reading)), value)


def game_type(rules: Rules) -> Any:
    """What OpenSpiel is told of a rule set."""
    return pyspiel.GameType(
        short_name=PREFIX + rules.ruleset,
        long_name=f"Cinq cents, {rules.ruleset}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.players,
        min_num_players=rules.players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters(rules),
    )


def game_info(setup: Setup, table: Table) -> Any:
    """Sizes of a game."""
    deals = 1 if setup.rules.single_deal else setup.rules.max_deals
    most = POINTS * deals if setup.by_points else float(setup.num_seats - 1)
    return pyspiel.GameInfo(
        num_distinct_actions=setup.num_actions,
        max_chance_outcomes=max(BASE, *table.deals.sizes),
        num_players=setup.num_seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=DECISIONS * deals,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A rule set as an OpenSpiel game; a class for each is in :data:`GAMES`.

    Args:
        params: those of :func:`parameters`; defaults for what is missing.

    Attributes:
        ruleset: its name.
        setup: what is played.
        table: the game before its first deal.

    Raises:
        RulesError: a parameter is not valid.
    """

    ruleset: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        base = rules_of(self.ruleset)
        given = parameters(base) | dict(params or {})
        self.setup = Setup(
            base,
            episode=given["episode"],
            reward=given["reward"] or None,
            **changed_options(base, given),
        )
        deals = checked_deals(str(given["deals"]), self.setup)
        self.table = Table(self.setup, deals, bool(given["skip_forced"]))
        super().__init__(TYPES[self.ruleset], game_info(self.setup, self.table), given)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        """The state before the first deal."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """What writes tensors and texts of states."""
        return Observer(self.setup, perfect_recall=bool(kind and kind.perfect_recall))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game.

    Attributes:
        table: the game with its chance nodes.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table: Table = game.table.__deepcopy__({})

    def current_player(self) -> int:
        """The seat on move, or that chance is, or that the game is over."""
        if self.table.due:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.is_over else self.table.to_move

    def is_terminal(self) -> bool:
        """The game is over."""
        return self.table.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal_actions() if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of the chance node, equally likely."""
        return _uniform(self.table.outcomes)

    def _apply_action(self, action: int) -> None:
        if self.table.due:
            self.table.choose(action)
        else:
            self.table.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal:{action}"
        return str(_names(self.table.setup.rules)[action])

    def returns(self) -> list[float]:
        """Total reward of each seat, zero until the end."""
        return self.table.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has seen; see :meth:`Table.information`."""
        return self.table.information(self._seat(player))

    def observation_string(self, player: int | None = None) -> str:
        """The table as a seat sees it."""
        return drawn(self.table, self._seat(player))

    def _seat(self, player: int | None) -> int:
        return self.current_player() if player is None else player

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one, the hidden cards drawn anew.

        Args:
            player: who looks.
            sampler: a random number in [0, 1) at each call.
        """
        words = [int(sampler() * 2**32) for _ in range(4)]
        other: SpielState = self.clone()
        other.table = self.table.resampled(player, np.random.default_rng(words))
        return other

    def __str__(self) -> str:
        return self.table.text()


class Observer:
    """Writes what a seat sees: ``tensor`` float32 (features,), and by name in ``dict``."""

    def __init__(self, setup: Setup, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor: NDArray[np.float32] = np.zeros(setup.num_features, dtype=np.float32)
        self.dict = {name: self.tensor[where] for name, where, _ in observation_layout(setup.rules)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        state.table.observe(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player has seen as text; with perfect recall, all of it."""
        if self.perfect_recall:
            return state.table.information(player)
        return drawn(state.table, player)


def drawn(table: Table, seat: int) -> str:
    """The table as a seat sees it; empty before the first deal."""
    return ansi.draw(table.view(seat)) if table.dealt else ""


@functools.lru_cache(maxsize=64)
def _uniform(number: int) -> list[tuple[int, float]]:
    return [(outcome, 1.0 / number) for outcome in range(number)]


def _names(rules: Rules) -> tuple[str, ...]:
    from cinqcents_env.notation import move_texts

    return tuple(move_texts(rules))


TYPES = {name: game_type(rules) for name, rules in REGISTRY.items()}
"""What OpenSpiel is told of each rule set."""
GAMES = {name: type(f"{name}_game", (SpielGame,), {"ruleset": name}) for name in REGISTRY}
"""The game of each rule set. Classes, since OpenSpiel lets go of them when Python has ended:
nothing else outlives that."""


def register_all() -> None:
    """Register every rule set as ``cinqcents_<name>``, once."""
    known = pyspiel.registered_names()
    for name, kind in TYPES.items():
        if kind.short_name not in known:
            pyspiel.register_game(kind, GAMES[name])


register_all()
