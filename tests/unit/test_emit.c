/* Records of a result: what was counted is written under its name, unit and range, and reads back.
 */
#include "collect/campaign/emit.h"

#include <errno.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"
#include "collect/machine/facts.h"
#include "tests/unit/check.h"

/* What emit_result writes for one result, on the heap. */
static char *
text_of(const struct measure_result *result)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	const struct rows rows = {out, "c", "r", "t"};

	emit_result(&rows, result);
	fclose(out);
	return text;
}

static void
check_has(const char *text, const char *row)
{
	char line[256];

	snprintf(line, sizeof(line), "c,t,r,%s\n", row);
	cr_expect(strstr(text, line) != NULL, "no row '%s' in\n%s", row, text);
}

static void
check_lacks(const char *text, const char *part)
{
	cr_expect(strstr(text, part) == NULL, "'%s' in\n%s", part, text);
}

Test(emit, writes_all_that_was_measured)
{
	struct measure_interval interval[3] = {
	    {.ios = {2}, .bytes = {8192}}, {.ios = {0}}, {.ios = {1}, .bytes = {4096}}};
	uint64_t reaped[] = {0, 1, 1}, standing[] = {4, 0, 2};
	struct measure_result result = {.runtime_s = 0.25,
					.ios = {3, 0},
					.bytes = {12288, 0},
					.interval = interval,
					.n_intervals = 3,
					.interval_s = 0.1,
					.ring_reaped = reaped,
					.ring_standing = standing,
					.ring_n = 3,
					.cpu_user_s = 0.5,
					.switches = 7};
	struct hist *lat = mem_alloc(1, sizeof(*lat));

	hist_init(lat);
	hist_add(lat, 100);
	hist_add(lat, 100);
	hist_add(lat, 11300);
	result.lat[DIRECTION_READ] = lat;
	result.errors[EIO] = 2;
	char *text = text_of(&result);
	check_has(text, "read.ios,1,,,,,3");
	check_has(text, "read.bytes,B,,,,,12288");
	check_has(text, "read.iops,iops,,,,,12");
	check_has(text, "read.bw,B/s,,,,,49152");
	check_has(text, "read.lat.n,1,,,,,3");
	check_has(text, "read.lat.min,ns,,,,,100");
	check_has(text, "read.lat.max,ns,,,,,11300");
	check_has(text, "read.lat,ns,,,100,101,2");
	check_has(text, "read.lat,ns,,,11264,11392,1");
	check_has(text, "read.iops,iops,0,0.1,,,20");
	check_has(text, "read.iops,iops,0.1,0.2,,,0");
	check_has(text, "read.bw,B/s,0,0.1,,,81920");
	check_has(text, "ring.reaped,1,,,1,2,1");
	check_has(text, "ring.standing,1,,,0,1,4");
	check_has(text, "runtime,s,,,,,0.25");
	check_has(text, "errors,1,,,,,2");
	check_has(text, "errors.EIO,1,,,,,2");
	check_has(text, "cpu.user,s,,,,,0.5");
	check_has(text, "cpu.switches,1,,,,,7");
	check_lacks(text, "write.");
	check_lacks(text, "ring.standing,1,,,1,2");
	free(text);
	free(lat);
}

/* The last interval ends with the run, and its rate is that of the shorter time. */
Test(emit, the_last_interval_may_be_short)
{
	static const struct {
		double runtime_s;
		const char *row;
	} rows[] = {{1.25, "read.iops,iops,1,1.25,,,40"},
		    {2, "read.iops,iops,1,2,,,10"},
		    {3, "read.iops,iops,1,2,,,10"}};
	struct measure_interval interval[2] = {{.ios = {5}}, {.ios = {10}}};
	struct hist *lat = mem_alloc(1, sizeof(*lat));

	hist_init(lat);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct measure_result result = {.runtime_s = rows[i].runtime_s,
						.interval = interval,
						.n_intervals = 2,
						.interval_s = 1};
		result.lat[DIRECTION_READ] = lat;
		char *text = text_of(&result);
		check_has(text, rows[i].row);
		free(text);
	}
	free(lat);
}

/* A histogram with some values, on the heap. */
static struct hist *
hist_of(const uint64_t *ns, size_t n)
{
	struct hist *hist = mem_alloc(1, sizeof(*hist));

	hist_init(hist);
	for (size_t i = 0; i < n; i++)
		hist_add(hist, ns[i]);
	return hist;
}

