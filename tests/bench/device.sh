#!/bin/sh
# Whether clat is what the device took and nothing else but the time in the ring: device.sh BUILD. The block
# layer's own tracepoints say when each request of a loop device was issued and completed, while collect
# measures and another process looks at its completion ring at random moments. By Little's law the mean number
# of completions that stand there, divided by their rate, is the time that each stood: that is to be what clat
# has beyond the device's latency. It never fails by a figure: those that were seen stand in doc/performance.md.
set -eu

build=$(cd "$1" && pwd)
dir=$build/bench/device
trace=/sys/kernel/tracing
mkdir -p "$dir"
cd "$dir"
[ -e "$trace/events/block/block_rq_issue" ] || mount -t tracefs nodev "$trace" 2>/dev/null || true
[ -w "$trace/events/block/block_rq_issue/enable" ] || {
	echo 'bench: needs root and tracefs' >&2
	exit 2
}

loop='' instance=$trace/instances/ringside-$$
undo() {
	[ ! -d "$instance" ] || rmdir "$instance"
	[ -z "$loop" ] || losetup -d "$loop"
	rm -f back trace look.py
}
trap undo EXIT
trap 'exit 130' INT TERM
head -c 256M /dev/urandom >back
sync
loop=$(losetup --direct-io=on -f --show "$dir/back")
mkdir "$instance"
echo mono >"$instance/trace_clock"
echo 40000 >"$instance/buffer_size_kb"
# dev_t as the kernel has it: 12 bits of major, 20 of minor.
dev=$((0x$(stat -c %t "$loop") << 20 | 0x$(stat -c %T "$loop")))
for event in block_rq_issue block_rq_complete; do
	echo "dev == $dev" >"$instance/events/block/$event/filter"
done

# Mean and number of looks at the ring of process PID, which the kernel has mapped into it.
cat >look.py <<'P'
import os, random, struct, sys, time

pid, total, looks, memory = sys.argv[1], 0, 0, None
random.seed(1)
while True:
    try:
        if memory is None:
            with open(f"/proc/{pid}/maps") as maps:
                ring = [line for line in maps if "[aio]" in line]
            if ring:
                address = int(ring[0].split("-")[0], 16)
                memory = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
        else:
            _, nr, head, tail = struct.unpack("4I", os.pread(memory, 16, address))
            total += (tail - head) % nr
            looks += 1
    except (OSError, struct.error):
        break
    time.sleep(random.uniform(0.0005, 0.0015))
print(total / looks if looks else "nan", looks)
P

one() { # depth, most at once
	: >"$instance/trace"
	for event in block_rq_issue block_rq_complete; do echo 1 >"$instance/events/block/$event/enable"; done
	"$build/bin/collect" run --quiet --name=x --filename="$loop" --direct=1 --ioengine=libaio --rw=randread \
		--bs=4k --size=256m --iodepth="$1" --iodepth_batch_complete_max="$2" --time_based --runtime=2s \
		>records 2>messages &
	python3 look.py $! >looks
	wait
	for event in block_rq_issue block_rq_complete; do echo 0 >"$instance/events/block/$event/enable"; done
	cat "$instance/trace" >trace
	awk '
		$0 ~ /block_rq_(issue|complete):/ {
			for (i = 1; i <= NF; i++) if ($i ~ /^block_rq_/) break
			t = $(i - 1) + 0; sector = ""
			for (j = i + 1; j < NF; j++) if ($(j + 1) == "+") { sector = $j; break }
			if ($i == "block_rq_issue:") issued[sector] = t
			else if (sector in issued) { sum += t - issued[sector]; n++; delete issued[sector] }
		}
		END { printf "%.0f %d\n", sum / n * 1e9, n }' trace >device
	awk -F, -v depth="$1" -v most="$2" '
		FILENAME == "device" { split($0, d, " "); next }
		FILENAME == "looks" { split($0, look, " "); next }
		$4 == "read.iops" && $6 == "" { iops = $10 }
		$4 == "read.clat.mean" && $6 == "" { clat = $10 }
		END {
			printf "%5d %7d %9.0f %9.1f %9.1f %9.1f %9.1f %8d %6d\n", depth, most, iops, clat / 1000, d[1] / 1000, \
				(clat - d[1]) / 1000, look[1] / iops * 1e6, d[2], look[2]
		}' device looks records
}

echo 'loop device, libaio, 4 KiB random reads; times in us; in ring: mean of the looks / IOPS'
printf '%5s %7s %9s %9s %9s %9s %9s %8s %6s\n' depth 'at most' IOPS clat device difference 'in ring' traced looks
for _ in 1 2 3; do
	one 32 1
	one 32 4
	one 32 32
	one 8 1
done
