/* The table of fio's other options, read in turn as its manual page groups them. What only refines
 * an option that is refused itself (verify_fatal) never matters. */
#include "collect/job/foreign.h"

#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/view.h"
#include "collect/job/job.h"
#include "collect/job/scope.h"

#define NEVER FOREIGN_NEVER
#define ALWAYS FOREIGN_ALWAYS
#define WRITING FOREIGN_WRITING
#define BUFFERED FOREIGN_BUFFERED
#define PLAIN FOREIGN_PLAIN
#define FILES FOREIGN_FILES
#define RATED FOREIGN_RATED
#define UNRATED FOREIGN_UNRATED
#define PAUSING FOREIGN_PAUSING
#define STEADY FOREIGN_STEADY
#define REPORT FOREIGN_REPORT

static const char no_sizes[] = "sizes are those of bs, bsrange or bssplit";
static const char no_sync[] = "writes are synced by sync, fsync and fdatasync alone";
static const char no_hint[] = "the kernel is given no hints";
static const char no_data[] =
    "random bytes are written, or what buffer_compress_percentage and zero_buffers say";
static const char no_latency[] =
    "the queue depth does not follow the latency; run several values of "
    "iodepth or rate_iops and compare their latencies";
static const char no_verify[] = "data is not verified";
static const char no_trim[] = "what is trimmed is said by rw: trim, trimwrite";
static const char no_trace[] = "traces are not replayed";
static const char no_zones[] = "zones are not known";
static const char no_priority[] = "I/Os have no priorities; start collect under ionice";
static const char no_numa[] = "memory is not placed; start collect under numactl";
static const char no_wait[] = "jobs are ordered by stonewall alone";
static const char no_least_rate[] =
    "a job that is slower goes on; its records tell the rate that it reached";
static const char no_engine[] = "it belongs to an ioengine that is not built in";
static const char no_user[] = "start collect as this user or in this cgroup";
static const char no_command[] = "job files run no commands";
static const char no_exit[] = "a job's end does not end others";
static const char no_flow[] = "jobs do not balance each other";
static const char no_uring[] = "this mode of io_uring is not used";
static const char no_units[] = "k, m, g are powers of 1024";

