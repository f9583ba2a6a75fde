"""The score card: one fixed protocol by which any agent of a rule set is measured.

Two cards of the same protocol and version can be laid side by side: deals, seeds,
anchors and sizes are the same whoever makes them. What the protocol holds:

- a duplicate match of whole games against each anchor, and one between each two
  anchors, of which one that searches plays ``greedy`` only (both ways round where more
  than two sides are at the table);
- ratings fitted on all of these, ``random`` at 0;
- the win rate in each seat against ``greedy``;
- contracts bid and made against ``greedy`` in single deals (Five Hundred);
- exact regret in the last phase (two-player rule sets), exact exploitability (``mini``);
- seconds a decision.
"""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from cinqcents_env.agents import MAKERS, Agent, make_agent
from cinqcents_env.evaluation.contracts import contract_figures
from cinqcents_env.evaluation.exploit import exploitability
from cinqcents_env.evaluation.intervals import rate_interval
from cinqcents_env.evaluation.matches import Block, BlockResult, play_block, seatings, summary
from cinqcents_env.evaluation.ratings import Shares, rate
from cinqcents_env.evaluation.regret import last_phase_regret
from cinqcents_env.evaluation.speed import decision_speed
from cinqcents_env.evaluation.tournament import ANCHOR, blocks_of, pairings_of, weights_of
from cinqcents_env.evaluation.workers import scattered
from cinqcents_env.rulebook import FiveHundredRules, Rules
from cinqcents_env.rulebook import rules as rules_of

PROTOCOL, VERSION = "cinqcents score card", 1
"""Name and version; the version is raised whenever a figure could come out otherwise."""
SEED = 1896
"""Of all deals of the protocol."""
YARDSTICK = "greedy"
"""Against whom seat balance and contracts are measured."""
SEARCHERS = ("pimc", "ismcts")
"""Agents that think long: their matches are shorter and their blocks smaller."""


@dataclass(frozen=True)
class Size:
    """How much is played; only cards of the size ``full`` are to be cited.

    Attributes:
        name: ``full`` or ``quick``.
        deals: of a match. search_deals: of one in which an agent searches.
        contract_deals, regret_deals: of those two figures.
        seconds: processor seconds spent on each figure of speed.
    """

    name: str
    deals: int
    search_deals: int
    contract_deals: int
    regret_deals: int
    seconds: float


FULL = Size("full", 2000, 500, 2000, 2000, 1.0)
QUICK = Size("quick", 20, 2, 20, 20, 0.05)
SIZES = {size.name: size for size in (FULL, QUICK)}


def anchors(rules: Rules) -> tuple[str, ...]:
    """The agents that every card of these rules is measured against, weakest first."""
    found = [ANCHOR]
    if isinstance(rules, FiveHundredRules):
        found.append("passive")
    found.append(YARDSTICK)
    if "pimc" in MAKERS:
        found.append("pimc:16")
    if rules.ruleset == "mini":
        found.append("cfr")
    return tuple(found)


def searches(spec: str) -> bool:
    """True if an agent of this specification thinks long."""
    return spec.partition(":")[0] in SEARCHERS


def matches_of(rules: Rules, specs: list[str], size: Size) -> dict[tuple[int, int], list[Block]]:
    """Blocks of every match of a card, by the numbers of the agents.

    Of the anchors, one that searches plays the yardstick only.
    """
    matches = {}
    for a, b in pairings_of(len(specs), len(rules.sides)):
        slow = searches(specs[a]) or searches(specs[b])
        if slow and 0 not in (a, b) and YARDSTICK not in (specs[a], specs[b]):
            continue
        deals, block = (size.search_deals, 16) if slow else (size.deals, 128)
        matches[a, b] = blocks_of(specs[a], specs[b], rules, deals, SEED, "game", block)
    return matches


def games_of(rules: str | Rules, spec: str, size: Size = FULL) -> int:
    """Games that a card takes, contracts apart."""
    rules = rules_of(rules)
    blocks = matches_of(rules, _specs(rules, spec), size).values()
    return sum(block.deals for match in blocks for block in match) * len(seatings(rules))


def _specs(rules: Rules, spec: str) -> list[str]:
    """The agent, then the anchors that it is not itself."""
    return [spec, *(anchor for anchor in anchors(rules) if anchor != spec)]


