# Each target does all of its own set-up. `make demo` and `make test` are where to begin.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
CORPUS ?= ../shared/corpus/abstracts.jsonl.gz
MINUTES ?= 5
TESTS ?= tests
PYTHONS ?= $(wildcard $(foreach minor,11 12 13 14,/usr/bin/python3.$(minor) /usr/local/bin/python3.$(minor) \
	$(HOME)/.pyenv/versions/3.$(minor).*/bin/python3))
HELD_OUT ?= ../shared/gold/dev.jsonl ../shared/gold/links.jsonl

.PHONY: help install demo test lint fuzz bench faults load package interpreters audit sbom checksums model constraints lock format clean

help:
	@echo "make demo     build the example corpus into exports/ and say what to open"
	@echo "make test     run every test, the browser tests too"
	@echo "make lint     ruff and mypy"
	@echo "make install  put kg into $(VENV)"
	@echo "make fuzz     look for texts and files that break something (20 minutes; FUZZ_SECONDS=60 for less)"
	@echo "make bench    measure speed and quality"
	@echo "make faults   kill 50 builds, fill disks, damage files: is anything lost?"
	@echo "make load     32 clients at kg serve for MINUTES=5"
	@echo "make package  build wheel and sdist, and run the tests (TESTS=tests) from the installed wheel"
	@echo "make interpreters  the same with each Python from 3.11 on that this machine has"
	@echo "make audit    known vulnerabilities of the locked packages"
	@echo "make sbom     what kg stands on, as CycloneDX, into build/sbom.cdx.json"
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

# Coverage-guided: the text rules and the readers, FUZZ_SECONDS each; what breaks them is left in build/fuzz.
FUZZ_SECONDS ?= 600
fuzz: $(VENV)/.tools
	$(PIP_INSTALL) --editable '.[fuzz]'
	$(BIN)/python -m tests.fuzz cleaning $(FUZZ_SECONDS)
	$(BIN)/python -m tests.fuzz readers $(FUZZ_SECONDS)

bench: $(VENV)/.tools
	$(PIP_INSTALL) --editable '.[bench]'
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench_sources
	$(BIN)/python -m tests.bench_scale
	$(BIN)/python -m tests.bench_resolution
	$(BIN)/python -m tests.bench_hostile
	[ ! -d ../shared/gold ] || $(BIN)/python -m tests.bench_names
	$(BIN)/python -m tests.bench_exports
	$(BIN)/python -m tests.bench_page
	$(BIN)/python -m tests.bench_scale_graph

faults: $(VENV)/.tools
	$(BIN)/python -m tests.faults 50

load: $(VENV)/.tools
	$(BIN)/python -m tests.load --minutes $(MINUTES)

package:
	tests/installed.sh "$(TESTS)" $(PYTHON)

interpreters:
	tests/installed.sh "$(TESTS)" $(PYTHONS)

build/audit/.installed:
	$(PYTHON) -m venv build/audit
	build/audit/bin/pip install --quiet --disable-pip-version-check pip-audit
	@touch $@

audit:
	@if $(MAKE) --silent build/audit/.installed; then build/audit/bin/python -m tests.audit constraints.txt; \
	else echo "not audited: pip-audit cannot be installed from here"; fi

sbom:
	rm -rf build/runtime build/cyclonedx
	$(PYTHON) -m venv build/runtime && build/runtime/bin/pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt '.[serve,tables]'
	$(PYTHON) -m venv build/cyclonedx && build/cyclonedx/bin/pip install --quiet cyclonedx-bom
	build/cyclonedx/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		--output-format JSON --output-file build/sbom.cdx.json build/runtime/bin/python
	@echo "build/sbom.cdx.json names $$(grep -c '"purl"' build/sbom.cdx.json) packages"

# After a change of the model, a word list or pyvis on purpose.
checksums: $(VENV)/.tools
	$(BIN)/python -m tests.checksums

# Needs torch, whose build for CPUs is enough; what each step makes is kept in build/model, and not made again.
model: $(VENV)/.tools
	$(PIP_INSTALL) --editable '.[train]'
	$(BIN)/python -m kg.training.train $(CORPUS) --held-out $(HELD_OUT) --work build/model

# The newest versions that pyproject.toml allows.
constraints:
	rm -rf build/constraints && $(PYTHON) -m venv build/constraints
	build/constraints/bin/pip install --quiet --disable-pip-version-check '.[test,lint]'
	head -n 2 constraints.txt > build/constraints.txt
	build/constraints/bin/pip freeze --all --exclude pip --exclude paperkg >> build/constraints.txt
	mv build/constraints.txt constraints.txt

# The same versions, each file with its hash, for an installation that nothing else can slip into.
lock:
	$(PYTHON) -m venv build/lock && build/lock/bin/pip install --quiet --disable-pip-version-check pip-tools
	rm -f build/requirements.lock
	build/lock/bin/pip-compile --quiet --allow-unsafe --generate-hashes --strip-extras --no-annotate --no-header \
		--no-emit-index-url --no-emit-find-links --extra serve --extra tables --constraint constraints.txt \
		--output-file build/requirements.lock pyproject.toml
	{ head -n 2 requirements.lock && cat build/requirements.lock; } > build/locked && mv build/locked requirements.lock

clean:
	rm -rf $(VENV) tests/node/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