const struct foreign foreign_table[] = {
    /* Targets */
    {"unique_filename", NULL, NEVER, NULL, NULL},
    {"opendir", NULL, ALWAYS, NULL, "files are named one by one, by filename or nrfiles"},
    {"lockfile", NULL, ALWAYS, "none", "files are not locked"},
    {"openfiles", NULL, NEVER, NULL, NULL},
    {"file_service_type", NULL, FILES, "roundrobin", "a clone takes its files in turn"},
    {"file_append", NULL, ALWAYS, "0", "files do not grow"},
    {"fill_device", "fill_fs", WRITING, "0", "a job ends after size * loops or io_size bytes"},
    {"create_serialize", NULL, NEVER, NULL, NULL},
    {"create_fsync", NULL, NEVER, NULL, NULL},
    {"create_on_open", NULL, WRITING, "0", "files are complete before the clock starts"},
    {"create_only", NULL, ALWAYS, "0", "every job is run"},
    {"allow_file_create", NULL, ALWAYS, "1", "missing files are created"},
    {"allow_mounted_write", NULL, ALWAYS, "0", "devices in use are never written"},
    {"fallocate", NULL, NEVER, NULL, NULL},
    {"overwrite", NULL, NEVER, NULL, NULL},
    {"unlink", NULL, NEVER, NULL, NULL},
    {"unlink_each_loop", NULL, ALWAYS, "0", "files stay between loops"},
    {"pre_read", NULL, BUFFERED, "0", "files are not read into the cache first"},
    {"fadvise_hint", NULL, BUFFERED, "0 none", no_hint},
    {"write_hint", NULL, WRITING, "none", no_hint},
    {"ioscheduler", NULL, ALWAYS, NULL, "set it in /sys/block/*/queue/scheduler; it is recorded"},

    /* Offsets and sizes */
    {"offset_align", NULL, ALWAYS, "0", "write an aligned offset"},
    {"bs_unaligned", "blocksize_unaligned", ALWAYS, "0", no_sizes},
    {"bs_is_seq_rand", NULL, ALWAYS, "0", no_sizes},
    {"rw_sequencer", NULL, NEVER, "sequential", NULL},
    {"softrandommap", NULL, NEVER, NULL, NULL},
    {"random_generator", NULL, NEVER, "tausworthe tausworthe64 lfsr", NULL},
    {"allrandrepeat", NULL, NEVER, "0 1", NULL},
    {"serialize_overlap", NULL, WRITING, "0", "overlapping I/Os are not held back"},

    /* Written data and its syncing */
    {"sync_file_range", NULL, WRITING, NULL, no_sync},
    {"write_barrier", NULL, WRITING, "0", no_sync},
    {"atomic", NULL, WRITING, "0", "writes are not atomic"},
    {"readfua", NULL, ALWAYS, "0", no_sync},
    {"writefua", NULL, WRITING, "0", no_sync},
    {"scramble_buffers", NULL, NEVER, "1", NULL},
    {"buffer_pattern", NULL, WRITING | PLAIN, NULL, no_data},
    {"buffer_compress_chunk", NULL, NEVER, NULL, NULL},
    {"dedupe_percentage", NULL, WRITING, "0", no_data},
    {"dedupe_mode", NULL, NEVER, NULL, NULL},
    {"dedupe_working_set_percentage", NULL, NEVER, NULL, NULL},
    {"dedupe_global", NULL, NEVER, NULL, NULL},

    /* Engines */
    {"io_submit_mode", NULL, UNRATED, "inline",
     "each clone submits its own I/Os; with a rate their latency counts from when they were due"},
    {"hipri_percentage", NULL, ALWAYS, "100", "all I/Os are polled for, or none"},
    {"nonvectored", NULL, NEVER, "0 1", NULL},
    {"force_async", NULL, ALWAYS, "0", no_uring},
    {"nowait", NULL, ALWAYS, "0", "I/Os may wait in the kernel"},
    {"uncached", NULL, BUFFERED, "0", "what passes the page cache stays in it"},
    {"cmdprio", NULL, ALWAYS, "0", no_priority},
    {"cmdprio_percentage", NULL, ALWAYS, "0", no_priority},
    {"cmdprio_class", NULL, NEVER, NULL, NULL},
    {"cmdprio_bssplit", NULL, ALWAYS, NULL, no_priority},
    {"cmd_type", NULL, NEVER, NULL, NULL},
    {"mem", "iomem", ALWAYS, "malloc shm mmap mmapshared", "buffers are ordinary memory"},
    {"iomem_align", "mem_align", NEVER, NULL, NULL},
    {"hugepage-size", NULL, NEVER, NULL, NULL},
    {"lockmem", NULL, ALWAYS, "0", "no memory is taken away"},

    /* Rates, pauses, targets of latency */
    {"rate_min", "ratemin", ALWAYS, "0", no_least_rate},
    {"rate_iops_min", NULL, ALWAYS, "0", no_least_rate},
    {"rate_cycle", "ratecycle", NEVER, NULL, NULL},
    {"rate_ignore_thinktime", NULL, RATED | PAUSING, "0",
     "what a pause has held up is caught up with"},
    {"thinktime_spin", NULL, PAUSING, "0", "a pause uses no processor"},
    {"thinktime_blocks_type", NULL, PAUSING, "complete", "I/Os count when they complete"},
    {"thinktime_iotime", NULL, PAUSING, "0", "pauses come after thinktime_blocks I/Os"},
    {"latency_target", NULL, ALWAYS, "0", no_latency},
    {"latency_window", NULL, NEVER, NULL, NULL},
    {"latency_percentile", NULL, NEVER, NULL, NULL},
    {"latency_run", NULL, NEVER, NULL, NULL},
    {"max_latency", NULL, ALWAYS, "0", "slow I/Os do not end a job"},
    {"steadystate_check_interval", "ss_interval", STEADY, "1 1s",
     "steadiness is looked at once a second"},
    {"ramp_size", NULL, ALWAYS, "0", "use ramp_time"},

    /* Verifying, trimming, traces, zones */
    {"verify", NULL, ALWAYS, "0", no_verify},
    {"verify_only", NULL, ALWAYS, "0", no_verify},
    {"do_verify", NULL, NEVER, NULL, NULL},
    {"verify_interval", NULL, NEVER, NULL, NULL},
    {"verify_offset", NULL, NEVER, NULL, NULL},
    {"verify_pattern", NULL, ALWAYS, NULL, no_verify},
    {"verify_pattern_interval", NULL, NEVER, NULL, NULL},
    {"verify_fatal", NULL, NEVER, NULL, NULL},
    {"verify_dump", NULL, NEVER, NULL, NULL},
    {"verify_async", NULL, NEVER, NULL, NULL},
    {"verify_async_cpus", NULL, NEVER, NULL, NULL},
    {"verify_backlog", NULL, ALWAYS, "0", no_verify},
    {"verify_backlog_batch", NULL, NEVER, NULL, NULL},
    {"verify_header_seed", NULL, NEVER, NULL, NULL},
    {"verify_write_sequence", NULL, NEVER, NULL, NULL},
    {"verify_state_load", NULL, ALWAYS, "0", no_verify},
    {"verify_state_save", NULL, NEVER, NULL, NULL},
    {"experimental_verify", NULL, NEVER, NULL, NULL},
    {"trim_percentage", NULL, ALWAYS, "0", no_trim},
    {"trim_verify_zero", NULL, NEVER, NULL, NULL},
    {"trim_backlog", NULL, NEVER, NULL, NULL},
    {"trim_backlog_batch", NULL, NEVER, NULL, NULL},
    {"num_range", NULL, NEVER, NULL, NULL},
    {"write_iolog", NULL, NEVER, NULL, NULL},
    {"read_iolog", NULL, ALWAYS, NULL, no_trace},
    {"read_iolog_chunked", NULL, NEVER, NULL, NULL},
    {"replay_no_stall", NULL, NEVER, NULL, NULL},
    {"replay_redirect", NULL, NEVER, NULL, NULL},
    {"replay_scale", NULL, NEVER, NULL, NULL},
    {"replay_align", NULL, NEVER, NULL, NULL},
    {"replay_time_scale", NULL, NEVER, NULL, NULL},
    {"replay_skip", NULL, NEVER, NULL, NULL},
    {"merge_blktrace_file", NULL, ALWAYS, NULL, no_trace},
    {"merge_blktrace_scalars", NULL, NEVER, NULL, NULL},
    {"merge_blktrace_iters", NULL, NEVER, NULL, NULL},
    {"zonemode", NULL, ALWAYS, "none", no_zones},
    {"zonesize", NULL, ALWAYS, "0", no_zones},
    {"zonerange", NULL, ALWAYS, "0", no_zones},
    {"zoneskip", NULL, ALWAYS, "0", no_zones},
    {"zonecapacity", NULL, NEVER, NULL, NULL},
    {"read_beyond_wp", NULL, NEVER, NULL, NULL},
    {"max_open_zones", NULL, NEVER, NULL, NULL},
    {"job_max_open_zones", NULL, NEVER, NULL, NULL},
    {"ignore_zone_limits", NULL, NEVER, NULL, NULL},
    {"initial_zone_reset", NULL, NEVER, NULL, NULL},
    {"zone_reset_threshold", NULL, NEVER, NULL, NULL},
    {"zone_reset_frequency", NULL, NEVER, NULL, NULL},
    {"fdp", NULL, ALWAYS, "0", no_hint},
    {"dataplacement", NULL, ALWAYS, "none", no_hint},

    /* Threads, processors, other jobs */
    {"thread", "threads", NEVER, "0 1", NULL},
    {"cpumask", NULL, ALWAYS, NULL, "use cpus_allowed"},
    {"numa_cpu_nodes", NULL, ALWAYS, NULL, no_numa},
    {"numa_mem_policy", NULL, ALWAYS, NULL, no_numa},
    {"prio", NULL, ALWAYS, NULL, no_priority},
    {"prioclass", NULL, ALWAYS, NULL, no_priority},
    {"priohint", NULL, ALWAYS, NULL, no_priority},
    {"uid", NULL, ALWAYS, NULL, no_user},
    {"gid", NULL, ALWAYS, NULL, no_user},
    {"cgroup", NULL, ALWAYS, NULL, no_user},
    {"cgroup_weight", NULL, ALWAYS, NULL, no_user},
    {"cgroup_nodelete", NULL, NEVER, NULL, NULL},
    {"exec_prerun", NULL, ALWAYS, NULL, no_command},
    {"exec_postrun", NULL, ALWAYS, NULL, no_command},
    {"profile", NULL, ALWAYS, NULL, "there are no built-in profiles"},
    {"wait_for", NULL, ALWAYS, NULL, no_wait},
    {"exitall", NULL, ALWAYS, "0", no_exit},
    {"exit_what", NULL, NEVER, NULL, NULL},
    {"exitall_on_error", NULL, ALWAYS, "0", no_exit},
    {"ignore_error", NULL, ALWAYS, NULL, "use continue_on_error"},
    {"error_dump", NULL, NEVER, NULL, NULL},
    {"flow", NULL, ALWAYS, "0", no_flow},
    {"flow_id", NULL, NEVER, NULL, NULL},
    {"flow_sleep", NULL, NEVER, NULL, NULL},

    /* Reports: everything that they say is in the records */
    {"new_group", NULL, NEVER, "0 1", NULL},
    {"stats", NULL, ALWAYS, "1", "every job is measured"},
    {"clocksource", NULL, NEVER, NULL, NULL},
    {"gtod_reduce", NULL, NEVER, "0", NULL},
    {"gtod_cpu", NULL, NEVER, NULL, NULL},
    {"disable_lat", NULL, NEVER, "0", NULL},
    {"disable_clat", NULL, NEVER, "0", NULL},
    {"disable_slat", NULL, NEVER, "0", NULL},
    {"disable_bw_measurement", "disable_bw", NEVER, "0", NULL},
    {"clat_percentiles", NULL, REPORT, NULL, NULL},
    {"lat_percentiles", NULL, REPORT, NULL, NULL},
    {"slat_percentiles", NULL, REPORT, NULL, NULL},
    {"percentile_list", NULL, REPORT, NULL, NULL},
    {"significant_figures", NULL, REPORT, NULL, NULL},
    {"block_error_percentiles", NULL, REPORT, NULL, NULL},
    {"unified_rw_reporting", NULL, REPORT, NULL, NULL},
    {"disk_util", NULL, REPORT, NULL, NULL},
    {"kb_base", NULL, ALWAYS, "1024", no_units},
    {"unit_base", NULL, NEVER, NULL, NULL},
    {"per_job_logs", NULL, REPORT, NULL, NULL},
    {"write_bw_log", NULL, REPORT, NULL, NULL},
    {"write_lat_log", NULL, REPORT, NULL, NULL},
    {"write_iops_log", NULL, REPORT, NULL, NULL},
    {"write_hist_log", NULL, REPORT, NULL, NULL},
    {"bwavgtime", NULL, REPORT, NULL, NULL},
    {"iopsavgtime", NULL, REPORT, NULL, NULL},
    {"log_entries", NULL, REPORT, NULL, NULL},
    {"log_avg_msec", NULL, REPORT, NULL, NULL},
    {"log_hist_msec", NULL, REPORT, NULL, NULL},
    {"log_hist_coarseness", NULL, REPORT, NULL, NULL},
    {"log_max_value", NULL, REPORT, NULL, NULL},
    {"log_window_value", NULL, REPORT, NULL, NULL},
    {"log_offset", NULL, REPORT, NULL, NULL},
    {"log_prio", NULL, REPORT, NULL, NULL},
    {"log_issue_time", NULL, REPORT, NULL, NULL},
    {"log_compression", NULL, REPORT, NULL, NULL},
    {"log_compression_cpus", NULL, REPORT, NULL, NULL},
    {"log_store_compressed", NULL, REPORT, NULL, NULL},
    {"log_unix_epoch", NULL, REPORT, NULL, NULL},
    {"log_alternate_epoch", NULL, REPORT, NULL, NULL},
    {"log_alternate_epoch_clock_id", NULL, REPORT, NULL, NULL},

    /* Engines that are not there */
    {"cpuload", NULL, ALWAYS, NULL, no_engine},
    {"cpuchunks", NULL, ALWAYS, NULL, no_engine},
    {"cpumode", NULL, ALWAYS, NULL, no_engine},
    {"hostname", NULL, ALWAYS, NULL, no_engine},
    {"port", NULL, ALWAYS, NULL, no_engine},
    {"protocol", NULL, ALWAYS, NULL, no_engine},
    {"listen", NULL, ALWAYS, NULL, no_engine},
    {"verb", NULL, ALWAYS, NULL, no_engine},
    {"clustername", NULL, ALWAYS, NULL, no_engine},
    {"clientname", NULL, ALWAYS, NULL, no_engine},
    {"pool", NULL, ALWAYS, NULL, no_engine},
    {"rbdname", NULL, ALWAYS, NULL, no_engine},
    {"donorname", NULL, ALWAYS, NULL, no_engine},
    {"inplace", NULL, ALWAYS, NULL, no_engine},
    {"skip_bad", NULL, ALWAYS, NULL, no_engine},
    {"spdk_conf", NULL, ALWAYS, NULL, no_engine},
    {"spdk_json_conf", NULL, ALWAYS, NULL, no_engine},
};

