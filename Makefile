# Entry point for all tasks. Every target installs the Debian packages that it needs. `make` without a target lists the
# targets. The builds are configured in CMakePresets.json.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600
STRESS_SECONDS ?= 600
SEED ?= 1
BUDGET ?= 60
TEST_PRESETS := release asan tsan

# Ninja redraws one line on a terminal. Elsewhere it would print a line for each file, so it is quiet.
NINJA_FLAGS := $(if $(MAKE_TERMOUT),,-- --quiet)
# The sanitizers of g++ 12 and clang 14 can fail to start under the address randomization of newer kernels.
NO_ASLR := $(shell setarch -R true 2>/dev/null && echo setarch -R)
COMMAND_ONLY := -DLOH_BUILD_TESTS=OFF
# A unity build by folder takes two thirds of the time. It is used where single files are not recompiled repeatedly.
BY_FOLDER := -DCMAKE_UNITY_BUILD=ON
# Tracked and untracked sources. Git also lists tracked files that were deleted, so these are filtered out.
SOURCES = git ls-files --cached --others --exclude-standard --deduplicate '*.cpp' '*.hpp' \
    | while read -r file; do [[ ! -f $$file ]] || echo "$$file"; done

# $(call configure,PRESET,EXTRA FLAGS) and $(call compile,PRESET)
configure = cmake --preset $(1) $(2) --log-level=WARNING >/dev/null
compile = cmake --build --preset $(1) $(NINJA_FLAGS)

# $(call tidy,COMMAND): clang-format on all sources, clang-tidy on the files that the command lists.
define tidy
$(SOURCES) | xargs -r clang-format --dry-run --Werror; \
$(call configure,lint); \
$(call compile,lint); \
$(1) | xargs -r -n 1 -P 2 clang-tidy --quiet -p build/lint 2> >(grep -v 'warnings generated' >&2)
endef
# The largest file of each folder: the suite checks these, `make lint` all.
LARGEST = find src cli -name '*.cpp' -printf '%s %h %p\n' | sort -k2,2 -k1,1nr | awk '!seen[$$2]++ {print $$3}'

.PHONY: help demo build test python docs libtorch lint format coverage fuzz stress install clean
.NOTPARALLEL:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z%-]+:.*## / {sub("%", "NAME", $$1); printf "make %-12s %s\n", $$1, $$2}' Makefile

demo: ## build the command and run its demonstration: tic-tac-toe
	@scripts/setup.sh demo
	@$(MAKE) --no-print-directory command
	@build/loh demo

build: ## build the command: build/loh
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory command

.PHONY: command
command:
	@$(call configure,release,$(COMMAND_ONLY) $(BY_FOLDER))
	@$(call compile,release)
	@ln -sfn release/loh build/loh

test: ## all tests: release with g++, sanitizers and short fuzzing runs with clang, threads, Python, documentation
	@scripts/setup.sh test
	@start=$$SECONDS; failed=; \
	for preset in $(TEST_PRESETS); do \
	    $(MAKE) --no-print-directory test-$$preset || failed="$$failed $$preset"; \
	done; \
	$(MAKE) --no-print-directory test-python || failed="$$failed python"; \
	$(MAKE) --no-print-directory test-libtorch || failed="$$failed libtorch"; \
	$(MAKE) --no-print-directory test-lint || failed="$$failed lint"; \
	seconds=$$((SECONDS - start)); \
	if [[ -n $$failed ]]; then echo "FAILED:$$failed (after $$seconds s)"; exit 1; fi; \
	echo "All passed: $(TEST_PRESETS) python libtorch lint (in $$seconds s)"; \
	echo "Left out: exports in PostgreSQL, Spark, Java, LaTeX and other large consumers: make test-consumers"

.PHONY: $(TEST_PRESETS:%=test-%) test-coverage
$(TEST_PRESETS:%=test-%) test-coverage: test-%:
	@echo "== $*"
	@$(call configure,$*,$(if $(filter release,$*),$(BY_FOLDER)))
	@$(call compile,$*)
	@$(NO_ASLR) ctest --preset $*

python: ## build the Python package into .venv and run its tests
	@scripts/setup.sh python
	@$(MAKE) --no-print-directory test-python

.PHONY: test-python
test-python:
	@echo "== python"
	@scripts/python.sh

