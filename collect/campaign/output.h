/* The stream of records that a campaign writes. */
#ifndef COLLECT_CAMPAIGN_OUTPUT_H
#define COLLECT_CAMPAIGN_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

struct campaign_config;

/* Has n bytes, and what was written before, reach the reader, or the disk. Returns 0 or the errno
 * of what was lost, and clears the stream's error then. */
int output_put(FILE *out, const char *bytes, size_t n);

/* Writes what stands in front of all runs: the header, and the commits in the order in which they
 * were asked for, as rows of run id. The blocks shuffle the commits, and readers take the first one
 * that they see for the base. What config->resume has is not written again. */
void output_begin(const struct campaign_config *config, const char *id);

#endif
