/* Numbers that cannot be, and texts that no record may have. */
#include "collect/fio/sanity.h"

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "tests/unit/check.h"

static void
on_note(void *ctx, const struct where *what)
{
	lines_add(ctx, what->why);
}

/* Its notes, one behind the other, on the heap. */
static char *
notes_of(struct fio_result *result)
{
	UT_array *notes = lines_new();
	const struct sink sink = {"f", NULL, on_note, notes};

	fio_sanity(result, &sink);
	char *all = lines_join(notes, "\n");
	lines_free(notes);
	return all;
}

static void
check_notes(struct fio_result *result, const char *want)
{
	char *notes = notes_of(result);

	check_text(notes, want);
	free(notes);
}

/* A job with 10 reads of 100 to 300 ns within 2 s; the pointer holds as long as the result. */
static struct fio_job *
start(struct fio_result *result, const char *form)
{
	fio_result_init(result, form, 1);
	struct fio_job *job = fio_result_add_job(result, "t");
	struct fio_direction *read = &job->direction[FIO_READ];
	struct fio_latency *clat = &read->latency[FIO_CLAT];

	read->used = true;
	read->ios = 10;
	read->bytes = 40960;
	read->runtime = 2;
	clat->n = 10;
	clat->min = 100;
	clat->max = 300;
	clat->mean = 200.5;
	clat->stdev = 0;
	fio_latency_add_bin(clat, (struct fio_bin){100, 101, 4});
	fio_latency_add_bin(clat, (struct fio_bin){300, 302, 6});
	job->cpu_user = 0;
	job->switches = 0;
	job->syncs = 0;
	return job;
}

Test(sanity, what_can_be_stays)
{
	struct fio_result result;
	struct fio_job *job = start(&result, "fio json+");
	const struct fio_latency *clat = &job->direction[FIO_READ].latency[FIO_CLAT];

	check_notes(&result, "");
	check_close(job->direction[FIO_READ].ios, 10, 0, "ios");
	check_close(clat->mean, 200.5, 0, "mean");
	check_close(clat->stdev, 0, 0, "stdev");
	check_int(clat->n_bins, 2);
	check_close(clat->n, 10, 0, "n");
	check_nan(job->direction[FIO_WRITE].ios, "not said");
	check_close(job->switches, 0, 0, "switches");
	fio_result_free(&result);

	/* Nothing, and one I/O. */
	fio_result_init(&result, "fio json", 1);
	check_notes(&result, "");
	fio_result_add_job(&result, "t")->direction[FIO_READ].ios = 1;
	check_notes(&result, "");
	fio_result_free(&result);
}

Test(sanity, numbers_below_zero_or_beyond_63_bits_are_not_said)
{
	struct fio_result result;
	struct fio_job *job = start(&result, "fio json+");
	struct fio_direction *read = &job->direction[FIO_READ];
	double *const numbers[] = {&read->ios,
				   &read->bytes,
				   &read->runtime,
				   &read->iops,
				   &read->bw,
				   &read->short_ios,
				   &read->dropped_ios,
				   &read->iops_samples.stdev,
				   &read->bw_samples.n,
				   &read->latency[FIO_SLAT].n,
				   &read->latency[FIO_LAT].stdev,
				   &job->sync.min,
				   &job->syncs,
				   &job->errors,
				   &job->cpu_user,
				   &job->switches};

	for (size_t i = 0; i < countof(numbers); i++) {
		*numbers[i] = -1;
		char *notes = notes_of(&result);
		check_nan(*numbers[i], notes);
		cr_expect(strstr(notes, " is -1, which cannot be") != NULL, "%zu: %s", i, notes);
		free(notes);
		*numbers[i] = 18446744073709551615.0;
		notes = notes_of(&result);
		check_nan(*numbers[i], notes);
		free(notes);
		*numbers[i] = 9223372036854774784.0; /* the last one below 2^63 */
		check_notes(&result, "");
		check_close(*numbers[i], 9223372036854774784.0, 0, "can be");
		*numbers[i] = NAN;
	}
	fio_result_free(&result);
}

/* One note, for the first. */
Test(sanity, one_note_names_the_first)
{
	struct fio_result result;
	struct fio_job *job = start(&result, "fio json");

	job->direction[FIO_READ].runtime = -0.001;
	job->switches = -5;
	fio_result_add_job(&result, "u")->errors = -1;
	fio_result_add_disk(&result, "sda")->util = -3;
	check_notes(&result, "'t': read.runtime is -0.001, which cannot be: such numbers are taken "
			     "as not said");
	check_nan(result.job[0].switches, "switches");
	check_nan(result.job[1].errors, "errors");
	check_nan(result.disk[0].util, "util");
	fio_result_free(&result);
}