const size_t foreign_count = countof(foreign_table);
_Static_assert(countof(foreign_table) <= FOREIGNS_MAX, "sets of them have room for all rows");

const struct foreign *
foreign_find(const char *name)
{
	for (size_t i = 0; i < foreign_count; i++) {
		const struct foreign *foreign = &foreign_table[i];
		if (strcmp(name, foreign->name) == 0 ||
		    (foreign->alias && strcmp(name, foreign->alias) == 0))
			return foreign;
	}
	return NULL;
}

bool
foreign_is_same(const struct foreign *foreign, const char *value)
{
	struct view wanted = view_of(value ? value : "1");

	for (const char *p = foreign->same; p && *p; p += strspn(p, " ")) {
		struct view word = {p, strcspn(p, " ")};
		if (view_eq(word, wanted))
			return true;
		p += word.n;
	}
	return false;
}

bool
foreign_matters(const struct foreign *foreign, const struct job *job)
{
	unsigned is = FOREIGN_ALWAYS;

	is |= job_writes(job) ? FOREIGN_WRITING : 0;
	is |= job->direct ? 0 : FOREIGN_BUFFERED;
	is |= job->buffer_compress_percentage ? 0 : FOREIGN_PLAIN;
	is |= job->n_filenames > 1 || job->nrfiles > 1 ? FOREIGN_FILES : 0;
	is |= scope_rated.holds(job) ? FOREIGN_RATED : FOREIGN_UNRATED;
	is |= scope_pausing.holds(job) ? FOREIGN_PAUSING : 0;
	is |= scope_steady.holds(job) ? FOREIGN_STEADY : 0;
	return foreign->matters != FOREIGN_NEVER && (foreign->matters & ~is) == 0;
}
