/* What fio says as a struct: nothing said at first, copies that are apart, options that repeat. */
#include "collect/fio/result.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

Test(result, begins_with_nothing_said)
{
	struct fio_result result;

	fio_result_init(&result, "fio json", 7);
	struct fio_job *job = fio_result_add_job(&result, "a");
	check_text(result.form, "fio json");
	check_int(result.line, 7);
	check_nan(result.time, "time");
	check_nan(job->cpu_runtime, "cpu");
	check_nan(job->direction[FIO_TRIM].ios, "ios");
	check_nan(job->direction[FIO_READ].latency[FIO_CLAT].mean, "mean");
	check_nan(job->direction[FIO_READ].iops_samples.n, "samples");
	check_int(job->clones, 0);
	cr_expect(fio_job_option(job, "rw") == NULL);
	fio_result_free(&result);
	check_int(result.n_jobs, 0);
}

Test(result, the_last_of_an_option_holds)
{
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	struct fio_job *job = fio_result_add_job(&result, "a");
	fio_job_add_option(job, "bs", "4k");
	fio_job_add_option(job, "time_based", NULL);
	fio_job_add_option(job, "bs", "8k");
	check_text(fio_job_option(job, "bs"), "8k");
	check_text(fio_job_option(job, "time_based"), "");
	fio_result_free(&result);
}

Test(result, grows_past_every_power_of_two)
{
	struct fio_result result;
	char name[16];

	fio_result_init(&result, "fio json", 1);
	for (int i = 0; i < 70; i++) {
		snprintf(name, sizeof(name), "job%d", i);
		struct fio_job *job = fio_result_add_job(&result, name);
		for (int k = 0; k < i; k++)
			fio_latency_add_bin(&job->sync, (struct fio_bin){k, k + 1, i});
		fio_result_add_disk(&result, name);
	}
	check_text(result.job[69].name, "job69");
	check_text(result.disk[33].name, "job33");
	check_int(result.job[65].sync.n_bins, 65);
	cr_expect(result.job[65].sync.bin[64].low == 64);
	fio_result_free(&result);
}

Test(result, a_copy_owns_all_it_has)
{
	struct fio_result result;
	struct fio_job copy;

	fio_result_init(&result, "fio json", 1);
	struct fio_job *job = fio_result_add_job(&result, "a");
	struct fio_direction *read = &job->direction[FIO_READ];
	job->host = mem_dup("h");
	job->extra = mem_dup("x\n");
	fio_job_add_option(job, "rw", "read");
	read->ios = 3;
	fio_latency_add_percentile(&read->latency[FIO_LAT], 99, 12);
	fio_direction_add_interval(read, (struct fio_interval){0, 1, 2, 3});
	fio_job_copy(job, &copy);
	fio_result_free(&result);
	check_text(copy.name, "a");
	check_text(copy.host, "h");
	check_text(copy.extra, "x\n");
	check_text(fio_job_option(&copy, "rw"), "read");
	cr_expect(copy.direction[FIO_READ].ios == 3);
	cr_expect(copy.direction[FIO_READ].latency[FIO_LAT].percentile[0].ns == 12);
	cr_expect(copy.direction[FIO_READ].interval[0].bytes == 3);
	fio_job_free(&copy);
}
