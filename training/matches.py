"""What the training scripts measure a policy by, and how they say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from settings import SettingsError, as_dict

from cinqcents_env.agents import Agent
from cinqcents_env.evaluation import ContractFigures, contract_figures
from cinqcents_env.rulebook import FiveHundredRules, Rules

CONTRACT_DEALS = 400
"""Deals over which contracts are counted at the end."""


class NotFinite(RuntimeError):
    """A loss or a parameter became infinite or NaN."""


def yardsticks(rules: Rules) -> tuple[str, ...]:
    """What the policy is measured against."""
    bids = isinstance(rules, FiveHundredRules)
    return ("random", "passive", "greedy") if bids else ("random", "greedy")


def match_episode(rules: Rules, episode: str) -> str:
    """What is played in a match: games, but in Five Hundred what was trained on.

    There nobody wins a game without bidding, and one of passive players goes on until it is
    cut off; single deals tell of every policy how good it is.
    """
    return episode if isinstance(rules, FiveHundredRules) else "game"


def results(matches: Sequence[Mapping[str, Any]]) -> str:
    """Matches in words, one a line under a heading."""
    played = matches[0]["episode"] if matches else "game"
    lines = [
        f"share of {played}s won and points ahead a {played}, each with its 95 % interval,",
        "over the same cards from every seat (duplicate); equals win the even share:",
        f"  {'against':<9}{'won':<24}{'even':<7}{'points ahead':<26}{played}s",
    ]
    for match in matches:
        low, high = match["win_rate_interval"]
        down, up = (float("nan") if end is None else end for end in match["margin_interval"])
        won = f"{match['win_rate']:.3f}  [{low:.3f}, {high:.3f}]"
        ahead = f"{match['margin']:+.1f}  [{down:+.1f}, {up:+.1f}]"
        games = f"{match['games']}"
        lines.append(f"  {match['b']:<9}{won:<24}{match['even']:<7.3f}{ahead:<26}{games}")
    return "\n".join(lines)


def count_contracts(
    rules: Rules, agent: Agent, against: Sequence[str], seed: int
) -> list[ContractFigures]:
    """Contracts of a policy against each opponent and of greedy against itself, printed."""
    if not isinstance(rules, FiveHundredRules):
        return []
    pairs = [*((agent, name) for name in against), ("greedy", "greedy")]
    found = [contract_figures(rules, *pair, CONTRACT_DEALS, seed) for pair in pairs]
    for figures in found:
        who = "the policy" if figures.agent != "greedy" else "greedy"
        print(f"contracts of {who} against {figures.opponents}: {figures.line()}")
    return found


FIXED = ("ruleset", "options", "hidden", "activation")


def fixed_settings(args: Any, names: Sequence[str] = FIXED) -> dict[str, Any]:
    """What a resumed run may not change."""
    return {name: value for name, value in as_dict(args).items() if name in names}


def check_resumed(was: Mapping[str, Any], now: Mapping[str, Any], folder: Path) -> None:
    """Raise SettingsError if a resumed run's fixed settings have been changed."""
    changed = [f"{name}={was[name]} (asked: {now[name]})" for name in was if was[name] != now[name]]
    if changed:
        raise SettingsError(f"{folder}: a resumed run keeps its {', '.join(changed)}")
