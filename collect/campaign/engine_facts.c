/* Names of meta.engine.*; doc/ringside-records.5 describes them. */
#include "collect/campaign/engine_facts.h"

#include "collect/engine/measure.h"
#include "collect/machine/facts.h"

static void
uring_facts(const struct measure_engine *engine, struct fact **facts)
{
	facts_add(facts, "meta.engine.ring_fd", "%d", engine->ring_fd);
	facts_add(facts, "meta.engine.single_issuer", "%d", engine->single_issuer);
	facts_add(facts, "meta.engine.sqpoll", "%d", engine->sqpoll);
	if (engine->sqpoll && engine->sqpoll_cpu >= 0)
		facts_add(facts, "meta.engine.sqpoll_cpu", "%d", engine->sqpoll_cpu);
	facts_add(facts, "meta.engine.iopoll", "%d", engine->iopoll);
	facts_add(facts, "meta.engine.iowq", "%d", engine->iowq);
}

void
engine_facts(const struct measure_engine *engine, struct fact **facts)
{
	facts_add(facts, "meta.engine.reap", "%s", engine->reap);
	facts_add(facts, "meta.engine.taskrun", "%s", engine->taskrun);
	facts_add(facts, "meta.engine.clock", "%s", engine->clock);
	if (engine->clock_drift_ppm != 0)
		facts_add_number(facts, "meta.engine.clock_drift", "ppm", engine->clock_drift_ppm);
	facts_add(facts, "meta.engine.submit_max", "%u", engine->submit_max);
	facts_add(facts, "meta.engine.reap_min", "%u", engine->reap_min);
	facts_add(facts, "meta.engine.reap_max", "%u", engine->reap_max);
	if (engine->ring_slots)
		facts_add(facts, "meta.engine.ring_slots", "%u", engine->ring_slots);
	facts_add(facts, "meta.engine.fixed_buffers", "%d", engine->fixed_buffers);
	facts_add(facts, "meta.engine.fixed_files", "%d", engine->fixed_files);
	if (engine->uring)
		uring_facts(engine, facts);
	facts_add(facts, "meta.engine.declined", "%s", engine->declined);
}
