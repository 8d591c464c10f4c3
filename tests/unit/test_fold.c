/* Clones as one job: sums, pooled moments against those of all values together, and what is lost.
 */
#include "collect/fio/fold.h"

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "tests/unit/check.h"

static void
on_note(void *ctx, const struct where *what)
{
	lines_add(ctx, what->why);
}

/* The latency of n values, as fio prints it. */
static struct fio_latency
latency_of(const double *value, size_t n)
{
	struct fio_latency l;
	double sum = 0, squares = 0;

	fio_latency_init(&l);
	l.n = (double)n;
	l.min = l.max = n ? value[0] : 0;
	for (size_t i = 0; i < n; i++) {
		sum += value[i];
		l.min = fmin(l.min, value[i]);
		l.max = fmax(l.max, value[i]);
	}
	l.mean = n ? sum / (double)n : 0;
	for (size_t i = 0; i < n; i++)
		squares += (value[i] - l.mean) * (value[i] - l.mean);
	l.stdev = n > 1 ? sqrt(squares / (double)(n - 1)) : 0;
	return l;
}

/* Two passes over all values at once are the standard for the sum of two parts. */
Test(fold, moments_are_those_of_all_values)
{
	static const double value[] = {812, 1100, 905, 90000, 777, 1234, 1, 4040};

	for (size_t cut = 0; cut <= 8; cut++) {
		struct fio_latency into = latency_of(value, cut);
		struct fio_latency from = latency_of(value + cut, 8 - cut);
		struct fio_latency all = latency_of(value, 8);

		cr_expect(fio_latency_fold(&into, NAN, &from, NAN));
		check_close(into.n, 8, 0, "n");
		check_close(into.mean, all.mean, 1e-14, "mean");
		check_close(into.stdev, all.stdev, 1e-14, "stdev");
		check_close(into.min, 1, 0, "min");
		check_close(into.max, 90000, 0, "max");
		fio_latency_free(&into);
	}
}

/* R: sd(c(1, 3)) = 1.4142135623730951, mean 2. */
Test(fold, two_single_values)
{
	const double one = 1, three = 3;
	struct fio_latency into = latency_of(&one, 1), from = latency_of(&three, 1);

	fio_latency_fold(&into, NAN, &from, NAN);
	check_close(into.mean, 2, 0, "mean");
	check_close(into.stdev, 1.4142135623730951, 1e-15, "stdev");
}

Test(fold, the_number_of_ios_may_be_the_directions)
{
	const double value[] = {1, 3};
	struct fio_latency into = latency_of(value, 1), from = latency_of(value + 1, 1);

	into.n = from.n = NAN;
	fio_latency_fold(&into, 3, &from, 1);
	check_close(into.mean, 1.5, 0, "mean");
	check_close(into.n, 4, 0, "n");
}

Test(fold, bins_add_up_in_order)
{
	const double value[] = {5, 9};
	struct fio_latency into = latency_of(value, 2), from = latency_of(value, 2);

	fio_latency_add_bin(&into, (struct fio_bin){5, 6, 1});
	fio_latency_add_bin(&into, (struct fio_bin){9, 10, 1});
	fio_latency_add_bin(&from, (struct fio_bin){7, 8, 1});
	fio_latency_add_bin(&from, (struct fio_bin){9, 10, 1});
	fio_latency_add_percentile(&into, 50, 5);
	fio_latency_add_percentile(&from, 50, 7);
	cr_expect(fio_latency_fold(&into, NAN, &from, NAN));
	check_int(into.n_bins, 3);
	cr_expect(into.bin[0].low == 5 && into.bin[1].low == 7 && into.bin[2].low == 9);
	cr_expect(into.bin[2].count == 2);
	check_int(into.n_percentiles, 0);
	fio_latency_free(&into);
	fio_latency_free(&from);
}

Test(fold, percentiles_without_bins_are_lost)
{
	const double value[] = {5, 9};
	struct fio_latency into = latency_of(value, 2), from = latency_of(value, 2), none;

	fio_latency_init(&none);
	fio_latency_add_percentile(&into, 50, 5);
	fio_latency_add_percentile(&from, 50, 7);
	/* A part that says nothing takes nothing away. */
	cr_expect(fio_latency_fold(&into, NAN, &none, NAN));
	check_int(into.n_percentiles, 1);
	cr_expect(fio_latency_fold(&into, NAN, &from, NAN) == false);
	check_int(into.n_percentiles, 0);
	fio_latency_free(&into);
	fio_latency_free(&from);
}

static struct fio_job *
add_clone(struct fio_result *result, const char *name, size_t group, double ios, double runtime)
{
	struct fio_job *job = fio_result_add_job(result, name);
	struct fio_direction *read = &job->direction[FIO_READ];

	job->group = group;
	job->clones = 1;
	read->used = true;
	read->ios = ios;
	read->bytes = 4096 * ios;
	read->runtime = runtime;
	read->iops_samples = (struct fio_samples){2, 1, 2, 1.5, 0.7};
	job->cpu_user = 10 * runtime;
	job->cpu_runtime = runtime;
	job->switches = ios;
	return job;
}

/* Where numbers of values are not known, nothing but the extremes is. */
Test(fold, unknown_numbers)
{
	const double value[] = {5, 9};
	struct fio_latency into = latency_of(value, 2), from = latency_of(value, 2);

	into.n = from.n = NAN;
	from.max = 11;
	fio_latency_fold(&into, NAN, &from, NAN);
	check_close(into.min, 5, 0, "min");
	check_close(into.max, 11, 0, "max");
	check_nan(into.mean, "mean");
	check_nan(into.stdev, "stdev");
	fio_latency_free(&into);
	fio_latency_free(&from);
}

