# Everything a newcomer needs: `make demo` and `make test`. Needs Python 3.11+ with venv, make and git.

PYTHON ?= python3
PORT ?= 8000
# `make run HALL=1`: phones on the same network reach it.
HALL ?=
BIN := .venv/bin
# Tests run in one process more than there are processors, because they wait for servers, browsers and the database.
# `make test WORKERS=0` runs them in one process, `make test ARGS="-k grid"` runs some of them. A process that is done takes half
# of what another has left: the long tests are neighbors, and one process would be left with all of them.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
OPTIONS = -n $(WORKERS) --dist worksteal
ARGS ?=

# Tests start the site in many processes: without compiled files each would compile it anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo run test proof proof-sqlite proof-postgres runtime soak planted check format bench golden house messages docs release screenshots lock audit clean

help:  ## print this list
	@awk -F ':.*## ' '/^## / {printf "\n%s\n", substr($$0, 4)} /^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' Makefile

## Look at it

demo: .venv/.installed  ## fill a club with a night half played (in .demo/) and serve it; PORT=8000, HALL=1 for phones
	$(BIN)/python manage.py demo --port $(PORT) $(if $(HALL),--hall)

run: .venv/.installed  ## serve your own site (in var/, or where the environment says); PORT=8000, HALL=1 for phones
	$(BIN)/python manage.py serve --port $(PORT) $(if $(HALL),--hall)

## Change it

format: .venv/.installed-dev  ## set Python, templates, styles and scripts as `make check` asks
	$(BIN)/ruff format .
	$(BIN)/djangofmt $(TEMPLATES)
	$(BIN)/deno fmt $(STYLES_AND_SCRIPTS)

messages: .venv/.installed-dev  ## gather what the site says into locale/, and compile its translations
	$(BIN)/python -m tests.translation

golden: .venv/.installed-dev  ## write the golden files of the tests anew; read the difference before you commit it
	$(BIN)/python -m tests.games.engine.golden
	$(BIN)/python -m tests.tournaments.api.golden

lock: .venv/.installed-dev  ## pin the dependencies of pyproject.toml anew
	$(BIN)/pip-compile -q $(LOCK_OPTIONS) --strip-extras --output-file=requirements.lock pyproject.toml
	$(BIN)/pip-compile -q $(LOCK_OPTIONS) --no-strip-extras --extra=dev --extra=docs --allow-unsafe --constraint=requirements.lock --output-file=requirements-dev.lock pyproject.toml

## Before each commit

check: .venv/.installed-dev  ## style, types, import contracts, missing migrations, Django's own checks; a warning is an error
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djangofmt --check $(TEMPLATES)
	$(BIN)/deno fmt --check $(STYLES_AND_SCRIPTS)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -W error manage.py makemigrations --check --dry-run --settings euchre_site.settings_test
	$(BIN)/python -W error manage.py check --settings euchre_site.settings_test --fail-level WARNING

test: .venv/.installed-dev  ## run what everyone runs before a commit: SQLite, no service needed, about five minutes on two cores
	env -u DATABASE_URL -u REDIS_URL $(BIN)/python -m pytest $(OPTIONS) -m "not slow" $(ARGS)

## Show that it holds

proof: proof-sqlite proof-postgres  ## run every test, and on PostgreSQL and Redis again what could end otherwise: all roles, races, kills

proof-sqlite: .venv/.installed-dev  ## run every test on SQLite alone
	env -u DATABASE_URL -u REDIS_URL $(BIN)/python -m pytest $(OPTIONS) $(ARGS)

# The other tests are the same on both databases: tests/conftest.py says which.
proof-postgres: .venv/.installed-dev  ## run the tests that ask a database on PostgreSQL and Redis, where DATABASE_URL and REDIS_URL say
	@test -n "$(DATABASE_URL)" -a -n "$(REDIS_URL)" || { echo "Set DATABASE_URL and REDIS_URL: no test may be skipped for want of a service."; exit 2; }
	REQUIRE_SERVICES=1 $(BIN)/python -m pytest $(OPTIONS) -m "not once" $(ARGS)