def score_card(
    rules: str | Rules,
    spec: str,
    *,
    size: Size = FULL,
    workers: int = 1,
    told: Callable[[int], None] = lambda games: None,
) -> dict[str, Any]:
    """Measure an agent by the protocol.

    Args:
        rules: a rule set's name or its rules.
        spec: of the agent.
        size: how much is played.
        workers: processes; the figures are the same for any number, those of time apart.
        told: called with the number of games played since the last call.

    Returns:
        The card, as JSON values; ``docs/evaluation.md`` explains every field.

    Raises:
        AgentError: an agent that does not exist or cannot play these rules.
        IllegalAction: the agent answered with an illegal action.
        ModuleNotFoundError: ``choix`` is not installed; before anything is played.
    """
    import choix  # noqa: F401

    rules = rules_of(rules)
    agent = make_agent(spec, rules)
    specs = _specs(rules, spec)
    for anchor in specs[1:]:
        make_agent(anchor, rules)
    played = _play(matches_of(rules, specs, size), workers, told)
    return {
        "protocol": {"name": PROTOCOL, "version": VERSION, "size": size.name, "seed": SEED},
        "ruleset": rules.ruleset,
        "options": rules.changed_from(rules_of(rules.ruleset)),
        "agent": {"spec": spec, "weights": weights_of(agent) or None},
        "anchors": specs[1:],
        "rating": _rating(rules, specs, played),
        "matches": _matches(rules, specs, played),
        "seats": _seats(specs, played),
        "illegal": sum(r.illegal for results in played.values() for r in results),
        **_family_figures(rules, agent, size),
        "timing": decision_speed(rules, agent, size.seconds).as_dict(),
        "made_with": versions(),
    }


Played = dict[tuple[int, int], list[BlockResult]]


def _play(
    matches: dict[tuple[int, int], list[Block]], workers: int, told: Callable[[int], None]
) -> Played:
    """Results of all blocks, in their order."""
    keys = [(pair, index) for pair, blocks in matches.items() for index in range(len(blocks))]
    found: dict[tuple[tuple[int, int], int], BlockResult] = {}
    tasks = [matches[pair][index] for pair, index in keys]
    for number, result in scattered(play_block, tasks, workers):
        found[keys[number]] = result
        told(int(result.scores.size))
    return {pair: [found[pair, i] for i in range(len(b))] for pair, b in matches.items()}


def _rating(rules: Rules, specs: list[str], played: Played) -> dict[str, Any]:
    """Rating of the agent and of the anchors."""
    table = [
        Shares(*pair, np.concatenate([r.scores for r in results]).mean(axis=1), len(rules.sides))
        for pair, results in played.items()
    ]
    rated = {entry.agent: entry for entry in rate(specs, table, ANCHOR)}
    return {
        name: {"rating": rated[name].rating, "interval": list(rated[name].rating_interval)}
        for name in specs
    }


def _matches(rules: Rules, specs: list[str], played: Played) -> list[dict[str, Any]]:
    """The agent's own matches, as ``MatchResult.as_dict`` gives them, without their speed."""
    found = []
    for (a, b), results in played.items():
        if a == 0:
            agents = make_agent(specs[a], rules), make_agent(specs[b], rules)
            result = summary(rules, agents, "game", SEED, results, 1.0).as_dict()
            del result["decisions_per_second"]
            found.append(result)
    return found


def _seats(specs: list[str], played: Played) -> dict[str, Any]:
    """Win rate of the agent in each seat against the yardstick, or who stands in for it."""
    against = YARDSTICK if YARDSTICK in specs[1:] else specs[1]
    results = played[0, specs.index(against)]
    scores = np.concatenate([result.scores for result in results])
    rates = [rate_interval(scores[:, seat]) for seat in range(scores.shape[1])]
    return {
        "against": against,
        "win_rates": [rate for rate, _, _ in rates],
        "intervals": [[low, high] for _, low, high in rates],
    }


def _family_figures(rules: Rules, agent: Agent, size: Size) -> dict[str, Any]:
    """What only some rule sets have: contracts, regret, exploitability."""
    if isinstance(rules, FiveHundredRules):
        figures = contract_figures(rules, agent, YARDSTICK, size.contract_deals, SEED)
        return {"contracts": figures.as_dict()}
    regret = last_phase_regret(rules, agent, deals=size.regret_deals, seed=SEED)
    found: dict[str, Any] = {"regret": regret.as_dict()}
    if rules.ruleset == "mini":
        exact = exploitability(rules, agent).as_dict()
        found["exploitability"] = {k: v for k, v in exact.items() if k != "seconds"}
    return found


def versions() -> dict[str, Any]:
    """Versions of the package and of what its figures could depend on; the machine."""
    from cinqcents_env import __version__

    found = {"cinqcents_env": __version__, "python": platform.python_version()}
    for name in ("numpy", "numba", "choix", "torch"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return {"versions": found, "machine": platform.machine(), "system": platform.system()}
