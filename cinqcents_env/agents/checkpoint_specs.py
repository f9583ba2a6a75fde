"""Checkpoints by specification: ``checkpoint:PATH``, ``classic/ppo``, with flags after a ``?``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env.agents.base import Agent, AgentError, Array, CheckpointError
from cinqcents_env.agents.checkpoint import FLAG, CheckpointAgent, find_checkpoint
from cinqcents_env.agents.endgame import EndgameAgent
from cinqcents_env.rulebook import CinqCentsRules, Rules, suggestion

EXACT = "exact"
FLAGS = (FLAG, EXACT)
"""Flags of a specification: the likeliest action always; the last phase by the solver."""


class ExactEndingAgent(CheckpointAgent):
    """Plays the policy of a checkpoint until the stock is gone, and from there without a mistake.

    The last phase is played as the agent ``endgame`` plays it. The values of
    :meth:`values_batch` stay the network's.

    Args:
        rules, checkpoint, settings: as :class:`CheckpointAgent` takes them.

    Raises:
        AgentError: not the two-player family. CheckpointError: as :class:`CheckpointAgent`.
    """

    def __init__(self, rules: Rules, checkpoint: Any, **settings: Any) -> None:
        super().__init__(rules, checkpoint, **settings)
        if not isinstance(self.rules, CinqCentsRules):
            raise AgentError(
                f"agent {self.spec!r}: {self.rules.ruleset} has no last phase to play exactly; "
                f"?{EXACT} is for the two-player rule sets"
            )
        self._ending = EndgameAgent(self.rules)

    def playing(self, rules: Rules) -> Agent:
        """Another agent where one plays for points and the other to win."""
        if rules.single_deal == self.rules.single_deal:
            return self
        settings = {"deterministic": self.deterministic, "spec": self.spec}
        return type(self)(rules, self.checkpoint, **settings)

    def _policy_batch(self, views: Array, masks: Array) -> NDArray[np.float64]:
        policy = super()._policy_batch(views, masks)
        last = np.flatnonzero((views["stock_size"] == 0) & (views["turnup"] < 0))
        if len(last):
            policy[last] = self._ending.policy_batch(views[last], masks[last])
        return policy


def checkpoint_agent(rules: Rules, spec: str, argument: str) -> CheckpointAgent:
    """Agent of a specification.

    Args:
        rules: what it shall play.
        spec: the whole text.
        argument: ``PATH`` or the name of a shipped checkpoint, then ``?FLAG`` or
            ``?FLAG&FLAG`` with :data:`FLAGS`.

    Raises:
        CheckpointError: unknown flag, no such checkpoint, or one that does not fit.
        AgentError: ``?exact`` where the rules have no such last phase.
    """
    name, mark, text = argument.partition("?")
    flags = text.split("&") if mark else []
    for flag in flags:
        if flag not in FLAGS:
            hint = suggestion(flag, list(FLAGS))
            raise CheckpointError(
                f"agent {spec!r}: unknown flag {flag!r}{hint}; the flags are "
                f"{' and '.join(f'?{known}' for known in FLAGS)}, joined by &"
            )
        if flags.count(flag) > 1:
            raise CheckpointError(f"agent {spec!r}: flag {flag} is given twice")
    folder = find_checkpoint(name, shipped_first=spec == argument)
    kind = ExactEndingAgent if EXACT in flags else CheckpointAgent
    return kind(rules, folder, deterministic=FLAG in flags, spec=spec)
