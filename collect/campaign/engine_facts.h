/* How an engine really worked, as facts. */
#ifndef COLLECT_CAMPAIGN_ENGINE_FACTS_H
#define COLLECT_CAMPAIGN_ENGINE_FACTS_H

struct fact;
struct measure_engine;

/* Appends meta.engine.*; those that do not apply to the engine are left out. */
void engine_facts(const struct measure_engine *engine, struct fact **facts);

#endif
