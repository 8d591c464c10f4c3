/* A record stream as collect writes it, of any size: generate-records COMMITS RUNS TESTS SECONDS.
 * Each run of each test has its settings, scalars, one sample a second of four metrics, and the
 * buckets of two latencies, about 400 each. The same arguments give the same stream. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/engine/xorshift.h"

struct spec {
	unsigned commits, runs, tests, seconds;
};

/* The first columns of all rows of a run's test, and its level: commits, runs and tests differ. */
struct head {
	char text[160];
	double iops;
	uint64_t random;
};

static const char *const run_settings[] = {
    "meta.format,1,,,,,1",
    "meta.tool,text,,,,,ringside 1",
    "meta.session,text,,,,,1fe324d6-f111-454c-bdc8-06e191bc2195",
    "meta.command,text,,,,,collect run bench.fio --runs 30",
    "meta.load,text,,,,,0.34 0.46 0.82",
    "meta.host,text,,,,,vm",
    "meta.kernel,text,,,,,6.18.44",
    "meta.arch,text,,,,,x86_64",
    "meta.cpu,text,,,,,AMD EPYC",
    "meta.cpus,text,,,,,2",
    "meta.mitigations,text,,,,,\"auto,no_guest_host\"",
    "meta.memory,text,,,,,24GiB",
    "meta.complete,1,,,,,1",
};

static const char *const test_settings[] = {
    "job.rw,text,,,,,randread",
    "job.bs,text,,,,,4k",
    "job.iodepth,text,,,,,32",
    "job.numjobs,text,,,,,1",
    "job.ioengine,text,,,,,libaio",
    "job.direct,text,,,,,1",
    "job.size,text,,,,,128m",
    "job.time_based,text,,,,,1",
    "job.ramp_time,text,,,,,2s",
    "meta.target,text,,,,,bench.data",
    "meta.fs,text,,,,,ext4",
    "meta.fs.options,text,,,,,\"rw,relatime,discard\"",
    "meta.device,text,,,,,vda",
    "meta.device.model,text,,,,,virtio_blk",
    "meta.device.scheduler,text,,,,,mq-deadline",
    "meta.device.nr_requests,text,,,,,256",
    "meta.engine.reap,text,,,,,userspace",
    "meta.engine.clock,text,,,,,tsc",
};

/* The sum of three is near enough to a normal number here; mean 0, sd 1. */
static double
deviate(uint64_t *random)
{
	return 2 * (xorshift_unit(random) + xorshift_unit(random) + xorshift_unit(random) - 1.5);
}

static void
write_settings(const char *head, const char *const *settings, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printf("%s,%s\n", head, settings[i]);
}

static void
write_latency_scalars(const struct head *head, const char *metric, double n, double mean)
{
	printf("%s,%s.n,1,,,,,%.0f\n", head->text, metric, n);
	printf("%s,%s.mean,ns,,,,,%.15g\n", head->text, metric, mean);
	printf("%s,%s.stdev,ns,,,,,%.15g\n", head->text, metric, mean * 0.7);
	printf("%s,%s.min,ns,,,,,%.0f\n", head->text, metric, mean / 40);
	printf("%s,%s.max,ns,,,,,%.0f\n", head->text, metric, mean * 40);
}

/* One a second, by a clock of milliseconds that is late now and then. */
static void
write_samples(struct head *head, unsigned seconds)
{
	unsigned start = 0;

	for (unsigned i = 0; i < seconds; i++) {
		unsigned end = start + 1000 + (xorshift_below(&head->random, 8) == 0);
		double iops = floor(head->iops * exp(0.05 * deviate(&head->random)));
		double mean = 32e9 / iops, tail = mean * (3 + xorshift_unit(&head->random));
		char span[64];
		snprintf(span, sizeof(span), "%u.%03u,%u.%03u", start / 1000, start % 1000,
			 end / 1000, end % 1000);
		printf("%s,read.iops,iops,%s,,,%.0f\n", head->text, span, iops);
		printf("%s,read.bw,B/s,%s,,,%.0f\n", head->text, span, iops * 4096);
		printf("%s,read.clat.mean,ns,%s,,,%.3f\n", head->text, span, mean);
		printf("%s,read.clat.p99,ns,%s,,,%.0f\n", head->text, span, tail);
		start = end;
	}
}

