/* Whole comparisons, read back. */
#include "tests/unit/findings.h"

#include "collect/base/mem.h"

struct reading {
	struct findings *out;
	char *copy; /* where the next field goes */
};

static bool
take(void *ctx, const struct table_row *row, struct where *why)
{
	struct reading *reading = ctx;
	struct findings *out = reading->out;
	struct view fields[TABLE_COLUMNS_MAX];
	struct table_row own = *row;

	for (size_t i = 0; i < row->kind->n_columns; i++) {
		memcpy(reading->copy, row->field[i].p, row->field[i].n);
		fields[i] = (struct view){reading->copy, row->field[i].n};
		reading->copy += row->field[i].n;
	}
	own.field = fields;
	out->at = mem_resize(out->at, out->n + 1, sizeof(*out->at));
	return finding_compare_parse(&own, &out->at[out->n++], why);
}

static void
read_back(struct findings *out, const char *written, size_t n)
{
	static const struct table_kind *const kinds[] = {&finding_compare_kind};
	struct where why = {.line = 0};
	struct reading reading = {out, out->text};
	FILE *in = check_input(written, n);

	cr_assert(table_read(in, "findings", kinds, 1, take, &reading, &why) == true, "%zu: %s",
		  why.line, why.why);
	fclose(in);
}

static struct store
store_of(const char *records, const struct metric_list *metrics)
{
	char *text = mem_format("%s%s", STREAM_HEADER, records);
	struct store store = stream_store(text);

	store_select(&store, false);
	derive_runs(&store, metrics);
	free(text);
	return store;
}

struct findings
findings_of(const char *records, const char *earlier, struct compare_config config)
{
	struct metric_list metrics = metric_list_new();
	struct store store = store_of(records, &metrics);
	struct store history = store_of(earlier ? earlier : "", &metrics);
	struct findings out = {.n = 0};
	struct where why = {.line = 0};
	char *written = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&written, &size);

	config.metrics = &metrics;
	config.history = earlier ? &history : NULL;
	cr_assert(compare_write(&store, &config, stream, &out.regressed, &why) == true, "%s",
		  why.why);
	fclose(stream);
	out.text = mem_alloc(size + 1, 1);
	read_back(&out, written, size);
	free(written);
	store_free(&store);
	store_free(&history);
	metric_list_free(&metrics);
	return out;
}

void
findings_free(struct findings *findings)
{
	free(findings->text);
	free(findings->at);
}

const struct finding_compare *
findings_find(const struct findings *findings, enum finding_kind kind, const char *test,
	      const char *metric, const char *commit)
{
	for (size_t i = 0; i < findings->n; i++) {
		const struct finding_compare *f = &findings->at[i];
		if (f->kind == kind && view_is(f->test, test) && view_is(f->metric, metric) &&
		    view_is(f->commit, commit))
			return f;
	}
	cr_assert(false, "no finding on %s of %s in %s", metric, test, commit);
	return NULL;
}

void
findings_runs(FILE *out, const char *commit, const char *test, const double *iops, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		fprintf(out, "%s,%s,r%zu,read.iops,iops,,,,,%.17g\n", commit, test, i, iops[i]);
		fprintf(out, "%s,%s,r%zu,meta.complete,1,,,,,1\n", commit, test, i);
	}
}
