"""Train a best response to a frozen agent with PPO: a lower bound on its exploitability.

    python training/best_response.py --against classic/ppo --out runs/against-classic-ppo

The learner holds one side and the frozen agent, which learns nothing, all the others. What
the response wins beyond an equal share, on duplicate deals that neither trained nor chose
it, somebody can win: the agent is at least so far from unexploitable. A better response,
trained for longer, may win more.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import selfplay_ppo
from learner import Learner
from selfplay_run import SelfPlayRun
from settings import SettingsError, read_settings

import cinqcents_env as cc


@dataclass
class Arguments(selfplay_ppo.Arguments):
    """Train a best response to a frozen agent with PPO."""

    against: str
    """Agent spec that the response is trained against, such as ``checkpoint:PATH``."""


class BestResponseRun(SelfPlayRun):
    """A run against one agent, which alone it is measured by."""

    script = "best_response"
    title = "Best response by PPO"

    def __init__(self, args: Any, learner: Learner, folder: Path) -> None:
        super().__init__(args, learner, folder)
        self.anchors = (args.against,)

    def tell(self, matches: Sequence[Mapping[str, Any]]) -> None:
        """Print what the response wins, as a bound."""
        super().tell(matches)
        match = matches[0]
        low, high = (end - match["even"] for end in match["win_rate_interval"])
        down, up = (math.nan if end is None else end for end in match["margin_interval"])
        print(
            f"{match['b']} can be beaten by at least {match['margin']:+.1f} points a "
            f"{match['episode']} [{down:+.1f}, {up:+.1f}], a win rate of "
            f"{match['win_rate'] - match['even']:+.3f} [{low:+.3f}, {high:+.3f}] beyond even"
        )
        if not down > 0.0:
            print("the interval is not above 0: this response proves no weakness; train it longer")


def prepare(args: Arguments, resume: Path | None) -> SelfPlayRun:
    """Games, network and state of a run, new or resumed.

    Raises:
        SettingsError, RulesError, AgentError: one line that says what is wrong.
    """
    if not args.against:
        raise SettingsError("against is empty; name the agent: --against checkpoint:PATH")
    if args.opponents not in ((), (args.against,)) or args.opponent_weights or args.anchors:
        raise SettingsError(
            "opponents, opponent_weights and anchors must be left out: the agent named by "
            "--against holds all other seats, and the response is measured by it alone"
        )
    if args.pool_share != 1.0:
        raise SettingsError(f"pool_share={args.pool_share} must be 1: every game is a response")
    args.opponents = (args.against,)
    return selfplay_ppo.prepare(args, resume, BestResponseRun, alone=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit status 0, 1 (training failed) or 2 (bad settings)."""
    try:
        words = sys.argv[1:] if argv is None else argv
        run = prepare(*read_settings(Arguments, "best_response", words))
    except (SettingsError, cc.RulesError, cc.AgentError) as error:
        print(f"best_response: {error}", file=sys.stderr)
        return 2
    return selfplay_ppo.train(run)


if __name__ == "__main__":
    sys.exit(main())
