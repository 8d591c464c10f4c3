# Ringside: three programs over one archive of modules. Non-recursive: every rule is here.
# make help tells the targets. V=1 shows commands. DEV=1 turns warnings into errors.

BUILD ?= build
CC ?= cc
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
PROGPREFIX ?=

MAKEFLAGS += -r
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:

Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-7s %s\n' $(1) $(2))

PROGRAMS := collect analyze render
sources := $(sort $(foreach d,$(PROGRAMS),$(wildcard $(d)/*.c $(d)/*/*.c)))
mains := $(PROGRAMS:%=%/main.c)
modules := $(filter-out $(mains),$(sources))
unit_sources := $(sort $(wildcard tests/unit/*.c))
headers := $(sort $(foreach d,$(PROGRAMS) tests,$(wildcard $(d)/*.h $(d)/*/*.h)))
scripts := .ci/run .ci/deps $(sort $(wildcard tests/*.sh tests/*/*.sh samples/*.sh samples/*/*.sh))
pages := $(sort $(wildcard doc/*.1 doc/*.5))

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wold-style-definition -Wvla -Wwrite-strings -Wpointer-arith -Wformat=2 -Wundef \
	-Wnull-dereference
CFLAGS ?= -O2 -g
cairo_cflags = $(shell pkg-config --cflags cairo fontconfig 2>/dev/null)
all_cflags = -std=gnu17 -D_GNU_SOURCE -I. -I$(BUILD)/gen -pthread $(WARNINGS) $(if $(DEV),-Werror) $(CFLAGS) \
	$(SANITIZE_FLAGS)

# What each program links beside the archive. collect stays light: it runs inside guests and rescue shells.
collect_libs = -lcsv -laio -luring -ljansson -lpcre2-8 -lz -lm
analyze_libs = -lcsv -lpcre2-8 -lRmath -lm
render_libs = -lcsv -lRmath $(shell pkg-config --libs cairo fontconfig 2>/dev/null) -lm
unit_libs = $(collect_libs) $(analyze_libs) $(render_libs) $(shell pkg-config --libs criterion 2>/dev/null)

SANITIZE ?=
SANITIZE_FLAGS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)

# Stamps, written only when their text differs: other flags rebuild everything, a removed source re-archives,
# a new commit recompiles only what prints the version.
stamp = $(if $(filter-out $(subst $(space),_,$(file < $(1))),$(subst $(space),_,$(2))),$(shell mkdir -p $(dir $(1)))$(file > $(1),$(2)))
space := $(subst ,, )
VERSION := $(shell git describe --always --dirty 2>/dev/null || echo unknown)
goals := $(or $(MAKECMDGOALS),all)
ifneq ($(filter-out deps clean help uninstall,$(goals)),)
$(call stamp,$(BUILD)/gen/flags,$(CC) $(all_cflags))
$(call stamp,$(BUILD)/gen/modules,$(modules))
$(call stamp,$(BUILD)/gen/link,link $(LDFLAGS) $(STATIC))
$(call stamp,$(BUILD)/gen/version.h,#define RINGSIDE_VERSION "$(VERSION)")
endif

objects := $(modules:%.c=$(BUILD)/obj/%.o)
unit_objects := $(unit_sources:%.c=$(BUILD)/obj/%.o)
binaries := $(PROGRAMS:%=$(BUILD)/bin/%)

all: $(binaries)

$(BUILD)/obj/render/%.o: folder_cflags = $(cairo_cflags)
# Criterion's macros trip -Wconversion and -Wpedantic; its parameters need fixed addresses.
$(BUILD)/obj/tests/%.o: folder_cflags = $(cairo_cflags) $(shell pkg-config --cflags criterion 2>/dev/null) \
	-Wno-conversion -Wno-pedantic -Wno-missing-prototypes -fno-pie

$(BUILD)/obj/%.o: %.c $(BUILD)/gen/flags | $(BUILD)/gen/version.h
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) $(folder_cflags) -MMD -MP -c -o $@ $<

# q appends: r would take two modules of one name in different folders for one.
$(BUILD)/libkit.a: $(objects) $(BUILD)/gen/modules
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) qcs $@ $(objects)

# STATIC=1 makes collect one file that needs nothing: for guests, initramfs and rescue systems.
$(BUILD)/bin/collect: program_flags = $(if $(STATIC),-static)

define program
$(BUILD)/bin/$(1): $(BUILD)/obj/$(1)/main.o $(BUILD)/libkit.a $(BUILD)/gen/link
	$$(call say,LINK,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(all_cflags) $$(LDFLAGS) $$(program_flags) -o $$@ $$(filter-out %/link,$$^) $$($(1)_libs)
endef
$(foreach p,$(PROGRAMS),$(eval $(call program,$(p))))

# The same objects as one static file, for its test; sanitizers have no static runtime.
$(BUILD)/static/collect: $(BUILD)/obj/collect/main.o $(BUILD)/libkit.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) $(LDFLAGS) -static -o $@ $^ $(collect_libs)

static: $(if $(SANITIZE),,$(BUILD)/static/collect)
	$(Q)tests/static.sh $(BUILD)

$(BUILD)/bin/unit-tests: $(unit_objects) $(BUILD)/libkit.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) -no-pie $(LDFLAGS) -o $@ $^ $(unit_libs)

-include $(wildcard $(addsuffix /*.d,$(sort $(dir $(objects) $(unit_objects) $(mains:%.c=$(BUILD)/obj/%.o))) $(BUILD)/obj/tests/fuzz/))

# Tests. T=name runs one suite of the unit tests (and no other) or the golden cases whose path holds it.
check: deps
	$(Q)$(MAKE) --no-print-directory unit golden replay static

unit: $(BUILD)/bin/unit-tests
	$(Q)$< $(if $(T),--filter '$(T)/*')

golden: $(binaries)
	$(Q)tests/golden.sh $(BUILD) $(T)

# The same tests under AddressSanitizer and UndefinedBehaviorSanitizer. A leak leaves Criterion's tests green,
# so logs are looked for.
asan:
	$(Q)rm -rf build/asan/log && mkdir -p build/asan/log
	$(Q)ASAN_OPTIONS=log_path=$(CURDIR)/build/asan/log/asan UBSAN_OPTIONS=print_stacktrace=1 \
		$(MAKE) --no-print-directory BUILD=build/asan SANITIZE=address,undefined CFLAGS='-O1 -g' unit golden replay
	$(Q)if ls build/asan/log/* >/dev/null 2>&1; then cat build/asan/log/*; exit 1; fi

# Fuzzing: each tests/fuzz/fuzz_NAME.c is a libFuzzer target; check replays its kept inputs.
fuzz_names := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
fuzz_libs = -lcsv -lRmath -ljansson -lpcre2-8 -lz -lm

$(BUILD)/bin/replay-%: $(BUILD)/obj/tests/fuzz/fuzz_%.o $(BUILD)/obj/tests/fuzz/standalone.o $(BUILD)/libkit.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) -no-pie $(LDFLAGS) -o $@ $^ $(fuzz_libs)

# Records of any size for the benches.
$(BUILD)/bin/generate-records: $(BUILD)/obj/tests/bench/generate_records.o $(BUILD)/libkit.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) -no-pie $(LDFLAGS) -o $@ $^ $(analyze_libs)

# Published values of statistics against the library.
vectors_objects := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard tests/corpus/*.c)))
$(BUILD)/bin/vectors: $(vectors_objects) $(BUILD)/libkit.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) -no-pie $(LDFLAGS) -o $@ $^ $(analyze_libs) -ljansson
-include $(vectors_objects:.o=.d)

# How often the tests are right, measured on simulated runs.
simulate_objects := $(patsubst %,$(BUILD)/obj/tests/bench/%.o,simulate simulate_means simulate_blocks \
	simulate_spread simulate_drift simulate_distribution simulate_sessions noise peer)
$(BUILD)/bin/simulate: $(simulate_objects) $(BUILD)/libkit.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) -no-pie $(LDFLAGS) -o $@ $^ $(analyze_libs)
-include $(simulate_objects:.o=.d)

replay: $(fuzz_names:%=$(BUILD)/bin/replay-%)
	$(Q)for n in $(fuzz_names); do $(BUILD)/bin/replay-$$n tests/fuzz/inputs/$$n/* || exit 1; done

# Each reader meets every file of a folder of real inputs, its own kind or not: an answer, never a crash.
# The outputs of fio among them, in its folder fio, are imported and compared with what they say; the values
# in its folder stats are computed.
check-corpus: $(fuzz_names:%=$(BUILD)/bin/replay-%) $(BUILD)/bin/collect $(BUILD)/bin/analyze $(BUILD)/bin/vectors
	$(Q)test -d '$(CORPUS)' || { echo 'make check-corpus CORPUS=DIR' >&2; exit 2; }
	$(Q)for n in $(fuzz_names); do find '$(CORPUS)' -type f -print0 | xargs -0 $(BUILD)/bin/replay-$$n || exit 1; done
	$(Q)if test -d '$(CORPUS)/fio'; then tests/corpus.sh $(BUILD) '$(CORPUS)/fio'; fi
	$(Q)if test -f '$(CORPUS)/perf-ci/nightly.tsv'; then tests/corpus/nightly.sh $(BUILD) '$(CORPUS)/perf-ci'; fi
	$(Q)if test -d '$(CORPUS)/stats'; then $(BUILD)/bin/vectors '$(CORPUS)/stats'; fi

# SEEDS: more folders of inputs to begin with.
FUZZ_SECONDS ?= 120
fuzz:
	$(Q)test -n '$(T)' || { echo 'make fuzz T=NAME, one of: $(fuzz_names)' >&2; exit 2; }
	$(Q)mkdir -p build/fuzz/$(T)
	clang -std=gnu17 -D_GNU_SOURCE -I. -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
		$(filter-out collect/engine/% collect/campaign/% collect/machine/% render/%,$(modules)) \
		collect/engine/hist.c tests/fuzz/fuzz_$(T).c -o build/fuzz/fuzz-$(T) $(fuzz_libs)
	build/fuzz/fuzz-$(T) -max_total_time=$(FUZZ_SECONDS) build/fuzz/$(T) tests/fuzz/inputs/$(T) $(SEEDS)

lint: $(BUILD)/bin/simulate
	$(Q)tests/lint.sh '$(all_cflags) $(cairo_cflags)' '$(sources)' '$(headers)' \
		'$(unit_sources) $(wildcard tests/bench/*.c)' '$(scripts)' '$(pages)'

bench: $(binaries) $(BUILD)/bin/generate-records $(BUILD)/bin/simulate
	$(Q)tests/bench/bench.sh $(BUILD)
	$(Q)tests/bench/engines.sh $(BUILD)
	$(Q)tests/bench/device.sh $(BUILD)
	$(Q)tests/bench/logs.sh $(BUILD)
	$(Q)tests/bench/import.sh $(BUILD)
	$(Q)tests/bench/analyze.sh $(BUILD)
	$(Q)tests/bench/statistics.sh $(BUILD)
	$(Q)tests/bench/render.sh $(BUILD)

demo:
	$(Q)$(MAKE) --no-print-directory deps DEPS=build
	$(Q)$(MAKE) --no-print-directory all
	$(Q)samples/demo.sh $(BUILD)/bin $(BUILD)/demo

# Pages in a real browser; says so and passes where npm or Chromium is missing.
check-html: $(binaries)
	$(Q)tests/html.sh $(BUILD)

# Every kind in each of its forms, from the samples.
gallery: $(binaries)
	$(Q)samples/gallery.sh $(BUILD)/bin $(BUILD)/gallery

# DEPS=build installs what building needs, DEPS=all (the default) also what tests and lint need.
DEPS ?= all
deps:
	$(Q).ci/deps $(DEPS)

install: $(binaries)
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(MANDIR)/man5
	for p in $(PROGRAMS); do install -m 755 $(BUILD)/bin/$$p $(DESTDIR)$(BINDIR)/$(PROGPREFIX)$$p || exit 1; done
	for p in $(pages:doc/%=%); do s=$${p##*.}; install -m 644 doc/$$p \
		$(DESTDIR)$(MANDIR)/man$$s/$$([ $$s = 1 ] && echo $(PROGPREFIX))$$p || exit 1; done

uninstall:
	rm -f $(PROGRAMS:%=$(DESTDIR)$(BINDIR)/$(PROGPREFIX)%)
	for p in $(pages:doc/%=%); do s=$${p##*.}; \
		rm -f $(DESTDIR)$(MANDIR)/man$$s/$$([ $$s = 1 ] && echo $(PROGPREFIX))$$p; done

clean:
	rm -rf build

help:
	@echo 'make           build build/bin/{collect,analyze,render}'
	@echo 'make demo      install what is missing, build, measure, leave mail and pictures in build/demo'
	@echo 'make gallery   every kind of text and picture in build/gallery, from the samples'
	@echo 'make STATIC=1  the same with collect as one file that needs no library'
	@echo 'make check     install what is missing, build, run all tests (T=name: some of them)'
	@echo 'make asan      the tests under AddressSanitizer and UBSan'
	@echo 'make lint      format, static analysis, house rules'
	@echo 'make fuzz T=n  fuzz one target for FUZZ_SECONDS ($(FUZZ_SECONDS)): $(fuzz_names)'
	@echo 'make check-corpus CORPUS=DIR  the readers over real inputs'
	@echo 'make check-html  the pages in a browser, by axe-core (npm, Chromium)'
	@echo 'make bench     measure side by side with fio'
	@echo 'make deps      install what is missing (DEPS=build: for building alone)'
	@echo 'make install   PREFIX=$(PREFIX) DESTDIR= PROGPREFIX='

.PHONY: all check unit golden static asan replay check-corpus fuzz lint bench demo gallery check-html deps install uninstall clean help
