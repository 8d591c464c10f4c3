#!/bin/sh
# Makes a record stream with a known truth: stream.sh COMMIT [NAME=VALUE]...
#
#   runs=5 seconds=30   size of the measurement; first=1 is the number of the first run
#   iops=70000          mean of the runs
#   between=0.005       spread of the runs' means and tails, as a fraction
#   cv=0.01             spread of the seconds within a run, as a fraction
#   drift=0             how far the last second's rate lies above the first, as a fraction
#   tail=1              stretches the slowest 2 % of the latencies by this factor
#   test=quick/randread bs=4k kernel=6.1 errors=0 cpu=1
#   complete=1          0 makes unfinished runs
#   common=1            0 leaves out what holds for all tests of a run, for a second test of the same runs
#   header=1            0 leaves it out
#
# The noise is no random number but a fixed arithmetic sequence, so the same call gives the same bytes.
commit=$1
shift
exec awk -v commit="$commit" '
BEGIN {
	runs = 5; seconds = 30; first = 1; iops = 70000; between = 0.005; cv = 0.01; drift = 0; tail = 1
	test = "quick/randread"; bs = "4k"; kernel = "6.1"; errors = 0; cpu = 1
	complete = 1; common = 1; header = 1
	for (i = 1; i < ARGC; i++) {
		name = ARGV[i]; sub(/=.*/, "", name)
		value = ARGV[i]; sub(/^[^=]*=/, "", value)
		if (name == "runs") runs = value + 0
		else if (name == "seconds") seconds = value + 0
		else if (name == "first") first = value + 0
		else if (name == "iops") iops = value + 0
		else if (name == "between") between = value + 0
		else if (name == "cv") cv = value + 0
		else if (name == "drift") drift = value + 0
		else if (name == "tail") tail = value + 0
		else if (name == "test") test = value
		else if (name == "bs") bs = value
		else if (name == "kernel") kernel = value
		else if (name == "errors") errors = value
		else if (name == "cpu") cpu = value + 0
		else if (name == "complete") complete = value + 0
		else if (name == "common") common = value + 0
		else if (name == "header") header = value + 0
		else { print "stream.sh: unknown name " name >"/dev/stderr"; exit 2 }
	}
	for (i = 1; i <= length(commit); i++)
		step += i * index("abcdefghijklmnopqrstuvwxyz0123456789", substr(commit, i, 1))
	if (header)
		print "commit,test,run,metric,unit,start,end,low,high,value"
	for (run = first; run < first + runs; run++)
		one_run()
}
# Weyl sequences (multiples of an irrational number, modulo 1) are evenly spread; the sum of four is nearly
# normal, with mean 0 and variance 1 after scaling.
function noise(i, n, sum) {
	sum = 0
	for (n = 2; n <= 5; n++)
		sum += (i * sqrt(n * n + 1)) % 1
	return (sum - 2) * sqrt(3)
}
function row(where, metric, unit, start, end, low, high, value) {
	print commit "," where "," "run" run "," metric "," unit "," start "," end "," low "," high "," value
}
function scalar(metric, unit, value) { row(test, metric, unit, "", "", "", "", value) }
function meta(metric, value) { if (common) row("", "meta." metric, "text", "", "", "", "", value) }
function job(name, value) { row(test, "job." name, "text", "", "", "", "", value) }
# The lower end of the bucket that holds v >= 128, and its width.
function bucket(v, width) {
	width = 1
	while (v / width >= 128) width *= 2
	bucket_width = width
	return int(v / width) * width
}
function one_run(s, effect, rate, total, sum) {
	effect = exp(between * noise(100 * step + 7 * run))
	meta("kernel", kernel); meta("load", run)
	job("rw", "randread"); job("bs", bs); job("iodepth", "32"); job("numjobs", "1")
	total = 0
	for (s = 0; s < seconds; s++) {
		rate = sprintf("%.0f", iops * effect * (1 + drift * s / (seconds - 1)) * (1 + cv * noise(1000 * step + 31 * run * seconds + s)))
		row(test, "read.iops", "iops", s, s + 1, "", "", rate)
		row(test, "read.bw", "B/s", s, s + 1, "", "", sprintf("%.0f", rate * 4096))
		total += rate
	}
	# The end cuts the last interval off.
	row(test, "read.iops", "iops", seconds, seconds + 0.25, "", "", sprintf("%.0f", rate / 3))
	scalar("read.ios", "1", sprintf("%.0f", total))
	scalar("read.iops", "iops", sprintf("%.6f", total / seconds))
	scalar("read.bw", "B/s", sprintf("%.6f", total / seconds * 4096))
	scalar("runtime", "s", seconds + 0.0003)
	latencies(total, exp(between * noise(500 * step + 11 * run)))
	scalar("cpu.user", "s", sprintf("%.6f", total * cpu * 1.5e-6 * effect))
	scalar("cpu.system", "s", sprintf("%.6f", total * cpu * 3e-6 / effect))
	scalar("errors", "1", errors)
	if (complete)
		meta("complete", 1)
}
# 98 % of the I/Os around 440 us, 2 % around 900 us: the 99th percentile is the middle of the tail.
function latencies(total, effect, i, v, low, n, left, sum, min, max) {
	delete count; delete width
	left = total; sum = 0; min = 1e12; max = 0
	for (i = 1; i <= 400; i++) {
		if (i <= 300) {
			v = 440000 * effect * exp(0.08 * quantile((i - 0.5) / 300))
			n = int(total * 0.98 / 300)
		} else {
			v = 900000 * effect * tail * exp(0.1 * quantile((i - 300.5) / 100))
			n = i < 400 ? int(total * 0.02 / 100) : left
		}
		v = int(v); low = bucket(v); count[low] += n; width[low] = bucket_width
		left -= n; sum += n * v
		if (v < min) min = v
		if (v > max) max = v
	}
	scalar("read.lat.n", "1", sprintf("%.0f", total))
	scalar("read.lat.mean", "ns", sprintf("%.3f", sum / total))
	scalar("read.lat.stdev", "ns", sprintf("%.3f", 76000 * effect))
	scalar("read.lat.min", "ns", min); scalar("read.lat.max", "ns", max)
	for (low = bucket(min); low <= max; low += width_at(low))
		if (low in count)
			row(test, "read.lat", "ns", "", "", low, low + width[low], sprintf("%.0f", count[low]))
}
function width_at(v) { bucket(v); return bucket_width }
# The logistic quantile, scaled to variance 1: near enough to a latency.
function quantile(p) { return log(p / (1 - p)) * 0.551329 }
' "$@"
