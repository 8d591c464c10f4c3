/* Options whose values are words, files, processors and times, at their limits. */
#include "collect/job/option.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

/* What there is to say of the value: the refusal, else the note, else "". */
static const char *
set(struct option_values *values, const char *name, const char *value)
{
	static struct option_reply reply;

	return option_set(option_find(name), value, values, &reply) ? reply.note : reply.why;
}

static struct option_values
defaults(void)
{
	struct option_values values = {0};

	option_preset(&values);
	return values;
}

Test(option_value, words_have_their_values)
{
	struct option_values values = defaults();
	const struct job *job = &values.job;
	static const struct {
		const char *word;
		enum job_rw rw;
	} rws[] = {{"trim", JOB_RW_TRIM},
		   {"randtrim", JOB_RW_RANDTRIM},
		   {"trimwrite", JOB_RW_TRIMWRITE},
		   {"randtrimwrite", JOB_RW_RANDTRIMWRITE}};
	static const struct {
		const char *word;
		enum job_sync sync;
	} syncs[] = {{"sync", JOB_SYNC_SYNC},
		     {"0", JOB_SYNC_NONE},
		     {"1", JOB_SYNC_SYNC},
		     {"none", JOB_SYNC_NONE},
		     {"dsync", JOB_SYNC_DSYNC}};

	for (size_t i = 0; i < countof(rws); i++) {
		check_text(set(&values, "rw", rws[i].word), "");
		check_int(job->rw, rws[i].rw);
	}
	for (size_t i = 0; i < countof(syncs); i++) {
		check_text(set(&values, "sync", syncs[i].word), "");
		check_int(job->sync, syncs[i].sync);
	}
	check_text(set(&values, "rate_process", "poisson"), "");
	check_int(job->rate_process, JOB_RATE_POISSON);
	check_text(set(&values, "cpus_allowed_policy", "split"), "");
	check_int(job->cpus_split, 1);
	check_text(set(&values, "cpus_allowed_policy", "shared"), "");
	check_int(job->cpus_split, 0);
	check_text(set(&values, "sync", "yes"), "sync 'yes' is not one of none, 0, sync, 1, dsync");
}

Test(option_value, engines_that_do_the_same_run_as_psync)
{
	static const char *const same[] = {"sync", "vsync", "pvsync", "pvsync2"};
	static const char *const refused[] = {"mmap", "posixaio", "splice", "rbd", "cpuio", "sg"};
	struct option_values values = defaults();
	struct option_reply reply;

	for (size_t i = 0; i < countof(same); i++) {
		char want[160];
		values.job.ioengine = JOB_ENGINE_NULL;
		cr_expect(option_set(option_find("ioengine"), same[i], &values, &reply));
		snprintf(want, sizeof(want),
			 "ioengine %s runs as psync: both do one I/O at a time, "
			 "by a system call that waits for it",
			 same[i]);
		check_text(reply.note, want);
		check_int(reply.replaced, 1);
		check_int(values.job.ioengine, JOB_ENGINE_PSYNC);
	}
	check_text(set(&values, "ioengine", "io_uring"), "");
	for (size_t i = 0; i < countof(refused); i++) {
		char want[64];
		snprintf(want, sizeof(want), "ioengine '%s' is not supported: ", refused[i]);
		const char *why = set(&values, "ioengine", refused[i]);
		cr_expect(strncmp(why, want, strlen(want)) == 0, "%s", why);
		check_int(values.job.ioengine, JOB_ENGINE_IO_URING);
	}
}

