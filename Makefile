# Two commands: `make` (set-up, the pipeline, the report) and `make test` (set-up, the tests).
#
# Set-up is a virtual environment in .venv with the exact versions of requirements.lock and the
# package built from this folder. A second call does no work and needs no network. By hand:
# pip install '.[workflow,dev]' && snakemake --cores all

SHELL := bash
CXX ?= c++
CORES ?= all
VENV := .venv
BIN := $(VENV)/bin
# Also where the environment is active: its own interpreter has no pip.
PYTHON ?= $(shell PATH="$${PATH//"$(CURDIR)/$(BIN):"/}"; command -v python3)
# The interpreter's own pip brings uv, which does the rest with a tenth of pip's work.
PIP := $(PYTHON) -m pip --python $(BIN)/python --quiet --disable-pip-version-check
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
SOURCES := pyproject.toml README.md Snakefile config.yaml \
  $(shell find native src workflow profiles -type f -not -name '*.pyc' -not -name '*.so')
TOOLS := scikit-build-core|scikit_build_core|pybind11|cmake|ninja|packaging|pathspec

# uv leaves byte code to the first import, which must be free to keep it.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: all test setup clean

all: setup
	PATH="$(CURDIR)/$(BIN):$$PATH" snakemake --cores $(CORES)
	@test results/report.html -nt results/manifest.json || \
	  PATH="$(CURDIR)/$(BIN):$$PATH" snakemake --report results/report.html
	@echo "feltprint: results/manifest.json and results/report.html are up to date"

test: setup
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

# The native build and the download of the dependencies run side by side.
setup:
	@$(MAKE) --no-print-directory --jobs 2 $(VENV)/.package

$(VENV)/.package: $(VENV)/.wheel $(VENV)/.dependencies
	$(UV) --no-deps --no-index --reinstall build/wheel/feltprint-*.whl
	@touch $@

# MAKEFLAGS is emptied so that ninja uses all cores.
$(VENV)/.wheel: $(VENV)/.tools $(SOURCES)
	rm -rf build/wheel
	@mkdir -p build
	MAKEFLAGS= PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/uv build --wheel --offline --no-build-isolation \
	  --python $(BIN)/python --out-dir build/wheel . > build/wheel.log 2>&1 || \
	  { grep -E -A 3 'error|FAILED' build/wheel.log | head -n 80 >&2; \
	    echo "the native build failed: see build/wheel.log" >&2; exit 1; }
	@touch $@

$(VENV)/.dependencies: $(VENV)/.tools
	$(UV) -r requirements.lock
	@touch $@

$(VENV)/.tools: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "feltprint needs Python 3.11 or newer; found $$($(PYTHON) --version 2>&1)." \
	    "Choose another with: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, pip; assert tuple(map(int, pip.__version__.split(".")[:2])) > (22, 2)' || \
	  { echo "feltprint needs Python's venv module and pip 22.3 or newer; $(PYTHON) has them not." \
	    "On Debian or Ubuntu: apt-get install python3-pip; another interpreter:" \
	    "make PYTHON=/usr/bin/python3" >&2; exit 1; }
	@command -v $(CXX) >/dev/null || \
	  { echo "feltprint needs a C++20 compiler; found none named $(CXX). On Debian or Ubuntu:" \
	    "apt-get install g++; another name: make CXX=clang++" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv --without-pip $(VENV)
	grep -E '^($(TOOLS))==' requirements.lock > $(VENV)/tools.lock
	$(PIP) install $$(grep -E '^uv==' requirements.lock)
	$(UV) -r $(VENV)/tools.lock
	@touch $@

# Removes the environment and the build, keeps the results and their checkpoints.
clean:
	rm -rf $(VENV) build
