# Ringside: make help lists the commands.

# The page's files in web/ are made from the toolchain that go.mod selects.
GOROOT := $(shell go env GOROOT)
HOST   := $(shell go env GOHOSTOS)/$(shell go env GOHOSTARCH)

# Ebitengine needs cgo and X11 headers on a desktop, so every package that
# imports it has only files for js: the native commands below then see no
# Ebitengine, and the packages of the page are checked a second time as js/wasm.
JS := GOOS=js GOARCH=wasm

# What the program is built from; folders are named too, for deleted files.
SOURCES := $(shell find core strategies wasm -name testdata -prune -o \( -type d -o -type f ! -name '*_test.go' \) -print) go.mod go.sum

# The page's own static files, without those the build puts beside them.
STATIC := $(filter-out web/wasm_exec.js web/style.css,$(wildcard web/*.html web/*.css web/*.js web/*.svg))

# Packages whose tests also run as js/wasm. Commands start processes and read
# their files from the working folder, which node's js/wasm cannot do.
WASM_PACKAGES = $(shell go list ./core/... ./strategies/... | grep -v /cmd/)

# How long each benchmark runs.
BENCHTIME ?= 0.5s

say = @printf '\n== %s\n' '$(1)'

.PHONY: help
help:
	@echo 'make run           build the page, serve it on this machine, print the address (ADDR=host:port for another)'
	@echo 'make build         build the page: web/ is then a folder that any static host can serve'
	@echo 'make test          every check there is; stops at the first that fails'
	@echo 'make bench         measure: core and strategies, native against wasm, allocators against upstream, the page'
	@echo 'make clean         remove what the commands above have made'
	@echo
	@echo 'parts of make test:'
	@echo 'make vet           gofmt, go vet and staticcheck, native and as js/wasm'
	@echo 'make unit          the unit tests, vectors and recordings'
	@echo 'make unit-386      the core on a 32-bit machine (where the host runs such programs)'
	@echo 'make wasm-test     core and strategies as js/wasm (where node is present)'
	@echo 'make compare       the strategies against the upstream Go client'
	@echo 'make swarm         random clusters and faults, 100,000 seeds (make test plays 1,000)'
	@echo 'make browser-test  the page in headless Chromium; some screenshots go to .build/screenshots'
	@echo 'make screenshots   every lesson, wide and on a phone, dark and light, in both languages, to .build/screenshots'

# ---- build and run

.PHONY: build
build: web/sizes.json

.PHONY: run
run: build
	@go run ./web/serve $(if $(ADDR),-addr $(ADDR))

# Another toolchain makes another program and needs its own wasm_exec.js.
.build/toolchain: FORCE
	@mkdir -p .build
	@go version | cmp -s - $@ || go version >$@
.PHONY: FORCE
FORCE:

# An Ebitengine that neither keeps every method nor compiles shaders: see web/lean.
LEAN := .build/lean/go.mod
$(LEAN): go.mod go.sum .build/toolchain $(wildcard web/lean/*.go)
	go run ./web/lean -out .build/lean

web/main.wasm: $(SOURCES) $(LEAN)
	$(JS) go build -modfile $(LEAN) -trimpath -ldflags='-s -w' -o $@ ./wasm
	@touch $@

web/wasm_exec.js: .build/toolchain
	cp '$(GOROOT)/lib/wasm/wasm_exec.js' $@
	@touch $@

# The style sheet is one file on the wire and one per subject here, in order of
# their numbers: what comes later wins.
web/style.css: $(sort $(wildcard web/css/*.css)) web/css
	cat $(filter %.css,$^) >$@

# Also writes the .gz twin of each file that has changed.
web/sizes.json: web/main.wasm web/wasm_exec.js web/style.css $(STATIC) $(wildcard web/site/*.go web/precompress/*.go)
	go run ./web/precompress

.PHONY: clean
clean:
	rm -rf .build web/wasm_exec.js web/style.css web/*.wasm web/*.gz web/sizes.json

# ---- test

.PHONY: test
test: vet unit unit-386 wasm-test compare browser-test
	$(call say,all passed)
	@$(WARN_AXE)

# Said last, where it is read: a pass without axe-core is worth less.
WARN_AXE = if [ -e .build/axe-core-missing ]; then \
	echo; echo '!!!! BUT WITHOUT axe-core: only the hand-written rules of accessibility were checked.'; \
	echo "!!!! $$(cat .build/axe-core-missing)"; \
	echo '!!!! Install npm, or go online once, and run make browser-test again.'; fi

# Built for this machine: go tool would build it for the GOOS it is to check.
STATICCHECK := $(CURDIR)/.build/staticcheck
$(STATICCHECK): go.mod go.sum .build/toolchain
	go build -o $@ honnef.co/go/tools/cmd/staticcheck

.PHONY: vet
vet: $(STATICCHECK)
	$(call say,gofmt)
	@bad=$$(gofmt -l core strategies wasm web); if [ -n "$$bad" ]; then echo "gofmt would change:" $$bad; exit 1; fi
	$(call say,go vet)
	go vet -tags browser ./...
	$(JS) go vet ./wasm/... ./core/... ./strategies/... ./web/browsertest/emptypage
	$(call say,staticcheck)
	$(STATICCHECK) -tags browser ./...
	$(JS) $(STATICCHECK) ./wasm/... ./web/browsertest/emptypage

.PHONY: unit
unit:
	$(call say,unit tests)
	go test -shuffle=on ./...

# A hundred times the seeds of the swarm test; -seed N plays one again.
.PHONY: swarm
swarm:
	go test -timeout 0 -run Swarm ./core -swarm 100000

# The same digests on 32 bits. The probe tells a host that cannot run such
# programs from a failing test.
.PHONY: unit-386
unit-386:
	$(call say,the core on 386)
ifeq ($(HOST),linux/amd64)
	@mkdir -p .build
	@GOARCH=386 go build -o .build/probe-386 ./web/precompress
	@if .build/probe-386 -h 2>/dev/null; then GOARCH=386 go test -short -shuffle=on ./core; \
	else echo 'left out: this kernel runs no 32-bit programs'; fi
else
	@echo 'left out: $(HOST) runs no 386 programs'
endif

# go_js_wasm_exec has little room for the environment, so it gets a small one.
.PHONY: wasm-test
wasm-test:
	$(call say,core and strategies as js/wasm)
	@if command -v node >/dev/null; then \
		$(JS) go test -short -shuffle=on -exec '$(WASM_EXEC)' $(WASM_PACKAGES); \
	else echo 'left out: node is not installed'; fi
WASM_EXEC = env -i "PATH=$(PATH)" "HOME=$(HOME)" "$(GOROOT)/lib/wasm/go_js_wasm_exec"

.PHONY: compare
compare: $(STATICCHECK)
	$(call say,strategies against the upstream Go client)
	cd strategies/compare && go vet ./... && $(STATICCHECK) ./... && go test -shuffle=on ./...

.PHONY: browser-test
browser-test: build
	$(call say,the page in Chromium)
	web/browsertest/need-chromium.sh
	go test -tags browser -count=1 -parallel 2 -timeout 20m ./web/browsertest
	@$(WARN_AXE)

.PHONY: screenshots
screenshots: build
	web/browsertest/need-chromium.sh
	go test -tags browser -count=1 -timeout 20m -run 'Looks$$|^TestFingersHit|^TestNarrow|^TestEveryDeclaration|^TestHarmsFit|^TestContrastOnAPhone|^TestAVeryLarge|^TestThePictureIsInTables|^TestCutAProducer' ./web/browsertest -lessons
	@echo 'look at .build/screenshots'

# ---- measure

.PHONY: bench
bench: build
	$(call say,core, strategies and the picture)
	@mkdir -p .build
	go test -run '^$$' -bench . -benchmem -benchtime $(BENCHTIME) ./core/... ./strategies/... ./wasm/view
	$(call say,simulated deliveries: native against wasm)
	go test -run '^$$' -bench '^BenchmarkDeliveries' -benchmem -benchtime $(BENCHTIME) ./core >.build/deliveries-native.txt
	@if command -v node >/dev/null; then set -e; \
		$(JS) go test -exec '$(WASM_EXEC)' -run '^$$' -bench '^BenchmarkDeliveries' -benchmem -benchtime $(BENCHTIME) ./core >.build/deliveries-wasm.txt; \
		go run ./web/benchratio native .build/deliveries-native.txt wasm .build/deliveries-wasm.txt; \
	else cat .build/deliveries-native.txt; echo 'wasm is left out: node is not installed'; fi
	$(call say,allocators: ours against the upstream Go client)
	cd strategies/compare && go run .
	$(call say,the page beside an empty Ebitengine page)
	web/browsertest/need-chromium.sh
	go test -tags browser -run '^$$' -bench '^Benchmark(Page|Picture|Seek)$$' -benchtime 3x -timeout 20m ./web/browsertest
