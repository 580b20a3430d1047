# Each target runs one script, which describes itself. PREFIX: the install folder (~/.local, or /usr/local for root).
.PHONY: help hello test clients soak fuzz install uninstall deb bench format manual lint

help: ## list these targets
	@sed -n 's/^\([a-z]*\): ## /  make \1\t/p' Makefile | expand -t 20

hello: ## install what is missing, build, and speak
	@scripts/hello.sh

test: ## install what the tests need, and run them all; SANITIZE=address or thread: only those of unsafe or threaded code; DEBIAN=13: in a fresh Debian 13
	@scripts/test.sh

clients: ## have Orca and other real clients of speech-dispatcher speak through announced
	@scripts/clients.sh

soak: ## random apps and faults for ten minutes, and a flood; what must always hold is checked
	@scripts/soak.sh

fuzz: ## random input for every parser and protocol, for MINUTES
	@scripts/fuzz.py

install: ## build and install below PREFIX
	@packaging/install.sh install

uninstall: ## remove what install put there
	@packaging/install.sh uninstall

deb: ## build a Debian package, and check it
	@packaging/deb.sh

bench: ## measure announced beside others, and write docs/BENCHMARKS.md; ONLY: some parts
	@scripts/bench.sh

format: ## format the sources in place
	@swift format format --in-place --recursive --parallel Package.swift Sources Tests

manual: ## regenerate docs/man from --help, config and docs/PROTOCOL.md
	@scripts/manual.py

lint: ## check format, arrows between targets, imports, rules, links, figures and manual pages
	@scripts/lint.sh