Test(fold, clones_of_one_name_and_group)
{
	UT_array *notes = lines_new();
	const struct sink sink = {"f", NULL, on_note, notes};
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	add_clone(&result, "a", 0, 10, 1)->host = strdup("h1");
	add_clone(&result, "b", 0, 5, 1);
	add_clone(&result, "a", 1, 7, 1);
	add_clone(&result, "a", 0, 30, 3)->host = strdup("h2");
	fio_fold(&result, false, &sink);
	check_int(result.n_jobs, 3);
	const struct fio_job *a = &result.job[0];
	check_text(a->name, "a");
	check_text(a->host, "h1 h2");
	check_int(a->clones, 2);
	cr_expect(a->direction[FIO_READ].ios == 40);
	cr_expect(a->direction[FIO_READ].bytes == 40 * 4096);
	cr_expect(a->direction[FIO_READ].runtime == 3);
	cr_expect(a->cpu_runtime == 4);
	/* 10 % of 1 s and 30 % of 3 s are 1 s of 4 s. */
	check_close(a->cpu_user, 25, 1e-15, "cpu");
	cr_expect(a->switches == 40);
	check_nan(a->direction[FIO_READ].iops_samples.n, "samples");
	cr_expect(result.job[1].direction[FIO_READ].iops_samples.n == 2);
	check_int(result.job[2].group, 1);
	check_int(list_n(notes), 1);
	cr_expect(strstr(lines_at(notes, 0), "2 clones of 'a'") != NULL);
	fio_result_free(&result);
	lines_free(notes);
}

Test(fold, per_job_keeps_each_behind_the_sum)
{
	UT_array *notes = lines_new();
	const struct sink sink = {"f", NULL, on_note, notes};
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	add_clone(&result, "a", 0, 10, 1);
	add_clone(&result, "a", 0, 30, 3);
	add_clone(&result, "b", 0, 30, 3);
	fio_fold(&result, true, &sink);
	check_int(result.n_jobs, 4);
	check_text(result.job[0].name, "a");
	check_text(result.job[1].name, "a/1");
	check_text(result.job[2].name, "a/2");
	check_text(result.job[3].name, "b");
	cr_expect(result.job[2].direction[FIO_READ].ios == 30);
	cr_expect(result.job[2].direction[FIO_READ].iops_samples.n == 2);
	fio_result_free(&result);
	lines_free(notes);
}

Test(fold, intervals_add_up_where_they_are_the_same)
{
	UT_array *notes = lines_new();
	const struct sink sink = {"f", NULL, on_note, notes};
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	for (int i = 0; i < 4; i++) {
		struct fio_job *job = add_clone(&result, i < 2 ? "a" : "b", 0, 1, 1);
		fio_direction_add_interval(&job->direction[FIO_READ],
					   (struct fio_interval){0, i == 3 ? 2 : 1, 5, 50});
	}
	fio_fold(&result, false, &sink);
	check_int(result.job[0].direction[FIO_READ].n_intervals, 1);
	cr_expect(result.job[0].direction[FIO_READ].interval[0].ios == 10);
	check_int(result.job[1].direction[FIO_READ].n_intervals, 0);
	fio_result_free(&result);
	lines_free(notes);
}

Test(fold, nothing_is_nothing)
{
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	fio_fold(&result, true, NULL);
	check_int(result.n_jobs, 0);
	fio_result_free(&result);
}

Test(fold, errors_and_what_is_cut_or_lost)
{
	static const struct {
		int first[3], folded;
	} rows[] = {{{5, 0, 5}, 5}, {{0, 28, 0}, 28}, {{5, 28, 0}, -1}, {{28, 5, 28}, -1}};

	for (size_t r = 0; r < countof(rows); r++) {
		UT_array *notes = lines_new();
		const struct sink sink = {"f", NULL, on_note, notes};
		struct fio_result result;
		fio_result_init(&result, "fio json", 1);
		for (size_t i = 0; i < 3; i++) {
			struct fio_job *job = add_clone(&result, "a", 0, 10, 1);
			struct fio_latency *clat = &job->direction[FIO_READ].latency[FIO_CLAT];
			job->errors = (double)i;
			job->first_error = rows[r].first[i];
			job->cut = r == 1 && i == 2;
			clat->mean = clat->max = 5;
			if (r > 0)
				fio_latency_add_percentile(clat, 99, 5);
		}
		fio_fold(&result, false, &sink);
		cr_assert_eq(result.n_jobs, 1);
		check_close(result.job[0].errors, 3, 0, "errors");
		check_int(result.job[0].first_error, rows[r].folded);
		check_int(result.job[0].cut, r == 1);
		check_int(result.job[0].percentiles_lost, r > 0);
		fio_result_free(&result);
		lines_free(notes);
	}
}

/* A field of records has an end; what is left out shows. */
Test(fold, very_many_hosts)
{
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	for (size_t i = 0; i < 5000; i++)
		add_clone(&result, "a", 0, 10, 1)->host = mem_format("host%zu", i);
	UT_array *notes = lines_new();
	const struct sink sink = {"f", NULL, on_note, notes};
	fio_fold(&result, false, &sink);
	const char *hosts = result.job[0].host;
	check_int(strncmp(hosts, "host0 host1 ", 12), 0);
	cr_expect(strlen(hosts) < 10100, "%zu", strlen(hosts));
	check_text(hosts + strlen(hosts) - 4, " ...");
	cr_expect(strstr(hosts, "... ") == NULL);
	lines_free(notes);
	fio_result_free(&result);
}
