# make run    install, prepare and serve on http://127.0.0.1:8000
# make test   lint, types, tests on a real Postgres, pages in a real browser
# Others: install, lint, bench, chaos, audit, report, lock (docs/commands.md)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes

.PHONY: run install test lint bench chaos audit report lock
.DEFAULT_GOAL := run

run: install
	@$(BIN)/python manage.py serve

install: $(VENV)/run.installed

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Pyramidion needs Python 3.11 or newer: choose one with make PYTHON=python3.12." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "Python's venv module is missing: on Debian and Ubuntu install the package python3-venv." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/run.installed: requirements/run.txt | $(BIN)/python
	@echo "Installing what the site needs ..."
	@$(PIP_INSTALL) -r requirements/run.txt
	@touch $@

# `make install CLUSTER=1` adds what studies on several machines need.
ifdef CLUSTER
install: $(VENV)/cluster.installed
endif

$(VENV)/cluster.installed: requirements/cluster.txt $(VENV)/run.installed
	@echo "Installing what clusters need ..."
	@$(PIP_INSTALL) -r requirements/cluster.txt
	@touch $@

$(VENV)/test.installed: requirements/test.txt | $(BIN)/python
	@echo "Installing what the tests need ..."
	@$(PIP_INSTALL) -r requirements/test.txt
	@touch $@

lint: $(VENV)/test.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint
	CHROMIUM="$$($(BIN)/python -m tests.chromium)" $(BIN)/pytest

bench: $(VENV)/test.installed
	CHROMIUM="$$($(BIN)/python -m tests.chromium)" $(BIN)/python -m bench

chaos: $(VENV)/test.installed
	$(BIN)/python -m chaos --pressure

# Known vulnerabilities and licences of the locked packages. Status 3 is no failure: no service could be reached.
audit: $(VENV)/test.installed
	@$(BIN)/python -m tests.audit || { status=$$?; test $$status -eq 3 || exit $$status; }

# Every page in a browser: accessibility, security policy, headers, cookies.
report: $(VENV)/test.installed
	@CHROMIUM="$$($(BIN)/python -m tests.chromium)" $(BIN)/python -m tests.journeys.report

# Rewrites the lock files. They name no package registry: each installation uses its own.
LOCK = $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-emit-index-url --no-header

lock: $(VENV)/test.installed
	cd requirements && ../$(LOCK) run.in --output-file run.txt
	cd requirements && ../$(LOCK) cluster.in --output-file cluster.txt
	cd requirements && ../$(LOCK) test.in --output-file test.txt
