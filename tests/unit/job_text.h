/* Job files given as text, for the tests of what becomes of them. */
#ifndef TESTS_UNIT_JOB_TEXT_H
#define TESTS_UNIT_JOB_TEXT_H

#include <errno.h>

#include "collect/base/where.h"
#include "collect/job/file.h"
#include "tests/unit/check.h"

/* What a section needs at least. */
#define JOB "rw=read\nsize=1m\n"

/* Files that includes can name; the last one includes the one before. */
static const struct {
	const char *path, *text;
} files[] = {
    {"jobs/common.inc", "bs=8k\n# a comment\nsize=1m\n"},
    {"jobs/deep/outer.inc", "include inner.inc\nrw=read\n"},
    {"jobs/deep/inner.inc", "iodepth=7\n"},
    {"jobs/sections.inc", "bs=4k\n[job]\n"},
    {"jobs/bad.inc", "bs=4k\nbs=x\n"},
    {"jobs/loop.inc", "include loop.inc\n"},
    {"jobs/a.inc", "include b.inc\n"},
    {"jobs/b.inc", "include a.inc\n"},
    {"jobs/filename.inc", "filename=/dev/other\n"},
};

static inline FILE *
open_memory(void *ctx, const char *path)
{
	(void)ctx;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (strcmp(path, files[i].path) == 0)
			return check_input(files[i].text, strlen(files[i].text));
	errno = ENOENT;
	return NULL;
}

/* What became of one or more files, read in turn. */
struct outcome {
	struct job_list list;
	UT_array *warnings;
	struct where why;
	bool good;
};

static inline void
read_more(struct outcome *out, const char *name, const char *text)
{
	FILE *in = check_input(text, strlen(text));

	out->why = (struct where){0};
	out->good =
	    job_file_read(in, name, open_memory, NULL, &out->list, out->warnings, &out->why);
	fclose(in);
}

static inline struct outcome
read_text(const char *text)
{
	struct outcome out = {0};

	utarray_new(out.warnings, &ut_str_icd);
	read_more(&out, "jobs/a.fio", text);
	return out;
}

static inline void
drop(struct outcome *out)
{
	job_list_free(&out->list);
	utarray_free(out->warnings);
}

/* All warnings, one a line. */
static inline const char *
warnings(const struct outcome *out)
{
	static char all[4096];

	all[0] = '\0';
	for (char **w = NULL; (w = utarray_next(out->warnings, w));)
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s\n", *w);
	return all;
}

#endif
