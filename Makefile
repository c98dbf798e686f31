# SPDX-License-Identifier: GPL-2.0
#
# The one entry.  Every target delegates to a program in scripts/ that can be run by itself.

# The kernel: 6.1, 6.12, 7 (newest 7.x of Debian), or the path of a kernel tree.
KERNEL ?= 6.12
# The guest: a row of configs/guests.tsv; for kselftest also "none", this very machine.
GUEST ?= arm64
# The scenario of `make run`: a file, or a name in tools/testing/selftests/dma/scenarios/.
SCENARIO ?= default
# Count what an emulated guest executes, or not (off).
COUNT ?= on
# More arguments for what `make run`, `make ab` or `make kselftest` starts.
ARGS ?=
# The two kernels of "make ab", and how many boots of each: like KERNEL, or PATH@REVISION.
A ?=
B ?=
BOOTS ?= 5
# For kernels of a board: the file that says how it boots one and how one gets a shell.
PLAN ?=
# What "make flamegraph" weighs: a counter of instructions, see Documentation/counting.rst.
EVENT ?= dsb_sy
# Debian's name of the architecture that "make board" is for: arm64, amd64, armhf.
ARCH ?= arm64
# One row of configs/mutants.tsv, instead of all of them.
MUTANT ?=
# V=1 shows what the steps print; only failing steps do otherwise.
V ?=
export V

# Up to make 4.3, "make -C FOLDER test" says "Leaving directory" behind the last line, whatever is
# said in here; but not where output is kept apart (-O), which counts with more than one job only.
# "+" lets a program's output out at once all the same, and would run it under -n.
more_jobs := $(if $(findstring -j,$(MAKEFLAGS)),,-j2)
MAKEFLAGS += --no-builtin-rules --no-print-directory --output-sync=line $(more_jobs)
unexport MAKEFLAGS
.NOTPARALLEL:
now = $(if $(findstring n,$(firstword -$(MAKEFLAGS))),,+@)

.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: help run ab flamegraph test test-all kselftest mutants kernel module tools install uninstall board modules-check compare-upstream lint update clean distclean

help: ## this list
	$(now) printf 'usage: make TARGET [KERNEL=%s] [GUEST=%s] [SCENARIO=%s] [ARGS=...] [V=1]\n\n' \
		'$(KERNEL)' '$(GUEST)' '$(SCENARIO)'
	$(now) sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 20

run: ## set up everything, boot the guest, run SCENARIO, print its table
	$(now) scripts/run-scenario --count '$(COUNT)' '$(GUEST)' '$(KERNEL)' '$(SCENARIO)' '$(ARGS)'

# What the user has chosen: without that, a plan has guests and kernels of its own.
chosen = $(if $(filter file,$(origin $(1))),,$($(1)))

ab: ## two kernels (A=, B=) over BOOTS boots each, in turn: SCENARIO, one table (PLAN=: of a board)
	$(now) $(if $(PLAN),scripts/ab-boards '$(PLAN)' '$(ARGS)',$(ab))
ab = scripts/ab --boots '$(BOOTS)' '$(GUEST)' '$(A)' '$(B)' '$(SCENARIO)' '$(ARGS)'

flamegraph: ## who executes what in the guest: waits (EVENT=dsb_sy), lines, ...; A= and B=: two kernels
	$(now) scripts/draw-flamegraph '$(GUEST)' '$(SCENARIO)' '$(EVENT)' $(if $(A)$(B),'$(A)' '$(B)','$(KERNEL)')

reference-%: # one of configs/references/
	$(now) scripts/reference '$*' $(call chosen,BOOTS)

test: ## all tests of this machine, and those of the plan "test" in guests (configs/plan.tsv)
	$(now) scripts/run-tests test '$(call chosen,GUEST)' '$(call chosen,KERNEL)'

test-all: ## the same in every guest with every kernel; every case must have passed somewhere
	$(now) scripts/run-tests test-all '$(call chosen,GUEST)' '$(call chosen,KERNEL)'

kselftest: ## the kselftest programs in the guest (GUEST=none: on this machine, as root)
	$(now) scripts/run-kselftest '$(GUEST)' '$(KERNEL)' '$(ARGS)'

mutants: ## kernels with a planted bug: do the tests see it? (MUTANT=name: one)
	$(now) scripts/mutants '$(MUTANT)'

kernel: ## fetch and build the guest's kernel
	$(now) scripts/check-names '$(GUEST)' '$(KERNEL)'
	$(now) scripts/install-packages run
	$(now) scripts/build-kernel '$(GUEST)' '$(KERNEL)'

module: ## build the module for the guest's kernel (GUEST=none: for the running one)
	$(now) scripts/check-names --or-here '$(GUEST)' '$(KERNEL)'
	$(now) scripts/install-packages $(if $(filter none,$(GUEST)),here,run)
	$(now) scripts/build-module '$(GUEST)' '$(KERNEL)'

tools: ## build the command line and the test programs for the guest
	$(now) scripts/check-names '$(GUEST)'
	$(now) scripts/install-packages run test
	$(now) scripts/build-tools '$(GUEST)'

install: ## put module, command and tests into this machine (PREFIX=, DESTDIR=)
	$(now) scripts/install-here '$(KERNEL)'

uninstall: ## take them out again
	$(now) scripts/uninstall-here

board: ## a tarball for a board that has only busybox (ARCH=, and KERNEL=: its build folder)
	$(now) scripts/make-board '$(ARCH)' '$(call chosen,KERNEL)'

modules-check: ## build the module against Debian's kernel headers: 6.1, 6.12, 7 x arm64, amd64, armhf
	$(now) scripts/modules-check

compare-upstream: ## upstream's driver and ours measure the same case over five boots
	$(now) scripts/check-names '$(GUEST)' '$(KERNEL)'
	$(now) scripts/install-packages run test
	$(now) scripts/compare-upstream --guest '$(GUEST)' --kernel '$(KERNEL)'

lint: ## checkpatch, sparse, gcc and clang warnings, shellcheck, cppcheck, leftovers
	$(now) scripts/lint

update: ## forget which kernels and packages are the newest: the next run looks again
	$(now) scripts/clean update

clean: ## remove out/
	$(now) scripts/clean

distclean: ## remove out/ and the cache (sources, kernels, libraries)
	$(now) scripts/clean all
