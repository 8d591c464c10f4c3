#!/bin/sh
# How long the import of a folder of fio's JSON takes: import.sh BUILD. It holds what a sweep of one drive
# leaves, 98 files (7 depths by 7 numbers of jobs, reads and writes), ten times over. It never fails by a
# figure: those that were seen stand in doc/performance.md.
set -eu

build=$(cd "$1" && pwd)
dir=$build/bench/sweep
command -v fio >/dev/null || {
	echo 'bench: fio is not installed' >&2
	exit 2
}

if [ ! -d "$dir/run10" ]; then
	rm -rf "$dir"
	mkdir -p "$dir/run1"
	for rw in randread randwrite; do
		for depth in 1 2 4 8 16 32 64; do
			for jobs in 1 2 4 8 16 32 64; do
				fio --name="$rw" --ioengine=null --size=1m --rw="$rw" --iodepth="$depth" \
					--numjobs="$jobs" --thread --group_reporting --output-format=json \
					--output="$dir/run1/$rw-$depth-$jobs.json"
			done
		done
	done
	for run in 2 3 4 5 6 7 8 9 10; do
		cp -r "$dir/run1" "$dir/run$run"
	done
fi

files=$(find "$dir" -name '*.json' | wc -l)
kib=$(du -sk --apparent-size "$dir" | cut -f1)
for round in 1 2 3 4 5; do
	start=$(date +%s%N)
	"$build/bin/collect" import --label '(?<run>run\d+)/(?<test>.*)\.json' "$dir" 2>"$build/bench/import.err" \
		>"$build/bench/import.csv"
	end=$(date +%s%N)
	printf 'import of %s JSON files (%s KiB), round %s: %s ms, %s rows\n' "$files" "$kib" "$round" \
		"$(((end - start) / 1000000))" "$(wc -l <"$build/bench/import.csv")"
done
