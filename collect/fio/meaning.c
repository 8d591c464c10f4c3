/* Tables of the options that are ways, and of those that say nothing of what was done; all others
 * are sorted by what collect run thinks of them (job/foreign.h). */
#include "collect/fio/meaning.h"

#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/view.h"
#include "collect/job/foreign.h"
#include "collect/job/option.h"

struct usual {
	const char *name;
	const char *value; /* fio's defaults, between blanks; NULL = recorded whatever it is */
};

/* How the engine works, how time is taken, where threads run, which of all random offsets come. */
static const struct usual ways[] = {
    {"iodepth_batch", "1"},
    {"iodepth_batch_complete_min", "1"},
    {"iodepth_batch_complete_max", NULL},
    {"iodepth_low", NULL},
    {"userspace_reap", "0"},
    {"fixedbufs", "0"},
    {"registerfiles", "0"},
    {"nonvectored", NULL},
    {"hipri", "0"},
    {"hipri_percentage", "100"},
    {"sqthread_poll", "0"},
    {"sqthread_poll_cpu", NULL},
    {"force_async", "0"},
    {"io_submit_mode", "inline"},
    {"thread", "0"},
    {"gtod_reduce", "0"},
    {"gtod_cpu", NULL},
    {"disable_lat", "0"},
    {"disable_clat", "0"},
    {"disable_slat", "0"},
    {"disable_bw_measurement", "0"},
    {"clocksource", NULL},
    {"cpus_allowed", NULL},
    {"cpus_allowed_policy", "shared"},
    {"continue_on_error", "0 none"},
    {"randseed", NULL},
    {"randrepeat", "1"},
    {"allrandrepeat", "0"},
    {"random_generator", "tausworthe"},
};

static const char *const nothing[] = {
    "name",
    "description",
    "filename",
    "filename_format",
    "unique_filename",
    "directory",
    "unlink",
    "group_reporting",
    "new_group",
    "stonewall",
    "wait_for",
    "percentile_list",
    "clat_percentiles",
    "lat_percentiles",
    "slat_percentiles",
    "block_error_percentiles",
    "significant_figures",
    "unified_rw_reporting",
    "disk_util",
    "unit_base",
    "status-interval",
    "output",
    "output-format",
    "eta",
    "per_job_logs",
    "bwavgtime",
    "iopsavgtime",
    "write_iolog",
    "verify_dump",
    "verify_state_save",
    "error_dump",
};

/* Defaults of fio that foreign_table does not have, as collect run passes the options over. */
static const struct usual passed_over[] = {
    {"file_service_type", "roundrobin"},
    {"create_serialize", "1"},
    {"create_fsync", "1"},
    {"fallocate", "posix native"},
    {"overwrite", "0"},
    {"softrandommap", "0"},
    {"dedupe_mode", "repeat"},
    {"dedupe_global", "0"},
    {"rate_cycle", "1000"},
    {"do_verify", "1"},
    {"verify_fatal", "0"},
};

static const struct usual *
usual_find(const struct usual *table, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

/* Whether value is among those of the list. */
static bool
is_usual(const struct usual *usual, const char *value)
{
	const struct view wanted = view_of(value);

	for (const char *p = usual && usual->value ? usual->value : ""; *p; p += strspn(p, " ")) {
		const struct view word = {p, strcspn(p, " ")};
		if (view_eq(word, wanted))
			return true;
		p += word.n;
	}
	return false;
}

static bool
means_nothing(const char *name)
{
	if (strncmp(name, "log_", 4) == 0)
		return true;
	if (strncmp(name, "write_", 6) == 0 && view_ends(view_of(name), "_log"))
		return true;
	for (size_t i = 0; i < countof(nothing); i++)
		if (strcmp(name, nothing[i]) == 0)
			return true;
	return false;
}

const char *
fio_option_name(const char *name)
{
	const struct job_option *option = option_find(name);
	const struct foreign *foreign = option ? NULL : foreign_find(name);

	if (option)
		return option->name;
	return foreign ? foreign->name : name;
}

/* What is not known of rw may be anything. */
static bool
matters(const struct fio_meaning_of *of, const struct foreign *foreign)
{
	return foreign->matters != FOREIGN_NEVER &&
	       (!of->rw_known || foreign_matters(foreign, of->job));
}

bool
fio_option_is_alone(const struct fio_meaning_of *of, const char *name, const char *value)
{
	const struct foreign *foreign = foreign_find(name);

	if (option_find(name) || usual_find(ways, countof(ways), name) || means_nothing(name))
		return false;
	return !foreign || (matters(of, foreign) && !foreign_is_same(foreign, value));
}

enum fio_meaning
fio_meaning(const struct fio_meaning_of *of, const char *name, const char *value)
{
	const struct usual *way = usual_find(ways, countof(ways), name);
	const struct foreign *foreign = foreign_find(name);

	if (means_nothing(name) || is_usual(way, value))
		return FIO_MEANS_NOTHING;
	if (way)
		return FIO_MEANS_WAY;
	if (option_find(name) || (foreign && foreign_is_same(foreign, value)) ||
	    is_usual(usual_find(passed_over, countof(passed_over), name), value))
		return FIO_MEANS_NOTHING;
	return of->alone ? FIO_MEANS_WORK : FIO_MEANS_WAY;
}
