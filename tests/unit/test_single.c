/* What is said of percentiles of single runs. */
#include "analyze/compare/single.h"

#include "analyze/compare/row.h"
#include "tests/unit/stream.h"

/* v: one run; w: two; x: one without buckets; y: one of too few I/Os to bound a p99. */
static const char text[] =
    STREAM_HEADER "v,t,1,read.lat,ns,,,1024,1040,500\nv,t,1,read.lat,ns,,,1040,1056,500\n"
		  "w,t,1,read.lat,ns,,,2048,2049,900\nw,t,2,read.lat,ns,,,2099,2100,900\n"
		  "x,t,1,read.lat.p50,ns,,,,,3000\nx,t,1,read.lat.p99,ns,,,,,3000\n"
		  "y,t,1,read.lat,ns,,,1024,1040,50\n";

/* The note of base against commit, numbers of the text's commits; the caller frees it. */
static char *
note_of(struct store *store, size_t base, size_t commit, const char *metric, double p)
{
	struct metric_list metrics = metric_list_new();
	struct where why = {.line = 0};
	struct row row = row_new();
	size_t i = 0;

	cr_assert(derive_all(store, &metrics, &why) == true);
	while (strcmp(metrics.at[i].name, metric) != 0)
		i++;
	row.finding.base = name_view(store_commit(store, base));
	row.finding.commit = name_view(store_commit(store, commit));
	row.finding.unit = view_of("ns");
	row.finding.p = p;
	single_note(&row, store_group(store, store_commit(store, base), store_test(store, 0)),
		    store_group(store, store_commit(store, commit), store_test(store, 0)), i);
	char *note = mem_dup(row.note);
	row_free(&row);
	metric_list_free(&metrics);
	return note;
}

Test(single, intervals_are_told_where_there_is_no_test)
{
	/* The mean of w's two logarithms, -+ 12.7062 (R's qt(.975, 1)) times its standard error:
	 * 2073.343 * exp(-+ 12.7062 * ln(2099 / 2048) / 2). */
	static const char v[] = "v 1.024us to 1.056us (interval of I/O sampling only)";
	static const struct {
		size_t base, commit;
		const char *metric;
		double p;
		const char *want;
	} rows[] = {
	    {0, 1, "read.lat.p50", NAN, "%s; w 1.773us to 2.424us"},
	    {1, 0, "read.lat.p50", NAN, "w 1.773us to 2.424us; %s"},
	    {0, 0, "read.lat.p50", NAN, "%s; v 1.024us to 1.056us (interval of I/O sampling only)"},
	    {0, 1, "read.lat.p50", 0.5, ""},  /* there is a test */
	    {1, 1, "read.lat.p50", NAN, ""},  /* no single run */
	    {0, 2, "read.lat.p50", NAN, ""},  /* a side without interval */
	    {0, 1, "read.lat.mean", NAN, ""}, /* no percentile */
	    {1, 3, "read.lat.p99", NAN,
	     "w 1.773us to 2.424us; y 1.024us to - (interval of I/O sampling only)"},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct store store = stream_store(text);
		char *want = mem_format("%s", rows[i].want), *at = strstr(want, "%s");
		if (at) {
			char *whole = mem_format("%.*s%s%s", (int)(at - want), want, v, at + 2);
			free(want);
			want = whole;
		}
		char *note =
		    note_of(&store, rows[i].base, rows[i].commit, rows[i].metric, rows[i].p);
		check_text(note, want);
		free(note);
		free(want);
		store_free(&store);
	}
}