/* The defaults and the limits are those of fio 3.33, found by trying. */
Test(option_value, distributions_and_their_numbers)
{
	static const struct {
		const char *value;
		enum job_distribution distribution;
		double parameter;
	} rows[] = {
	    {"random", JOB_DISTRIBUTION_RANDOM, 0},
	    {"zipf", JOB_DISTRIBUTION_ZIPF, 1.1},
	    {"zipf:0.5", JOB_DISTRIBUTION_ZIPF, 0.5},
	    {"zipf:1.2", JOB_DISTRIBUTION_ZIPF, 1.2},
	    {"zipf:100", JOB_DISTRIBUTION_ZIPF, 100},
	    {"pareto", JOB_DISTRIBUTION_PARETO, 0.2},
	    {"pareto:0.999", JOB_DISTRIBUTION_PARETO, 0.999},
	    {"normal", JOB_DISTRIBUTION_NORMAL, 0},
	    {"normal:0", JOB_DISTRIBUTION_NORMAL, 0},
	    {"normal:99.5", JOB_DISTRIBUTION_NORMAL, 99.5},
	};
	static const char *const bad[] = {
	    "zipf:",           "zipf:0",     "zipf:1",    "zipf:1.0", "zipf:-1",
	    "zipf:1e308",      "zipf:nan",   "zipf:x",    "pareto:0", "pareto:1",
	    "pareto:inf",      "normal:100", "normal:-1", "random:3", "zipf:1.2:0.5",
	    "zipf:1.2,random", "zoned:50/5", "zoned_abs", "",         ":",
	    "zipf=3",          "ziff"};
	struct option_values values = defaults();

	for (size_t i = 0; i < countof(rows); i++) {
		check_text(set(&values, "random_distribution", rows[i].value), "");
		check_int(values.job.random_distribution, rows[i].distribution);
		check_close(values.job.random_parameter, rows[i].parameter, 0, rows[i].value);
	}
	for (size_t i = 0; i < countof(bad); i++) {
		cr_expect(set(&values, "random_distribution", bad[i])[0] != '\0', "%s", bad[i]);
		check_close(values.job.random_parameter, 99.5, 0, bad[i]);
	}
	check_text(set(&values, "random_distribution", "zoned:50/5:30/15"),
		   "random_distribution 'zoned' is not supported: give each zone a job of its own, "
		   "with offset and size");
	check_text(set(&values, "random_distribution", "zipf:1.2:0.5"),
		   "random_distribution 'zipf:1.2:0.5' has a center, which is not supported");
	check_text(set(&values, "random_distribution", "zipf:1"),
		   "random_distribution 'zipf:1': theta is above 0, at most 100, and not 1");
}

Test(option_value, steadystate_has_a_metric_and_a_limit)
{
	static const struct {
		const char *value;
		enum job_steady metric;
		bool slope, percent;
		double limit;
	} rows[] = {
	    {"iops:10%", JOB_STEADY_IOPS, false, true, 10},
	    {"iops_slope:0.1%", JOB_STEADY_IOPS, true, true, 0.1},
	    {"bw:0", JOB_STEADY_BW, false, false, 0},
	    {"bw_slope:2.5e3", JOB_STEADY_BW, true, false, 2500},
	};
	static const char *const bad[] = {"iops",     "iops:",  "iops:%",   "iops:-1",
					  "iops:x",   "lat:5%", "iops:nan", "bw:1%%",
					  "iops:1:2", "",       "io:5%"};
	struct option_values values = defaults();
	const struct job_steadystate *steady = &values.job.steadystate;

	for (size_t i = 0; i < countof(rows); i++) {
		check_text(set(&values, "ss", rows[i].value), "");
		check_int(steady->metric, rows[i].metric);
		check_int(steady->slope, rows[i].slope);
		check_int(steady->percent, rows[i].percent);
		check_close(steady->limit, rows[i].limit, 0, rows[i].value);
	}
	for (size_t i = 0; i < countof(bad); i++) {
		cr_expect(set(&values, "ss", bad[i])[0] != '\0', "%s", bad[i]);
		check_close(steady->limit, 2500, 0, bad[i]);
	}
	check_text(set(&values, "ss", "bw"),
		   "steadystate 'bw' needs a limit behind the colon (bw:2%, bw:100)");
	check_text(set(&values, "ss", "lat:5%"), "steadystate 'lat' is not supported: a latency is "
						 "never called steady; use iops or bw");
}

Test(option_value, times_of_thinktime_are_microseconds)
{
	struct option_values values = defaults();

	check_text(set(&values, "thinktime", "500"), "");
	check_int(values.job.thinktime_ns, 500000);
	check_text(set(&values, "thinktime", "2ms"), "");
	check_int(values.job.thinktime_ns, 2000000);
	check_text(set(&values, "thinktime", "1s"), "");
	check_int(values.job.thinktime_ns, 1000000000);
	check_text(set(&values, "thinktime", "1.5"),
		   "thinktime '1.5' is not a time (30, 30us, 5ms, 1s)");
	check_text(set(&values, "thinktime", "9223372036854776"),
		   "thinktime '9223372036854776' is too large");
	check_text(set(&values, "ss_dur", "5"), "");
	check_int(values.job.steadystate.duration_ns, 5000000000);
	check_text(set(&values, "thinktime_blocks", "0"),
		   "thinktime_blocks '0' is not between 1 and 4294967295");
}

