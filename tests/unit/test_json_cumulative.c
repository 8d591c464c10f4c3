/* Documents of one fio that count on, and documents of several. */
#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/json_text.h"

/* The members of a document's root, and its job's reads, in ms. */
static char *
document(const char *root, const char *job, int ios, int bytes, int runtime)
{
	return mem_format(
	    "{\n\"fio version\" : \"fio-3.33\",\n%s\"jobs\" : [ {\n\"jobname\" : \"a\", %s"
	    "\"read\" : { \"io_kbytes\" : 1, \"total_ios\" : %d, \"io_bytes\" : %d, "
	    "\"runtime\" : %d } } ]\n}\n",
	    root, job, ios, bytes, runtime);
}

static struct json_text
read_all(char *const documents[], size_t n)
{
	char *text = mem_dup("");

	for (size_t i = 0; i < n; i++) {
		mem_append(&text, "%s", documents[i]);
		free(documents[i]);
	}
	struct json_text out = json_text_read(text);
	free(text);
	return out;
}

static void
check_intervals(const struct fio_direction *got, const struct fio_interval *want, size_t n)
{
	cr_assert(got->n_intervals == n, "%zu intervals, want %zu", got->n_intervals, n);
	for (size_t i = 0; i < n; i++) {
		check_close(got->interval[i].start, want[i].start, 1e-15, "start");
		check_close(got->interval[i].end, want[i].end, 1e-15, "end");
		check_close(got->interval[i].ios, want[i].ios, 0, "ios");
		check_close(got->interval[i].bytes, want[i].bytes, 0, "bytes");
	}
}

Test(json_cumulative, the_last_stands_for_all_with_intervals_between_them)
{
	char *documents[] = {
	    document("\"timestamp\" : 1001, ", "\"elapsed\" : 2, ", 538, 5380, 893),
	    document("\"timestamp\" : 1002, ", "\"elapsed\" : 3, ", 1138, 11380, 1894),
	    document("\"timestamp\" : 1002, ", "\"elapsed\" : 3, ", 1138, 11380, 1894),
	    document("\"timestamp\" : 1004, ", "\"elapsed\" : 4, ", 1800, 18000, 3001),
	};
	static const struct fio_interval want[] = {
	    {0, 0.893, 538, 5380}, {0.893, 1.894, 600, 6000}, {1.894, 3.001, 662, 6620}};
	struct json_text out = read_all(documents, 4);

	cr_assert(out.n == 1);
	check_int(out.result[0].line, 16);
	check_close(out.result[0].job[0].direction[FIO_READ].ios, 1800, 0, "ios");
	check_intervals(&out.result[0].job[0].direction[FIO_READ], want, 3);
	check_int(out.result[0].job[0].direction[FIO_WRITE].n_intervals, 0);
	json_text_free(&out);
}

/* Whether the only result of the first n documents and a piece of the next one is cut. */
static bool
is_cut(const char *first, const char *next, size_t piece)
{
	char *text = mem_format("%s%.*s", first, (int)piece, next);
	struct json_text out = json_text_read(text);

	free(text);
	cr_assert(out.n == 1, "%zu results", out.n);
	bool cut = out.result[0].job[0].cut;
	json_text_free(&out);
	return cut;
}

/* A run of which a later state is cut off was not at its end; one that stands before the beginning
 * of another was. */
Test(json_cumulative, a_later_state_that_is_cut_off)
{
	static const struct {
		const char *root, *job;
		bool cut;
	} later[] = {
	    {"\"timestamp\" : 1003, ", "\"job_start\" : 5000, \"elapsed\" : 4, ", true},
	    {"", "", true},
	    {"\"timestamp\" : 1003, ", "\"job_start\" : 6000, \"elapsed\" : 4, ", false},
	    {"\"timestamp\" : 1009, ", "\"elapsed\" : 4, ", false},
	};
	char *first = document("\"timestamp\" : 1001, ", "\"job_start\" : 5000, \"elapsed\" : 2, ",
			       538, 5380, 893);

	for (size_t i = 0; i < countof(later); i++) {
		char *next = document(later[i].root, later[i].job, 900, 9000, 2893);
		size_t name = (size_t)(strstr(next, "jobname") - next);
		check_int(is_cut(first, next, strlen(next) - 3), later[i].cut);
		/* Without a name it is not known. */
		check_int(is_cut(first, next, name), false);
		free(next);
	}
	char *other = mem_dup(first);
	*strstr(other, "\"a\"") = 'x'; /* no name at all */
	check_int(is_cut(first, other, strlen(other) - 3), false);
	free(other);
	free(first);
}

