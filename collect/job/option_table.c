/* The table of options. */
#include "collect/base/mem.h"
#include "collect/job/option.h"

static const struct option_word rw_words[] = {
    {.word = "read", JOB_RW_READ},
    {.word = "write", JOB_RW_WRITE},
    {.word = "rw", JOB_RW_RW},
    {.word = "readwrite", JOB_RW_RW},
    {.word = "randread", JOB_RW_RANDREAD},
    {.word = "randwrite", JOB_RW_RANDWRITE},
    {.word = "randrw", JOB_RW_RANDRW},
    {.word = "trim", JOB_RW_TRIM},
    {.word = "randtrim", JOB_RW_RANDTRIM},
    {.word = "trimwrite", JOB_RW_TRIMWRITE},
    {.word = "randtrimwrite", JOB_RW_RANDTRIMWRITE},
    {.word = NULL},
};

static const char as_psync[] =
    "psync: both do one I/O at a time, by a system call that waits for it";
static const char other_system[] = "it is not one of Linux";
static const char other_thing[] = "only block devices and files are measured";
static const char remote[] = "only what this machine has as a block device or file is measured";
static const char no_memory[] = "only system calls that read or write are measured";

/* The first of a value is its name in the records. */
static const struct option_word engine_words[] = {
    {.word = "libaio", JOB_ENGINE_LIBAIO},
    {.word = "io_uring", JOB_ENGINE_IO_URING},
    {.word = "psync", JOB_ENGINE_PSYNC},
    {.word = "null", JOB_ENGINE_NULL},
    {.word = "sync", JOB_ENGINE_PSYNC, .as = as_psync},
    {.word = "vsync", JOB_ENGINE_PSYNC, .as = as_psync},
    {.word = "pvsync", JOB_ENGINE_PSYNC, .as = as_psync},
    {.word = "pvsync2", JOB_ENGINE_PSYNC, .as = as_psync},
    {.word = "posixaio", .why = "it is threads behind the scenes; use libaio or io_uring"},
    {.word = "mmap", .why = no_memory},
    {.word = "splice", .why = no_memory},
    {.word = "libpmem", .why = no_memory},
    {.word = "dev-dax", .why = no_memory},
    {.word = "sg", .why = "commands are not passed by the block layer; use libaio or io_uring"},
    {.word = "io_uring_cmd",
     .why = "commands are not passed by the block layer; use io_uring on the block device"},
    {.word = "windowsaio", .why = other_system},
    {.word = "solarisaio", .why = other_system},
    {.word = "mtd", .why = other_thing},
    {.word = "cpuio", .why = other_thing},
    {.word = "e4defrag", .why = other_thing},
    {.word = "net", .why = other_thing},
    {.word = "netsplice", .why = other_thing},
    {.word = "rdma", .why = other_thing},
    {.word = "falloc", .why = other_thing},
    {.word = "ftruncate", .why = other_thing},
    {.word = "filecreate", .why = other_thing},
    {.word = "filestat", .why = other_thing},
    {.word = "filedelete", .why = other_thing},
    {.word = "rbd", .why = remote},
    {.word = "rados", .why = remote},
    {.word = "http", .why = remote},
    {.word = "nfs", .why = remote},
    {.word = "nbd", .why = remote},
    {.word = "libiscsi", .why = remote},
    {.word = "libhdfs", .why = remote},
    {.word = "gfapi", .why = remote},
    {.word = "gfapi_async", .why = remote},
    {.word = "xnvme", .why = remote},
    {.word = "libblkio", .why = remote},
    {.word = "libzbc", .why = remote},
    {.word = "spdk", .why = remote},
    {.word = "spdk_bdev", .why = remote},
    {.word = "external", .why = remote},
    {.word = NULL},
};

/* Nothing is verified, so "verify" continues on nothing. */
static const struct option_word error_words[] = {
    {.word = "none", 0}, {.word = "0", 0},     {.word = "verify", 0},
    {.word = "read", 1}, {.word = "write", 1}, {.word = "io", 1},
    {.word = "all", 1},  {.word = "1", 1},     {.word = NULL},
};

