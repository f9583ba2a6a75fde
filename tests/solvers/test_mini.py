"""The tree of mini, its best responses and its equilibrium, against slow plain Python."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from cinqcents_env.agents import make_agent
from cinqcents_env.evaluation.exploit import agent_policy, exploitability
from cinqcents_env.game import Game
from cinqcents_env.rulebook import RulesError
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.solvers.best_response import best_response, expected_value
from cinqcents_env.solvers.cfr import exploitability as gap
from cinqcents_env.solvers.cfr import solve
from cinqcents_env.solvers.mini_histories import set_deal
from cinqcents_env.solvers.mini_tree import all_deals, grow_tree

MINI = rules_of("mini")


def corner(known=2):
    """Deals by seat 1 in which turn-up and the first cards of the stock are alike."""
    deals = all_deals((1,), (0,))
    alike = deals[:, 5] == 0
    for at in range(known):
        alike &= deals[:, 6 + at] == 1 + at
    return deals[alike]


@pytest.fixture(scope="module")
def whole():
    return grow_tree(MINI)


@pytest.fixture(scope="module")
def small():
    """Thirty deals with something to guess for both seats."""
    return grow_tree(MINI, corner())


# the tree


def test_all_deals_are_there_once():
    deals = all_deals()
    assert len({tuple(deal) for deal in deals.tolist()}) == len(deals) == 2 * 10_080
    assert all(sorted(deal) == list(range(8)) for deal in deals[:, 1:].tolist())


def test_the_tree_holds_every_game(whole):
    ends = whole.first_child < 0
    assert (len(whole.payoff), int(ends.sum())) == (1_761_600, 890_880)
    assert (len(whole.histories), len(whole.views)) == (278_496, 70_336)
    assert not whole.payoff[~ends].any()
    assert np.abs(whole.payoff).max() == 66  # all 56 card points and the last trick
    assert (np.diff(whole.histories.first_slot) > 1).all()


def test_a_set_has_one_owner_one_level_and_equal_actions(whole):
    for sets in (whole.histories, whole.views):
        nodes = np.flatnonzero(sets.of_node >= 0)
        level = np.zeros(len(sets), dtype=np.int64)
        level[sets.of_node[nodes]] = whole.level[nodes]
        assert (level[sets.of_node[nodes]] == whole.level[nodes]).all()
    assert (whole.histories.owner == whole.views.owner[whole.view_of]).all()
    same = whole.by_history(whole.views.action.astype(float))
    assert (same == whole.histories.action).all()


def test_other_rules_are_refused():
    with pytest.raises(RulesError, match="classic: only the eight-card pack"):
        grow_tree(rules_of("classic"))
    with pytest.raises(RulesError, match="us3"):
        grow_tree(rules_of("us3"))
    with pytest.raises(RulesError, match="single_deal=True"):
        grow_tree(rules_of("mini", single_deal=False))


# best responses, beside the textbook's recursion over Games and texts


class Slow:
    """Best response by recursion: states are Games, information sets are texts."""

    def __init__(self, deals, agent, seat):
        self.agent, self.seat, self.answers = agent, seat, {}
        self.roots = []
        for deal in deals:
            game = Game(MINI, seed=0)
            set_deal(game.setup.packed[0], game._states[0], deal)
            game = Game.from_position(game.position())
            self.roots.append(self.node(game, ("deal",), [(), ()], 1.0 / len(deals)))
        self.sets = defaultdict(list)
        for root in self.roots:
            self.gather(root)
        self.choice = {}

    def node(self, game, move, seen, reach):
        state = game._states[0]
        seen = [(*s, (*move, int(state["hand"][i]))) for i, s in enumerate(seen)]
        node = {"game": game, "reach": reach, "key": seen[game.to_move], "after": {}}
        if game.is_over:
            return node
        view, mask = game.view(game.to_move), game.legal_mask()
        if bytes(view) not in self.answers:
            self.answers[bytes(view)] = self.agent.policy(view, mask)
        answer = self.answers[bytes(view)]
        node["policy"] = {int(a): answer[a] for a in np.flatnonzero(mask)}
        for action, chance in node["policy"].items():
            after = game.copy()
            after.play_action(action)
            chance = 1.0 if game.to_move == self.seat else chance
            node["after"][action] = self.node(after, ("move", action), seen, reach * chance)
        return node

    def gather(self, node):
        if node["after"] and node["game"].to_move == self.seat:
            self.sets[node["key"]].append(node)
        for child in node["after"].values():
            self.gather(child)

    def best(self, key):
        if key not in self.choice:
            worth = {
                a: sum(n["reach"] * self.value(n["after"][a]) for n in self.sets[key])
                for a in self.sets[key][0]["after"]
            }
            self.choice[key] = max(worth, key=worth.get)
        return self.choice[key]

    def value(self, node):
        if not node["after"]:
            return 100 * node["game"].returns[self.seat]
        if node["game"].to_move == self.seat:
            return self.value(node["after"][self.best(node["key"])])
        return sum(p * self.value(node["after"][a]) for a, p in node["policy"].items())

    def answer(self):
        return float(np.mean([self.value(root) for root in self.roots]))


@pytest.mark.parametrize(("spec", "seat"), [("random", 0), ("greedy", 0), ("greedy", 1)])
def test_best_responses_are_the_textbook_ones(small, spec, seat):
    agent = make_agent(spec, MINI)
    slow = Slow(corner(), agent, seat).answer()
    assert best_response(small, agent_policy(small, agent), seat).value == pytest.approx(slow)


def test_no_policy_does_better_than_the_best_response(small):
    rng = np.random.default_rng(1)
    sets = small.histories
    mine = sets.owner[sets.of_slot] == 0
    other = small.by_history(agent_policy(small, make_agent("greedy", MINI)))
    best = best_response(small, other, 0)
    assert expected_value(small, best.policy) == pytest.approx(best.value)
    for _ in range(200):
        keys = rng.random(len(sets.action)) ** 8
        tried = keys / np.add.reduceat(keys, sets.first_slot[:-1])[sets.of_slot]
        assert expected_value(small, np.where(mine, tried, other)) <= best.value + 1e-9
    for this in range(0, len(sets), 7):  # nor one that errs in a single set
        begin, end = sets.first_slot[this : this + 2]
        worse = best.policy.copy()
        if mine[begin]:
            worse[begin:end] = np.roll(worse[begin:end], 1)
            assert expected_value(small, worse) <= best.value + 1e-9


def test_policies_that_are_none_are_refused(small):
    uniform = small.views.uniform()
    for wrong in (uniform[:-1], uniform * 2, -uniform, np.full(len(uniform), np.nan)):
        with pytest.raises(ValueError, match=r"polic|probabilities"):
            best_response(small, wrong, 0)
    with pytest.raises(ValueError, match="there is no seat 2"):
        best_response(small, uniform, 2)


# equilibrium


def sequence_form(tree):
    """Pay-offs by pair of sequences (seat 0's rows), and the constraints of both seats' plans."""
    sets, sequences = tree.histories, {0: {}, 1: {}}
    payoffs, rows = defaultdict(float), {0: {}, 1: {}}

    def walk(node, last):
        if tree.first_child[node] < 0:
            payoffs[last[0], last[1]] += tree.payoff[node] / len(tree.roots)
            return
        this = int(sets.of_node[node])
        seat = int(sets.owner[this])
        begin, end = sets.first_slot[this : this + 2]
        rows[seat][this] = (last[seat], list(range(begin, end)))
        for slot in range(begin, end):
            sequences[seat].setdefault(slot, len(sequences[seat]) + 1)
            walk(tree.first_child[node] + slot - begin, {**last, seat: sequences[seat][slot]})

    for root in tree.roots:
        walk(root, {0: 0, 1: 0})

    def constraints(seat):
        matrix = np.zeros((len(rows[seat]) + 1, len(sequences[seat]) + 1))
        matrix[0, 0] = 1
        for row, (parent, slots) in enumerate(rows[seat].values(), start=1):
            matrix[row, parent] = -1
            matrix[row, [sequences[seat][slot] for slot in slots]] = 1
        return matrix

    first, second = constraints(0), constraints(1)
    matrix = np.zeros((first.shape[1], second.shape[1]))
    for (row, column), value in payoffs.items():
        matrix[row, column] += value
    return matrix, first, second


def linear_program(tree):
    """Value of a game for seat 0, by a linear program over realisation plans."""
    scipy_optimize = pytest.importorskip("scipy.optimize")
    matrix, first, second = sequence_form(tree)
    # max over x of min over y: maximise q0 with E2' q <= A' x, E1 x = e1, x >= 0
    size, more = first.shape[1], second.shape[0]
    cost = np.zeros(size + more)
    cost[size] = -1
    upper = np.hstack([-matrix.T, second.T])
    equal = np.hstack([first, np.zeros((first.shape[0], more))])
    answer = scipy_optimize.linprog(
        cost,
        A_ub=upper,
        b_ub=np.zeros(len(upper)),
        A_eq=equal,
        b_eq=np.eye(first.shape[0])[0],
        bounds=[(0, None)] * size + [(None, None)] * more,
    )
    assert answer.status == 0
    return -answer.fun


def test_the_solver_finds_the_value_of_a_linear_program(small):
    value = linear_program(small)
    for by_history in (True, False):
        policy, left, done = solve(small, 400, by_history=by_history, every=400)
        assert (left < 0.01, done) == (True, 400)
        assert expected_value(small, policy) == pytest.approx(value, abs=1e-3)
        assert gap(small, policy) == left


def test_the_solver_stops_at_its_goal(small):
    told = []
    _, left, done = solve(small, 1000, goal=0.5, every=5, told=told.append)
    assert left <= 0.5
    assert sum(told) == done < 1000


def test_mini_is_solved_to_a_hundredth_of_a_point():
    tree = grow_tree(MINI, all_deals((1,), (0,)))  # the other half is the same with suits swapped
    policy, left, _ = solve(tree, 200, goal=0.005, every=100)
    assert left < 0.01
    assert expected_value(tree, policy) == pytest.approx(-3.002, abs=0.01)  # dealing is better


# agents


def test_exploitability_of_an_agent(whole):
    random = exploitability("mini", "random", tree=whole)
    assert random.exploitability == pytest.approx(15.9623, abs=1e-4)
    assert random.nash_conv == pytest.approx(2 * random.exploitability)
    assert random.best_responses == pytest.approx([random.exploitability] * 2)
    assert random.as_leader + random.as_dealer == pytest.approx(random.nash_conv)
    assert random.own_value == pytest.approx(0, abs=1e-9)