/* Where states stand before it already, even its beginning is one of another. */
Test(json_cumulative, the_beginning_of_a_third_state)
{
	char *documents[] = {
	    document("\"timestamp\" : 1001, ", "\"elapsed\" : 2, ", 538, 5380, 893),
	    document("\"timestamp\" : 1002, ", "\"elapsed\" : 3, ", 1138, 11380, 1894),
	    mem_dup("{\n\"fio version\" : \"fio-3.33\",\n\"timesta")};
	struct json_text out = read_all(documents, 3);

	cr_assert(out.n == 1);
	check_int(out.result[0].job[0].cut, true);
	check_text(out.notes, "13: the file ends in the document that begins on line 11\n");
	json_text_free(&out);
}

Test(json_cumulative, one_document_has_no_intervals)
{
	char *documents[] = {
	    document("\"timestamp\" : 1001, ", "\"elapsed\" : 2, ", 538, 5380, 893)};
	struct json_text out = read_all(documents, 1);

	cr_assert(out.n == 1);
	check_int(out.result[0].job[0].direction[FIO_READ].n_intervals, 0);
	json_text_free(&out);
}

Test(json_cumulative, other_processes_are_other_results)
{
	static const struct {
		const char *root, *job;
		int ios, runtime;
		size_t results;
	} second[] = {
	    {"\"timestamp\" : 1012, ", "\"elapsed\" : 11, ", 200, 11000, 1}, /* goes on */
	    {"\"timestamp\" : 1012, ", "\"elapsed\" : 8, ", 200, 11000, 2},  /* began later */
	    {"\"timestamp\" : 1012, ", "\"elapsed\" : 11, ", 99, 11000, 2},  /* counts less */
	    {"\"timestamp\" : 1010, ", "\"elapsed\" : 9, ", 200, 11000, 2},  /* elapsed fell */
	    {"", "\"elapsed\" : 11, ", 200, 11000, 1}, /* without a time, elapsed is all */
	    {"", "\"elapsed\" : 9, ", 200, 11000, 2},
	    {"", "", 200, 11000, 1}, /* fio 2.1 */
	    {"", "", 200, 9999, 2},
	    {"\"timestamp\" : 1012, ", "\"elapsed\" : 11, \"groupid\" : 1, ", 200, 11000, 2},
	    {"\"timestamp\" : 1012, ", "\"elapsed\" : 11, \"job_start\" : 1001000, ", 200, 11000,
	     2},
	};

	for (size_t i = 0; i < countof(second); i++) {
		bool old = i == 6 || i == 7;
		char *documents[] = {document(old ? "" : "\"timestamp\" : 1011, ",
					      i == 9 ? "\"elapsed\" : 10, \"job_start\" : 1000900, "
					      : old  ? ""
						     : "\"elapsed\" : 10, ",
					      100, 1000, 10000),
				     document(second[i].root, second[i].job, second[i].ios, 2000,
					      second[i].runtime)};
		struct json_text out = read_all(documents, 2);
		cr_expect(out.n == second[i].results, "row %zu: %zu results", i, out.n);
		json_text_free(&out);
	}
}

/* Runs of a second, one after another into one file: no counter is smaller by chance. */
Test(json_cumulative, short_runs_are_none_of_another)
{
	static const struct {
		const char *root[2], *job[2];
		int runtime[2];
		size_t results;
	} cases[] = {
	    {{"\"timestamp_ms\" : 1001100, ", "\"timestamp_ms\" : 1002350, "},
	     {"\"elapsed\" : 2, ", "\"elapsed\" : 2, "},
	     {1000, 1001},
	     2},
	    /* The same process would have run for 1.25 s more. */
	    {{"\"timestamp_ms\" : 1001100, ", "\"timestamp_ms\" : 1002350, "},
	     {"\"elapsed\" : 2, ", "\"elapsed\" : 3, "},
	     {1000, 2240},
	     1},
	    {{"\"timestamp_ms\" : 1001100, ", "\"timestamp_ms\" : 1001150, "},
	     {"\"elapsed\" : 2, ", "\"elapsed\" : 2, "},
	     {30, 130},
	     1},
	    {{"\"timestamp_ms\" : 1001100, ", "\"timestamp_ms\" : 1001250, "},
	     {"\"elapsed\" : 1, ", "\"elapsed\" : 1, "},
	     {101, 102},
	     2},
	    {{"\"timestamp\" : 1001, ", "\"timestamp\" : 1002, "},
	     {"\"elapsed\" : 2, ", "\"elapsed\" : 2, "},
	     {1000, 1001},
	     2},
	    {{"\"timestamp\" : 1001, ", "\"timestamp\" : 1003, "},
	     {"\"elapsed\" : 2, ", "\"elapsed\" : 3, "},
	     {1000, 1001},
	     2},
	    {{"\"timestamp\" : 1001, ", "\"timestamp\" : 1002, "},
	     {"\"elapsed\" : 2, ", "\"elapsed\" : 3, "},
	     {1000, 1990},
	     1},
	    /* A job that closes its files for long: no other run of 9 s fits in between. */
	    {{"\"timestamp\" : 1009, ", "\"timestamp\" : 1013, "},
	     {"\"elapsed\" : 9, ", "\"elapsed\" : 13, "},
	     {8900, 9300},
	     1},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		char *documents[] = {
		    document(cases[i].root[0], cases[i].job[0], 100, 1000, cases[i].runtime[0]),
		    document(cases[i].root[1], cases[i].job[1], 200, 2000, cases[i].runtime[1])};
		struct json_text out = read_all(documents, 2);
		cr_expect(out.n == cases[i].results, "row %zu: %zu results", i, out.n);
		json_text_free(&out);
	}
}