static const struct option_word sync_words[] = {
    {.word = "none", JOB_SYNC_NONE},   {.word = "0", JOB_SYNC_NONE},
    {.word = "sync", JOB_SYNC_SYNC},   {.word = "1", JOB_SYNC_SYNC},
    {.word = "dsync", JOB_SYNC_DSYNC}, {.word = NULL},
};

static const char no_zones[] = "give each zone a job of its own, with offset and size";
static const struct option_word distribution_words[] = {
    {.word = "random", JOB_DISTRIBUTION_RANDOM},
    {.word = "zipf", JOB_DISTRIBUTION_ZIPF},
    {.word = "pareto", JOB_DISTRIBUTION_PARETO},
    {.word = "normal", JOB_DISTRIBUTION_NORMAL},
    {.word = "zoned", .why = no_zones},
    {.word = "zoned_abs", .why = no_zones},
    {.word = NULL},
};

static const struct option_word process_words[] = {
    {.word = "linear", JOB_RATE_LINEAR},
    {.word = "poisson", JOB_RATE_POISSON},
    {.word = NULL},
};

static const struct option_word policy_words[] = {
    {.word = "shared", 0},
    {.word = "split", 1},
    {.word = NULL},
};

static const char no_latency[] = "a latency is never called steady; use iops or bw";
static const struct option_word steady_words[] = {
    {.word = "iops", JOB_STEADY_IOPS},
    {.word = "iops_slope", JOB_STEADY_IOPS + TYPE_SLOPE},
    {.word = "bw", JOB_STEADY_BW},
    {.word = "bw_slope", JOB_STEADY_BW + TYPE_SLOPE},
    {.word = "lat", .why = no_latency},
    {.word = "lat_slope", .why = no_latency},
    {.word = NULL},
};

/* Where a value goes. */
#define JOB(field) offsetof(struct option_values, job.field)
#define VALUES(field) offsetof(struct option_values, field)
#define WHOLE_JOB offsetof(struct option_values, job)
_Static_assert(WHOLE_JOB == 0, "offsets are those within the job, too");

enum {
	DEPTH_MAX = 32768, /* entries of an io_uring at most */
	BS_MAX = 1 << 30,
	CLONES_MAX = 4096,
	FILES_MAX = 65536,
};

/* The first two columns are name and alias; those that a row leaves out are zero. Parameters keep
 * this order in the records. */
