/* The stream of records that a campaign writes. */
#ifndef COLLECT_CAMPAIGN_OUTPUT_H
#define COLLECT_CAMPAIGN_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct campaign_config;
struct stat;

/* Has n bytes, and what was written before, reach the reader, or the disk. Returns 0 or the errno
 * of what was lost, and clears the stream's error then. */
int output_put(FILE *out, const char *bytes, size_t n);

/* Fills *info with what the records go to; false where it is no file of a file system. */
bool output_stat(const struct campaign_config *config, struct stat *info);

/* Whether nothing that the campaign would write here is what its records go to: neither a target of
 * a job that writes, by whatever name, nor what is preconditioned. Looks only; what is not there
 * yet is looked at again when it is opened. Else that was said. */
bool output_check(const struct campaign_config *config);

/* Writes what stands in front of all runs: the header, and the commits in the order in which they
 * were asked for, as rows of run id. The blocks shuffle the commits, and readers take the first one
 * that they see for the base. What config->resume has is not written again; an
 * unfinished row at its end is taken off first, and that is said. Returns false where it cannot be,
 * which was said, too. */
bool output_begin(const struct campaign_config *config, const char *id);

#endif
