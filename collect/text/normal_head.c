/* Lines of fio's normal output that are no measurements of a direction. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/text/normal_line.h"
#include "collect/text/scan.h"

/* Takes "5 (why): pid=1234: time" apart, of which all but the number may be missing. */
static bool
read_error(struct view text, struct normal_head *out)
{
	size_t error;

	if (!scan_count(&text, &error))
		return false;
	out->error = (int)error;
	if (!scan_split(&text, ": pid=", &out->why)) {
		out->why = scan_trim(text);
		out->why.n -= view_ends(out->why, ":");
		text.n = 0;
	}
	out->why = scan_trim(out->why);
	if (view_starts(out->why, "(") && view_ends(out->why, ")"))
		out->why = (struct view){out->why.p + 1, out->why.n - 2};
	scan_count(&text, &out->pid);
	scan_skip(&text, ":");
	out->time = scan_trim(text);
	return true;
}

bool
normal_head(struct view line, struct normal_head *out)
{
	struct normal_head it = {.why = view_of("")};

	if (!scan_split(&line, ": (groupid=", &it.name) || !scan_count(&line, &it.group) ||
	    !scan_skip(&line, ", jobs=") || !scan_count(&line, &it.clones) ||
	    !scan_skip(&line, "): err=") || !read_error(line, &it))
		return false;
	*out = it;
	return true;
}

bool
normal_banner(struct view line, struct normal_banner *out)
{
	struct normal_banner it;

	if (!scan_split(&line, ": (g=", &it.name) || !scan_count(&line, &it.group) ||
	    !scan_skip(&line, "): rw=") || !scan_split(&line, ", bs=", &it.rw) ||
	    !scan_split(&line, ", ioengine=", &it.bs) ||
	    !scan_split(&line, ", iodepth=", &it.ioengine))
		return false;
	it.iodepth = scan_trim(line);
	*out = it;
	return true;
}

/* One size such as "4096B" or "64.0KiB" that can be meant exactly: 97.7KiB cannot. */
static bool
exact_size(struct view *text, double *out)
{
	double number;
	struct view rest = *text;

	/* Without a B (fio 2) a K is 1024. */
	if (!scan_amount(&rest, 1024, &number))
		return false;
	for (size_t i = 0; text->p + i < rest.p; i++)
		if (text->p[i] == '.' && isdigit((unsigned char)text->p[i + 1]) &&
		    text->p[i + 1] != '0')
			return false;
	*out = number;
	*text = rest;
	return number == floor(number);
}

/* "(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B" or "4K-4K/4K-4K/4K-4K": the number of bytes
 * if it is one throughout. */
static bool
one_size(struct view text, double *out)
{
	double size;

	*out = NAN;
	while (text.n) {
		if (!isdigit((unsigned char)text.p[0])) {
			text = (struct view){text.p + 1, text.n - 1};
			continue;
		}
		if (!exact_size(&text, &size) || (!isnan(*out) && size != *out))
			return false;
		*out = size;
	}
	return !isnan(*out);
}

static void
add_option(struct fio_job *job, const char *name, struct view value)
{
	char *copy = mem_copy(value.p, value.n);

	fio_job_add_option(job, name, copy);
	free(copy);
}

void
normal_banner_options(const struct normal_banner *banner, struct fio_job *job)
{
	double bytes;

	add_option(job, "rw", banner->rw);
	if (one_size(banner->bs, &bytes)) {
		char *text = mem_format("%.0f", bytes);
		fio_job_add_option(job, "bs", text);
		free(text);
	} else {
		add_option(job, "bs", banner->bs);
	}
	add_option(job, "ioengine", banner->ioengine);
	add_option(job, "iodepth", banner->iodepth);
}

bool
normal_version(struct view line)
{
	if (!scan_skip(&line, "fio-") || !line.n || !isdigit((unsigned char)line.p[0]))
		return false;
	for (size_t i = 0; i < line.n; i++)
		if (!isalnum((unsigned char)line.p[i]) && !strchr(".-_+~", line.p[i]))
			return false;
	return true;
}

bool
normal_cpu(struct view line, struct fio_job *job)
{
	double user = scan_field(line, "usr", 1000), switches = scan_field(line, "ctx", 1000);

	if (!view_starts(line, "cpu ") || isnan(user) || isnan(switches))
		return false;
	job->cpu_user = user;
	job->cpu_system = scan_field(line, "sys", 1000);
	job->switches = switches;
	return true;
}

static int
error_number(double number)
{
	return fabs(number) < 1e9 ? (int)number : 0;
}

bool
normal_remark(struct view line, struct fio_job *job)
{
	struct view before;

	if (view_starts(line, "Description") && scan_split(&line, ": [", &before)) {
		line = scan_trim(line);
		char *text = mem_copy(line.p, line.n - view_ends(line, "]"));
		fio_job_add_option(job, "description", text);
		free(text);
		return true;
	}
	if (!view_starts(line, "errors ") || !scan_find(line, "first_error="))
		return false;
	job->errors = scan_field(line, "total", 1000);
	job->first_error = error_number(scan_field(line, "first_error", 1000));
	return true;
}

bool
normal_share(struct view line)
{
	static const char *const beginnings[] = {"lat (", "IO depths ", "submit ", "complete "};

	for (size_t i = 0; i < countof(beginnings); i++)
		if (view_starts(line, beginnings[i]))
			return true;
	return false;
}

bool
normal_disk(struct view line, struct fio_result *result)
{
	struct view name;
	double reads, writes;

	if (!scan_split(&line, ": ios=", &name) || !name.n || !scan_amount(&line, 1000, &reads) ||
	    !scan_skip(&line, "/") || !scan_amount(&line, 1000, &writes))
		return false;
	char *copy = mem_copy(name.p, name.n);
	struct fio_disk *disk = fio_result_add_disk(result, copy);
	free(copy);
	disk->read_ios = reads;
	disk->write_ios = writes;
	disk->util = scan_field(line, "util", 1000);
	return true;
}
