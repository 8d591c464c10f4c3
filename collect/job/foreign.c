/* The table of fio's other options, read in turn as its manual page groups them. What only refines
 * an option that is refused itself (thinktime_spin, verify_fatal) never matters. */
#include "collect/job/foreign.h"

#include <string.h>

#include "collect/base/view.h"
#include "collect/job/job.h"

#define NEVER FOREIGN_NEVER
#define ALWAYS FOREIGN_ALWAYS
#define WRITING FOREIGN_WRITING
#define BUFFERED FOREIGN_BUFFERED
#define RANDOM FOREIGN_RANDOM

static const char no_file_choice[] = "each clone works on one file";
static const char no_pattern[] = "offsets are in order or uniformly random";
static const char no_sizes[] = "all I/Os of a job have one size, bs";
static const char no_part[] = "a job ends after size * loops bytes or after runtime";
static const char no_sync[] = "writes are never synced";
static const char no_hint[] = "the kernel is given no hints";
static const char no_data[] = "random bytes are written";
static const char no_rate[] = "rates are not limited";
static const char no_pause[] = "there are no pauses between I/Os";
static const char no_latency[] = "the queue depth does not follow the latency";
static const char no_verify[] = "data is not verified";
static const char no_trim[] = "nothing is trimmed";
static const char no_trace[] = "traces are not replayed";
static const char no_zones[] = "zones are not known";
static const char no_priority[] = "I/Os have no priorities; start collect under ionice or nice";
static const char no_numa[] = "memory is not placed; start collect under numactl";
static const char no_wait[] = "jobs are ordered by stonewall alone";
static const char no_user[] = "start collect as this user or in this cgroup";
static const char no_command[] = "job files run no commands";
static const char no_exit[] = "a job's end does not end others";
static const char no_flow[] = "jobs do not balance each other";
static const char no_uring[] = "this mode of io_uring is not used";
static const char no_steady[] = "runtime decides when a job ends";
static const char no_units[] = "k, m, g are powers of 1024";

