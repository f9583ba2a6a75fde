# Two commands are all that is needed on a fresh machine: make train, make test.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
# At a terminal pip shows how far it is, and from 25.1 on also while it installs.
PIP    := -m pip install --disable-pip-version-check $(shell test -t 2 || echo --quiet)

# Behind a command that says nothing: at a terminal a dot for every second that it takes.
DOTS = & running=$$!; if test -t 2; then while kill -0 $$running 2>/dev/null; do printf . >&2; \
	sleep 1; done; echo >&2; fi; wait $$running

.PHONY: help setup train test prove bench interop oldest oldest-core oldest-rllib other-python lint types contracts
.PHONY: browser pictures pytest interpreted docs wheel clean

help:
	@echo "make train         two minutes of training, then matches"
	@echo "make test          every check; its parts: lint types contracts pytest interpreted docs"
	@echo "make setup         .venv with all that is needed, the command cinqcents too"
	@echo "make docs          the documentation as a site; make wheel: what pip installs"
	@echo "make prove         package against oracle, MINUTES=60; make bench: speed beside others"
	@echo "make interop       RLlib and AgileRL; make oldest, make other-python: other versions"
	@echo "make pictures      pictures of README and docs; make clean: without what make made"

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@echo "setting up $(VENV): PyTorch and what the checks need, a few minutes the first time"
	@$(PYTHON) -m venv $(VENV) $(DOTS)
	@$(BIN)/python $(PIP) --quiet "pip>=25.1" $(DOTS)
	$(BIN)/python $(PIP) -c constraints.txt -e ".[train,rate,interop,dev]"
	@touch $(STAMP)

# About two minutes of MaskablePPO on `classic`, then matches against random and greedy.
train: $(STAMP)
	@echo "two minutes of training, then matches"
	@if test -d runs/classic; then rm -rf runs/classic.before && mv runs/classic runs/classic.before \
	  && echo "the run in runs/classic is kept as runs/classic.before"; fi
	$(BIN)/python training/maskable_ppo.py --config configs/maskable_ppo/classic.yaml --minutes 2 --out runs/classic

test: $(STAMP) lint types contracts pytest interpreted docs
	@echo "all checks passed"

# Package against oracle, leaks, symmetry; an hour on all cores unless MINUTES says otherwise.
MINUTES ?= 60
prove: $(STAMP)
	$(BIN)/python -m tests.proof.prove --minutes $(MINUTES)

# Speed beside the neighbours; installs them first.
bench: $(STAMP)
	$(BIN)/python $(PIP) -c constraints.txt -e ".[bench]"
	$(BIN)/python benchmarks/throughput.py --write

# RLlib with Ray, and AgileRL, each in an environment of its own: built, tested, summed up.
interop:
	$(PYTHON) tests/interop/environments.py --record
	$(PYTHON) docs/versions.py

# The oldest versions of other libraries that are claimed, and every door on them.
OLDEST := .venv-oldest
OLDEST_TESTS := tests/envs/test_aec.py tests/envs/test_gymnasium.py tests/envs/test_vector.py \
	tests/envs/test_sb3.py tests/envs/test_openspiel.py tests/test_game.py \
	tests/agents/test_function.py tests/agents/test_checkpoint.py tests/agents/test_sb3_import.py \
	tests/evaluation/test_matches.py tests/evaluation/test_tournament.py tests/data \
	tests/cli/test_generate.py tests/cli/test_engines.py tests/cli/test_draw.py \
	tests/cli/test_screen.py tests/web/test_app.py tests/web/test_refusals.py \
	tests/training/test_settings.py tests/training/test_maskable_ppo.py tests/interop/test_ray.py
oldest: oldest-core oldest-rllib

oldest-core:
	@echo "setting up $(OLDEST): the oldest versions that are claimed, some minutes"
	$(PYTHON) -m venv $(OLDEST)
	$(PYTHON) docs/versions.py --constraints > $(OLDEST)/oldest.txt
	$(OLDEST)/bin/python $(PIP) -c $(OLDEST)/oldest.txt \
	  -e ".[$(shell $(PYTHON) docs/versions.py --extras)]" pytest pytest-xdist hypothesis
	$(OLDEST)/bin/python -m pytest -n 2 --dist loadscope -o filterwarnings=default $(OLDEST_TESTS)
	$(OLDEST)/bin/python docs/versions.py --record "pytest $(OLDEST_TESTS)"

oldest-rllib:
	$(PYTHON) tests/interop/environments.py --oldest rllib
	.venv-oldest-rllib/bin/python docs/versions.py --extra rllib \
	  --record "tests/interop/environments.py --oldest rllib"

# The whole suite on another Python than `make test` takes: make other-python PYTHON=python3.13
other-python:
	$(MAKE) pytest VENV=.venv-other-python PYTHON=$(PYTHON)
	.venv-other-python/bin/python docs/versions.py --python

# Behind a part of `make test` that fails: how to run that part alone.
ALONE = || { echo "$@ failed; to run this part alone: make $@" >&2; exit 1; }
ONE   = || { echo "$@ failed; to run this part alone: make $@; a single test by its name as pytest" \
	"tells it: $(1)$(BIN)/python -m pytest FILE::TEST" >&2; exit 1; }

lint: $(STAMP)
	@echo "lint: ruff check, ruff format --check"
	@$(BIN)/ruff check . $(ALONE)
	@$(BIN)/ruff format --check . $(ALONE)

types: $(STAMP)
	@echo "types: mypy, up to a minute the first time"
	@$(BIN)/mypy $(DOTS) $(ALONE)

contracts: $(STAMP)
	@echo "contracts: lint-imports"
	@$(BIN)/lint-imports $(ALONE)

# A browser for the tests of the table, where one can be had without asking anybody.
browser:
	@command -v chromium chromium-browser google-chrome >/dev/null \
	  || echo "installing a browser for the tests of the table, a minute or two"
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
	@echo "pytest: the whole suite; collecting some thousand tests takes up to a minute"
	@$(BIN)/python -m pytest -n 2 --dist loadscope $(call ONE)

# The engine's own tests once more, as plain Python, which shows what they reach of its lines and
# branches; below the share that pyproject.toml names it fails.
interpreted: $(STAMP)
	@echo "interpreted: the engine's tests as plain Python, some minutes"
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -q -n 2 tests/engine tests/rules \
	  $(call ONE,NUMBA_DISABLE_JIT=1 )
	@$(BIN)/python -m coverage combine --quiet
	@$(BIN)/python -m coverage report $(ALONE)

# site/: the documentation, built strictly in a set-up of its own.
DOCS := .venv-docs
docs: $(DOCS)/.installed
	@echo "building site/"
	@NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/python -m mkdocs build --strict --clean $(DOTS) $(ALONE)

$(DOCS)/.installed: pyproject.toml constraints.txt
	@echo "setting up $(DOCS): what builds the documentation, a minute the first time"
	@$(PYTHON) -m venv $(DOCS) $(DOTS)
	@$(DOCS)/bin/python $(PIP) --quiet "pip>=25.1" $(DOTS)
	$(DOCS)/bin/python $(PIP) -c constraints.txt -e ".[docs]"
	@touch $@

# dist/: wheel and sdist; tests/packaging checks the same build from an empty environment.
wheel: $(STAMP)
	@echo "building dist/"
	@$(BIN)/python -m hatchling build $(DOTS)

clean:
	rm -rf $(VENV) $(DOCS) .venv-interop-* .venv-oldest* .venv-other-python build dist site