/* An interval without I/O, or whose percentile is not known, has no sample of it. */
Test(emit, intervals_have_latencies)
{
	struct measure_interval interval[3] = {
	    {.ios = {2, 0, 1}, .clat_mean_ns = {150.5, 0, 70000}, .clat_p99_ns = {200.5, 0, 69888}},
	    {.ios = {0}},
	    {.ios = {1}, .clat_mean_ns = {90}, .clat_p99_ns = {NAN}}};
	struct measure_cell cell[] = {
	    {.interval = 0, .bucket = 100, .count = 1, .direction = DIRECTION_READ},
	    {.interval = 0, .bucket = 140, .count = 1, .direction = DIRECTION_READ},
	    {.interval = 0, .bucket = 700, .count = 1, .direction = DIRECTION_TRIM},
	    {.interval = 2, .bucket = 90, .count = 1, .direction = DIRECTION_READ},
	    {.interval = 3, .bucket = 90, .count = 9, .direction = DIRECTION_READ}};
	struct measure_result result = {.runtime_s = 0.25,
					.ios = {3, 0, 1},
					.interval = interval,
					.n_intervals = 3,
					.interval_s = 0.1,
					.cell = cell,
					.n_cells = countof(cell)};
	char *text = text_of(&result);

	check_has(text, "read.clat.mean,ns,0,0.1,,,150.5");
	check_has(text, "read.clat.p99,ns,0,0.1,,,200.5");
	check_has(text, "read.clat.mean,ns,0.2,0.25,,,90");
	check_has(text, "trim.ios,1,,,,,1");
	check_has(text, "trim.clat.mean,ns,0,0.1,,,70000");
	check_has(text, "read.clat,ns,0,0.1,100,101,1");
	check_has(text, "read.clat,ns,0,0.1,152,154,1");
	check_has(text, "read.clat,ns,0.2,0.25,90,91,1");
	check_lacks(text, "read.clat.mean,ns,0.1,");
	check_lacks(text, "read.clat.p99,ns,0.2,");
	check_lacks(text, "write.");
	check_lacks(text, "\nc,t,r,read.clat,ns,0.3");
	free(text);
	result.no_latency = true;
	text = text_of(&result);
	check_has(text, "read.ios,1,,,,,3");
	check_lacks(text, "clat.mean");
	free(text);
}

Test(emit, writes_what_stands_around_the_io)
{
	static const uint64_t sync_ns[] = {1000, 3000}, lag_ns[] = {50};
	uint64_t inflight[] = {0, 3, 1};
	struct measure_result result = {.runtime_s = 1,
					.interval_s = 1,
					.inflight = inflight,
					.inflight_n = 3,
					.sync = hist_of(sync_ns, 2),
					.lag = hist_of(lag_ns, 1),
					.lag_end_ns = 70,
					.run_delay_s = 0.125,
					.cycles = 3e9,
					.instructions = NAN,
					.self_cost_ns = 42.5};
	char *text = text_of(&result);

	check_has(text, "sync.ios,1,,,,,2");
	check_has(text, "sync.lat.n,1,,,,,2");
	check_has(text, "sync.lat.mean,ns,,,,,2000");
	check_has(text, "sync.lat,ns,,,1000,1008,1");
	check_has(text, "lag.max,ns,,,,,50");
	check_has(text, "lag,ns,,,50,51,1");
	check_has(text, "lag.end,ns,,,,,70");
	check_has(text, "inflight,1,,,1,2,3");
	check_has(text, "inflight,1,,,2,3,1");
	check_has(text, "cpu.run_delay,s,,,,,0.125");
	check_has(text, "cpu.cycles,1,,,,,3000000000");
	check_has(text, "meta.self_cost_ns,ns,,,,,42.5");
	check_lacks(text, "inflight,1,,,0");
	check_lacks(text, "instructions");
	free(text);
	/* A job that may sync and did not; one whose rate never let anything start. */
	hist_init(result.sync);
	hist_init(result.lag);
	text = text_of(&result);
	check_has(text, "sync.ios,1,,,,,0");
	check_lacks(text, "sync.lat");
	check_lacks(text, "lag");
	free(text);
	free(result.sync);
	free(result.lag);
}

/* What emit_against_job writes, on the heap. */
static char *
text_against(const struct job *job, const struct measure_result *results, size_t n)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	const struct rows rows = {out, "c", "r", "t"};

	emit_against_job(&rows, job, results, n);
	fclose(out);
	return text;
}

