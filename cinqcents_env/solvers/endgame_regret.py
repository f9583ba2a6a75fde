"""What actions in last phases cost against the best."""

from cinqcents_env._jit import compiled
from cinqcents_env.engine.cinqcents.actions import forced
from cinqcents_env.solvers.endgame_search import POINTS, action_values


@compiled
def regrets(rules, states, games, actions, table, values, cost):
    """Points that the action of each of some games costs, into ``cost`` (float64).

    Args:
        rules: records of shape (1,); states: of shape (n,).
        games: int64, indices of the games; all must be solvable.
        actions: int64 (n,), the action of every game.
        values: float64 (A,), for work.
    """
    for i in range(games.shape[0]):
        g = games[i]
        cost[i] = 0.0
        if forced(rules[0], states[g]) >= 0:
            continue
        action_values(rules[0], states, g, POINTS, table, values)
        best = values[actions[g]]
        for action in range(values.shape[0]):
            if values[action] > best:
                best = values[action]
        cost[i] = best - values[actions[g]]
