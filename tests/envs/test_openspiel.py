"""The rule sets as OpenSpiel games: its own tests, its algorithms, and no card shown."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import exploitability as spiel_exploitability
from open_spiel.python.algorithms import ismcts, mcts

from cinqcents_env.envs.openspiel import GAMES, PREFIX, TYPES, parameters, register_all
from cinqcents_env.envs.openspiel_agents import AgentBot, AgentPolicy
from cinqcents_env.envs.openspiel_table import deals_of
from cinqcents_env.evaluation.exploit import exploitability
from cinqcents_env.game import Game, IllegalMove
from cinqcents_env.rulebook import REGISTRY, RulesError, rulesets
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.solvers import cfr
from cinqcents_env.solvers.mini_tree import grow_tree

ALL = rulesets()
CORNER = "cinqcents_mini(deals=corner:2,skip_forced=true)"


def load(ruleset, **given):
    return pyspiel.load_game(PREFIX + ruleset, given)


def played(state, rng):
    """The states of a random game from here, chance nodes included; the same object."""
    while not state.is_terminal():
        yield state
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.integers(len(actions)))])
    yield state


def decided(ruleset, rng, moves, **given):
    """A state of a random deal after some moves, with a decision to make."""
    state = load(ruleset, episode="deal", **given).new_initial_state()
    kept = None
    for here in played(state, rng):
        if not here.is_chance_node() and not here.is_terminal():
            kept = here.clone()
            moves -= 1
            if moves < 0:
                break
    return kept


@pytest.mark.parametrize("ruleset", ALL)
def test_openspiels_own_test(ruleset):
    pyspiel.random_sim_test(load(ruleset, episode="deal"), 1, True, False)


@pytest.mark.parametrize("given", [{"max_deals": 3}, {"skip_forced": True, "max_deals": 2}])
@pytest.mark.parametrize("ruleset", ["classic", "us3"])
def test_openspiels_own_test_over_several_deals(ruleset, given):
    pyspiel.random_sim_test(load(ruleset, **given), 1, True, False)


def test_every_rule_set_is_registered_once():
    register_all()
    names = pyspiel.registered_names()
    for name in ALL:
        assert names.count(PREFIX + name) == 1
        game = load(name)
        assert game.num_players() == REGISTRY[name].players
        assert game.get_type().parameter_specification == parameters(REGISTRY[name])
        assert str(pyspiel.load_game(str(game))) == str(game)
        assert game.setup.rules == REGISTRY[name]
    assert set(TYPES) == set(GAMES) == set(ALL)


@pytest.mark.parametrize("ruleset", ["classic", "au4"])
def test_the_first_deal_is_that_of_the_seed_drawn(ruleset):
    state, digits = load(ruleset).new_initial_state(), [1, 2, 3, 4, 5, 6, 7, 100, 127]
    seed = 0
    for digit in digits:
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == 128
        state.apply_action(digit)
        seed = seed * 128 + digit
    game = Game(ruleset, seed=seed)
    rng = np.random.default_rng(0)
    while game.deals_begun == 1 and not game.is_over:
        assert state.current_player() == game.to_move
        assert state.legal_actions() == game.legal_actions()
        assert state.legal_actions((game.to_move + 1) % game.num_players) == []
        for seat in range(game.num_players):
            assert state.observation_tensor(seat) == game.observation(seat).tolist()
        action = int(rng.choice(state.legal_actions()))
        assert state.action_to_string(action) == game.move_text(action)
        game.play_action(action)
        state.apply_action(action)
    assert state.is_terminal() == game.is_over
    assert state.is_chance_node() != game.is_over


@pytest.mark.parametrize("ruleset", ["classic", "ru3"])
def test_every_deal_of_a_game_is_chances(ruleset):
    given = {"stop": False} if ruleset == "classic" else {}
    rng, chances = np.random.default_rng(1), 0
    for here in played(load(ruleset, max_deals=3, **given).new_initial_state(), rng):
        if here.is_chance_node():
            chances += 1
        elif not here.is_terminal():
            game = Game.from_position(_position(here))
            assert here.legal_actions() == game.legal_actions()
        if not here.is_terminal():
            assert set(here.returns()) == {0.0}
    assert chances == 3 * 9
    assert _position(here)["phase"] == "over"


def _position(state):
    from cinqcents_env.notation import codec

    rules = state.table.setup.rules
    return codec(rules.family).to_position(rules, state.table.states[0])


def test_a_deal_under_way_shows_nothing_of_itself():
    rng, found = np.random.default_rng(2), 0
    before = None
    for here in played(load("ru3", max_deals=2).new_initial_state(), rng):
        if not here.is_chance_node() or not here.table.dealt:
            before = None
            continue
        seen = [
            (here.information_state_string(s), here.information_state_tensor(s)) for s in range(3)
        ]
        assert before in (None, seen)
        before, found = seen, found + 1
    assert found == 9


def test_a_turned_seven_may_end_the_game_in_chance():
    game = load("foster", target=100, seven_turned=100, win_at_once=True, stop=False)
    rng, ended = np.random.default_rng(0), 0
    for _ in range(60):
        last = False
        for here in played(game.new_initial_state(), rng):
            if here.is_terminal():
                ended += last
                assert sorted(here.returns()) == [-1, 1]
            last = here.is_chance_node()
    assert ended > 0


@pytest.mark.parametrize("ruleset", ALL)
def test_cards_drawn_anew_change_nothing_for_who_looks(ruleset):
    rng = np.random.default_rng(3)
    others = 0
    for moves in (0, 3, 9, 14):
        state = decided(ruleset, rng, moves)
        for seat in range(state.num_players()):
            again = state.resample_from_infostate(seat, rng.random)
            assert again.information_state_string(seat) == state.information_state_string(seat)
            assert again.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert again.observation_string(seat) == state.observation_string(seat)
            assert again.current_player() == state.current_player()
            if seat == state.current_player():
                assert again.legal_actions() == state.legal_actions()
            others += str(again) != str(state)
            for _ in played(again, rng):
                pass
    assert others > 0


def test_no_cards_are_drawn_anew_while_a_deal_is_due():
    state = load("classic").new_initial_state()
    with pytest.raises(IllegalMove, match="a deal is due"):
        state.resample_from_infostate(0, lambda: 0.5)


def test_information_states_of_mini_are_the_histories_of_its_tree():
    game = pyspiel.load_game(CORNER)
    found = set()

    def walk(state):
        if state.is_terminal():
            return
        if not state.is_chance_node():
            found.add(state.information_state_string())
        for action in state.legal_actions():
            walk(state.child(action))

    walk(game.new_initial_state())
    tree = grow_tree(rules_of("mini"), deals_of("corner:2").cards)
    assert len(found) == len(tree.histories)


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_exploitability_agrees_with_our_own(agent):
    game = pyspiel.load_game(CORNER)
    tree = grow_tree(rules_of("mini"), deals_of("corner:2").cards)
    ours = exploitability("mini", agent, tree=tree)
    theirs = spiel_exploitability.nash_conv(game, AgentPolicy(game, agent))
    assert 100 * theirs == pytest.approx(ours.nash_conv, abs=1e-9)


def test_cfr_plus_comes_to_our_own_policy():
    game, steps = pyspiel.load_game(CORNER), 4
    tree = grow_tree(rules_of("mini"), deals_of("corner:2").cards)
    _, ours, _ = cfr.solve(tree, steps, by_history=True)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(steps):
        solver.evaluate_and_update_policy()
    theirs = 100 * pyspiel.exploitability(game, solver.average_policy())
    assert theirs == pytest.approx(ours, abs=1e-6)
    assert theirs < 0.5 * exploitability("mini", "random", tree=tree).exploitability


def test_all_deals_of_mini_are_outcomes():
    state = load("mini").new_initial_state()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 20_160
    assert sum(p for _, p in outcomes) == pytest.approx(1)
    state.apply_action(7_001)
    dealer, first, second = deals_of("all").cards[7_001][:3]
    hand = state.table.states["hand"][0]
    assert state.table.states["dealer"][0] == dealer
    assert hand[0] == (1 << first) | (1 << second)


@pytest.mark.parametrize("ruleset", ["mini", "classic", "us3"])
def test_copies_go_their_own_way(ruleset):
    state = decided(ruleset, np.random.default_rng(4), 5)
    text, seen = str(state), state.information_state_string(0)
    copies = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    game, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    for other in [*copies, again]:
        assert str(other) == text
        assert other.information_state_string(0) == seen
        assert other.history() == state.history()
        other.apply_action(other.legal_actions()[0])
        assert str(state) == text
        assert str(other) != text
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


@pytest.mark.parametrize("ruleset", ["mini", "us2"])
def test_searching_bots_play(ruleset):
    game, rng = load(ruleset, episode="deal"), np.random.RandomState(0)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    bots = [
        mcts.MCTSBot(game, 2.0, 4, rollouts, random_state=rng),
        ismcts.ISMCTSBot(game=game, evaluator=rollouts, uct_c=2.0, max_simulations=4),
    ]
    state, asked = game.new_initial_state(), [0, 0]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(3)
            continue
        seat = state.current_player()
        action = bots[seat].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        asked[seat] += 1
    assert min(asked) > 0
    assert sum(state.returns()) == pytest.approx(0)


def test_agents_are_bots():
    game = load("classic", episode="deal")
    bots, totals = [AgentBot(game, "greedy"), AgentBot(game, "random")], np.zeros(2)
    rng = np.random.default_rng(0)
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(rng.integers(128)))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        totals += state.returns()
    assert totals[0] > 0 > totals[1]


def test_rl_environment_runs():
    env = rl_environment.Environment(load("us3", episode="deal"))
    step, rng = env.reset(), np.random.default_rng(0)
    while not step.last():
        seat = step.observations["current_player"]
        legal = step.observations["legal_actions"][seat]
        assert len(step.observations["info_state"][seat]) == env.observation_spec()["info_state"][0]
        step = env.step([int(rng.choice(legal))])
    assert sum(step.rewards) == pytest.approx(0)


def test_options_are_parameters():
    game = pyspiel.load_game(
        "cinqcents_classic(target=300,fours=80 60 40 20 10,first_dealer=[0],stop=false,max_deals=7)"
    )
    rules = rules_of(
        "classic", target=300, fours=(80, 60, 40, 20, 10), first_dealer=0, stop=False, max_deals=7
    )
    assert game.setup.rules == rules
    assert pyspiel.load_game(str(game)).setup.rules == rules


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("classic(deals=all)", "only the eight-card pack"),
        ("classic(deals=seeds:0)", "deals='seeds:0' is not valid"),
        ("mini(deals=corner:3)", "deals='corner:3' is not valid"),
        ("mini(single_deal=false)", "only one deal is small enough"),
        ("classic(episode=match)", "episode='match' is not valid"),
        ("classic(reward=money)", "reward='money' is not valid"),
        ("classic(target=0)", "target=0 is not valid"),
    ],
)
def test_bad_parameters_are_named(text, words):
    with pytest.raises(RulesError, match=words):
        pyspiel.load_game(PREFIX + text)


def test_some_seeds_are_one_outcome_each():
    state = load("au4", deals="seeds:5").new_initial_state()
    assert state.legal_actions() == [0, 1, 2, 3, 4]
    state.apply_action(4)
    assert _position(state) == Game("au4", seed=4).position()


def test_without_openspiel_it_says_which_extra():
    code = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "try:\n    import cinqcents_env.envs.openspiel\n"
        "except ModuleNotFoundError as error:\n    print(error)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "pyspiel is needed: pip install 'cinqcents_env[openspiel]'\n"
