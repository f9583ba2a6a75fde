# Two commands are all that is needed on a fresh machine: make train, make test.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: setup train test prove bench lint types contracts pytest interpreted docs wheel clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[train,rate,dev]"
	@touch $(STAMP)

# About two minutes of MaskablePPO on `classic`, then matches against random and greedy.
train: $(STAMP)
	$(BIN)/python training/maskable_ppo.py --config configs/maskable_ppo/classic.yaml --minutes 2 --out runs/classic --overwrite

test: $(STAMP) lint types contracts pytest interpreted
	@echo "all checks passed"

# Package against oracle, leaks, symmetry; an hour on all cores unless MINUTES says otherwise.
MINUTES ?= 60
prove: $(STAMP)
	$(BIN)/python -m tests.proof.prove --minutes $(MINUTES)

# Speed beside the neighbours; installs them first.
bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[bench]"
	$(BIN)/python benchmarks/throughput.py --write

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

contracts: $(STAMP)
	$(BIN)/lint-imports

# The whole suite, compiled.
pytest: $(STAMP)
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
	rm -rf $(VENV) $(DOCS) build dist site
