/* The table of options. */
#include "collect/job/option.h"

#include <stdio.h>
#include <string.h>

#include "collect/job/type.h"

static const struct option_word rw_words[] = {
    {"read", JOB_RW_READ},
    {"write", JOB_RW_WRITE},
    {"rw", JOB_RW_RW},
    {"readwrite", JOB_RW_RW},
    {"randread", JOB_RW_RANDREAD},
    {"randwrite", JOB_RW_RANDWRITE},
    {"randrw", JOB_RW_RANDRW},
    {NULL, 0},
};

static const struct option_word engine_words[] = {
    {"libaio", JOB_ENGINE_LIBAIO},
    {"io_uring", JOB_ENGINE_IO_URING},
    {"psync", JOB_ENGINE_PSYNC},
    {"null", JOB_ENGINE_NULL},
    {NULL, 0},
};

/* Nothing is verified, so "verify" continues on nothing. */
static const struct option_word error_words[] = {
    {"none", 0}, {"0", 0},   {"verify", 0}, {"read", 1}, {"write", 1},
    {"io", 1},   {"all", 1}, {"1", 1},      {NULL, 0},
};

/* Where a value goes. */
#define JOB(field) offsetof(struct option_values, job.field)
#define VALUES(field) offsetof(struct option_values, field)

enum {
	DEPTH_MAX = 32768, /* entries of an io_uring at most */
	BS_MAX = 1 << 30,
	CLONES_MAX = 4096,
};

/* The first two columns are name and alias; those that a row leaves out are zero. */
const struct job_option option_table[OPTIONS] = {
    {"name", .type = type_text, .offset = JOB(name),
     .help = "the job's name, instead of the section's"},
    {"description", .type = type_note, .help = "a remark"},
    {"stonewall", "wait_for_previous", .type = type_bool, .flag = true, .offset = VALUES(stonewall),
     .help = "start when all jobs before it have ended"},

    {"filename", .type = type_filename, .offset = offsetof(struct option_values, job),
     .help = "device or file; without it each clone has a file of its own"},
    {"directory", .type = type_path, .offset = JOB(directory), .help = "folder of the files"},
    {"size", .type = type_amount, .offset = JOB(size), .max = INT64_MAX,
     .help = "bytes of the target to work in, or percent of it"},
    {"offset", "fileoffset", .type = type_size, .offset = JOB(offset.bytes), .max = INT64_MAX,
     .help = "bytes of the target to leave out before"},

    {"rw", "readwrite", .type = type_word, .offset = JOB(rw), .words = rw_words,
     .help = "read, write, rw, randread, randwrite or randrw"},
    {"rwmixread", .type = type_unsigned, .offset = JOB(rwmixread), .max = 100, .preset = "50",
     .help = "percent of reads in rw and randrw"},
    {"rwmixwrite", .type = type_rest, .offset = JOB(rwmixread), .max = 100,
     .help = "percent of writes in rw and randrw"},
    {"bs", "blocksize", .type = type_sizes, .offset = JOB(bs), .min = 1, .max = BS_MAX,
     .preset = "4k", .help = "bytes of one I/O"},
    {"direct", .type = type_bool, .flag = true, .offset = JOB(direct),
     .help = "bypass the page cache (O_DIRECT)"},
    {"buffered", .type = type_inverse, .flag = true, .offset = JOB(direct),
     .help = "the opposite of direct"},
    {"randseed", .type = type_unsigned_64, .offset = JOB(randseed), .max = UINT64_MAX,
     .preset = "1", .help = "seed of the random offsets"},
    {"randrepeat", .type = type_bool, .flag = true, .offset = VALUES(randrepeat), .preset = "1",
     .help = "0 takes a seed of the moment, unless randseed is given"},

    {"ioengine", .type = type_word, .offset = JOB(ioengine), .words = engine_words,
     .preset = "psync", .help = "libaio, io_uring, psync or null"},
    {"iodepth", .type = type_unsigned, .offset = JOB(iodepth), .min = 1, .max = DEPTH_MAX,
     .preset = "1", .help = "I/Os in flight in each clone"},
    {"numjobs", .type = type_unsigned, .offset = JOB(numjobs), .min = 1, .max = CLONES_MAX,
     .preset = "1", .help = "clones of the job that run together"},
    {"iodepth_batch", "iodepth_batch_submit", .type = type_unsigned,
     .offset = JOB(iodepth_batch_submit), .max = DEPTH_MAX,
     .help = "I/Os in one submission at most; 0 = as many as can be"},
    {"iodepth_batch_complete_min", "iodepth_batch_complete", .type = type_unsigned,
     .offset = JOB(iodepth_batch_complete_min), .min = 1, .max = DEPTH_MAX,
     .help = "completions to wait for; 1 unless given"},
    {"iodepth_batch_complete_max", .type = type_unsigned, .offset = JOB(iodepth_batch_complete_max),
     .min = 1, .max = DEPTH_MAX,
     .help = "completions to take at once at most; iodepth / 8 unless given"},
    {"userspace_reap", .type = type_bool, .flag = true, .offset = JOB(userspace_reap),
     .preset = "1", .help = "libaio: take completions without a system call"},

    {"runtime", "timeout", .type = type_time, .offset = JOB(runtime_ns),
     .help = "end after this time"},
    {"time_based", .type = type_bool, .flag = true, .offset = JOB(time_based),
     .help = "run for all of runtime, however often size is done"},
    {"ramp_time", .type = type_time, .offset = JOB(ramp_time_ns),
     .help = "run this long before anything counts"},
    {"startdelay", .type = type_time, .offset = JOB(startdelay_ns),
     .help = "wait this long before the start"},
    {"loops", .type = type_unsigned, .offset = JOB(loops), .min = 1, .max = UINT32_MAX,
     .preset = "1", .help = "times that size is done"},

    {"cpus_allowed", .type = type_cpus, .offset = offsetof(struct option_values, job),
     .help = "cpus that the clones run on"},
    {"continue_on_error", .type = type_word_bool, .offset = JOB(continue_on_error),
     .words = error_words, .help = "count failed I/Os and go on: none, or io, read, write, all"},
    {"group_reporting", .type = type_bool, .flag = true, .offset = JOB(group_reporting),
     .help = "accepted: clones are always reported together"},
};

const struct job_option *
option_find(const char *name)
{
	for (size_t i = 0; i < OPTIONS; i++) {
		const struct job_option *option = &option_table[i];
		if (strcmp(name, option->name) == 0 ||
		    (option->alias && strcmp(name, option->alias) == 0))
			return option;
	}
	return NULL;
}

bool
option_set(const struct job_option *option, const char *value, struct option_values *values,
	   struct option_reply *reply)
{
	*reply = (struct option_reply){0};
	if (!value && !option->flag) {
		snprintf(reply->why, sizeof(reply->why), "%s needs a value", option->name);
		return false;
	}
	return option->type(option, value ? value : "1", (char *)values + option->offset, reply);
}

void
option_preset(struct option_values *values)
{
	struct option_reply reply;

	for (size_t i = 0; i < OPTIONS; i++)
		if (option_table[i].preset)
			option_set(&option_table[i], option_table[i].preset, values, &reply);
}
