# Two commands are all that is needed on a fresh machine: make train, make test.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: setup train test prove bench interop oldest lint types contracts browser pictures pytest interpreted
.PHONY: docs wheel clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[train,rate,interop,dev]"
	@touch $(STAMP)

# About two minutes of MaskablePPO on `classic`, then matches against random and greedy.
train: $(STAMP)
	$(BIN)/python training/maskable_ppo.py --config configs/maskable_ppo/classic.yaml --minutes 2 --out runs/classic --overwrite

test: $(STAMP) lint types contracts pytest interpreted docs
	@echo "all checks passed"

# Package against oracle, leaks, symmetry; an hour on all cores unless MINUTES says otherwise.
MINUTES ?= 60
prove: $(STAMP)
	$(BIN)/python -m tests.proof.prove --minutes $(MINUTES)

# Speed beside the neighbours; installs them first.
bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[bench]"
	$(BIN)/python benchmarks/throughput.py --write

# RLlib and AgileRL, each in an environment of its own: built, tested, summed up.
interop:
	$(PYTHON) tests/interop/environments.py

# The oldest versions of other libraries that are claimed, and every door on them.
OLDEST := .venv-oldest
OLDEST_TESTS := tests/envs/test_aec.py tests/envs/test_gymnasium.py tests/envs/test_vector.py \
	tests/envs/test_sb3.py tests/test_game.py tests/agents/test_function.py \
	tests/agents/test_checkpoint.py tests/agents/test_sb3_import.py tests/evaluation/test_matches.py \
	tests/training/test_settings.py tests/training/test_maskable_ppo.py
oldest:
	$(PYTHON) -m venv $(OLDEST)
	$(PYTHON) docs/versions.py --constraints > $(OLDEST)/oldest.txt
	$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check -c $(OLDEST)/oldest.txt -e ".[train,rate,pictures]" pytest pytest-xdist hypothesis
	$(OLDEST)/bin/python -m pytest -q -n 2 --dist loadscope -o filterwarnings=default $(OLDEST_TESTS)
	$(OLDEST)/bin/python docs/versions.py --record "pytest $(OLDEST_TESTS)"

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

contracts: $(STAMP)
	$(BIN)/lint-imports

# A browser for the tests of the table, where one can be had without asking anybody.
browser:
	@sh -c 'for b in chromium chromium-browser google-chrome; do command -v $$b && exit; done; \
	  [ "$$(id -u)" = 0 ] && apt-get update && DEBIAN_FRONTEND=noninteractive \
	  apt-get install -y --no-install-recommends chromium fonts-dejavu-core' >/dev/null 2>&1 \
	  || echo "no browser can be had: the tests that need one are skipped"

# Pictures of the table in the browser and a film, for README and docs.
pictures: $(STAMP) browser
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/terminal_pictures.py

# The whole suite, compiled.
pytest: $(STAMP) browser
	$(BIN)/python -m pytest -n 2 --dist loadscope

# The engine's own tests once more, as plain Python.
interpreted: $(STAMP)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n 2 tests/engine tests/rules

# site/: the documentation, built strictly in a set-up of its own.
DOCS := .venv-docs
docs: $(DOCS)/.installed
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/python -m mkdocs build --strict --clean

$(DOCS)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[docs]"
	@touch $@

# dist/: wheel and sdist; tests/packaging checks the same build from an empty environment.
wheel: $(STAMP)
	$(BIN)/python -m hatchling build

clean:
	rm -rf $(VENV) $(DOCS) .venv-interop-* .venv-oldest build dist site
