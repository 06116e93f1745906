# Everything a newcomer needs: `make demo` and `make test`. Needs Python 3.11+ with venv, make and git.

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
DEMO := RIGHT_BOWER_HOME=.demo
# Tests in two processes; `make test WORKERS=0` runs them in one, `make test ARGS="-k grid"` some of them. They are handed
# out few at a time: the slow ones stand side by side, and in large portions one process would be left with all of them.
WORKERS ?= 2
PORTIONS := --maxschedchunk 8
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help demo run test fast check bench soak golden lock clean

help:  ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

demo: .venv/.installed  ## fill a club with a night half played (in .demo/) and serve it; PORT=8000
	$(DEMO) $(BIN)/python manage.py migrate --verbosity 0
	$(DEMO) $(BIN)/python manage.py demo_data --address http://127.0.0.1:$(PORT)
	$(DEMO) $(BIN)/python manage.py serve --port $(PORT)

run: .venv/.installed  ## serve your own site (in var/, or where the environment says); PORT=8000
	$(BIN)/python manage.py migrate --verbosity 0
	$(BIN)/python manage.py serve --port $(PORT)

test: .venv/.installed-dev  ## run all tests; those that need a missing service or browser say so
	$(BIN)/python -m pytest -n $(WORKERS) $(PORTIONS) $(ARGS)

fast: .venv/.installed-dev  ## run the tests that need no server, no browser and little time
	$(BIN)/python -m pytest -q -x -n $(WORKERS) $(PORTIONS) -m "not slow and not browser and not redis and not postgres"

soak: .venv/.installed-dev  ## rehearse nights, games online, races and kills at full size; SEEDS=5 RUNS=10 GAMES=500
	SOAK=1 $(BIN)/python -m pytest -s tests/flows/test_rehearsal.py tests/flows/test_crashes.py tests/flows/test_night.py \
		tests/flows/test_replay.py tests/flows/test_any_order.py tests/flows/test_races.py \
		tests/tournaments/services/honours \
		tests/flows/test_killed_between_cards.py tests/games/tables/test_races.py tests/games/test_games_over_http.py $(ARGS)

check: .venv/.installed-dev  ## style, types, import contracts, missing migrations, Django's own checks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python manage.py makemigrations --check --dry-run --settings euchre_site.settings_test
	$(BIN)/python manage.py check --settings euchre_site.settings_test --fail-level WARNING

bench: .venv/.installed-dev  ## run the benchmarks
	$(BIN)/python -m benchmarks

golden: .venv/.installed-dev  ## write the golden files of the tests anew; read the difference before you commit it
	$(BIN)/python -m tests.games.engine.golden
	$(BIN)/python -m tests.tournaments.api.golden

lock: .venv/.installed-dev  ## pin the dependencies of pyproject.toml anew
	$(BIN)/pip-compile -q $(LOCK_OPTIONS) --output-file=requirements.lock pyproject.toml
	$(BIN)/pip-compile -q $(LOCK_OPTIONS) --extra=dev --allow-unsafe --constraint=requirements.lock --output-file=requirements-dev.lock pyproject.toml

clean:  ## remove the environment, the demo and all caches; your own data in var/ stays
	rm -rf .venv .demo .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A lock file must read the same wherever it was made: no addresses of package indexes.
LOCK_OPTIONS := --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv .venv

# The stamps are made last: an interrupted installation is tried again.
.venv/.installed: requirements.lock | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

.venv/.installed-dev: requirements-dev.lock | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@ .venv/.installed
