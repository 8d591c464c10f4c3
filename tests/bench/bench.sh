#!/bin/sh
# Side by side with fio: bench.sh BUILD [ROUNDS]. The jobs of samples/quick.fio run in turn, fio then
# collect, on the same files; printed are the medians and the ratio pair by pair. It never judges: the
# figures that were seen stand in doc/performance.md.
set -eu

build=$(cd "$1" && pwd)
rounds=${2:-5}
samples=$(cd "$(dirname "$0")/../../samples" && pwd)
dir=$build/bench
command -v fio >/dev/null || {
	echo 'bench: fio is not installed' >&2
	exit 2
}

mkdir -p "$dir"
cd "$dir"
rm -f pairs
# fio lays the files out; collect then finds them and reads the same blocks.
fio --create_only=1 "$samples/quick.fio" >/dev/null

round=1
while [ "$round" -le "$rounds" ]; do
	printf 'round %s of %s\n' "$round" "$rounds" >&2
	# Terse version 3: 3 job, 8 read IOPS, 88 and 89 CPU percent in user and kernel mode.
	fio --output-format=terse --terse-version=3 "$samples/quick.fio" |
		awk -F';' -v r="$round" '$1 == 3 { print r, $3, "fio", $8, ($88 + $89) / 100 / $8 * 1e9 }' >>pairs
	"$build/bin/collect" run --quiet "$samples/quick.fio" |
		awk -F, -v r="$round" '
			$2 == "" || $6 != "" || $8 != "" { next }
			{ sub(/.*\//, "", $2) }
			$4 == "read.iops" { iops[$2] = $10; if (!seen[$2]++) order[++n] = $2 }
			$4 == "read.ios" { ios[$2] = $10 }
			$4 == "cpu.user" || $4 == "cpu.system" { cpu[$2] += $10 }
			END { for (i = 1; i <= n; i++) { t = order[i]; print r, t, "collect", iops[t], cpu[t] / ios[t] * 1e9 } }' >>pairs
	round=$((round + 1))
done

awk '
	function median(list,    a, n, i, j, t) {
		n = split(list, a, " ")
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && a[j - 1] + 0 > a[j] + 0; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
		low = a[1]; high = a[n]
		return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
	}
	{
		if (!seen[$2]++) order[++n] = $2
		iops[$2, $3] = iops[$2, $3] " " $4
		cpu[$2, $3] = cpu[$2, $3] " " $5
		value[$1, $2, $3] = $4; value_cpu[$1, $2, $3] = $5
		if ($1 > rounds) rounds = $1
	}
	END {
		printf "%-22s %10s %10s  %-22s %8s %8s  %s\n", "read IOPS, medians", "fio", "collect",
			"collect/fio [min, max]", "fio", "collect", "CPU ns per I/O, ratio"
		for (i = 1; i <= n; i++) {
			t = order[i]; ratio = ""; ratio_cpu = ""
			for (r = 1; r <= rounds; r++) {
				ratio = ratio " " value[r, t, "collect"] / value[r, t, "fio"]
				ratio_cpu = ratio_cpu " " value_cpu[r, t, "collect"] / value_cpu[r, t, "fio"]
			}
			m = median(ratio); range = sprintf("%.3f [%.3f, %.3f]", m, low, high)
			printf "%-22s %10.0f %10.0f  %-22s %8.0f %8.0f  %.2f\n", t, median(iops[t, "fio"]),
				median(iops[t, "collect"]), range, median(cpu[t, "fio"]), median(cpu[t, "collect"]), median(ratio_cpu)
		}
		printf "%d pairs, in turn, same files; a ratio is of one pair\n", rounds
	}' pairs
