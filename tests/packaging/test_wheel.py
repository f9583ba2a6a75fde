"""The wheel and the sdist, and the wheel used from outside the repository."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cinqcents_env import __version__
from cinqcents_env.agents.checkpoint import shipped_checkpoints
from cinqcents_env.rulebook import rulesets

ROOT = Path(__file__).parents[2]
SIZES = ROOT / "docs" / "data" / "sizes.json"
CLIENT = Path(__file__).with_name("client.py")
MEGABYTE = 1 << 20
ABSENT = "torch stable_baselines3 sb3_contrib matplotlib rich textual tyro starlette".split()

SCRIPT = f"""
import importlib.util, json, numpy as np
import gymnasium, pettingzoo
import cinqcents_env as cc
from cinqcents_env.agents.checkpoint import shipped_checkpoints
absent = [name for name in {ABSENT} if importlib.util.find_spec(name) is None]
made = []
for name in cc.rulesets():
    learner = gymnasium.make(f"cinqcents/{{name}}-v0", opponents="random")
    aec = pettingzoo.make("aec", f"cinqcents/{{name}}-v0")
    made.append([name, type(learner.unwrapped).__name__, type(aec.unwrapped).__name__])
env = cc.make("mini")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    done = terminated or truncated
    env.step(None if done else int(observation["action_mask"].argmax()))
agents = {{}}
for name in shipped_checkpoints():
    rules = cc.rules(name.split("/")[0])
    game = cc.Game(rules, seed=1)
    rng = np.random.default_rng(0)
    agents[name] = cc.make_agent(name, rules).act(game.view(), game.legal_mask(), rng)
