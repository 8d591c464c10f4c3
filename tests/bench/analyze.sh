#!/bin/sh
# How fast analyze reads, and in how much memory: analyze.sh BUILD [PART]. Ten million generated record rows,
# more than 1 GB, as few long runs and as many short ones, and a comparison as small as one usually is, are each
# measured five times. Printed are the best elapsed time; the least of the processor, and rates by that, as it is
# one thread and others on the machine disturb it less; the most memory. Beside it stands what others take for
# less, reading the same rows and summing them up by series, once. PART 10 takes a tenth of the runs. It never
# fails by a figure: those that were seen stand in doc/performance.md.
set -eu

build=$(cd "$1" && pwd)
part=${2:-1}
dir=$build/bench/analyze
[ -x /usr/bin/time ] || {
	echo 'analyze.sh: /usr/bin/time is not installed' >&2
	exit 2
}
mkdir -p "$dir"
cd "$dir"
trap 'rm -f records.csv' EXIT
trap 'exit 130' INT TERM

generate() { # what it is, commits, runs, tests, seconds
	what=$1
	shift
	"$build/bin/generate-records" "$@" >records.csv
	rows=$(($(wc -l <records.csv) - 1))
	bytes=$(wc -c <records.csv)
	printf '%s: %s rows, %s bytes\n' "$what" "$rows" "$bytes"
}

took() { # what, rounds, times in a row, command: prints a row; leaves the least of the processor in $best
	what=$1 rounds=$2 times=$3
	shift 3
	rm -f used
	while [ $((rounds -= 1)) -ge 0 ]; do
		# The file is the command's input: not all others take its name.
		# shellcheck disable=SC2016 # the inner shell's own
		/usr/bin/time -a -f '%e %U %S %M' -o used \
			sh -c 'n=$1; shift; while [ $((n -= 1)) -ge 0 ]; do "$@" <records.csv >found || exit; done' \
			- "$times" "$@" 2>err || {
			printf '  %-18s failed: %s\n' "$what" "$(tail -n 1 err)"
			best=
			return 0
		}
	done
	best=$(awk -v n="$times" 'NR == 1 || $2 + $3 < best { best = $2 + $3 } END { print best / n }' used)
	awk -v n="$times" -v what="$what" -v rows="$rows" -v bytes="$bytes" '
		NR == 1 || $1 < wall { wall = $1 }
		NR == 1 || $2 + $3 < cpu { cpu = $2 + $3 }
		$4 > most { most = $4 }
		END {
			printf "  %-18s %9.4f s, cpu %9.4f s", what, wall / n, cpu / n
			if (cpu > 0)
				printf ", %6.2f million rows/s, %6.1f MB/s", rows * n / cpu / 1e6, bytes * n / cpu / 1e6
			printf ", %.1f MB\n", most / 1024
		}' used
}

against() { # what, command: the same once, and how many times as fast compare was, by the processor
	took "$1" 1 1 "$2" "$3"
	[ -z "$best" ] || printf '%s %s\n' "$own" "$best" | awk '{ printf "  %18s %9.1f times\n", "", $2 / $1 }'
}

cat >sum.py <<'P'
import csv, sys

total = {}
rows = csv.reader(sys.stdin)
next(rows)
for commit, test, run, metric, unit, start, end, low, high, value in rows:
    if unit != "text":
        key = commit, test, run, metric
        total[key] = total.get(key, 0.0) + float(value)
print(len(total))
P

generate 'runs of an hour' 2 $((32 / part + 1)) 10 3600
took 'compare' 5 1 "$build/bin/analyze" compare --exit-zero
own=$best
took 'summary' 5 1 "$build/bin/analyze" summary
took 'compare --keep' 3 1 "$build/bin/analyze" compare --exit-zero --keep
if command -v python3 >/dev/null; then
	against 'python3, csv' python3 sum.py
else
	echo '  python3: not installed, skipped'
fi
for awk in mawk gawk; do
	if command -v "$awk" >/dev/null; then
		# shellcheck disable=SC2016 # awk's own
		echo 'BEGIN { FS = "," } $5 != "text" { total[$1, $2, $3, $4] += $10 } END { for (k in total) n++; print n }' >sum.awk
		against "$awk" "$awk" -fsum.awk
	else
		echo "  $awk: not installed, skipped"
	fi
done
generate 'runs of a minute' 2 $((330 / part + 1)) 10 60
took 'compare' 5 1 "$build/bin/analyze" compare --exit-zero
took 'summary' 5 1 "$build/bin/analyze" summary
generate '2 commits, 5 runs, 10 tests of a minute' 2 5 10 60
took 'compare' 5 20 "$build/bin/analyze" compare --exit-zero
took 'summary' 5 20 "$build/bin/analyze" summary
generate '2 commits, 5 runs, 10 tests of ten seconds' 2 5 10 10
took 'compare' 5 20 "$build/bin/analyze" compare --exit-zero
