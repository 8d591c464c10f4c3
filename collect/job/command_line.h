/* Jobs given as words of the command line: --name=x --rw=randread --bs=4k. */
#ifndef COLLECT_JOB_COMMAND_LINE_H
#define COLLECT_JOB_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/base/lines.h"
#include "collect/job/job.h"

struct where;

/* Whether word is "--OPTION" or "--OPTION=VALUE" with an option of fio's job language, supported
 * here or not. */
bool job_command_line_has(const char *word);

/* The option of a job that is nearest to word, "--OPTION" or "--OPTION=VALUE", or NULL. Static
 * storage, without the dashes. */
const char *job_command_line_nearest(const char *word);

/* One line for each supported option: its name and what it does. */
void job_command_line_usage(FILE *out);

/* Turns n words, each of which job_command_line_has, into jobs and appends them to list, as a
 * further file would. --name opens a job; options before the first one hold for all. Warnings and
 * errors as in job_file_read; words without any --name are an error. */
bool job_command_line_read(const char *const *words, size_t n, struct job_list *list,
			   UT_array *warnings, struct where *why);

#endif
