/* What the control group of this process, and those around it, allow. root as in procfile.h. */
#ifndef COLLECT_MACHINE_CGROUP_H
#define COLLECT_MACHINE_CGROUP_H

struct fact;

/* Appends meta.cgroup.cpus, .memory, .io and .io_weight, of cgroup v2 or v1, whichever has the
 * controller. Of limits the least on the way up counts, for that is the one which holds; "none"
 * where a controller has no limit, and nothing where there is no controller. */
void cgroup_facts(const char *root, struct fact **facts);

#endif
