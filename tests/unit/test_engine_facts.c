/* What is said of an engine, by its kind. */
#include "collect/campaign/engine_facts.h"

#include "collect/base/mem.h"
#include "collect/engine/measure.h"
#include "collect/machine/facts.h"
#include "tests/unit/check.h"

/* All facts as "name=value name=value", without "meta.engine.". */
static void
check_facts(const struct measure_engine *engine, const char *want)
{
	struct fact *facts = NULL;
	char *got = mem_dup("");

	engine_facts(engine, &facts);
	for (const struct fact *f = facts; f; f = f->next) {
		cr_expect(strncmp(f->metric, "meta.engine.", 12) == 0, "%s", f->metric);
		check_text(f->unit, "text");
		mem_append(&got, "%s%s=%s", *got ? " " : "", f->metric + 12, f->value);
	}
	check_text(got, want);
	free(got);
	facts_free(&facts);
}

Test(engine_facts, an_engine_without_a_ring)
{
	const struct measure_engine psync = {
	    .clock = "tsc", .submit_max = 1, .reap_min = 1, .reap_max = 1};

	check_facts(&psync, "clock=tsc submit_max=1 reap_min=1 reap_max=1 fixed_buffers=0 "
			    "fixed_files=0");
}

Test(engine_facts, a_ring)
{
	const struct measure_engine aio = {.reap = "syscall",
					   .clock = "clock_gettime",
					   .submit_max = 4,
					   .reap_min = 2,
					   .reap_max = 8,
					   .ring_slots = 127,
					   .declined = "userspace_reap: not here"};

	check_facts(&aio, "reap=syscall clock=clock_gettime submit_max=4 reap_min=2 reap_max=8 "
			  "ring_slots=127 fixed_buffers=0 fixed_files=0 "
			  "declined=userspace_reap: not here");
}

Test(engine_facts, io_uring)
{
	struct measure_engine uring = {.reap = "userspace",
				       .taskrun = "defer",
				       .clock = "tsc",
				       .submit_max = 4,
				       .reap_min = 1,
				       .reap_max = 4,
				       .ring_slots = 64,
				       .fixed_buffers = true,
				       .fixed_files = true,
				       .uring = true,
				       .ring_fd = true,
				       .single_issuer = true,
				       .sqpoll_cpu = -1,
				       .iowq = true};

	check_facts(&uring, "reap=userspace taskrun=defer clock=tsc submit_max=4 reap_min=1 "
			    "reap_max=4 ring_slots=64 fixed_buffers=1 fixed_files=1 ring_fd=1 "
			    "single_issuer=1 sqpoll=0 iopoll=0 iowq=1");
	uring.taskrun[0] = '\0';
	uring.sqpoll = uring.iopoll = true;
	uring.iowq = false;
	check_facts(&uring, "reap=userspace clock=tsc submit_max=4 reap_min=1 "
			    "reap_max=4 ring_slots=64 fixed_buffers=1 fixed_files=1 ring_fd=1 "
			    "single_issuer=1 sqpoll=1 iopoll=1 iowq=0");
	uring.sqpoll_cpu = 3;
	check_facts(&uring, "reap=userspace clock=tsc submit_max=4 reap_min=1 "
			    "reap_max=4 ring_slots=64 fixed_buffers=1 fixed_files=1 ring_fd=1 "
			    "single_issuer=1 sqpoll=1 sqpoll_cpu=3 iopoll=1 iowq=0");
}
