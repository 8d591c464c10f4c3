/* One row a run, one a commit. */
#include "analyze/summary/summary.h"

#include "tests/unit/stream.h"

#define SUMMARY_HEADER                                                                             \
	"test,params,metric,unit,better,commit,run,runs,value,sd,cv,low,high,samples,sample_min,"  \
	"sample_max,sample_mean,sample_sd,sample_cv,note,lag1,effective_samples,drift,drift_p,"    \
	"between_share\n"

static char *
summary_of(const char *rows)
{
	struct where why = {.line = 0};
	char *text = NULL;

	cr_assert(asprintf(&text,
			   "%s%sv,,a,meta.complete,text,,,,,1\nv,,b,meta.complete,text,,,,,1\n",
			   STREAM_HEADER, rows) > 0);
	char *findings = stream_findings(text, strlen(text), true, NULL, &why);
	cr_assert(findings != NULL, "%zu: %s", why.line, why.why);
	free(text);
	return findings;
}

/* Field i, counted from 0, of the row of read.iops over both runs. */
static double
field_of(const char *findings, int i)
{
	const char *at = strstr(findings, "t,,read.iops,iops,higher,v,,2,");

	cr_assert(at != NULL, "%s", findings);
	while (i--)
		at = strchr(at, ',') + 1;
	return strtod(at, NULL);
}

enum { VALUE = 8, SD, CV, LOW, HIGH, SAMPLES, MIN, MAX, MEAN, SAMPLE_SD, SAMPLE_CV };

Test(summary, one_run_is_shown_as_itself)
{
	char *findings = summary_of("v,t,a,read.iops,iops,,,,,100.25\nv,t,a,job.bs,text,,,,,4k\n");

	check_text(findings,
		   SUMMARY_HEADER "t,bs=4k,read.iops,iops,higher,v,a,1,100.25,,,,,,,,,,,,,,,,\n"
				  "t,bs=4k,read.iops,iops,higher,v,,1,100.25,,,,,,,,,,,,,,,,\n");
	free(findings);
}

/* 99 and 101 have sd sqrt(2); their logs' interval is ln(sqrt(9999)) +- 12.7062047361747 *
 * ln(101/99) / 2, by R 4.2.2's qt(.975, 1). */
Test(summary, runs_make_an_interval)
{
	char *findings = summary_of("v,t,a,read.iops,iops,,,,,99\nv,t,a,read.ios,1,,,,,990000\n"
				    "v,t,b,read.iops,iops,,,,,101\nv,t,b,read.ios,1,,,,,990000\n");
	double value = field_of(findings, VALUE);
	double reach = 12.7062047361747 * log(101.0 / 99) / 2;

	check_close(value, sqrt(99 * 101), 1e-14, "geometric mean");
	check_close(field_of(findings, SD), sqrt(2), 1e-14, "sd");
	check_close(field_of(findings, CV), log(101.0 / 99) / sqrt(2), 1e-12, "cv");
	check_close(field_of(findings, LOW), value * exp(-reach), 1e-11, "low");
	check_close(field_of(findings, HIGH), value * exp(reach), 1e-11, "high");
	free(findings);
}

Test(summary, samples_are_pooled)
{
	char *findings =
	    summary_of("v,t,a,read.iops,iops,0,1,,,10\nv,t,a,read.iops,iops,1,2,,,20\n"
		       "v,t,b,read.iops,iops,0,1,,,30\nv,t,b,read.iops,iops,1,2,,,40\n");

	check_close(field_of(findings, SAMPLES), 4, 0, "samples");
	check_close(field_of(findings, MIN), 10, 0, "min");
	check_close(field_of(findings, MAX), 40, 0, "max");
	check_close(field_of(findings, MEAN), 25, 0, "mean");
	check_close(field_of(findings, SAMPLE_SD), sqrt(500.0 / 3), 1e-14, "sd");
	/* Each run's sd is sqrt(50); the geometric mean of the two CVs. */
	check_close(field_of(findings, SAMPLE_CV), sqrt(sqrt(50) / 15 * sqrt(50) / 35), 1e-14,
		    "cv");
	free(findings);
}

/* The commit's row of one run is that run's; of two it has their mean's interval. Where no I/O
 * bounds the percentile, that end is absent; an overloaded run's percentiles have none. */
Test(summary, one_run_s_percentile_has_the_interval_of_its_ios)
{
	char *findings =
	    summary_of("v,t,a,read.lat,ns,,,128,130,500\nv,t,a,read.lat,ns,,,130,132,500\n"
		       "v,u,a,read.lat,ns,,,128,130,100\nv,u,a,meta.overloaded,text,,,,,slow\n");
	static const char *const want[] = {
	    "t,,read.lat.p50,ns,lower,v,a,1,130,,,128,132,1000,,,,,,interval of I/O sampling only,",
	    "t,,read.lat.p50,ns,lower,v,,1,130,,,128,132,1000,,,,,,interval of I/O sampling only,",
	    "t,,read.lat.p99.9,ns,lower,v,,1,131.9959",
	    ",,,,,100,,,,,,overloaded: latencies tell how long the run was; slow,",
	};

	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++)
		cr_expect(strstr(findings, want[i]) != NULL, "no '%s' in %s", want[i], findings);
	cr_expect(strstr(findings, ",,130,,1000,") != NULL, "an open end: %s", findings);
	free(findings);
}