.PHONY: test-install
test-install: ## install the package as users do, with the oldest and the newest Python, timed (some minutes; not in `make test`)
	@scripts/setup.sh python
	@scripts/test_install.sh

.PHONY: test-consumers
test-consumers: ## run every export in its real consumer: databases, PMML, ONNX, solvers, ... (some minutes; not in `make test`)
	@scripts/setup.sh consumers
	@scripts/consumers.sh

docs: ## build the Python package and the documentation site: build/docs/index.html
	@scripts/setup.sh python
	@scripts/python.sh --docs

libtorch: ## build the LibTorch module against PyTorch in .venv, test it and its installed package
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory test-libtorch

.PHONY: test-libtorch
test-libtorch:
	@echo "== libtorch"
	@scripts/libtorch.sh

.PHONY: test-lint
test-lint:
	@echo "== lint"
	@$(call tidy,$(LARGEST))
	@echo "Format of all files, clang-tidy on the largest file of each folder: no findings"

# NAME is a program or script in bench; scripts/bench.sh lists them.
bench-%: ## one benchmark: make bench-accuracy FLAGS="wine --effort quick"; LOH_DATA names the folder with the tables
	@scripts/bench.sh "$*" $(FLAGS)

# NAME is a program in experiments.
study-%: ## one study of the paper on synthetic data: compilation, imbalance or templates; table, CSV and plot
	@scripts/setup.sh study
	@$(call configure,release,$(COMMAND_ONLY) -DLOH_BUILD_EXPERIMENTS=ON)
	@$(call compile,release)
	@mkdir -p build/experiments
	@build/release/experiments/study_$* build/experiments $(FLAGS) | tee build/experiments/$*.txt
	@gnuplot -e "folder='build/experiments'" experiments/$*.gp
	@echo; echo "Results: build/experiments/$*.csv, plot: build/experiments/$*.svg"

# study-imbalance reads the results of study-compilation.
study-imbalance: | build/experiments/compilation.csv
build/experiments/compilation.csv:
	@$(MAKE) --no-print-directory study-compilation

# NAME is visual-tictactoe, wildfire, addition or tables. The package comes from `make python`.
PAPER = .venv/bin/python -m experiments.paper
.PHONY: paper paper-quick
paper: ## the experiments of the paper, most informative runs first, for BUDGET (60) minutes; then docs/results.md
	@$(PAPER) all --budget $(BUDGET) $(FLAGS)
	@$(PAPER) page

paper-quick: ## a small run of every experiment of the paper
	@$(PAPER) all --quick

paper-%: ## one experiment of the paper: visual-tictactoe, wildfire, addition or tables
	@$(PAPER) $* $(FLAGS)
	@$(PAPER) page

lint: ## check the format with clang-format and the code with clang-tidy
	@scripts/setup.sh lint
	@$(call tidy,find src cli -name '*.cpp' | sort)
	@echo "No findings"

format: ## rewrite the sources with clang-format
	@scripts/setup.sh lint
	@$(SOURCES) | xargs -r clang-format -i

coverage: ## line coverage of the library
	@scripts/setup.sh coverage
	@if [[ -d build/coverage ]]; then find build/coverage -name '*.gcda' -delete; fi
	@$(MAKE) --no-print-directory test-coverage
	@gcovr --root . --filter 'src/' build/coverage

fuzz: ## run every fuzzer for FUZZ_SECONDS (600), all at the same time
	@scripts/setup.sh fuzz
	@$(call configure,asan)
	@$(call compile,asan)
	@$(NO_ASLR) scripts/run_fuzzers.sh $(FUZZ_SECONDS) build/asan/fuzz

stress: ## run random commands with injected faults for STRESS_SECONDS (600), from SEED (1) on
	@scripts/setup.sh stress
	@$(call configure,release,$(BY_FOLDER))
	@cmake --build --preset release --target loh_stress $(NINJA_FLAGS)
	@build/release/tests/loh_stress --seconds $(STRESS_SECONDS) --seed $(SEED)

install: ## install the library and the command under PREFIX (/usr/local)
	@scripts/setup.sh install
	@$(MAKE) --no-print-directory command
	@cmake --install build/release --prefix '$(PREFIX)'

clean: ## remove everything that was built
	rm -rf build .venv
