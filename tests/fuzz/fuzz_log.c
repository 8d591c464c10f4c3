/* Logs of all kinds from any bytes: no crash, one reason for a refusal, and records that hold to
 * the rules of their format. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"
#include "collect/log/log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
take_note(void *ctx, const struct where *what)
{
	(void)ctx;
	if (!what->why[0])
		abort();
}

static bool
take_record(void *ctx, const struct table_row *row, struct where *why)
{
	struct record record;

	(void)ctx;
	return record_parse(row, &record, why);
}

/* Reads the file as n logs of one run, and the records back. */
static void
read_as(enum log_kind kind, const char *path, size_t n, const struct log_options *options)
{
	const struct log_file files[2] = {{path, "a", kind, NULL, 0}, {path, "b", kind, NULL, 0}};
	const struct table_kind *kinds[] = {&record_kind};
	const struct sink sink = {"run", NULL, take_note, NULL};
	struct where why = {.line = 0};
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = mem_stream(&text, &bytes);
	const struct rows rows = {out, "c", "r", "t"};

	record_write_header(out);
	if (!log_read(files, n, options, &rows, &sink, &why) && !why.why[0])
		abort();
	fclose(out);
	FILE *in = fmemopen(text, bytes, "r");
	if (!table_read(in, "records", kinds, 1, take_record, NULL, &why)) {
		fprintf(stderr, "%s:%zu: %s\n", why.file, why.line, why.why);
		abort();
	}
	fclose(in);
	free(text);
}

static void
name_of(const uint8_t *data, size_t size)
{
	char *path = mem_copy((const char *)data, size);
	struct log_name name;

	if (log_name_parse(path, &name) &&
	    (name.prefix.p != path || name.prefix.n + name.host.n >= size))
		abort();
	free(path);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* Long intervals: a time in the far future is not to fill the memory with empty ones. */
	const struct log_options options[] = {{1000, true, true, NULL}, {1000, false, false, NULL}};
	char path[32];
	int fd = memfd_create("log", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	log_sniff((struct view){(const char *)data, size});
	if (size)
		name_of(data, size);
	for (int kind = 0; kind < LOG_KINDS; kind++)
		for (size_t n = 1; n <= 2; n++)
			read_as((enum log_kind)kind, path, n, &options[n - 1]);
	close(fd);
	return 0;
}
