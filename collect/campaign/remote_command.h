/* What is sent to another collect: its command line and its jobs. */
#ifndef COLLECT_CAMPAIGN_REMOTE_COMMAND_H
#define COLLECT_CAMPAIGN_REMOTE_COMMAND_H

#include "collect/campaign/remote.h"

/* The jobs, which remote_check has passed, as one job file, on the heap. */
char *remote_job_file(const struct job_list *jobs);

/* The whole shell command that measures them there, on the heap. */
char *remote_command(const struct run_config *config, const struct remote *remote);

#endif
