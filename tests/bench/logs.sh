#!/bin/sh
# Reading fio's logs, side by side with the tools that come with fio: logs.sh BUILD. The logs are made
# by fio's null engine; printed are seconds, those of the processor, MB/s, peak memory (VmHWM) and how
# many times as fast collect import is, by the median of its rounds. It never fails by a figure. IMPORT='PROGRAM ARGS' measures another importer.
set -eu

build=$(cd "$1" && pwd)
import=${IMPORT:-$build/bin/collect import}
dir=$build/bench/logs
docs=/usr/share/doc/fio
for tool in fio /usr/bin/time python3; do
	command -v "$tool" >/dev/null || {
		echo "logs: $tool is not installed" >&2
		exit 2
	}
done
mkdir -p "$dir"
cd "$dir"

# 2,000,000 I/Os in 20 s, and 3600 intervals of reads and writes with 1856 counts each.
[ -e single_lat.1.log ] || fio --name=single --ioengine=null --size=8g --bs=4k --rw=randread \
	--rate_iops=100000 --runtime=20 --time_based --write_lat_log=single --output=single.txt
[ -e hist_clat_hist.1.log ] || fio --name=hist --ioengine=null --size=1t --bs=4k --rw=randrw \
	--rate_iops=20000,20000 --runtime=36 --time_based --log_hist_msec=10 --write_hist_log=hist \
	--output=hist.txt
head -n 200000 single_lat.1.log >short_lat.1.log
# fiologparser.py knows the 4 columns of fio before 3.18.
cut -d, -f1-4 single_lat.1.log >four_lat.1.log

# Debian has fio's parsers as compressed examples.
for tool in fiologparser.py fiologparser_hist.py; do
	if command -v "$tool" >/dev/null; then
		cp "$(command -v "$tool")" .
	elif [ -e "$docs/$tool.gz" ]; then
		gzip -dc "$docs/$tool.gz" >"$tool"
	fi
done

took() { # what, log, times, command: prints a row; leaves the seconds of one of the times in $seconds
	what=$1 log=$2 times=$3
	shift 3
	seconds=
	# shellcheck disable=SC2016 # the inner shell's own
	/usr/bin/time -f '%e %U %S %M' -o used \
		sh -c 'n=$1; shift; while [ $((n -= 1)) -ge 0 ]; do "$@" || exit; done' - "$times" "$@" >out 2>err || {
		printf '%-34s failed: %s\n' "$what" "$(tail -n 1 err)"
		return 0
	}
	used=$(tail -n 1 used | awk -v n="$times" '{ print $1 / n, $2 / n, $3 / n, $4 }')
	seconds=${used%% *}
	printf '%s %s\n' "$used" "$(wc -c <"$log")" | awk -v what="$what" '{
		printf "%-34s %8.4f s %8.4f s %8.1f MB/s %9d KB\n", what, $1, $2 + $3, $5 / $1 / 1e6, $4 }'
}

# Five rounds of twenty imports in a row, as the clock's hundredths of a second are too coarse for one.
ours() {
	all=
	for _ in 1 2 3 4 5; do
		# shellcheck disable=SC2086 # a program and its arguments
		took "$1" "$2" 20 $import "$2"
		all="$all $seconds"
	done
	# shellcheck disable=SC2086 # a list
	own=$(printf '%s\n' $all | sort -n | sed -n 3p)
}

against() { # what, log, command: the same, once, and how many times as fast the median of ours was
	what=$1 log=$2
	shift 2
	took "$what" "$log" 1 "$@"
	[ -z "$seconds" ] || [ -z "$own" ] || printf '%s %s\n' "$own" "$seconds" |
		awk '{ printf "%34s %8.0f times\n", "", $2 / $1 }'
}

printf '%s\n' "$(wc -l <single_lat.1.log) I/Os:"
ours 'collect import, a tenth of them' short_lat.1.log
ours 'collect import' single_lat.1.log
if command -v fio2gnuplot >/dev/null && python3 -c 'import six' 2>/dev/null; then
	against 'fio2gnuplot' single_lat.1.log fio2gnuplot -p single_lat.1.log
else
	echo 'fio2gnuplot, or six for it: not installed, skipped'
fi
if [ -e fiologparser.py ]; then
	ours 'collect import, of 4 columns' four_lat.1.log
	against 'fiologparser.py' four_lat.1.log python3 fiologparser.py four_lat.1.log
else
	echo 'fiologparser.py: not installed, skipped'
fi

printf '%s\n' "$(wc -l <hist_clat_hist.1.log) histograms:"
ours 'collect import' hist_clat_hist.1.log
python=
for candidate in python3 /usr/bin/python3; do
	[ -n "$python" ] || ! "$candidate" -c 'import numpy, pandas' 2>/dev/null || python=$candidate
done
if [ -e fiologparser_hist.py ] && [ -n "$python" ]; then
	against 'fiologparser_hist.py' hist_clat_hist.1.log "$python" fiologparser_hist.py hist_clat_hist.1.log
else
	echo 'fiologparser_hist.py, or numpy and pandas for it: not installed, skipped'
fi