print(json.dumps([cc.__file__, cc.__version__, absent, made, agents]))
"""


Checker = Callable[[Path, Path], subprocess.CompletedProcess[str]]


def run(*words: str | Path, cwd: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command without this process's settings of Python's."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=environment | {"NUMBA_DISABLE_JIT": "1"} | settings,
        capture_output=True,
        text=True,
        check=False,
    )


def command(*words: str | Path, cwd: Path, **settings: str) -> str:
    """Output of a command that must succeed."""
    done = run(*words, cwd=cwd, **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the wheel and the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    command(sys.executable, "-m", "hatchling", "build", "-d", folder, cwd=ROOT)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs of an environment that holds the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    (wheel,) = built.glob("*.whl")
    words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    constraints = ROOT / "constraints.txt"
    wanted = f"{wheel}[checkpoints]"
    command(programs / "python", *words, "-c", constraints, wanted, cwd=folder)
    return programs


def about_as_noted(name: str, file: Path) -> bool:
    """True if a file is about as large as the page on versions says; else docs/sizes.py is due."""
    noted: dict[str, float] = json.loads(SIZES.read_text(encoding="utf-8"))
    return file.stat().st_size / MEGABYTE == pytest.approx(noted[name], rel=0.15)


def test_the_wheel_holds_the_package_and_the_checkpoints_and_no_more(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert about_as_noted("wheel", wheel)
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"cinqcents_env", f"cinqcents_env-{__version__}.dist-info"}
    files = [path for path in (ROOT / "cinqcents_env").rglob("*") if path.is_file()]
    sources = {str(path.relative_to(ROOT)) for path in files if path.suffix != ".pyc"}
    assert sources <= set(names)
    assert "cinqcents_env/py.typed" in names
    for path in shipped_checkpoints().values():
        inside = f"cinqcents_env/_checkpoints/{path.relative_to(ROOT / 'checkpoints')}"
        assert f"{inside}/weights.safetensors" in names
        assert f"{inside}/checkpoint.json" in names
    entry_points = f"cinqcents_env-{__version__}.dist-info/entry_points.txt"
    text = zipfile.ZipFile(wheel).read(entry_points).decode()
    assert "cinqcents = cinqcents_env.cli:main" in text


def test_the_sdist_holds_what_a_build_and_its_checks_take(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    assert about_as_noted("sdist", archive)
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    for path in "pyproject.toml Makefile constraints.txt README.md LICENSE CHANGELOG.md".split():
        assert path in names
    for path in ("CONTRIBUTING.md", "tests/packaging/test_wheel.py", "configs", "training"):
        assert path in names or any(name.startswith(path + "/") for name in names)
    assert not any(name.startswith(("runs/", ".venv/")) for name in names)


def test_everything_is_found_from_outside_the_repository(installed: Path, tmp_path: Path) -> None:
    told = command(installed / "python", "-W", "error", "-c", SCRIPT, cwd=tmp_path)
    place, version, absent, made, agents = json.loads(told)
    assert Path(place).is_relative_to(installed.parent)
    assert version == __version__
    assert absent == ABSENT, "the environments take no learning library"
    assert made == [[name, "LearnerEnv", "CinqCentsEnv"] for name in rulesets()]
    assert agents.keys() == shipped_checkpoints().keys()


def test_gymnasium_imports_the_package_by_the_id_alone(installed: Path, tmp_path: Path) -> None:
    code = "import gymnasium; print(gymnasium.make('cinqcents_env:cinqcents/mini-v0').spec.id)"
    told = command(installed / "python", "-W", "error", "-c", code, cwd=tmp_path)
    assert told.strip() == "cinqcents/mini-v0"


def test_the_command_line_works(installed: Path, tmp_path: Path) -> None:
    program = installed / "cinqcents"
    assert command(program, "--version", cwd=tmp_path).strip() == f"cinqcents {__version__}"
    assert "classic" in command(program, "rules", cwd=tmp_path)
    assert "276 features" in command(program, "info", "classic/ppo", cwd=tmp_path)
    told = command(program, "match", "mini", "random", "greedy", "--games", "20", cwd=tmp_path)
    assert "greedy" in told


def mypy(python: Path, program: Path) -> subprocess.CompletedProcess[str]:
    """What mypy says of a program in the environment of an interpreter."""
    words = ["--strict", "--python-executable", python, "--cache-dir", program.parent / "cache"]
    return run(sys.executable, "-m", "mypy", *words, program, cwd=program.parent)


def pyright(python: Path, program: Path) -> subprocess.CompletedProcess[str]:
    """What pyright says of it; its Node.js comes as a wheel too."""
    settings = {"typeCheckingMode": "strict", "include": [program.name]}
    (program.parent / "pyrightconfig.json").write_text(json.dumps(settings))
    words = ["--pythonpath", python, "--project", program.parent]
    return run(sys.executable, "-m", "pyright", *words, cwd=program.parent)


CHECKERS = {
    mypy: "no issues found in 1 source file",
    pyright: "0 errors, 0 warnings, 0 informations",
}
MISTYPED = """import cinqcents_env as cc

seed: str = cc.Game("mini", seed=1).to_move
cc.Game("mini", seed="one")
cc.rules("mini").no_such_rule
"""


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_typed_program_passes_the_strict_type_checkers(
    checker: Checker, installed: Path, tmp_path: Path
) -> None:
    program = Path(shutil.copy(CLIENT, tmp_path))
    told = checker(installed / "python", program)
    assert CHECKERS[checker] in told.stdout, told.stdout + told.stderr
    assert told.returncode == 0


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_type_checkers_see_the_types(checker: Checker, installed: Path, tmp_path: Path) -> None:
    program = tmp_path / "mistyped.py"
    program.write_text(MISTYPED)
    told = checker(installed / "python", program)
    assert told.returncode == 1
    for line in (3, 4, 5):
        assert f"mistyped.py:{line}:" in told.stdout, told.stdout + told.stderr


def test_the_typed_program_plays(installed: Path, tmp_path: Path) -> None:
    assert len(command(installed / "python", CLIENT, cwd=tmp_path).split()) == 2
