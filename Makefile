# Two commands: `make` (set-up, the pipeline, the report) and `make test` (set-up, the tests).
#
# Set-up is a virtual environment in .venv with the exact versions of requirements.lock and the
# package built from this folder. A second call does no work and needs no network. By hand:
# pip install '.[workflow,dev]' && snakemake --cores all

PYTHON ?= python3
CXX ?= c++
CORES ?= all
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml README.md $(shell find native src -type f \
  -name '*.[ch]pp' -o -type f -name '*.py' -o -type f -name '*.inc' -o -type f -name '*.cmake' \
  -o -name '*.j2' -o -name CMakeLists.txt)

.PHONY: all test setup clean
.DELETE_ON_ERROR:

all: setup
	PATH="$(CURDIR)/$(BIN):$$PATH" snakemake --cores $(CORES)
	@test results/report.html -nt results/manifest.json || \
	  PATH="$(CURDIR)/$(BIN):$$PATH" snakemake --report results/report.html
	@echo "feltprint: results/manifest.json and results/report.html are up to date"

test: setup
	$(BIN)/python -m pytest -n 2 -m "not slow"

setup: $(VENV)/.package

$(VENV)/.package: $(VENV)/.dependencies $(SOURCES)
	$(BIN)/python -m pip install --quiet --no-build-isolation --no-deps --no-index .
	@touch $@

$(VENV)/.dependencies: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "feltprint needs Python 3.11 or newer; found $$($(PYTHON) --version 2>&1)." \
	    "Choose another with: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
	  { echo "feltprint needs the venv module of Python; on Debian or Ubuntu:" \
	    "apt-get install python3-venv" >&2; exit 1; }
	@command -v $(CXX) >/dev/null || \
	  { echo "feltprint needs a C++20 compiler; found none named $(CXX). On Debian or Ubuntu:" \
	    "apt-get install g++; another name: make CXX=clang++" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -r requirements.lock
	@touch $@

# Removes the environment and the build, keeps the results and their checkpoints.
clean:
	rm -rf $(VENV) build
