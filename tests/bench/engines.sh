#!/bin/sh
# What collect takes from the processor, beside fio: engines.sh BUILD [ROUNDS [PART...]]. It makes a zram device,
# a loop device and a file of its own and removes them at its end. PARTs are peers, accounting, rates, scaling;
# all of them unless some are named. Each round runs all contenders in turn, and who goes first
# changes; printed are medians of the ratios within a round. It never fails by a figure: those that were seen
# stand in doc/performance.md.
set -eu

build=$(cd "$1" && pwd)
rounds=${2:-5}
shift "$(($# < 2 ? 1 : 2))"
parts=${*:-peers accounting rates scaling}
dir=$build/bench/engines
[ "$(id -u)" -eq 0 ] || {
	echo 'bench: needs root for its devices' >&2
	exit 2
}
command -v fio >/dev/null || {
	echo 'bench: fio is not installed' >&2
	exit 2
}
mkdir -p "$dir"
cd "$dir"

loop='' zram=''
undo() {
	[ -z "$loop" ] || losetup -d "$loop"
	if [ -n "$zram" ]; then
		echo 1 >"/sys/block/zram$zram/reset"
		echo "$zram" >/sys/class/zram-control/hot_remove
	fi
	rm -f target back hot
}
trap undo EXIT
trap 'exit 130' INT TERM

# Data that does not compress, on all of each device.
make_targets() {
	head -c 256M /dev/urandom >target
	head -c 256M /dev/urandom >back
	# What lies in the page cache is small enough to lie in that of the processor too: then it is the
	# software that is measured, and not the memory.
	head -c 8M /dev/urandom >hot
	sync
	loop=$(losetup --direct-io=on -f --show "$dir/back")
	if [ -e /sys/class/zram-control/hot_add ]; then
		zram=$(cat /sys/class/zram-control/hot_add)
		echo 256M >"/sys/block/zram$zram/disksize"
		dd if=target of="/dev/zram$zram" bs=1M status=none
		sync
	fi
}

# Words that say where and how: "zram 32 libaio" gives the options that both programs take.
options() { # target, depth, engine
	case $1 in
	zram) echo "--filename=/dev/zram$zram --direct=1" ;;
	loop) echo "--filename=$loop --direct=1" ;;
	file) echo "--filename=$dir/target --direct=1" ;;
	# fio drops the page cache before each job unless told otherwise.
	cache) echo "--filename=$dir/hot --direct=0 --invalidate=0" ;;
	esac
	echo "--rw=randread --bs=4k --iodepth=$2 --ioengine=$3 --norandommap"
	echo "--time_based --runtime=${seconds}s --ramp_time=300ms"
}
seconds=2

# Prints "iops cpu_ns user_ns clat_ns lat_ns".
with_collect() { # options
	# shellcheck disable=SC2086,SC2068 # words
	"$build/bin/collect" run --quiet --name=x $@ 2>messages | awk -F, '
		$2 == "" || $6 != "" || $8 != "" { next }
		{ v[$4] = $10 }
		END {
			n = v["read.ios"]
			print v["read.iops"], (v["cpu.user"] + v["cpu.system"]) / n * 1e9, v["cpu.user"] / n * 1e9, \
				v["read.clat.mean"] + 0, v["read.lat.mean"] + 0
		}'
}

with_fio() { # options
	# Terse version 3: 8 IOPS, 16 and 40 means of clat and lat in us, 88 and 89 percent of the processor.
	# shellcheck disable=SC2086,SC2068 # words
	fio --output-format=terse --terse-version=3 --name=x $@ | awk -F';' '
		$1 == 3 { print $8, ($88 + $89) / 100 / $8 * 1e9, $88 / 100 / $8 * 1e9, $16 * 1000, $40 * 1000 }'
}

# fio's best: the same batches as collect's, one clock reading less, registered files and buffers.
tuned() { # depth, engine
	eighth=$(($1 / 8 > 1 ? $1 / 8 : 1))
	echo "--iodepth_batch_submit=$eighth --iodepth_batch_complete_max=$eighth --clocksource=cpu"
	[ "$2" != io_uring ] || echo '--fixedbufs --registerfiles --nonvectored=1'
}

contend() { # contender, target, depth, engine
	common=$(options "$2" "$3" "$4")
	[ "$2" != cache ] || cat hot >/dev/null
	case $1 in
	collect) with_collect "$common" ;;
	no_latency) with_collect "$common" --no_latency ;;
	fio) with_fio "$common" ;;
	tuned) with_fio "$common" "$(tuned "$3" "$4")" ;;
	esac
}

# Appends "round target depth engine contender figures" to the file results.
run_rounds() { # contenders, cells as "target depth engine" lines on standard input
	contenders=$1
	cat >cells
	: >results
	for round in $(seq "$rounds"); do
		while read -r target depth engine; do
			[ "$target" != zram ] || [ -n "$zram" ] || continue
			for contender in $contenders; do
				# shellcheck disable=SC2086 # words
				echo "$round $target $depth $engine $contender $(contend "$contender" $target $depth $engine)" >>results
			done
		done <cells
		# Another one begins.
		# shellcheck disable=SC2086 # words
		contenders=$(set -- $contenders && first=$1 && shift && echo "$*" "$first")
		printf 'round %s of %s\n' "$round" "$rounds" >&2
	done
}

