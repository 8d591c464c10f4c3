/* Rates that do not follow from their counts. */
#include "collect/fio/contradiction.h"

#include <math.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "tests/unit/check.h"

static void
on_note(void *ctx, const struct where *what)
{
	lines_add(ctx, what->why);
}

/* A direction, as far as it matters here. */
struct said {
	bool used;
	double bytes, ios, runtime, iops, bw;
};

/* The notes on two jobs that both say this of their reads, joined. */
static char *
notes_of(const char *form, const struct said *said)
{
	UT_array *notes = lines_new();
	const struct sink sink = {"f", NULL, on_note, notes};
	struct fio_result result;

	fio_result_init(&result, form, 1);
	for (int i = 0; i < 2; i++) {
		struct fio_direction *read = &fio_result_add_job(&result, "a")->direction[FIO_READ];
		read->used = said->used;
		read->ios = said->ios;
		read->bytes = said->bytes;
		read->runtime = said->runtime;
		read->iops = said->iops;
		read->bw = said->bw;
	}
	fio_contradiction_note(&result, &sink);
	char *text = lines_join(notes, "|");
	fio_result_free(&result);
	lines_free(notes);
	return text;
}

Test(contradiction, what_is_more_than_rounding_is_noted_once)
{
	static const struct {
		const char *form;
		struct said said;
		const char *part; /* NULL = no note */
	} rows[] = {
	    /* 6000 I/Os in 2 s are 3000 a second; 1 % are 30. */
	    {"fio json", {true, NAN, 6000, 2, 2971, NAN}, NULL},
	    {"fio json",
	     {true, NAN, 6000, 2, 2969, NAN},
	     "2.969k, but its I/Os by its runtime are 3"},
	    {"fio json", {true, NAN, 6000, 2, 3031, NAN}, "iops of read is printed as 3.031k"},
	    {"fio json", {false, NAN, 6000, 2, 3031, NAN}, NULL},
	    /* 4096000 bytes a second. */
	    {"fio json", {true, 8192000, 2000, 2, 1000, 4096000}, NULL},
	    {"fio json",
	     {true, 8192000, 2000, 2, 1000, 4e6},
	     "bw of read is printed as 3.815MiB/s"},
	    /* A whole number, and KiB, are the least that old forms say. */
	    {"fio json", {true, 2048, 3, 2, 1, 1024}, NULL},
	    {"fio json", {true, 7168, 3, 2, 1, 2561}, NULL},
	    /* "11.0k" of 11.98k: a carry that was lost. */
	    {"fio normal", {true, NAN, 23960, 2, 11000, NAN}, NULL},
	    {"fio normal", {true, NAN, 23960, 2, 10500, NAN}, "printed as 10.50k"},
	    /* Not said, or nothing. */
	    {"fio json", {true, NAN, NAN, 2, 10500, NAN}, NULL},
	    {"fio json", {true, NAN, 23960, NAN, 10500, NAN}, NULL},
	    {"fio json", {true, NAN, 23960, 0, 10500, NAN}, NULL},
	    {"fio json", {true, 0, 0, 2, 0, 0}, NULL},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		char *notes = notes_of(rows[i].form, &rows[i].said);
		cr_expect(rows[i].part ? strstr(notes, rows[i].part) && !strchr(notes, '|')
				       : !notes[0],
			  "row %zu: %s", i, notes);
		free(notes);
	}
}

Test(contradiction, no_job_has_none)
{
	const struct sink sink = {"f", NULL, NULL, NULL};
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	fio_contradiction_note(&result, &sink);
	check_int(result.n_jobs, 0);
}