const struct foreign foreign_table[FOREIGNS] = {
    /* Targets */
    {"filename_format", NULL, ALWAYS, "$jobname.$jobnum.$filenum",
     "files are named by fio's default"},
    {"unique_filename", NULL, NEVER, NULL, NULL},
    {"opendir", NULL, ALWAYS, NULL, no_file_choice},
    {"lockfile", NULL, ALWAYS, "none", "files are not locked"},
    {"nrfiles", "nr_files", ALWAYS, "1", no_file_choice},
    {"openfiles", NULL, NEVER, NULL, NULL},
    {"file_service_type", NULL, NEVER, NULL, NULL},
    {"filesize", NULL, ALWAYS, NULL, "use size"},
    {"file_append", NULL, ALWAYS, "0", "files do not grow"},
    {"fill_device", "fill_fs", WRITING, "0", no_part},
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
    {"invalidate", NULL, BUFFERED, "1", "a file leaves the page cache before each job"},
    {"fadvise_hint", NULL, BUFFERED, "0 none", no_hint},
    {"write_hint", NULL, WRITING, "none", no_hint},
    {"ioscheduler", NULL, ALWAYS, NULL, "set it in /sys/block/*/queue/scheduler; it is recorded"},

    /* Offsets and sizes */
    {"offset_increment", NULL, ALWAYS, "0", "all clones work in the same range"},
    {"offset_align", NULL, ALWAYS, "0", "write an aligned offset"},
    {"io_size", "io_limit", ALWAYS, "0", no_part},
    {"number_ios", NULL, ALWAYS, "0", no_part},
    {"bsrange", "blocksize_range", ALWAYS, NULL, no_sizes},
    {"bssplit", NULL, ALWAYS, NULL, no_sizes},
    {"bs_unaligned", "blocksize_unaligned", ALWAYS, "0", no_sizes},
    {"bs_is_seq_rand", NULL, ALWAYS, "0", no_sizes},
    {"ba", "blockalign", RANDOM, NULL, "random offsets are multiples of bs"},
    {"rw_sequencer", NULL, NEVER, NULL, NULL},
    {"percentage_random", NULL, RANDOM, "100", no_pattern},
    {"random_distribution", NULL, RANDOM, "random", no_pattern},
    {"norandommap", NULL, RANDOM, "1", "random offsets are drawn with replacement"},
    {"softrandommap", NULL, NEVER, NULL, NULL},
    {"random_generator", NULL, NEVER, NULL, NULL},
    {"allrandrepeat", NULL, NEVER, NULL, NULL},
    {"serialize_overlap", NULL, WRITING, "0", "overlapping I/Os are not held back"},

    /* Written data and its syncing */
    {"fsync", NULL, WRITING, "0", no_sync},
    {"fdatasync", NULL, WRITING, "0", no_sync},
    {"sync_file_range", NULL, WRITING, NULL, no_sync},
    {"write_barrier", NULL, WRITING, "0", no_sync},
    {"sync", NULL, WRITING, "0 none", no_sync},
    {"end_fsync", NULL, WRITING | BUFFERED, "0", no_sync},
    {"fsync_on_close", NULL, WRITING | BUFFERED, "0", no_sync},
    {"atomic", NULL, WRITING, "0", "writes are not atomic"},
    {"readfua", NULL, ALWAYS, "0", no_sync},
    {"writefua", NULL, WRITING, "0", no_sync},
    {"zero_buffers", NULL, WRITING, "0", no_data},
    {"refill_buffers", NULL, WRITING, "0", no_data},
    {"scramble_buffers", NULL, NEVER, NULL, NULL},
    {"buffer_pattern", NULL, WRITING, NULL, no_data},
    {"buffer_compress_percentage", NULL, WRITING, "0", no_data},
    {"buffer_compress_chunk", NULL, NEVER, NULL, NULL},
    {"dedupe_percentage", NULL, WRITING, "0", no_data},
    {"dedupe_mode", NULL, NEVER, NULL, NULL},
    {"dedupe_working_set_percentage", NULL, NEVER, NULL, NULL},
    {"dedupe_global", NULL, NEVER, NULL, NULL},

    /* Engines */
    {"io_submit_mode", NULL, ALWAYS, "inline", "each clone submits its own I/Os"},
    {"iodepth_low", NULL, ALWAYS, NULL, "use iodepth_batch_complete_min"},
    {"hipri", NULL, ALWAYS, "0", "completions are not polled for"},
    {"hipri_percentage", NULL, NEVER, NULL, NULL},
    {"fixedbufs", NULL, NEVER, NULL, NULL},
    {"registerfiles", NULL, NEVER, NULL, NULL},
    {"nonvectored", NULL, NEVER, NULL, NULL},
    {"sqthread_poll", NULL, ALWAYS, "0", no_uring},
    {"sqthread_poll_cpu", NULL, NEVER, NULL, NULL},
    {"force_async", NULL, ALWAYS, "0", no_uring},
    {"nowait", NULL, ALWAYS, "0", "I/Os may wait in the kernel"},
    {"uncached", NULL, BUFFERED, "0", "what passes the page cache stays in it"},
    {"cmdprio", NULL, ALWAYS, "0", no_priority},
    {"cmdprio_percentage", NULL, ALWAYS, "0", no_priority},
    {"cmdprio_class", NULL, NEVER, NULL, NULL},
    {"cmdprio_bssplit", NULL, ALWAYS, NULL, no_priority},
    {"cmd_type", NULL, NEVER, NULL, NULL},
    {"mem", "iomem", ALWAYS, "malloc", "buffers are ordinary memory"},
    {"iomem_align", "mem_align", NEVER, NULL, NULL},
    {"hugepage-size", NULL, NEVER, NULL, NULL},
    {"lockmem", NULL, ALWAYS, "0", "no memory is taken away"},

    /* Rates, pauses, targets of latency */
    {"rate", NULL, ALWAYS, "0", no_rate},
    {"rate_min", "ratemin", ALWAYS, "0", no_rate},
    {"rate_iops", NULL, ALWAYS, "0", no_rate},
    {"rate_iops_min", NULL, ALWAYS, "0", no_rate},
    {"rate_process", NULL, NEVER, NULL, NULL},
    {"rate_cycle", "ratecycle", NEVER, NULL, NULL},
    {"rate_ignore_thinktime", NULL, NEVER, NULL, NULL},
    {"thinktime", NULL, ALWAYS, "0", no_pause},
    {"thinktime_spin", NULL, NEVER, NULL, NULL},
    {"thinktime_blocks", NULL, NEVER, NULL, NULL},
    {"thinktime_blocks_type", NULL, NEVER, NULL, NULL},
    {"thinktime_iotime", NULL, NEVER, NULL, NULL},
    {"latency_target", NULL, ALWAYS, "0", no_latency},
    {"latency_window", NULL, NEVER, NULL, NULL},
    {"latency_percentile", NULL, NEVER, NULL, NULL},
    {"latency_run", NULL, NEVER, NULL, NULL},
    {"max_latency", NULL, ALWAYS, "0", "slow I/Os do not end a job"},
    {"steadystate", "ss", ALWAYS, NULL, no_steady},
    {"steadystate_duration", "ss_dur", NEVER, NULL, NULL},
    {"steadystate_ramp_time", "ss_ramp", NEVER, NULL, NULL},
    {"steadystate_check_interval", "ss_interval", NEVER, NULL, NULL},
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
    {"thread", NULL, NEVER, NULL, NULL},
    {"cpumask", NULL, ALWAYS, NULL, "use cpus_allowed"},
    {"cpus_allowed_policy", NULL, ALWAYS, "shared", "clones share the cpus of the list"},
    {"numa_cpu_nodes", NULL, ALWAYS, NULL, no_numa},
    {"numa_mem_policy", NULL, ALWAYS, NULL, no_numa},
    {"nice", NULL, ALWAYS, "0", no_priority},
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
    {"new_group", NULL, NEVER, NULL, NULL},
    {"stats", NULL, ALWAYS, "1", "every job is measured"},
    {"clocksource", NULL, NEVER, NULL, NULL},
    {"gtod_reduce", NULL, NEVER, NULL, NULL},
    {"gtod_cpu", NULL, NEVER, NULL, NULL},
    {"disable_lat", NULL, NEVER, NULL, NULL},
    {"disable_clat", NULL, NEVER, NULL, NULL},
    {"disable_slat", NULL, NEVER, NULL, NULL},
    {"disable_bw_measurement", "disable_bw", NEVER, NULL, NULL},
    {"clat_percentiles", NULL, NEVER, NULL, NULL},
    {"lat_percentiles", NULL, NEVER, NULL, NULL},
    {"slat_percentiles", NULL, NEVER, NULL, NULL},
    {"percentile_list", NULL, NEVER, NULL, NULL},
    {"significant_figures", NULL, NEVER, NULL, NULL},
    {"block_error_percentiles", NULL, NEVER, NULL, NULL},
    {"unified_rw_reporting", NULL, NEVER, NULL, NULL},
    {"disk_util", NULL, NEVER, NULL, NULL},
    {"kb_base", NULL, ALWAYS, "1024", no_units},
    {"unit_base", NULL, NEVER, NULL, NULL},
    {"per_job_logs", NULL, NEVER, NULL, NULL},
    {"write_bw_log", NULL, NEVER, NULL, NULL},
    {"write_lat_log", NULL, NEVER, NULL, NULL},
    {"write_iops_log", NULL, NEVER, NULL, NULL},
    {"write_hist_log", NULL, NEVER, NULL, NULL},
    {"bwavgtime", NULL, NEVER, NULL, NULL},
    {"iopsavgtime", NULL, NEVER, NULL, NULL},
    {"log_entries", NULL, NEVER, NULL, NULL},
    {"log_avg_msec", NULL, NEVER, NULL, NULL},
    {"log_hist_msec", NULL, NEVER, NULL, NULL},
    {"log_hist_coarseness", NULL, NEVER, NULL, NULL},
    {"log_max_value", NULL, NEVER, NULL, NULL},
    {"log_window_value", NULL, NEVER, NULL, NULL},
    {"log_offset", NULL, NEVER, NULL, NULL},
    {"log_prio", NULL, NEVER, NULL, NULL},
    {"log_issue_time", NULL, NEVER, NULL, NULL},
    {"log_compression", NULL, NEVER, NULL, NULL},
    {"log_compression_cpus", NULL, NEVER, NULL, NULL},
    {"log_store_compressed", NULL, NEVER, NULL, NULL},
    {"log_unix_epoch", NULL, NEVER, NULL, NULL},
    {"log_alternate_epoch", NULL, NEVER, NULL, NULL},
    {"log_alternate_epoch_clock_id", NULL, NEVER, NULL, NULL},
};

const struct foreign *
foreign_find(const char *name)
{
	for (size_t i = 0; i < FOREIGNS; i++) {
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
	if (foreign->matters == FOREIGN_NEVER)
		return false;
	return (!(foreign->matters & FOREIGN_WRITING) || job_writes(job)) &&
	       (!(foreign->matters & FOREIGN_BUFFERED) || !job->direct) &&
	       (!(foreign->matters & FOREIGN_RANDOM) || job_is_random(job));
}