# Of each cell the median over the rounds of what expression says, between the least and the most.
medians() { # title, awk expression of a[contender] (IOPS), c[] (CPU ns), u[] (user ns), k[] (clat), l[] (lat)
	printf '\n%s\n' "$1"
	awk '
		{ key = $2 " " $4 " qd " $3; if (!(key in seen)) { seen[key] = 1; order[++cells] = key }
		  a[$1, key, $5] = $6; c[$1, key, $5] = $7; u[$1, key, $5] = $8; k[$1, key, $5] = $9; l[$1, key, $5] = $10
		  if ($1 > rounds) rounds = $1 }
		function A(w) { return a[r, key, w] } function C(w) { return c[r, key, w] }
		function U(w) { return u[r, key, w] } function K(w) { return k[r, key, w] }
		END {
			for (i = 1; i <= cells; i++) {
				key = order[i]
				for (r = 1; r <= rounds; r++) {
					x = '"$2"'
					for (j = r; j > 1 && v[j - 1] > x; j--) v[j] = v[j - 1]
					v[j] = x
				}
				m = rounds % 2 ? v[(rounds + 1) / 2] : (v[rounds / 2] + v[rounds / 2 + 1]) / 2
				printf "  %-24s %9.3f   [%.3f, %.3f]\n", key, m, v[1], v[rounds]
			}
		}' results
}

peers() {
	run_rounds 'collect fio tuned' <<-'C'
		zram 32 libaio
		zram 128 libaio
		zram 1 psync
		loop 32 libaio
		loop 32 io_uring
		file 32 libaio
		file 32 io_uring
		file 128 io_uring
		file 1 psync
		cache 32 libaio
		cache 32 io_uring
		cache 1 psync
	C
	printf 'collect beside %s, medians of %s rounds [least, most]\n' "$(fio --version)" "$rounds"
	medians 'IOPS per core, of fio as it comes' 'C("fio") / C("collect")'
	medians 'IOPS per core, of fio with its best options' 'C("tuned") / C("collect")'
	medians 'IOPS, of fio as it comes' 'A("collect") / A("fio")'
	medians 'IOPS, of fio with its best options' 'A("collect") / A("tuned")'
	medians 'clat mean, of fio with the same batches' 'K("tuned") ? K("collect") / K("tuned") : 0'
	medians 'user time of collect, ns per I/O' 'U("collect")'
	medians 'user time of fio, ns per I/O' 'U("fio")'
}

accounting() {
	run_rounds 'collect no_latency' <<-'C'
		zram 32 libaio
		cache 32 io_uring
		cache 32 libaio
	C
	medians 'what accounting costs: processor time per I/O, of that without' 'C("collect") / C("no_latency")'
}

# The rate that came of one that was asked for, and how late the I/Os were.
rates() {
	printf '\nrates on the null engine and on page-cache hits: achieved / asked, p99 of the lag in us\n'
	for process in linear poisson; do
		for rate in 10000 40000 90000; do
			for where in '--ioengine=null --size=256m --filename=x' \
				"--ioengine=io_uring --size=8m --filename=$dir/hot --direct=0 --invalidate=0"; do
				# shellcheck disable=SC2086 # words
				"$build/bin/collect" run --quiet --name=x $where --rw=randread --iodepth=32 --time_based \
					--runtime=3s --rate_iops=$rate --rate_process=$process 2>>messages >rate.csv
				awk -F, -v rate=$rate -v what="$process ${where%% *}" '
					$4 == "read.iops" && $6 == "" { iops = $10 }
					$4 == "lag" && $8 != "" { n += $10; low[++k] = $9; count[k] = $10 }
					END {
						for (i = 1; i <= k && sum < 0.99 * n; i++) sum += count[i]
						printf "  %-28s %6d  %.4f  %8.1f\n", what, rate, iops / rate, low[i - 1] / 1000
					}' rate.csv
			done
		done
	done
}

scaling() {
	printf '\ntwo jobs of one, IOPS\n'
	for target in zram cache; do
		[ "$target" != zram ] || [ -n "$zram" ] || continue
		for round in $(seq "$rounds"); do
			common=$(options "$target" 32 libaio)
			one=$(with_collect "$common")
			two=$(with_collect "$common" --numjobs=2)
			echo "${one%% *} ${two%% *}"
		done | awk -v what="$target" '{ v[NR] = $2 / $1 } END {
			for (i = 1; i <= NR; i++) for (j = i + 1; j <= NR; j++)
				if (v[j] < v[i]) { t = v[i]; v[i] = v[j]; v[j] = t }
			printf "  %-24s %9.3f   [%.3f, %.3f]\n", what, v[int((NR + 1) / 2)], v[1], v[NR] }'
	done
}

make_targets
: >messages
for part in $parts; do
	"$part"
done