Test(summary, thin_tails_and_zeros)
{
	char *findings =
	    summary_of("v,t,a,read.lat,ns,,,100,101,500\nv,t,b,read.lat,ns,,,100,101,5000\n"
		       "v,t,a,errors,1,,,,,0\nv,t,b,errors,1,,,,,0\n");

	cr_expect(strstr(findings, "read.lat.p99,ns,lower,v,a,1,100,,,100,100,500,,,,,,"
				   "thin tail: fewer than 10 I/Os beyond it; interval of I/O "
				   "sampling only,,,,,\n") != NULL);
	cr_expect(strstr(findings, "read.lat.p99,ns,lower,v,b,1,100,,,100,100,5000,,,,,,"
				   "interval of I/O sampling only,,,,,\n") != NULL);
	cr_expect(strstr(findings,
			 ",5500,,,,,,thin tail: fewer than 10 I/Os beyond it in 1 of 2 runs"
			 ",,,,,\n") != NULL);
	cr_expect(strstr(findings, "errors,1,lower,v,,2,0,0,,,,,,,,,,,,,,,\n") != NULL, "%s",
		  findings);
	free(findings);
}

/* What was asked for is told by summaries; the overload in words, on rates and on latencies. */
Test(summary, rates_that_were_not_kept)
{
	char *findings =
	    summary_of("v,t,a,read.iops,iops,,,,,100\nv,t,a,read.iops.asked,iops,,,,,500\n"
		       "v,t,a,read.lat.p99,ns,,,,,9\nv,t,a,meta.overloaded,text,,,,,read: slow\n"
		       "v,t,b,read.iops,iops,,,,,100\nv,t,b,read.iops.asked,iops,,,,,500\n"
		       "v,t,b,read.lat.p99,ns,,,,,9\n");

	cr_expect(strstr(findings, "t,,read.iops.asked,iops,,v,,2,500,") != NULL, "%s", findings);
	cr_expect(strstr(findings, "t,,read.iops,iops,higher,v,a,1,100,,,,,,,,,,,"
				   "overloaded: read: slow,,,,,\n") != NULL,
		  "%s", findings);
	cr_expect(strstr(findings, ",overloaded: 1 of 2 runs: read: slow,,,,,\n") != NULL, "%s",
		  findings);
	cr_expect(strstr(findings,
			 "t,,read.lat.p99,ns,lower,v,a,1,9,,,,,,,,,,,overloaded: "
			 "latencies tell how long the run was; read: slow,,,,,\n") != NULL,
		  "%s", findings);
	cr_expect(strstr(findings, "t,,read.lat.p99,ns,lower,v,b,1,9,,,,,,,,,,,,,,,,\n") != NULL,
		  "%s", findings);
	free(findings);
}

/* Five runs that fall from 120 to 80 in 30 s, each a bit higher than the last; the interval's rate
 * goes up and down by 1 % beside. */
Test(summary, runs_that_are_not_steady)
{
	char *rows = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&rows, &n);

	for (int r = 0; r < 5; r++) {
		fprintf(out, "v,t,r%d,meta.complete,1,,,,,1\n", r);
		for (int s = 0; s < 30; s++)
			fprintf(out, "v,t,r%d,read.iops,iops,%d,%d,,,%g\n", r, s, s + 1,
				(120 - 40.0 * s / 29) * (1 + 0.01 * (s * 7 % 3 - 1)) *
				    (1 + 0.001 * r));
	}
	fclose(out);
	char *findings = summary_of(rows);
	const char *run = strstr(findings, "t,,read.iops,iops,higher,v,r0,1,");
	const char *all = strstr(findings, "t,,read.iops,iops,higher,v,,5,");
	cr_assert(run && all, "%s", findings);
	const char *run_note = strstr(run, ",not steady: the last third is 24 % below the first,");
	cr_expect(run_note != NULL && run_note < all, "%s", run);
	const char *note =
	    strstr(all, ",not steady: the last third is 24 % below the first in 5 of 5 runs,");
	cr_assert(note != NULL, "%s", all);
	double lag1 = 0, effective = 0, drift = 0, p = 0, share = 0;
	check_int(sscanf(strchr(note + 1, ',') + 1, "%lf,%lf,%lf,%lf,%lf", &lag1, &effective,
			 &drift, &p, &share),
		  5);
	cr_expect(lag1 > 0.7 && lag1 < 1, "%g", lag1);
	check_close(effective, 5 * 30 * (1 - lag1) / (1 + lag1), 1e-9, "of all runs");
	cr_expect(fabs(drift + 0.24) < 0.01, "%g", drift);
	cr_expect(p < 1e-6, "%g", p);
	check_close(share, 0, 0, "the runs differ less than so few independent samples allow");
	free(findings);
	free(rows);
}

Test(summary, runs_on_two_levels)
{
	char *findings =
	    summary_of("v,t,a,read.iops,iops,,,,,59100\nv,t,b,read.iops,iops,,,,,63500\n"
		       "v,t,c,read.iops,iops,,,,,59200\nv,t,d,read.iops,iops,,,,,63400\n"
		       "v,t,e,read.iops,iops,,,,,59000\nv,,c,meta.complete,1,,,,,1\n"
		       "v,,d,meta.complete,1,,,,,1\nv,,e,meta.complete,1,,,,,1\n");

	cr_expect(strstr(findings, ",two levels: 3 runs near 59.10k and 2 near 63.45k,") != NULL,
		  "%s", findings);
	free(findings);
}
