# What imports of fio's output know of two sides of 4 runs: directions in one, flushes, percentiles
# without buckets, samples only by their statistics. The new side is a tenth slower and twice as jittery.
BEGIN {
	print "commit,test,run,metric,unit,start,end,low,high,value"
	for (side = 0; side < 2; side++)
		for (run = 1; run <= 4; run++) {
			speed = (side ? 0.9 : 1) * (1 + 0.004 * run * (side ? 1 : -1))
			mixed(); flushed()
		}
}
function row(metric, unit, value) {
	print (side ? "new" : "old") "," test ",r" run "," metric "," unit ",,,,," value
}
function text(metric, value) { row(metric, "text", value) }
function rate(metric, value) { row(metric ".iops", "iops", int(value * speed)); row(metric ".ios", "1", int(value * speed * 10)) }
function ns(metric, value) { row(metric, "ns", int(value / speed)) }
function source() {
	text("meta.source", "fio json"); text("meta.source.file", side "/" run ".json")
	text("meta.fio.version", side ? "fio-3.36" : "fio-3.33")
}
function mixed() {
	test = "db/mixed"
	text("job.rw", "randrw"); text("job.bs", "8k"); text("job.iodepth", 16); source()
	rate("mixed", 50000); row("mixed.bw", "B/s", int(50000 * speed) * 8192)
	row("mixed.iops.n", "1", 20); row("mixed.iops.mean", "iops", int(50000 * speed))
	row("mixed.iops.min", "iops", int(48000 * speed)); row("mixed.iops.max", "iops", int(52000 * speed))
	row("mixed.iops.stdev", "iops", int(900 * (side + 1) * (1 + run / 50)))
	row("mixed.clat.n", "1", int(500000 * speed)); ns("mixed.clat.mean", 300000)
	ns("mixed.clat.p50", 280000); ns("mixed.clat.p90", 380000); ns("mixed.clat.p99", 900000)
	ns("mixed.clat.p99.9", 2900000); ns("mixed.clat.p99.99", 7900000)
	row("errors", "1", 0); row("meta.complete", "1", 1)
}
function flushed() {
	test = "db/log"
	text("job.rw", "write"); text("job.bs", "4k"); text("job.iodepth", 1); text("job.fdatasync", 1); source()
	rate("write", 5000)
	row("write.clat.n", "1", int(50000 * speed)); ns("write.clat.p99", 20000); ns("write.clat.p99.9", 40000)
	row("sync.ios", "1", int(50000 * speed)); row("sync.lat.n", "1", int(50000 * speed))
	ns("sync.lat.mean", 150000); ns("sync.lat.p50", 140000); ns("sync.lat.p99", 400000)
	row("errors", "1", 0); row("meta.complete", "1", 1)
}