/* fio's buckets, 64 of each width: a log-normal distribution around mean, sd 0.7 of the logarithm.
 */
static void
write_buckets(struct head *head, const char *metric, double ios, double mean)
{
	uint64_t width = 1;

	for (uint64_t low = 64; low < 1U << 30; low += width) {
		while (low >= 128 * width)
			width *= 2;
		double z = log((double)low / mean) / 0.7;
		double share =
		    exp(-z * z / 2) / (0.7 * 2.50662827) * log1p((double)width / (double)low);
		double count = floor(ios * share * (1 + 0.05 * deviate(&head->random)) +
				     xorshift_unit(&head->random));
		if (count >= 1)
			printf("%s,%s,ns,,,%" PRIu64 ",%" PRIu64 ",%.0f\n", head->text, metric, low,
			       low + width, count);
	}
}

static void
write_test(struct head *head, unsigned seconds)
{
	double ios = floor(head->iops * seconds), mean = 32e9 / head->iops;

	write_settings(head->text, test_settings, countof(test_settings));
	printf("%s,runtime,s,,,,,%u\n", head->text, seconds);
	printf("%s,read.ios,1,,,,,%.0f\n", head->text, ios);
	printf("%s,read.iops,iops,,,,,%.15g\n", head->text, head->iops);
	printf("%s,read.bw,B/s,,,,,%.15g\n", head->text, head->iops * 4096);
	printf("%s,cpu.user,s,,,,,%.6f\n", head->text, ios * 2e-7);
	printf("%s,cpu.system,s,,,,,%.6f\n", head->text, ios * 2e-6);
	printf("%s,errors,1,,,,,0\n", head->text);
	write_latency_scalars(head, "read.slat", ios, mean / 100);
	write_latency_scalars(head, "read.clat", ios, mean);
	write_latency_scalars(head, "read.lat", ios, mean * 1.01);
	write_samples(head, seconds);
	write_buckets(head, "read.clat", ios, mean);
	write_buckets(head, "read.lat", ios, mean * 1.01);
}

/* Blocks in which each commit is measured once, as collect makes them. */
static void
write_run(const struct spec *spec, unsigned commit, unsigned run, uint64_t *random)
{
	/* Like a full sha. */
	char sha[41], name[32], head[160];

	snprintf(sha, sizeof(sha), "%08x%032x", (commit + 1) * 0x9e3779b9U, commit + 1);
	snprintf(name, sizeof(name), "20261130T133150.721Z.%u", run + 1);
	snprintf(head, sizeof(head), "%s,,%s", sha, name);
	write_settings(head, run_settings, countof(run_settings));
	printf("%s,meta.block,1,,,,,%u\n", head, run + 1);
	for (unsigned test = 0; test < spec->tests; test++) {
		struct head of = {.iops = 60000 * (1 + 0.1 * test) * (1 - 0.02 * commit) *
					  exp(0.01 * deviate(random)),
				  .random = xorshift_seed(xorshift_next(random))};
		snprintf(of.text, sizeof(of.text), "%s,bench/randread-qd%u,%s", sha, test + 1,
			 name);
		write_test(&of, spec->seconds);
	}
}

static unsigned
number(const char *text)
{
	return (unsigned)strtoul(text, NULL, 10);
}

int
main(int argc, char **argv)
{
	uint64_t random = xorshift_seed(1);

	if (argc != 5) {
		fputs("usage: generate-records COMMITS RUNS TESTS SECONDS\n", stderr);
		return 2;
	}
	struct spec spec = {number(argv[1]), number(argv[2]), number(argv[3]), number(argv[4])};
	puts("commit,test,run,metric,unit,start,end,low,high,value");
	for (unsigned run = 0; run < spec.runs; run++) {
		for (unsigned commit = 0; commit < spec.commits; commit++)
			write_run(&spec, commit, run, &random);
	}
	return fflush(stdout) != 0;
}
