/* Comparisons of runs that were imported: what their records lack and have beside native ones. */
#include "analyze/finding.h"

#include "tests/unit/stream.h"

enum { RUNS = 4 };

/* What is known of run r of a side. */
typedef void write_run_fn(FILE *out, const char *commit, int r);

static char *
findings_of(write_run_fn *write_run)
{
	char *text = NULL;
	size_t n = 0;
	struct where why = {.line = 0};
	FILE *out = open_memstream(&text, &n);

	fputs(STREAM_HEADER, out);
	for (int i = 0; i < 2 * RUNS; i++)
		write_run(out, i < RUNS ? "v" : "w", i % RUNS);
	fclose(out);
	char *findings = stream_findings(text, n, false, NULL, &why);
	cr_assert(findings != NULL, "%zu: %s", why.line, why.why);
	free(text);
	return findings;
}

/* The test completes alone: other files may have the same run. */
static void
write_rate(FILE *out, const char *commit, int r)
{
	fprintf(out, "%s,t,r%d,write.iops,iops,,,,,%d\n%s,t,r%d,meta.complete,1,,,,,1\n", commit, r,
		1000 + r, commit, r);
}

static void
write_settings(FILE *out, const char *commit, int r)
{
	static const char *const keys[] = {"source", "source.file", "fio.version",
					   "fio.options_unknown"};

	write_rate(out, commit, r);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		fprintf(out, "%s,t,r%d,meta.%s,text,,,,,of %s\n", commit, r, keys[i], commit);
}

/* Which tool measured matters, which file it said so in does not. */
Test(compare_import, what_a_run_says_of_its_file_is_no_change)
{
	char *findings = findings_of(write_settings);

	cr_expect(strstr(findings, "\nt,,meta.source,text,,v,w,") != NULL);
	cr_expect(strstr(findings, "\nt,,meta.fio.version,text,,v,w,") != NULL);
	cr_expect(strstr(findings, "meta.source.file") == NULL);
	cr_expect(strstr(findings, "meta.fio.options_unknown") == NULL);
	free(findings);
}

/* Samples go up and down by as much; those of w twice as far. */
static int
deviation(const char *commit, int r)
{
	return (commit[0] == 'v' ? 10 : 20) + r;
}

static void
write_samples(FILE *out, const char *commit, int r)
{
	write_rate(out, commit, r);
	for (int s = 0; s < 12; s++)
		fprintf(out, "%s,t,r%d,write.iops,iops,%g,%g,,,%d\n", commit, r, s * 0.5,
			s * 0.5 + 0.5, 1000 + (s % 2 ? 1 : -1) * deviation(commit, r));
}

static void
write_statistics(FILE *out, const char *commit, int r)
{
	write_rate(out, commit, r);
	fprintf(out, "%s,t,r%d,write.iops.n,1,,,,,12\n", commit, r);
	fprintf(out, "%s,t,r%d,write.iops.mean,iops,,,,,1000\n", commit, r);
	fprintf(out, "%s,t,r%d,write.iops.stdev,iops,,,,,%d\n", commit, r, deviation(commit, r));
}

/* The finding on write.iops; its texts are those of findings. */
static bool
take(void *ctx, const struct table_row *row, struct where *why)
{
	struct finding_compare f, *out = ctx;

	if (!finding_compare_parse(row, &f, why))
		return false;
	if (view_is(f.metric, "write.iops"))
		*out = f;
	return true;
}

static struct finding_compare
finding_of(write_run_fn *write_run)
{
	static const struct table_kind *const kinds[] = {&finding_compare_kind};
	struct finding_compare f = {.jitter_ratio = NAN};
	struct where why = {.line = 0};
	char *findings = findings_of(write_run);
	FILE *in = check_input(findings, strlen(findings));

	cr_assert(table_read(in, "findings", kinds, 1, take, &f, &why), "%s", why.why);
	fclose(in);
	free(findings);
	return f;
}

Test(compare_import, jitter_from_samples_and_from_their_statistics_is_the_same)
{
	struct finding_compare rows = finding_of(write_samples);
	struct finding_compare statistics = finding_of(write_statistics);

	check_int(rows.jitter_verdict, JITTER_MORE);
	check_int(statistics.jitter_verdict, JITTER_MORE);
	/* The geometric means of 10, 11, 12, 13 and of 20, 21, 22, 23, one over the other. */
	check_close(rows.jitter_ratio, pow(20.0 * 21 * 22 * 23 / (10.0 * 11 * 12 * 13), 0.25),
		    1e-12, "ratio");
	check_close(statistics.jitter_base, rows.jitter_base, 1e-12, "base");
	check_close(statistics.jitter, rows.jitter, 1e-12, "commit");
	check_close(statistics.jitter_ratio, rows.jitter_ratio, 1e-12, "ratio");
	check_close(statistics.jitter_low, rows.jitter_low, 1e-12, "low");
	check_close(statistics.jitter_high, rows.jitter_high, 1e-12, "high");
	check_close(statistics.jitter_p, rows.jitter_p, 1e-9, "p");
}

/* Each side has a key of its own, and w, imported, a source. */
static void
write_few(FILE *out, const char *commit, int r)
{
	write_rate(out, commit, r);
	fprintf(out, "%s,t,r%d,meta.device,text,,,,,of %s\n", commit, r, commit);
	if (commit[0] == 'w')
		fprintf(out, "w,t,r%d,meta.a,text,,,,,1\nw,t,r%d,meta.source,text,,,,,fio\n", r, r);
	else
		fprintf(out, "v,t,r%d,meta.b,text,,,,,2\n", r);
}

static void
write_many(FILE *out, const char *commit, int r)
{
	write_few(out, commit, r);
	for (int i = 1; i <= 7 && commit[0] == 'w'; i++)
		fprintf(out, "w,t,r%d,meta.k%d,text,,,,,1\n", r, i);
}

Test(compare_import, keys_of_one_side_are_one_row)
{
	char *few = findings_of(write_few), *many = findings_of(write_many);

	/* Key "b" has only the base. A few have their values. */
	cr_expect(strstr(few, "only one side says: b 2 -> (absent), a (absent) -> 1 (2 keys)") !=
		      NULL,
		  "%s", few);
	cr_expect(strstr(many, "only one side says: b, a, k1, k2, k3, k4, k5, k6, ... (9 keys)") !=
		      NULL,
		  "%s", many);
	/* Values that differ come before, and so does which tool measured. */
	const char *rest = strstr(few, "\nt,,meta.*,text,");
	cr_assert(rest != NULL);
	cr_expect(strstr(few, "\nt,,meta.device,text,") < rest);
	cr_expect(strstr(few, "\nt,,meta.device,text,") != NULL);
	const char *source = strstr(few, "\nt,,meta.source,text,");
	cr_expect(source != NULL && source < rest);
	free(few);
	free(many);
}
