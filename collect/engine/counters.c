/* A group of perf events: one leader that starts, stops and reads them all. */
#include "collect/engine/counters.h"

#include <linux/perf_event.h>
#include <math.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What a read of the leader gives, by the format asked for below. */
struct group_read {
	uint64_t n, enabled_ns, running_ns;
	uint64_t value[COUNTERS_MAX];
};

static int
open_one(const struct counter_kind *kind, int leader)
{
	struct perf_event_attr attr = {.size = sizeof(attr),
				       .type = kind->type,
				       .config = kind->config,
				       .disabled = leader < 0,
				       .exclude_hv = 1,
				       .read_format = PERF_FORMAT_GROUP |
						      PERF_FORMAT_TOTAL_TIME_ENABLED |
						      PERF_FORMAT_TOTAL_TIME_RUNNING};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

bool
counters_open(struct counters *counters, const struct counter_kind *kind, size_t n)
{
	counters->n = 0;
	for (size_t i = 0; i < n; i++) {
		int fd = open_one(&kind[i], i ? counters->fd[0] : -1);
		if (fd < 0) {
			counters_close(counters);
			return false;
		}
		counters->fd[counters->n++] = fd;
	}
	return n > 0;
}

void
counters_start(struct counters *counters)
{
	if (!counters->n)
		return;
	ioctl(counters->fd[0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
	ioctl(counters->fd[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

void
counters_stop(struct counters *counters, double *out)
{
	struct group_read group = {0};

	if (!counters->n)
		return;
	ioctl(counters->fd[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	ssize_t want = (ssize_t)((3 + counters->n) * sizeof(uint64_t));
	bool good = read(counters->fd[0], &group, sizeof(group)) == want &&
		    group.n == counters->n && group.running_ns > 0;
	double share = good ? (double)group.enabled_ns / (double)group.running_ns : NAN;
	for (size_t i = 0; i < counters->n; i++)
		out[i] = good ? (double)group.value[i] * share : NAN;
}

void
counters_close(struct counters *counters)
{
	while (counters->n)
		close(counters->fd[--counters->n]);
}