/* Two short runs may do the same number of I/Os; the latencies are others then. A job that has
 * ended says the same again. */
Test(json_cumulative, equal_counts_are_no_end)
{
	static const struct {
		const char *job[2];
		size_t results;
	} cases[] = {
	    {{"\"elapsed\" : 2, \"ctx\" : 7, ", "\"elapsed\" : 2, \"ctx\" : 7, "}, 1},
	    {{"\"elapsed\" : 2, \"ctx\" : 7, ", "\"elapsed\" : 2, \"ctx\" : 8, "}, 2},
	    {{"\"elapsed\" : 2, \"write\" : { \"total_ios\" : 1, \"runtime\" : 900, \"clat_ns\" : "
	      "{ "
	      "\"min\" : 1, \"max\" : 9, \"mean\" : 4, \"stddev\" : 1, \"N\" : 3 } }, ",
	      "\"elapsed\" : 2, \"write\" : { \"total_ios\" : 1, \"runtime\" : 900, \"clat_ns\" : "
	      "{ "
	      "\"min\" : 1, \"max\" : 9, \"mean\" : 5, \"stddev\" : 1, \"N\" : 3 } }, "},
	     2},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		char *documents[] = {
		    document("\"timestamp_ms\" : 1001100, ", cases[i].job[0], 100, 1000, 1000),
		    document("\"timestamp_ms\" : 1002350, ", cases[i].job[1], 100, 1000, 1000)};
		struct json_text out = read_all(documents, 2);
		cr_expect(out.n == cases[i].results, "row %zu: %zu results", i, out.n);
		json_text_free(&out);
	}
}

Test(json_cumulative, a_job_that_had_ended_does_not_age)
{
	/* Before 3.30 the third document's runtime went on after the job's end. */
	char *documents[] = {
	    document("\"timestamp\" : 1001, ", "\"elapsed\" : 2, ", 100, 1000, 1000),
	    document("\"timestamp\" : 1002, ", "\"elapsed\" : 3, ", 250, 2500, 2141),
	    document("\"timestamp\" : 1002, ", "\"elapsed\" : 3, ", 250, 2500, 2001)};
	static const struct fio_interval want[] = {{0, 1, 100, 1000}, {1, 2.001, 150, 1500}};
	struct json_text out = read_all(documents, 3);

	cr_assert(out.n == 1);
	check_intervals(&out.result[0].job[0].direction[FIO_READ], want, 2);
	json_text_free(&out);
}

Test(json_cumulative, what_was_done_in_ramp_time_is_no_result)
{
	static const char *const job[] = {
	    "\"elapsed\" : 2, \"job options\" : { \"ramp_time\" : \"2\" }, ",
	    "\"elapsed\" : 3, \"job options\" : { \"ramp_time\" : \"2\" }, ",
	    "\"elapsed\" : 4, \"job options\" : { \"ramp_time\" : \"2\" }, "};
	char *documents[] = {
	    document("\"timestamp\" : 1001, ", job[0], 900, 9000, 1890),
	    document("\"timestamp\" : 1002, ", job[1], 500, 5000, 1000),
	    document("\"timestamp\" : 1003, ", job[2], 1000, 10000, 2000),
	};
	static const struct fio_interval want[] = {{0, 1, 500, 5000}, {1, 2, 500, 5000}};
	struct json_text out = read_all(documents, 3);

	cr_assert(out.n == 1);
	check_intervals(&out.result[0].job[0].direction[FIO_READ], want, 2);
	json_text_free(&out);
}

Test(json_cumulative, the_signal_before_the_last_document_counts)
{
	char *documents[] = {
	    document("\"timestamp\" : 1001, ", "\"elapsed\" : 2, ", 100, 1000, 1000),
	    mem_dup("fio: terminating on signal 15\n"),
	    document("\"timestamp\" : 1002, ", "\"elapsed\" : 3, ", 250, 2500, 2141)};
	struct json_text out = read_all(documents, 3);

	cr_assert(out.n == 1);
	cr_expect(out.result[0].interrupted);
	json_text_free(&out);
}
