/* Records beside fio's form. */
#include "collect/fio/extra.h"

#include "collect/base/rows.h"
#include "collect/base/where.h"
#include "tests/unit/check.h"

/* What is written of a job with extra and a bin of 2 in each of read.clat, read.lat and sync.lat.
 */
static char *
written(const char *extra, bool *good, struct where *why)
{
	struct fio_result result;
	char *text = NULL;
	size_t n = 0;
	const struct fio_bin bin = {100, 101, 2};

	fio_result_init(&result, "fio json+", 1);
	struct fio_job *job = fio_result_add_job(&result, "t");
	job->extra = strdup(extra);
	job->error = 5;
	job->direction[FIO_READ].used = true;
	job->direction[FIO_READ].ios = 7;
	fio_latency_add_bin(&job->direction[FIO_READ].latency[FIO_CLAT], bin);
	fio_latency_add_bin(&job->direction[FIO_READ].latency[FIO_LAT], bin);
	fio_latency_add_bin(&job->sync, bin);
	const struct rows rows = {open_memstream(&text, &n), "v,1", "r", "t"};
	*good = fio_extra_write(job, &rows, why);
	fclose(rows.out);
	fio_result_free(&result);
	return text;
}

Test(extra, bins_and_rows_are_all)
{
	struct where why = {.line = 0};
	bool good;
	char *text = written("read.ios,1,,,,,6\njob.rw,text,,,,,\"a,\n\"\"b\"\"\"\n", &good, &why);

	cr_expect(good == true, "%s", why.why);
	check_text(text,
		   "\"v,1\",t,r,read.clat,ns,,,100,101,2\n\"v,1\",t,r,read.lat,ns,,,100,101,2\n"
		   "\"v,1\",t,r,sync.lat,ns,,,100,101,2\n\"v,1\",t,r,read.ios,1,,,,,6\n"
		   "\"v,1\",t,r,job.rw,text,,,,,\"a,\n\"\"b\"\"\"\n");
	free(text);
}

/* A cell is no bucket of the run. */
Test(extra, buckets_of_our_own_replace_bins)
{
	struct where why = {.line = 0};
	bool good;
	char *text = written("read.clat,ns,,,99,102,2\nread.lat,ns,0,1,100,101,2\n", &good, &why);

	cr_expect(good == true);
	check_text(text,
		   "\"v,1\",t,r,read.lat,ns,,,100,101,2\n\"v,1\",t,r,sync.lat,ns,,,100,101,2\n"
		   "\"v,1\",t,r,read.clat,ns,,,99,102,2\n"
		   "\"v,1\",t,r,read.lat,ns,0,1,100,101,2\n");
	free(text);
}

Test(extra, a_row_that_is_none_is_told)
{
	static const struct {
		const char *extra, *why;
	} cases[] = {
	    {"read.ios,1,,,,,six\n", "six"},    {"read.ios,1,,,,\n", "fields"},
	    {",1,,,,,6\n", "no metric"},        {"read.ios,1,,,5,,6\n", "low and high"},
	    {"read.ios,1,,,,,6", "no newline"}, {"\"read\n", ""},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct where why = {.line = 0};
		bool good;
		char *text = written(cases[i].extra, &good, &why);
		cr_expect(good == false, "case %zu", i);
		cr_expect(strstr(why.why, cases[i].why) != NULL, "%s", why.why);
		free(text);
	}
}

Test(extra, no_row_leaves_bins)
{
	struct where why = {.line = 0};
	bool good;
	char *text = written("", &good, &why);

	cr_expect(good == true);
	cr_expect(strstr(text, "sync.lat") != NULL);
	free(text);
}