runtime: .venv/.installed-dev  ## run the tests of what production runs on a new environment of requirements.lock; needs the internet
	$(PYTHON) -m venv --clear .runtime
	.runtime/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	RUNTIME_PYTHON=$(CURDIR)/.runtime/bin/python $(BIN)/python -m pytest tests/euchre_site/test_runtime.py tests/euchre_site/test_dependencies.py

soak: .venv/.installed-dev  ## run what must hold at full size, on SQLite and, where DATABASE_URL and REDIS_URL say, PostgreSQL: hours
	$(BIN)/python -m tests.soak $(if $(DATABASE_URL),,--database sqlite) $(ARGS)

planted: .venv/.installed-dev  ## plant known bugs in a copy, one by one: the tests must notice each; ARGS="--database sqlite"
	$(BIN)/python -m tests.planted --options="$(OPTIONS)" $(ARGS)

bench: .venv/.installed-dev  ## run the benchmarks
	$(BIN)/python -m benchmarks

house: .venv/.installed-dev  ## print who imports whom, how long things are, what has types, beside the field's figures
	$(BIN)/python -m tests.house

# --strict: a package that the service does not know is a failure, not a package without flaws. The second service is
# asked where the first does not answer for all of them.
audit: .venv/.installed-dev  ## ask for known flaws of the locked packages; needs the internet (docs/audit.md)
	$(BIN)/pip-audit $(AUDIT_OPTIONS) || $(BIN)/pip-audit $(AUDIT_OPTIONS) --vulnerability-service osv

## Give it to others

docs: .venv/.installed-dev  ## make a site of the pages of docs/, in .docs/; a warning is an error
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --conf-dir docs . .docs
	@echo "Open .docs/index.html"

screenshots: .venv/.installed-dev  ## take the pictures of docs/images/ anew, of a demo site; needs Chromium
	$(BIN)/python -m tests.docs.screenshots

release: check docs  ## build what a release has, in dist/, and publish nothing: wheel, source, docs, image files, list of packages
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist . > /dev/null
	$(BIN)/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible --validate --output-format JSON \
		--output-file dist/$(RELEASE).cdx.json requirements.lock
	tar --create --gzip --file dist/$(RELEASE)-docs.tar.gz --directory .docs --exclude .doctrees .
	git archive --format tar.gz --prefix $(RELEASE)/ --output dist/$(RELEASE)-image.tar.gz HEAD $(IMAGE_FILES)
	$(BIN)/python -m pytest -q tests/euchre_site/test_wheel.py tests/euchre_site/test_container.py tests/docs/test_release.py
	cd dist && sha256sum * > SHA256SUMS && cat SHA256SUMS

## Tidy up

clean:  ## remove the environment, the demo and all caches; your own data in var/ stays
	rm -rf .venv .runtime .demo .docs dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Scripts' words in other languages are written by `make messages`.
TEMPLATES := --quiet --line-length 120 --indent-width 2 --custom-blocks slot templates euchre_site games tournaments
STYLES_AND_SCRIPTS := --quiet --config tests/house/deno.json \
	$(shell find euchre_site/static -name '*.css' -o -name '*.js' ! -name 'words-*')

RELEASE = right-bower-$(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' euchre_site/__init__.py)
# What `docker build` and Compose read.
IMAGE_FILES := Dockerfile .dockerignore compose.yaml .env.example deploy \
	$(shell sed -n 's/^COPY \([^-][^ ]*\) .*/\1/p' Dockerfile)

# A lock file must read the same wherever it was made: no addresses of package indexes. What some package asks for with an
# extra is locked with it: else pip takes the newest for another requirement, and refuses that for want of a hash. The
# first lock has no such, and has to be without extras to bind the second.
LOCK_OPTIONS := --generate-hashes --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

AUDIT_OPTIONS := --strict --require-hashes --disable-pip --progress-spinner off -r requirements.lock -r requirements-dev.lock

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv .venv

# The stamps are made last: an interrupted installation is tried again. What tests read is compiled once, or each process
# of the first run would compile all of it for itself.
.venv/.installed: requirements.lock | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

.venv/.installed-dev: requirements-dev.lock | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/python -m compileall -q -j 0 euchre_site games tournaments
	$(BIN)/python -m pytest --collect-only --quiet > /dev/null
	touch $@ .venv/.installed
