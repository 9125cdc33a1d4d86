# What a person types. A step that takes more than a few lines is a script of its own in scripts/.
# PYTHON names the interpreter to build the environment with; ARGS is passed on to tablectl or pytest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-dev
BENCH := $(VENV)/.installed-bench
CONSOLE := tablectl/console/static/.built
CONSOLE_SOURCES := $(shell find tablectl/console/web -name node_modules -prune -o -type f -print)

.PHONY: help run test check hil soak bench detection wheel lock clean

help: ## this list
	@grep -E '^[a-z]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

run: $(RUN) $(CONSOLE) ## a simulated table with its console, from nothing
	@exec $(BIN)/tablectl run --simulate first-table $(ARGS)

test: $(DEV) $(CONSOLE) ## every test that needs no special machine
	@scripts/need-chromium
	@exec $(BIN)/python -m pytest -n 4 --dist load $(ARGS)

check: $(DEV) ## what needs no running: style, types, layers, schema, units
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/tablectl config schema | diff config/tablectl.schema.json -
	$(BIN)/python -m tablectl.console.typegen --check
	$(BIN)/python -m pytest --quiet tests/systemd

hil: $(DEV) ## the drivers on GPIO and USB of a real kernel, in a virtual machine that is built once below .hil
	@exec scripts/hil $(VENV) $(ARGS)

soak: $(DEV) ## long runs on simulated devices
	@exec $(BIN)/python -m pytest -m soak --timeout 7200 $(ARGS)

bench: $(BENCH) ## how fast the evaluator, the codec and the journal are, beside others where there are any
	@for bench in benchmarks/bench_*.py; do echo "==> $$bench"; $(BIN)/python "$$bench"; done

detection: $(DEV) ## thousands of shoes with faults in them: what is found, on which card
	@exec $(BIN)/python -m tests.detection $(ARGS)

wheel: $(RUN) $(CONSOLE) ## dist/tablectl-*.whl with the console's pages in it, for a real table
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/tablectl-*.whl

lock: ## write requirements/*.lock anew; needs uv
	@scripts/lock

clean: ## remove what was built, and the environment
	rm -rf $(VENV) build dist .hil .run .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	rm -rf tablectl/console/static tablectl/console/web/node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@scripts/make-venv "$(PYTHON)" "$(VENV)"

$(RUN): requirements/run.lock pyproject.toml hw-sim/pyproject.toml | $(BIN)/python
	@echo "==> Installing what a table needs, by the hashes in requirements/run.lock"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . -e ./hw-sim
	@touch $@

$(DEV): requirements/dev.lock $(RUN)
	@echo "==> Installing what the tests need, by the hashes in requirements/dev.lock"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@touch $@

$(BENCH): requirements/bench.lock $(DEV)
	@echo "==> Installing what the benchmarks compare with, by the hashes in requirements/bench.lock"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.lock
	@touch $@

$(CONSOLE): $(CONSOLE_SOURCES) requirements/node.lock | $(RUN)
	@scripts/build-console "$(VENV)"
	@touch $@
