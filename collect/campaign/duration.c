/* Jobs of a group run together, groups one after another. */
#include "collect/campaign/duration.h"

#include <math.h>

double
duration_job_s(const struct job *job)
{
	if (!job->runtime_ns)
		return NAN;
	/* As doubles: three large times are beyond 64 bits together. */
	return ((double)job->startdelay_ns + (double)job->ramp_time_ns + (double)job->runtime_ns) *
	       1e-9;
}

double
duration_s(const struct job_list *jobs)
{
	double all_s = 0, group_s = 0;

	for (size_t i = 0; i < jobs->n; i++) {
		double s = duration_job_s(&jobs->job[i]);

		if (isnan(s))
			return NAN;
		if (i && jobs->job[i].group != jobs->job[i - 1].group) {
			all_s += group_s;
			group_s = 0;
		}
		group_s = s > group_s ? s : group_s;
	}
	return all_s + group_s;
}
