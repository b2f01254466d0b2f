# Every target does its own set-up, in .venv, and only what has changed since the last time.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install -q --disable-pip-version-check --no-compile
CXX_FILES := $(sort $(wildcard cpp/*/*.?pp cpp/*/*/*.?pp))
CORE := CMakeLists.txt $(filter-out cpp/fuzz/% cpp/tests/%,$(CXX_FILES))
TOOLS := build/tools/bin
RELEASE_PYTHONS ?= python3.11 python3.13
JS_TESTS = $(wildcard tests/scripts/*.test.js)

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-14s %s\n", $$1, $$2 }' Makefile

play:  ## play in the terminal
	@$(MAKE) -s -j2 .venv/installed .venv/tui
	@$(BIN)/inarow play

serve: .venv/installed .venv/web  ## start the web site on this machine
	@$(BIN)/inarow serve

# All at once: the tests wait for clocks, sockets and browsers while the others compute.
test:  ## run every check and every test
	@$(MAKE) -j4 --output-sync=target check core-test docs suite

suite: .venv/installed .venv/learn node_modules/.package-lock.json  ## every test but those of the core and the scripts
	+@$(BIN)/pytest -n $$(( $$(getconf _NPROCESSORS_ONLN) + 2 )) --dist worksteal

check: .venv/installed .venv/learn node_modules/.package-lock.json  ## format, lint and types, without changing anything
	$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/clang-format --dry-run --Werror $(CXX_FILES) bench/peers/*.cpp
	$(BIN)/mypy
	node_modules/.bin/tsc -p jsconfig.json
	node --test --test-reporter=dot $(JS_TESTS)

format: .venv/dev  ## rewrite the sources in the house style
	$(BIN)/ruff format . && $(BIN)/ruff check --fix . && $(BIN)/clang-format -i $(CXX_FILES) bench/peers/*.cpp

core-test: core-released core-sanitized core-threads  ## the C++ tests, as released and under the sanitizers

# With the library of the installed module, so that it is compiled once; here for other machines, too.
core-released: .venv/installed
	unset MAKEFLAGS && PATH="$(CURDIR)/$(BIN):$$PATH" && cmake -DINAROW_WERROR=ON -DINAROW_THIS_MACHINE=OFF build/installed >/dev/null && cmake --build build/installed --target core_tests && ctest --test-dir build/installed --output-on-failure

core-sanitized core-threads: core-%: .venv/build .venv/packages
	unset MAKEFLAGS && PATH="$(CURDIR)/$(BIN):$$PATH" cmake --workflow --preset $*

FUZZ_SECONDS ?= 60
fuzz: .venv/installed .venv/fuzz  ## look for input that breaks what reads it, FUZZ_SECONDS for each target
	$(BIN)/python bench/fuzz.py --seconds $(FUZZ_SECONDS)

fuzz-cpp: .venv/build  ## look for input that breaks the core, FUZZ_SECONDS for each target; needs clang
	@.ci/packages clang
	unset MAKEFLAGS && PATH="$(CURDIR)/$(BIN):$$PATH" && cmake --preset fuzz >/dev/null && cmake --build --preset fuzz
	@for target in $(notdir $(wildcard cpp/fuzz/corpus/*)); do echo "fuzzing $$target ..." && mkdir -p build/fuzz/found/$$target && INAROW_FUZZ=$$target build/fuzz/core_fuzz -max_total_time=$(FUZZ_SECONDS) -len_control=0 -max_len=600 -timeout=30 -verbosity=0 -print_final_stats=1 -artifact_prefix=build/fuzz/$$target- build/fuzz/found/$$target cpp/fuzz/corpus/$$target || exit 1; done

bench: .venv/installed .venv/peers  ## measure, with every answer asserted
	$(BIN)/python bench/bench.py && $(BIN)/python bench/solver.py && $(BIN)/python bench/env.py

docs: .venv/installed .venv/dev  ## build the documentation into docs/_build
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build && echo "open docs/_build/index.html"

release-check: build/tools/installed  ## build what would be released, install it elsewhere and try every command
	@$(TOOLS)/python release/check.py $(RELEASE_PYTHONS)

sbom: build/tools/installed build/all/installed  ## list the dependencies with their licences into build/sbom
	@mkdir -p build/sbom && $(TOOLS)/python release/sbom.py build/all build/sbom

audit: build/tools/installed  ## look for known weaknesses in the dependencies (needs the network)
	$(TOOLS)/pip-audit --strict --disable-pip --no-deps -r requirements/all.txt

words: .venv/installed .venv/dev  ## collect the texts to translate, and bring the catalogues up to date
	$(BIN)/python docs/catalogues.py

names: .venv/installed .venv/dev  ## write the list of public names and signatures anew
	$(BIN)/python docs/public_names.py

pictures: .venv/installed .venv/dev  ## draw and take every picture of the documentation anew
	$(BIN)/python docs/make_pictures.py && $(BIN)/python docs/make_screens.py

# Hashes everywhere but in learn: PyTorch may be a build of this machine's own, and what it needs depends on the machine, and pip knows.
# With hashes pip wants extras to be named, too.
LOCK = $(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --no-emit-index-url --no-strip-extras
lock: .venv/dev .venv/packages  ## choose the newest versions of the developer tools again
	$(BIN)/pip install -q uv && for group in build zig tui web env notebook dev docs peers fuzz release; do $(LOCK) --generate-hashes --group $$group -o requirements/$$group.txt; done
	$(LOCK) --generate-hashes --extra all pyproject.toml -o requirements/all.txt
	$(LOCK) --generate-hashes --no-deps --group alone -o requirements/alone.txt # what Kaggle asks for is not needed
	$(LOCK) --no-deps --group learn -o requirements/learn.txt
	npm install --no-audit --no-fund --save-dev --save-exact typescript@latest axe-core@latest

clean:  ## remove everything that was built
	rm -rf .venv build dist docs/_build node_modules src/inarow/_core.pyi

.PHONY: help play serve test suite check format core-test core-released core-sanitized core-threads fuzz fuzz-cpp bench docs words names pictures release-check sbom audit lock clean

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "inarow needs Python 3.11 or newer: install it, or name it with make PYTHON=..."; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "inarow needs Python's venv module: install it (on Debian or Ubuntu: apt install python3-venv)"; exit 1; }

.venv/build: .venv/bin/python requirements/build.txt requirements/zig.txt build_backend/inarow_build.py
	@echo "installing the build tools into .venv ..."
	@$(PIP) -r requirements/build.txt
	@$(BIN)/python -c 'import sys; sys.path.append("build_backend"); import inarow_build; sys.exit(inarow_build.needs_zig())' || { echo "there is no C++ compiler: installing one, ziglang, into .venv ..." && $(PIP) -r requirements/zig.txt; } || { echo "inarow needs a C++20 compiler: install g++ or clang++ (on Debian or Ubuntu: apt install g++) and try again."; exit 1; }
	@touch $@

.venv/installed: .venv/build pyproject.toml src/inarow/__init__.py $(CORE)
	@echo "building the C++ core ..."
	@mkdir -p build && PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) --no-build-isolation --no-deps --config-settings=build-dir=build/installed --config-settings=cmake.define.INAROW_THIS_MACHINE=ON $(if $(filter test core-test,$(MAKECMDGOALS)),--config-settings=cmake.define.INAROW_WERROR=ON) -e . && touch $@

.venv/tui: .venv/build requirements/tui.txt
	@echo "installing what the full screen needs into .venv ..."
	@$(PIP) -r requirements/tui.txt && touch $@

.venv/web: .venv/build requirements/web.txt
	@echo "installing what the web site needs into .venv ..."
	@$(PIP) -r requirements/web.txt && touch $@

.venv/env: .venv/build requirements/env.txt
	@echo "installing what the environments need into .venv ..."
	@$(PIP) -r requirements/env.txt && touch $@

# At once: most of the time goes into looking up what is already there.
DEV := tui web env notebook dev docs
.venv/dev: .venv/build $(DEV:%=requirements/%.txt)
	@echo "installing every extra, the developer tools and the documentation tools into .venv ..."
	@$(PIP) $(DEV:%=-r requirements/%.txt) && touch $@ .venv/tui .venv/web .venv/env

.venv/packages: .venv/bin/python .ci/packages
	@.ci/packages && touch $@

node_modules/.package-lock.json: .venv/packages package.json package-lock.json .npmrc
	@echo "installing the tools for the site's scripts into node_modules ..."
	@npm ci --silent --no-audit --no-fund && touch $@

.venv/learn: .venv/dev requirements/learn.txt
	@echo "installing what the examples learn with into .venv ..."
	@$(PIP) -r requirements/learn.txt && touch $@

.venv/peers: .venv/dev requirements/peers.txt requirements/alone.txt
	@echo "installing the peers to measure against into .venv ..."
	@$(PIP) -r requirements/peers.txt && $(PIP) --no-deps -r requirements/alone.txt && touch $@

.venv/fuzz: .venv/dev requirements/fuzz.txt
	@echo "installing what looks for input that breaks something into .venv ..."
	@$(PIP) -r requirements/fuzz.txt && touch $@

# Of their own, so that neither changes what the tests see.
build/tools/installed: requirements/release.txt
	@echo "installing the tools for releases into build/tools ..."
	@$(PYTHON) -m venv --clear build/tools && $(TOOLS)/pip install -q --disable-pip-version-check -r requirements/release.txt && touch $@

build/all/installed: requirements/all.txt
	@echo "installing what inarow and its extras need into build/all ..."
	@$(PYTHON) -m venv --clear --without-pip build/all && $(PYTHON) -m pip --python build/all/bin/python install -q --disable-pip-version-check -r requirements/all.txt && touch $@
