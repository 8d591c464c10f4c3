#!/bin/sh
# How often nightlies that a human called good alarm: nightly.sh BUILD FOLDER. FOLDER holds nightly-reports.tsv
# and nightly.tsv (see nightly.awk): one run of each test a night. Each night with more than WINDOW + 10 good ones
# before it is compared with the WINDOW last of these, those before them being the history; beside it stands
# what the nightlies' own tool, run-perf's compare-perf, said of the same I/O rates. A human looked where that
# alarmed ("manual-good"), so that no night called "good" can have an alarm of it. Of a night that a human
# called bad an alarm is no fault; some of those were bad for other reasons than I/O. NIGHTS=1 lists them.
set -u

top=$(cd "$(dirname "$0")/../.." && pwd)
if [ $# -ne 2 ] || [ ! -f "$2/nightly.tsv" ]; then
	echo 'nightly.sh BUILD FOLDER' >&2
	exit 2
fi
build=$1 folder=$2
case $build in /*) ;; *) build=$top/$build ;; esac
window=${WINDOW:-4}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

records() { # night, earlier
	awk -v night="$1" -v window="$window" -v earlier="$2" -f "$top/tests/corpus/nightly.awk" \
		"$folder/nightly-reports.tsv" "$folder/nightly.tsv"
}

# "regressed improved" cells of the findings on stdin that survive the correction.
decided() {
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "verdict") v = i; next }
		{ n[$v]++ }
		END { print n["regressed"] + 0, n["improved"] + 0 }'
}

# "losses gains" that compare-perf called on the same rates.
called() {
	awk -F'\t' -v rep="$1" '$1 == rep && $3 ~ /iops_sec\.mean$/ { n[$4]++ }
		END { print n["loss"] + 0, n["gain"] + 0 }' "$folder/nightly.tsv"
}

night=0
while night=$((night + 1)); do
	records $night '' >"$work/records" 2>"$work/which" || break
	read -r _ _ rep verdict before <"$work/which"
	# A variance of earlier nights counts from 10 degrees of freedom on.
	[ "$before" -gt $((window + 10)) ] || continue
	records $night 1 >"$work/history" 2>/dev/null
	"$build/bin/analyze" compare --base before --history "$work/history" "$work/records" >"$work/findings" 2>"$work/err"
	status=$?
	if [ $status -gt 1 ]; then
		cat "$work/err" >&2
		exit 2
	fi
	echo "$rep $verdict $(decided <"$work/findings") $(called "$rep")"
done >"$work/nights"
[ -z "${NIGHTS:-}" ] || cat "$work/nights"
awk '{ n[$2]++; r[$2] += $3 > 0; a[$2] += $3 + $4 > 0; l[$2] += $5 > 0; c[$2] += $5 + $6 > 0 }
	END {
		printf "%-12s %6s %22s %22s\n", "nights", "n", "analyze: worse, any", "run-perf: worse, any"
		split("good manual-good bad", word, " ")
		for (i = 1; i <= 3; i++) {
			w = word[i]
			printf "%-12s %6d %11d %10d %11d %10d\n", w, n[w], r[w], a[w], l[w], c[w]
		}
	}' "$work/nights"
