"""The package as a whole: import, public names, registries, contracts."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import gymnasium
import pettingzoo
import pytest

import cinqcents_env as cc

PACKAGE = Path(cc.__file__).parent
HEAVY = "torch numba stable_baselines3 sb3_contrib matplotlib safetensors rich tyro ray starlette"
HEAVY += " pyarrow pyspiel"
HEAVY += " textual"


def in_new_process(code: str) -> str:
    """What the code prints in a fresh interpreter."""
    paths = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_import_loads_nothing_heavy() -> None:
    told = in_new_process(
        "import sys, cinqcents_env as cc\n"
        "cc.rulesets(); cc.rules('classic', target=1000)\n"
        f"print(*(name for name in '{HEAVY}'.split() if name in sys.modules))"
    )
    assert told.split() == []


def test_playing_loads_no_learning_library() -> None:
    told = in_new_process(
        "import sys, cinqcents_env as cc\n"
        "game = cc.Game('mini', seed=1); game.play(game.legal_moves()[0])\n"
        "cc.make('mini').reset(seed=1); cc.make_agent('random', 'mini')\n"
        f"print(*(name for name in '{HEAVY}'.split() if name in sys.modules))"
    )
    assert told.split() == ["numba"]


def test_import_is_quick() -> None:
    """Beyond what Gymnasium and PettingZoo themselves take, within any machine's noise."""
    own = in_new_process(
        "import gymnasium, pettingzoo, time\n"
        "start = time.process_time(); import cinqcents_env\n"
        "print(time.process_time() - start)"
    )
    assert float(own) < 1.0


def test_public_names_resolve() -> None:
    assert len(cc.__all__) == len(set(cc.__all__))
    for name in cc.__all__:
        assert getattr(cc, name) is not None
        assert name in dir(cc)
    for name in cc.rulesets():
        module = getattr(cc, f"{name}_v0")
        assert {"env", "raw_env"} <= set(dir(module))
        assert importlib.import_module(f"cinqcents_env.envs.{name}_v0") is module
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = cc.no_such_name
    assert not hasattr(cc, "whist_v0")


def test_names_that_the_design_fixes() -> None:
    names = "rules rulesets make make_sb3 Game Batch RulesError IllegalMove NotationError"
    names += " PositionError RecordError observation_layout move_text move_index"
    assert set(names.split()) <= set(cc.__all__)
    errors = [cc.RulesError, cc.IllegalMove, cc.NotationError, cc.PositionError, cc.RecordError]
    assert all(issubclass(error, ValueError) for error in errors)


def test_a_submodule_never_hides_a_public_name() -> None:
    for path in PACKAGE.iterdir():
        name = path.stem
        if name in cc.__all__ and (path.suffix == ".py" or (path / "__init__.py").exists()):
            pytest.fail(f"importing cinqcents_env.{name} would overwrite the public name {name}")


def test_typed_and_versioned() -> None:
    assert (PACKAGE / "py.typed").is_file()
    assert all(part.isdigit() for part in cc.__version__.split("."))


def test_ids_are_registered() -> None:
    for name in cc.rulesets():
        assert f"cinqcents/{name}-v0" in gymnasium.registry
        spec = gymnasium.spec(f"cinqcents/{name}-v0")
        assert spec.vector_entry_point is not None
        registry = getattr(pettingzoo, "aec_registry", None)
        assert registry is None or f"cinqcents/{name}-v0" in registry
    cc.envs.registration.register_all()  # a second time changes nothing


def test_observation_layout_covers_the_observation() -> None:
    for name in cc.rulesets():
        at = 0
        for block, where, meaning in cc.observation_layout(name):
            assert where.start == at < where.stop
            assert block.isidentifier()
            assert meaning
            at = where.stop
        assert cc.Game(name, seed=1).observation().shape == (at,)
        assert cc.make(name).observation_space("player_0")["observation"].shape == (at,)


def test_import_contracts_are_written_down() -> None:
    root = PACKAGE.parent / "pyproject.toml"
    if not root.is_file():
        pytest.skip("not a checkout")
    settings = tomllib.loads(root.read_text(encoding="utf-8"))["tool"]["importlinter"]
    assert settings["root_package"] == "cinqcents_env"
    layers = next(c for c in settings["contracts"] if c["type"] == "layers")["layers"]
    order = [name.strip("() ") for layer in layers for name in layer.split("|")]
    for upper, lower in (
        ("cli", "evaluation"),
        ("evaluation", "envs"),
        ("envs", "agents"),
        ("agents", "game"),
        ("game", "render"),
        ("render", "engine"),
        ("engine", "rulebook"),
        ("rulebook", "cards"),
        ("cards", "_jit"),
    ):
        assert order.index(upper) < order.index(lower)


def test_nothing_in_the_package_imports_training_or_tests() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not {"training", "tests"} & {name.split(".")[0] for name in names}, path
