/* Which job of a document logs are of. */
#include "collect/import/owner.h"

#include <math.h>
#include <stdlib.h>

#include "tests/unit/check.h"

struct listed {
	const char *name;
	size_t group, clones;
	const char *host;
};

static void
list(struct fio_result *result, const struct listed *jobs, size_t n)
{
	fio_result_init(result, "fio json", 1);
	for (size_t i = 0; i < n; i++) {
		struct fio_job *job = fio_result_add_job(result, jobs[i].name);
		job->group = jobs[i].group;
		job->clones = jobs[i].clones;
		job->host = jobs[i].host ? strdup(jobs[i].host) : NULL;
	}
}

/* fio's HOWTO, per_job_logs: the number is that of the job, counted over all. */
Test(owner, threads_are_numbered_over_all_jobs)
{
	static const struct {
		struct listed jobs[5];
		size_t n, first[3], last[3], owners;
	} cases[] = {
	    {{{"a", 0, 2, NULL}, {"b", 0, 1, NULL}}, 2, {1, 3}, {2, 3}, 2},
	    {{{"a", 0, 1, NULL}, {"a", 0, 1, NULL}, {"b", 1, 3, NULL}}, 3, {1, 3}, {2, 5}, 2},
	    /* The same name in another group is another job. */
	    {{{"a", 0, 1, NULL}, {"a", 1, 1, NULL}}, 2, {1, 2}, {1, 2}, 2},
	    /* Each host counts anew. */
	    {{{"a", 0, 1, "h"}, {"b", 0, 2, "h"}, {"a", 0, 1, "i"}, {"b", 0, 2, "i"}},
	     4,
	     {1, 2},
	     {1, 3},
	     2},
	    {{{"a", 0, 0, NULL}, {"b", 0, 1, NULL}}, 2, {0, 0}, {0, 0}, 2},
	    {{{"a", 0, 1, NULL}, {"b", 0, 0, NULL}}, 2, {1, 0}, {1, 0}, 2},
	    /* Clones of one section stand together: this is none. */
	    {{{"a", 0, 1, NULL}, {"b", 0, 1, NULL}, {"a", 0, 1, NULL}}, 3, {0, 2}, {3, 2}, 2},
	    {{{NULL, 0, 0, NULL}}, 0, {0}, {0}, 0},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fio_result result;
		struct owner owner;
		list(&result, cases[i].jobs, cases[i].n);
		owner_init(&owner, &result);
		cr_expect(list_n(&owner.jobs) == cases[i].owners, "row %zu", i);
		for (size_t k = 0; k < list_n(&owner.jobs); k++) {
			cr_expect(owner_job(&owner, k)->first == cases[i].first[k],
				  "row %zu: %zu begins with %zu", i, k,
				  owner_job(&owner, k)->first);
			cr_expect(owner_job(&owner, k)->last == cases[i].last[k] ||
				      owner_job(&owner, k)->first == 0,
				  "row %zu: %zu ends with %zu", i, k, owner_job(&owner, k)->last);
		}
		owner_free(&owner);
		fio_result_free(&result);
	}
}

Test(owner, options_say_it_better_than_names)
{
	static const struct {
		const char *option, *value, *prefix;
		enum owner_claim claim;
	} cases[] = {
	    {"write_bw_log", "rr", "rr", OWNER_BY_OPTION},
	    {"write_lat_log", "/logs/rr", "rr", OWNER_BY_OPTION},
	    {"write_hist_log", "rr", "rr", OWNER_BY_OPTION},
	    {"write_iops_log", "foo_bw.log", "foo_bw.log", OWNER_BY_OPTION},
	    {"write_bw_log", "rr", "job", OWNER_NO}, /* its logs are others */
	    {"write_bw_log", "", "job", OWNER_BY_NAME},
	    {"bs", "job", "job", OWNER_BY_NAME},
	    {"bs", "rr", "rr", OWNER_NO},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fio_result result;
		struct owner owner;
		const struct owner_job *job = NULL;
		size_t n;
		list(&result, (const struct listed[]){{"x", 0, 1, NULL}, {"job", 0, 1, NULL}}, 2);
		fio_job_add_option(&result.job[1], cases[i].option, cases[i].value);
		owner_init(&owner, &result);
		check_int(owner_claims(&owner, view_of(cases[i].prefix), &n, &job), cases[i].claim);
		cr_expect(n == (cases[i].claim != OWNER_NO), "row %zu", i);
		cr_expect(n == 0 || job == owner_job(&owner, 1), "row %zu", i);
		owner_free(&owner);
		fio_result_free(&result);
	}
}

Test(owner, what_is_known_is_that_of_the_folded_job)
{
	struct fio_result result;
	struct owner owner;

	list(&result, (const struct listed[]){{"a", 0, 1, NULL}, {"a", 0, 1, NULL}}, 2);
	result.version = strdup("fio-2.21");
	owner_init(&owner, &result);
	cr_expect(owner.fio2);
	cr_expect(owner_job(&owner, 0)->test == NULL);
	fio_direction_add_interval(&result.job[0].direction[FIO_READ],
				   (struct fio_interval){0, 1, 2, 3});
	fio_latency_add_bin(&result.job[0].direction[FIO_WRITE].latency[FIO_LAT],
			    (struct fio_bin){1, 2, 3});
	owner_name(&owner, &result.job[0], "t");
	const struct owner_job *job = owner_job(&owner, 0);
	check_text(job->test, "t");
	cr_expect(job->known.version);
	cr_expect(job->known.rates[FIO_READ] && !job->known.rates[FIO_WRITE]);
	cr_expect(job->known.bins[FIO_WRITE][FIO_LAT] && !job->known.bins[FIO_WRITE][FIO_CLAT]);
	cr_expect(job->known.bins[FIO_READ][FIO_LAT] == false);
	owner_free(&owner);
	fio_result_free(&result);
}

Test(owner, one_folder_is_written_in_several_ways)
{
	static const char *const rows[][2] = {
	    {"x", ""},          {"./x", ""},     {".//x", ""},    {"././x", ""},
	    {"d/x", "d/"},      {"./d/x", "d/"}, {"d//x", "d/"},  {"d/./x", "d/"},
	    {"d/.//./x", "d/"}, {"/x", "/"},     {"//x", "/"},    {"/./x", "/"},
	    {"../x", "../"},    {"d./x", "d./"}, {".d/x", ".d/"}, {"d/../x", "d/../"},
	    {"", ""},           {"./", ""},      {"/", "/"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct view folder = owner_folder(view_of(rows[i][0]));
		cr_expect(view_is(folder, rows[i][1]), "%s: '%.*s'", rows[i][0], VIEW_ARGS(folder));
	}
}

Test(owner, beside_is_the_same_folder_and_commit)
{
	struct owner owner = {.folder = strdup("d/"), .asked = "v1"};

	cr_expect(owner_is_beside(&owner, "d/rr_bw.1.log", "v1"));
	cr_expect(owner_is_beside(&owner, "d/e/rr_bw.1.log", "v1") == false);
	cr_expect(owner_is_beside(&owner, "rr_bw.1.log", "v1") == false);
	cr_expect(owner_is_beside(&owner, "d/rr_bw.1.log", "v2") == false);
	cr_expect(owner_is_beside(&owner, "d/rr_bw.1.log", NULL) == false);
	free(owner.folder);
}
