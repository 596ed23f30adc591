# Each target does all of its own set-up. `make demo` and `make test` are where to begin.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
CORPUS ?= ../shared/corpus/abstracts.jsonl.gz
HELD_OUT ?= ../shared/gold/dev.jsonl ../shared/gold/links.jsonl

.PHONY: help install demo test lint bench model constraints format clean

help:
	@echo "make demo     build the example corpus into exports/ and say what to open"
	@echo "make test     run every test, the browser tests too"
	@echo "make lint     ruff and mypy"
	@echo "make install  put kg into $(VENV)"
	@echo "make bench    measure speed and quality"
	@echo "make model    train the model again (hours; needs the texts of the annotated abstracts)"
	@echo "make format   let ruff lay the code out"

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV) || { echo "Python's venv is missing: on Debian, apt-get install python3-venv" >&2; exit 1; }
	$(PIP_INSTALL) --editable .
	@touch $@

$(VENV)/.tools: $(VENV)/.installed
	$(PIP_INSTALL) --editable '.[test,lint]'
	@touch $@

tests/node/node_modules/.installed: tests/node/package-lock.json
	tests/install-tools.sh
	if command -v npm >/dev/null; then cd tests/node && npm ci --silent --no-audit --no-fund && touch node_modules/.installed; fi

install: $(VENV)/.installed
	@echo "kg is installed: $(BIN)/kg --help"

demo: $(VENV)/.installed
	$(BIN)/kg build examples/landmarks.jsonl --out exports
	@echo
	@echo "Open exports/graph.html in a browser, exports/graph.gexf in Gephi, and ask:"
	@echo "  $(BIN)/kg query exports --list"

test: $(VENV)/.tools tests/node/node_modules/.installed
	$(BIN)/pytest -n 2

lint: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.tools
	$(PIP_INSTALL) --editable '.[bench]'
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench_sources
	$(BIN)/python -m tests.bench_scale
	$(BIN)/python -m tests.bench_resolution
	$(BIN)/python -m tests.bench_exports
	$(BIN)/python -m tests.bench_page
	$(BIN)/python -m tests.bench_scale_graph

# Needs torch, whose build for CPUs is enough; what each step makes is kept in build/model, and not made again.
model: $(VENV)/.tools
	$(PIP_INSTALL) --editable '.[train]'
	$(BIN)/python -m kg.training.train $(CORPUS) --held-out $(HELD_OUT) --work build/model

# The newest versions that pyproject.toml allows.
constraints:
	rm -rf build/constraints && $(PYTHON) -m venv build/constraints
	build/constraints/bin/pip install --quiet --disable-pip-version-check '.[test,lint]'
	head -n 2 constraints.txt > build/constraints.txt
	build/constraints/bin/pip freeze --exclude paperkg >> build/constraints.txt
	mv build/constraints.txt constraints.txt

clean:
	rm -rf $(VENV) tests/node/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