Test(emit, holds_results_against_the_job)
{
	static const uint64_t lat_ns[] = {250000000, 750000000};
	struct measure_result results[2] = {{.runtime_s = 1, .steady_criterion = NAN},
					    {.runtime_s = 1, .steady_criterion = NAN}};
	struct job job = {.rw = JOB_RW_RANDRW,
			  .rwmixread = 50,
			  .ioengine = JOB_ENGINE_LIBAIO,
			  .iodepth = 2,
			  .bs = {{4096, 4096}, {4096, 4096}, {4096, 4096}}};
	char *text;

	results[0].lat[DIRECTION_READ] = hist_of(lat_ns, 2);
	results[1].lat[DIRECTION_WRITE] = hist_of(lat_ns, 1);
	text = text_against(&job, results, 2);
	/* 1.25 s of 2 clones x 2 places x 1 s. */
	check_text(text, "c,t,r,self.accounted,%,,,,,31.25\n");
	free(text);
	job.rate_iops[DIRECTION_READ] = 500;
	job.rate[DIRECTION_READ] = 4096000;
	job.rate[DIRECTION_WRITE] = 1000;
	job.rate_iops[DIRECTION_TRIM] = 9; /* it has none */
	job.steadystate = (struct job_steadystate){.metric = JOB_STEADY_BW, .percent = true};
	text = text_against(&job, results, 2);
	check_has(text, "read.iops.asked,iops,,,,,1000");
	check_has(text, "write.bw.asked,B/s,,,,,2000");
	check_has(text, "meta.steadystate,1,,,,,0");
	check_lacks(text, "criterion");
	check_lacks(text, "trim");
	free(text);
	results[0].steady = true;
	results[0].steady_criterion = 1.5;
	text = text_against(&job, results, 1);
	check_has(text, "read.iops.asked,iops,,,,,500");
	check_has(text, "meta.steadystate,1,,,,,1");
	check_has(text, "meta.steadystate.criterion,%,,,,,1.5");
	free(text);
	job.steadystate.percent = false;
	text = text_against(&job, results, 1);
	check_has(text, "meta.steadystate.criterion,B/s,,,,,1.5");
	free(text);
	free(results[0].lat[DIRECTION_READ]);
	free(results[1].lat[DIRECTION_WRITE]);
}

Test(emit, overload_stands_there_where_it_was)
{
	struct job job = {.rw = JOB_RW_READ,
			  .rate_iops = {204800},
			  .bs = {{4096, 4096}, {4096, 4096}, {4096, 4096}}};
	struct measure_result result = {.runtime_s = 1};

	for (unsigned over = 0; over < 2; over++) {
		char *text = NULL;
		size_t size = 0;
		FILE *out = open_memstream(&text, &size);
		const struct rows rows = {out, "c", "r", "t"};

		result.ios[DIRECTION_READ] = over ? 34000 : 204800;
		emit_overload(&rows, &job, &result, 1);
		fclose(out);
		check_text(text,
			   over ? "c,t,r,meta.overloaded,text,,,,,\"read: asked for 204800 IOPS, "
				  "did 34000\"\n"
				: "");
		free(text);
	}
}

Test(emit, without_any_io_no_number_is_made_up)
{
	struct measure_result result = {.interval_s = 1};
	struct hist *lat = mem_alloc(1, sizeof(*lat));

	hist_init(lat);
	result.lat[DIRECTION_WRITE] = lat;
	char *text = text_of(&result);
	check_has(text, "write.ios,1,,,,,0");
	check_has(text, "errors,1,,,,,0");
	check_has(text, "runtime,s,,,,,0");
	check_lacks(text, "write.iops");
	check_lacks(text, "write.lat");
	check_lacks(text, "read.");
	free(text);
	free(lat);
}

static bool
count_row(void *ctx, const struct table_row *row, struct where *why)
{
	struct record record;
	size_t *n = ctx;

	++*n;
	return record_parse(row, &record, why);
}

Test(emit, facts_of_all_kinds_are_valid_records)
{
	const struct table_kind *const kinds[] = {&record_kind};
	struct fact *facts = NULL;
	char *text = NULL;
	size_t n = 0, n_rows = 0;
	FILE *out = open_memstream(&text, &n);
	const struct rows rows = {out, "a,b", "r", ""};
	struct where why;

	facts_add(&facts, "meta.kernel", "6.1");
	facts_add(&facts, "meta.command", "a \"b\", c");
	facts_add_number(&facts, "meta.complete", "1", 1);
	record_write_header(out);
	emit_facts(&rows, facts);
	fclose(out);
	FILE *in = check_input(text, n);
	cr_expect(table_read(in, "text", kinds, 1, count_row, &n_rows, &why) == true, "%s",
		  why.why);
	check_int(n_rows, 3);
	cr_expect(strstr(text, "\"a,b\",,r,meta.complete,1,,,,,1\n") != NULL, "%s", text);
	fclose(in);
	free(text);
	facts_free(&facts);
}