const struct job_option option_table[] = {
    {"name", .type = type_text, .offset = JOB(name),
     .help = "the job's name, instead of the section's"},
    {"description", .type = type_note, .help = "a remark"},
    {"stonewall", "wait_for_previous", .type = type_bool, .flag = true, .offset = VALUES(stonewall),
     .help = "start when all jobs before it have ended"},

    {"rw", "readwrite", .type = type_rw, .offset = JOB(rw), .words = rw_words, .always = true,
     .show = show_word,
     .help = "read, write, rw (mixed), trim, trimwrite, or one with rand before"},
    {"bs", "blocksize", .type = type_bs, .offset = JOB(bs), .min = 1, .max = BS_MAX, .preset = "4k",
     .always = true, .show = show_sizes, .help = "bytes of one I/O: all, or read,write,trim"},
    {"bsrange", "blocksize_range", .type = type_bsrange, .offset = JOB(bs), .min = 1, .max = BS_MAX,
     .help = "sizes between two, multiples of the less: 4k-64k"},
    {"bssplit", .type = type_bssplit, .offset = JOB(bs), .min = 1, .max = BS_MAX,
     .help = "sizes and their shares in percent: 4k/60:64k/40"},
    {"iodepth", .type = type_unsigned, .offset = JOB(iodepth), .min = 1, .max = DEPTH_MAX,
     .preset = "1", .always = true, .show = show_unsigned, .help = "I/Os in flight in each clone"},
    {"numjobs", .type = type_unsigned, .offset = JOB(numjobs), .min = 1, .max = CLONES_MAX,
     .preset = "1", .always = true, .show = show_unsigned,
     .help = "clones of the job that run together"},
    {"ioengine", .type = type_word, .offset = JOB(ioengine), .words = engine_words,
     .preset = "psync", .always = true, .show = show_word,
     .help = "libaio, io_uring, psync or null"},
    {"direct", .type = type_bool, .flag = true, .offset = JOB(direct), .always = true,
     .show = show_bool, .help = "bypass the page cache (O_DIRECT)"},
    {"buffered", .type = type_inverse, .flag = true, .offset = JOB(direct),
     .help = "the opposite of direct"},

    {"filename", .type = type_filename, .offset = WHOLE_JOB,
     .help = "devices or files, a:b; without it each clone has files of its own"},
    {"directory", .type = type_path, .offset = JOB(directory), .help = "folder of the files"},
    {"filename_format", .type = type_filename_format, .offset = JOB(filename_format),
     .scope = &scope_unnamed, .help = "names of files: $jobname.$jobnum.$filenum"},
    {"nrfiles", "nr_files", .type = type_unsigned, .offset = JOB(nrfiles), .min = 1,
     .max = FILES_MAX, .preset = "1", .show = show_files,
     .help = "files of each clone, without a filename"},
    {"size", .type = type_amount, .offset = JOB(size), .max = INT64_MAX, .show = show_amount,
     .help = "bytes of the target to work in, or percent of it"},
    {"filesize", .type = type_size, .offset = JOB(filesize), .max = INT64_MAX, .show = show_size,
     .help = "bytes of each file; size / nrfiles unless given"},
    {"offset", "fileoffset", .type = type_amount, .offset = JOB(offset), .max = INT64_MAX,
     .show = show_amount, .help = "bytes or percent of the target to leave out before"},
    {"offset_increment", .type = type_amount, .offset = JOB(offset_increment), .max = INT64_MAX,
     .show = show_amount, .help = "the same for each clone once more than for the one before"},
    {"io_size", "io_limit", .type = type_amount, .offset = JOB(io_size), .max = INT64_MAX,
     .show = show_amount, .help = "bytes to be moved, or percent of size"},
    {"number_ios", .type = type_count, .offset = JOB(number_ios), .max = INT64_MAX,
     .show = show_unsigned_64, .help = "I/Os of each clone at most"},

    {"runtime", "timeout", .type = type_time, .offset = JOB(runtime_ns), .show = show_time,
     .help = "end after this time"},
    {"time_based", .type = type_bool, .flag = true, .offset = JOB(time_based), .show = show_bool,
     .help = "run for all of runtime, however often size is done"},
    {"ramp_time", .type = type_time, .offset = JOB(ramp_time_ns), .show = show_time,
     .help = "run this long before anything counts"},
    {"startdelay", .type = type_time, .offset = JOB(startdelay_ns), .show = show_time,
     .help = "wait this long before the start"},

    {"rwmixread", .type = type_unsigned, .offset = JOB(rwmixread), .max = 100, .preset = "50",
     .always = true, .scope = &scope_mixed, .show = show_unsigned,
     .help = "percent of reads in rw and randrw"},
    {"rwmixwrite", .type = type_rest, .offset = JOB(rwmixread), .max = 100, .scope = &scope_mixed,
     .help = "percent of writes in rw and randrw"},
    {"loops", .type = type_unsigned, .offset = JOB(loops), .min = 1, .max = UINT32_MAX,
     .preset = "1", .show = show_unsigned, .help = "times that size is done"},

    {"blockalign", "ba", .type = type_one_size, .offset = JOB(blockalign), .max = BS_MAX,
     .scope = &scope_random, .show = show_size,
     .help = "random offsets are multiples of it; of the least bs unless given"},
    {"percentage_random", .type = type_percent, .offset = JOB(percentage_random), .max = 100,
     .preset = "100", .scope = &scope_random, .show = show_unsigned,
     .help = "percent of I/Os with a random offset, the others go on in order"},
    {"random_distribution", .type = type_distribution, .offset = WHOLE_JOB,
     .words = distribution_words, .scope = &scope_random, .show = show_distribution,
     .help = "random, zipf:THETA, pareto:H or normal:DEVIATION"},
    {"norandommap", .type = type_bool, .flag = true, .offset = JOB(norandommap),
     .scope = &scope_uniform, .show = show_bool,
     .help = "random offsets may come again before all blocks have had their turn"},
    {"randseed", .type = type_unsigned_64, .offset = JOB(randseed), .max = UINT64_MAX,
     .preset = "1", .help = "seed of the random offsets"},
    {"randrepeat", .type = type_bool, .flag = true, .offset = VALUES(randrepeat), .preset = "1",
     .help = "0 takes a seed of the moment, unless randseed is given"},

    {"sync", .type = type_word, .offset = JOB(sync), .words = sync_words, .scope = &scope_writing,
     .show = show_word, .help = "none, sync (O_SYNC) or dsync (O_DSYNC)"},
    {"fsync", .type = type_unsigned, .offset = JOB(fsync), .max = UINT32_MAX,
     .scope = &scope_writing, .show = show_unsigned, .help = "call fsync after so many writes"},
    {"fdatasync", .type = type_unsigned, .offset = JOB(fdatasync), .max = UINT32_MAX,
     .scope = &scope_writing, .show = show_unsigned, .help = "call fdatasync after so many writes"},
    {"end_fsync", .type = type_bool, .flag = true, .offset = JOB(end_fsync),
     .scope = &scope_writing, .show = show_bool, .help = "call fsync at the end"},
    {"fsync_on_close", .type = type_bool, .flag = true, .offset = JOB(fsync_on_close),
     .scope = &scope_writing, .show = show_bool, .help = "call fsync before files are closed"},
    {"invalidate", .type = type_bool, .flag = true, .offset = JOB(invalidate), .preset = "1",
     .show = show_invalidate, .help = "files leave the page cache before the start"},
    {"zero_buffers", .type = type_bool, .flag = true, .offset = JOB(zero_buffers),
     .scope = &scope_writing, .show = show_bool, .help = "write zeros"},
    {"refill_buffers", .type = type_bool, .flag = true, .offset = JOB(refill_buffers),
     .scope = &scope_writing, .show = show_bool, .help = "write new data each time"},
    {"buffer_compress_percentage", .type = type_unsigned, .offset = JOB(buffer_compress_percentage),
     .max = 100, .scope = &scope_writing, .show = show_unsigned,
     .help = "percent by which written data can be compressed"},

    {"rate", .type = type_rates, .offset = JOB(rate), .max = INT64_MAX, .show = show_rates,
     .help = "bytes per second of each clone at most: all, or read,write,trim"},
    {"rate_iops", .type = type_counts, .offset = JOB(rate_iops), .max = INT64_MAX,
     .show = show_counts, .help = "I/Os per second of each clone at most, likewise"},
    {"rate_process", .type = type_word, .offset = JOB(rate_process), .words = process_words,
     .scope = &scope_rated, .show = show_word, .help = "I/Os at a rate are linear or poisson"},
    {"thinktime", .type = type_time_us, .offset = JOB(thinktime_ns), .show = show_time,
     .help = "pause after I/Os, in us unless it has a unit"},
    {"thinktime_blocks", .type = type_unsigned, .offset = JOB(thinktime_blocks), .min = 1,
     .max = UINT32_MAX, .preset = "1", .scope = &scope_pausing, .show = show_unsigned,
     .help = "I/Os between two pauses"},
    {"steadystate", "ss", .type = type_steadystate, .offset = JOB(steadystate),
     .words = steady_words, .show = show_steadystate,
     .help = "end when iops, bw, iops_slope or bw_slope is steady: iops:2%"},
    {"steadystate_duration", "ss_dur", .type = type_time, .offset = JOB(steadystate.duration_ns),
     .scope = &scope_steady, .show = show_time, .help = "time for which it must have been steady"},
    {"steadystate_ramp_time", "ss_ramp", .type = type_time, .offset = JOB(steadystate.ramp_ns),
     .scope = &scope_steady, .show = show_time, .help = "time before it is looked at"},
    {"continue_on_error", .type = type_word_bool, .offset = JOB(continue_on_error),
     .words = error_words, .help = "count failed I/Os and go on: none, or io, read, write, all"},

    {"cpus_allowed", .type = type_cpus, .offset = WHOLE_JOB, .help = "cpus that the clones run on"},
    {"cpus_allowed_policy", .type = type_word_bool, .offset = JOB(cpus_split),
     .words = policy_words, .help = "the clones have these cpus shared or split among them"},
    {"nice", .type = type_nice, .offset = WHOLE_JOB, .show = show_nice,
     .help = "priority of the clones, -20 to 19"},
    {"group_reporting", .type = type_bool, .flag = true, .offset = JOB(group_reporting),
     .help = "accepted: clones are always reported together"},

    {"iodepth_batch", "iodepth_batch_submit", .type = type_unsigned,
     .offset = JOB(iodepth_batch_submit), .max = DEPTH_MAX, .scope = &scope_queue,
     .help = "I/Os in one submission at most; 0 = as many as can be"},
    {"iodepth_batch_complete_min", "iodepth_batch_complete", .type = type_unsigned,
     .offset = JOB(iodepth_batch_complete_min), .max = DEPTH_MAX, .scope = &scope_queue,
     .help = "completions to wait for; 1 unless given"},
    {"iodepth_batch_complete_max", .type = type_unsigned, .offset = JOB(iodepth_batch_complete_max),
     .min = 1, .max = DEPTH_MAX, .scope = &scope_queue,
     .help = "completions to take at once at most; iodepth / 8 unless given"},
    {"iodepth_low", .type = type_unsigned, .offset = JOB(iodepth_low), .max = DEPTH_MAX,
     .scope = &scope_queue, .help = "fill a full queue again when it has drained to this depth"},
    {"userspace_reap", .type = type_bool, .flag = true, .offset = JOB(userspace_reap),
     .preset = "1", .scope = &scope_libaio,
     .help = "libaio: take completions without a system call"},
    {"fixedbufs", .type = type_choice, .flag = true, .offset = JOB(fixedbufs),
     .scope = &scope_uring, .help = "io_uring: buffers that the kernel knows; where it pays"},
    {"registerfiles", .type = type_choice, .flag = true, .offset = JOB(registerfiles),
     .scope = &scope_uring, .help = "io_uring: files that the kernel knows; where it can"},
    {"register_ring", .type = type_choice, .flag = true, .offset = JOB(register_ring),
     .scope = &scope_uring, .help = "io_uring: a ring that the kernel knows; where it can"},
    {"single_issuer", .type = type_choice, .flag = true, .offset = JOB(single_issuer),
     .scope = &scope_uring, .help = "io_uring: one thread submits; where it can"},
    {"defer_taskrun", .type = type_choice, .flag = true, .offset = JOB(defer_taskrun),
     .scope = &scope_uring,
     .help = "io_uring: completions are worked off when asked; where it can"},
    {"coop_taskrun", .type = type_choice, .flag = true, .offset = JOB(coop_taskrun),
     .scope = &scope_uring, .help = "io_uring: no interrupt for completions; where it can"},
    {"hipri", .type = type_bool, .flag = true, .offset = JOB(hipri),
     .help = "io_uring: poll the device for completions"},
    {"sqthread_poll", .type = type_bool, .flag = true, .offset = JOB(sqthread_poll),
     .scope = &scope_uring, .help = "io_uring: a thread of the kernel submits"},
    {"sqthread_poll_cpu", .type = type_cpu, .offset = JOB(sqthread_poll_cpu), .preset = "-1",
     .scope = &scope_sqpoll, .help = "io_uring: the cpu of that thread"},
    {"no_latency", .type = type_bool, .flag = true, .offset = JOB(no_latency),
     .help = "read no clock for single I/Os, to see what that costs"},
};

const size_t option_count = countof(option_table);
_Static_assert(countof(option_table) <= OPTIONS_MAX, "sets of options have room for all rows");
