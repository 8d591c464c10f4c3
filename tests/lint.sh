#!/bin/bash
# Format, static analysis and house rules: lint.sh FLAGS SOURCES HEADERS TESTS SCRIPTS PAGES (make lint).
# shellcheck disable=SC2317 # the functions are called through check
set -u

read -ra flags <<<"$1"
read -ra sources <<<"$2"
read -ra headers <<<"$3"
read -ra tests <<<"$4"
read -ra scripts <<<"$5"
read -ra pages <<<"$6"
fuzzers=(tests/fuzz/*.c)
mapfile -t library < <(printf '%s\n' "${sources[@]}" | grep -vE '/main\.c$|base/(report|mem)\.c$')
failed=0
jobs=$(nproc)

# Runs a check, shows what it said when it failed, and goes on with the next one.
check() {
	local name=$1
	shift
	local out
	if out=$("$@" 2>&1); then
		printf '  ok      %s\n' "$name"
	else
		printf '%s\n  FAILED  %s\n' "$out" "$name"
		failed=1
	fi
}

# True when grep finds nothing: what it finds is against a rule.
none() {
	! grep -nE "$@"
}

format() {
	clang-format --dry-run --Werror "${sources[@]}" "${headers[@]}" "${tests[@]}" "${fuzzers[@]}"
}

headers_alone() {
	printf '%s\n' "${headers[@]}" | xargs -P "$jobs" -I{} \
		"${CC:-cc}" "${flags[@]}" -Wno-pragma-once-outside-header -Werror -fsyntax-only -x c {}
}

tidy() {
	printf '%s\n' "${sources[@]}" | xargs -P "$jobs" -I{} clang-tidy --quiet {} -- "${flags[@]}"
}

cppcheck_all() {
	cppcheck --quiet --std=c11 --enable=warning,portability --error-exitcode=1 --inline-suppr \
		--suppress=missingIncludeSystem -j "$jobs" -I. "${sources[@]}"
}

analyzer() {
	printf '%s\n' "${sources[@]}" | xargs -P "$jobs" -I{} \
		gcc "${flags[@]}" -Werror -fanalyzer -c -o /dev/null {}
}

# A function over 60 lines needs its reason in a NOLINT beside it; a file has at most 400 lines.
sizes() {
	awk '
		FNR == 1 { reason = 0; lines[FILENAME] = 0 }
		{ lines[FILENAME]++ }
		/NOLINT.*function-size/ { reason = FNR }
		/^[a-zA-Z_].*\(/ && !/;[ \t]*$/ { head = $0; head_line = FNR }
		/^\{/ { start = FNR }
		/^\}/ && start {
			if (FNR - start > 60 && reason < head_line - 3)
				{ printf "%s:%d: %d lines: %s\n", FILENAME, start, FNR - start, head; bad = 1 }
			start = 0
		}
		END {
			for (f in lines) if (lines[f] > 400) { printf "%s: %d lines\n", f, lines[f]; bad = 1 }
			exit bad
		}' "${sources[@]}" "${headers[@]}"
}

directions() {
	none '#include "(analyze|render|probes)/' collect -r --include=*.[ch] &&
		none '#include "(render|probes)/' analyze -r --include=*.[ch] &&
		none '#include "probes/' render -r --include=*.[ch]
}

# collect runs inside guests and rescue shells.
collect_is_light() {
	! ldd build/bin/collect | grep -E 'cairo|Rmath|fontconfig'
}

man_pages() {
	local page
	for page in "${pages[@]}"; do
		[ -z "$(groff -man -Tutf8 -ww -z "$page" 2>&1)" ] || { groff -man -Tutf8 -ww -z "$page"; return 1; }
	done
}

check 'clang-format' format
check 'headers compile alone' headers_alone
check 'sizes of functions and files' sizes
check 'includes point upstream' directions
check 'library code does not speak or exit' none '\b(report_(error|warning|where|where_warning)|exit|abort)\(' "${library[@]}"
check 'no gt( or ge( in tests' none '\b(gt|ge)\(' "${tests[@]}"
check 'no unfinished work' none '\b(TODO|FIXME|XXX|HACK)\b' "${sources[@]}" "${headers[@]}" "${tests[@]}"
check 'collect links neither cairo nor Rmath' collect_is_light
check 'shellcheck' shellcheck "${scripts[@]}"
check 'man pages' man_pages
check 'cppcheck' cppcheck_all
check 'gcc -fanalyzer' analyzer
check 'clang-tidy' tidy
exit $failed