Test(option_value, filenames_are_lists_that_grow)
{
	struct option_values values = defaults();
	struct job *job = &values.job;

	check_text(set(&values, "filename", "/dev/a:/dev/b\\:c"), "");
	check_int(job->n_filenames, 2);
	check_text(job->filename[0], "/dev/a");
	check_text(job->filename[1], "/dev/b:c");
	check_text(set(&values, "filename", "d"), "");
	check_int(job->n_filenames, 3);
	check_text(job->filename[2], "d");
	check_text(set(&values, "filename", "d:e"), "filename 'd' is given twice, and taken once");
	check_int(job->n_filenames, 4);
	check_text(set(&values, "filename", "f:"), "filename 'f:' has an empty name");
	check_text(set(&values, "filename", ":"), "filename ':' has an empty name");
	check_text(set(&values, "filename", ""), "filename needs a value");
	check_text(set(&values, "filename", "g:-"),
		   "filename '-' is not supported: name a device or a file");
	check_text(set(&values, "filename", "g:$jobname"),
		   "'$' in filename 'g:$jobname' is not supported, but for ${NAME}");
	check_int(job->n_filenames, 4);
	job_free(job);
}

Test(option_value, a_job_has_1024_named_files_at_most)
{
	struct option_values values = defaults();
	char name[16];

	for (int i = 0; i < 1024; i++) {
		snprintf(name, sizeof(name), "%d", i);
		check_text(set(&values, "filename", name), "");
	}
	check_text(set(&values, "filename", "x"), "more than 1024 files in one job");
	check_int(values.job.n_filenames, 1024);
	job_free(&values.job);
}

Test(option_value, formats_of_filenames)
{
	struct option_values values = defaults();

	check_text(set(&values, "filename_format", "a/$jobname.$jobnum.$filenum"), "");
	check_text(values.job.filename_format, "a/$jobname.$jobnum.$filenum");
	check_text(set(&values, "filename_format", "plain"), "");
	check_text(values.job.filename_format, "plain");
	check_text(set(&values, "filename_format", "$"),
		   "'$' in filename_format '$' begins none of $jobname, $jobnum, $filenum");
	check_text(set(&values, "filename_format", "$jobnum$clientuid"),
		   "'$' in filename_format '$jobnum$clientuid' begins none of $jobname, $jobnum, "
		   "$filenum");
	check_text(set(&values, "filename_format", ""), "filename_format needs a value");
	job_free(&values.job);
}

Test(option_value, processors_and_priorities)
{
	struct option_values values = defaults();

	check_int(values.job.sqthread_poll_cpu, -1);
	check_text(set(&values, "sqthread_poll_cpu", "1023"), "");
	check_int(values.job.sqthread_poll_cpu, 1023);
	check_text(set(&values, "sqthread_poll_cpu", "1024"),
		   "sqthread_poll_cpu '1024' is not the number of a cpu");
	check_int(values.job.nice_set, 0);
	check_text(set(&values, "nice", "-20"), "");
	check_int(values.job.nice, -20);
	check_int(values.job.nice_set, 1);
	check_text(set(&values, "nice", "19"), "");
	check_int(values.job.nice, 19);
	check_text(set(&values, "nice", "-21"), "nice '-21' is not between -20 and 19");
	check_text(set(&values, "nice", "20"), "nice '20' is not between -20 and 19");
	check_text(set(&values, "nice", "--1"), "nice '--1' is not between -20 and 19");
	check_text(set(&values, "nice", "-"), "nice '-' is not between -20 and 19");
	check_int(values.job.nice, 19);
}

Test(option_value, choices_are_best_on_or_off)
{
	static const char *const names[] = {"fixedbufs",     "registerfiles", "register_ring",
					    "single_issuer", "defer_taskrun", "coop_taskrun"};
	struct option_values values = defaults();
	enum job_choice *const fields[] = {&values.job.fixedbufs,     &values.job.registerfiles,
					   &values.job.register_ring, &values.job.single_issuer,
					   &values.job.defer_taskrun, &values.job.coop_taskrun};

	for (size_t i = 0; i < countof(names); i++) {
		check_int(*fields[i], JOB_CHOICE_BEST);
		check_text(set(&values, names[i], NULL), "");
		check_int(*fields[i], JOB_CHOICE_ON);
		check_text(set(&values, names[i], "0"), "");
		check_int(*fields[i], JOB_CHOICE_OFF);
		cr_expect(set(&values, names[i], "2")[0] != '\0');
		check_int(*fields[i], JOB_CHOICE_OFF);
	}
}
