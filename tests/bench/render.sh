#!/bin/bash
# What pictures cost, beside gnuplot and matplotlib where they are installed: render.sh BUILD. CPU seconds are user
# and system of the whole process, the best of three; memory is its largest resident set.
set -eu

build=$1
render=$build/bin/render analyze=$build/bin/analyze
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

best() { # name, command: the least CPU seconds and the most KiB of three
	local name=$1
	shift
	for _ in $(seq "${runs:-3}"); do
		/usr/bin/time -a -o "$work/times" -f '%U %S %M' "$@" >/dev/null 2>&1
	done
	awk -v name="$name" '{ cpu = $1 + $2; if (NR == 1 || cpu < least) least = cpu; if ($3 > most) most = $3 }
		END { printf "%-42s %6.2f s CPU %7.1f MiB\n", name, least, most / 1024 }' "$work/times"
	rm -f "$work/times"
}

# The rate of 1000 s by milliseconds, with stalls now and then.
awk 'BEGIN {
	srand(1)
	print "commit,test,run,metric,unit,start,end,low,high,value"
	print "a,,1,meta.complete,1,,,,,1"
	print "a,t,1,read.iops,iops,,,,,41000"
	for (i = 0; i < 1000000; i++) {
		v = 40000 + rand() * 3000
		if (rand() < 0.0005) v *= 0.2
		printf "a,t,1,read.iops,iops,%.3f,%.3f,,,%d\n", i * 0.001, (i + 1) * 0.001, v
	}
}' >"$work/million.csv"
awk -F, 'NR > 3 { print $6, $10 }' "$work/million.csv" >"$work/million.txt"
best 'a million samples: render jitter' "$render" jitter -o "$work/a.png" "$work/million.csv"
if command -v gnuplot >/dev/null; then
	runs=1 best 'the same: gnuplot pngcairo, lines' gnuplot -e \
		"set terminal pngcairo size 1920,640; set output '$work/g.png'; plot '$work/million.txt' with lines"
else
	echo 'gnuplot is not installed'
fi
if python3 -c 'import matplotlib' 2>/dev/null; then
	best 'the same: matplotlib Agg' python3 -c "
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
xs, ys = zip(*(map(float, l.split()) for l in open('$work/million.txt')))
plt.figure(figsize=(19.2, 6.4), dpi=100)
plt.plot(xs, ys, linewidth=1)
plt.savefig('$work/m.png')"
else
	echo 'matplotlib is not installed'
fi

samples=$(dirname "$0")/../../samples
gzip -dc "$samples/sweep.csv.gz" | "$analyze" compare --keep --exit-zero >"$work/sweep.csv"
cat "$samples"/reap-*.csv | "$analyze" compare --keep --exit-zero >"$work/reap.csv"
for kind in forest dist percentile ring; do
	best "usual: $kind of 6 + 6 runs" "$render" $kind -o "$work/a.png" "$work/reap.csv"
done
best 'scaling of 16 tests x 2 x 5 runs' "$render" scaling -o "$work/a.png" "$work/sweep.csv"

# Reports of many tests, 10 runs a side.
for tests in 30 300; do
	first=1
	for t in $(seq $tests); do
		for commit in a b; do
			"$(dirname "$0")/../golden/stream.sh" $commit runs=10 seconds=10 test="suite/t$t" \
				iops=$((20000 + t * 500)) header=$first common=$((t == 1))
			first=0
		done
	done >"$work/many.csv"
	"$analyze" compare --keep --exit-zero "$work/many.csv" >"$work/findings.csv"
	best "report of $tests tests x 2 x 10 runs" "$render" report -o "$work/a.html" "$work/findings.csv"
	printf '  %s bytes of records, %s of page\n' "$(wc -c <"$work/many.csv")" "$(wc -c <"$work/a.html")"
done