Test(sanity, a_mean_lies_between_min_and_max)
{
	static const struct {
		const char *form;
		double min, max, mean;
		bool good;
	} cases[] = {
	    {"fio json", 100, 300, 300.5, true}, /* rounded to whole ns */
	    {"fio json", 100, 300, 302, false},    {"fio json", 100, 300, 98, false},
	    {"fio json", 100, 300, 300, true},     {"fio json", 100, 300, 100, true},
	    {"fio json", 300, 100, NAN, false},    {"fio json", 0, 0, 0, true},
	    {"fio normal", 0, 1000, 1900, true},   /* whole us */
	    {"fio normal", 3e6, 3e6, 3.9e6, true}, /* whole ms */
	    {"fio normal", 3e6, 3e6, 9e6, false},  {"fio terse 3", 9e6, 9e7, 1e6, false},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		struct fio_result result;
		struct fio_latency *clat =
		    &start(&result, cases[i].form)->direction[FIO_READ].latency[FIO_CLAT];
		clat->min = cases[i].min;
		clat->max = cases[i].max;
		clat->mean = cases[i].mean;
		char *notes = notes_of(&result);
		cr_expect(cases[i].good == (notes[0] == '\0'), "%zu: '%s'", i, notes);
		cr_expect(isnan(clat->min) == !cases[i].good, "%zu", i);
		cr_expect(isnan(clat->stdev) == !cases[i].good, "%zu", i);
		check_int(clat->n_bins, 2);
		free(notes);
		fio_result_free(&result);
	}
}

Test(sanity, buckets_hold_whole_ios_and_all_of_them)
{
	struct fio_result result;
	struct fio_latency *clat =
	    &start(&result, "fio json+")->direction[FIO_READ].latency[FIO_CLAT];

	clat->n = 5;
	check_notes(&result,
		    "'t': read.clat.n is 5, which cannot be: such numbers are taken as not said");
	check_nan(clat->n, "n");
	check_int(clat->n_bins, 2);
	clat->bin[1].count = 10.5;
	check_notes(&result, "'t': read.clat.bucket is 10.5, which cannot be: such numbers are "
			     "taken as not said");
	check_int(clat->n_bins, 0);
	check_close(clat->mean, 200.5, 0, "mean");
	fio_result_free(&result);
}

/* What counts of our own exports are the records beside them. */
Test(sanity, exports_are_left_alone)
{
	struct fio_result result;
	struct fio_job *job = start(&result, "fio json+");

	job->direction[FIO_READ].latency[FIO_CLAT].bin[0].count = 0.5;
	job->extra = mem_dup("");
	check_notes(&result, "");
	check_int(job->direction[FIO_READ].latency[FIO_CLAT].n_bins, 2);
	fio_result_free(&result);
}

/* n times this letter, then end, on the heap. */
static char *
long_text(char letter, size_t n, const char *end)
{
	char *text = mem_alloc(n + strlen(end) + 1, 1);

	memset(text, letter, n);
	snprintf(text + n, strlen(end) + 1, "%s", end);
	return text;
}

Test(sanity, long_names_are_cut_and_stay_apart)
{
	struct fio_result result;
	char *just = long_text('n', SANITY_NAME_MAX, ""), *one = long_text('n', 5000, "1"),
	     *two = long_text('n', 5000, "2"), *wide = long_text('n', 982, "\u20ac");

	fio_result_init(&result, "fio json", 1);
	fio_result_add_job(&result, just);
	fio_result_add_job(&result, one);
	fio_result_add_job(&result, two);
	char *wider = mem_format("%s%s", wide, one);
	fio_result_add_disk(&result, wider);
	char *notes = notes_of(&result);
	cr_expect(strncmp(notes, "texts of more than 1000 bytes are cut, as 'nnnn", 47) == 0, "%s",
		  notes);
	cr_expect(strchr(notes, '\n') == NULL, "one note: %s", notes);
	check_text(result.job[0].name, just);
	check_int(strlen(result.job[1].name), SANITY_NAME_MAX);
	check_int(strlen(result.job[2].name), SANITY_NAME_MAX);
	cr_expect(strcmp(result.job[1].name, result.job[2].name) != 0);
	/* The character at bytes 982 to 984 would be cut. */
	check_int(strlen(result.disk[0].name), 982 + 17);
	cr_expect(result.disk[0].name[982] == '~');
	free(notes);
	free(just);
	free(one);
	free(two);
	free(wide);
	free(wider);
	fio_result_free(&result);
}

Test(sanity, texts_become_utf8)
{
	struct fio_result result;

	fio_result_init(&result, "fio terse 3", 1);
	struct fio_job *job = fio_result_add_job(&result, "a\xff\u20ac\xe2\x82");
	fio_job_add_option(job, "ioengine", "\xc0\x80");
	check_notes(&result, "bytes that are no UTF-8 are replaced by '?', as in 'a?\u20ac?"
			     "?'");
	check_text(job->name, "a?\u20ac?"
			      "?");
	check_text(job->option[0].value, "??");
	fio_result_free(&result);
}
