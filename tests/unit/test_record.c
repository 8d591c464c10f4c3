/* The record stream's reader and writer: what is accepted, what is refused with which line. */
#include "collect/base/record.h"
#include "collect/base/where.h"
#include "tests/unit/check.h"

#define HEADER "commit,test,run,metric,unit,start,end,low,high,value\n"

/* What reading a text gave: how many rows, the last of them as text, the error. */
struct seen {
	size_t n;
	double sum;
	char last[256];
	size_t last_line;
	struct where why;
};

static bool
take(void *ctx, const struct table_row *row, struct where *why)
{
	struct seen *seen = ctx;
	struct record r;

	if (!record_parse(row, &r, why))
		return false;
	seen->n++;
	seen->sum += isnan(r.value) ? 0 : r.value;
	seen->last_line = row->line;
	snprintf(seen->last, sizeof(seen->last), "%.*s|%.*s|%.*s|%.*s|%.*s|%.*s",
		 VIEW_ARGS(r.commit), VIEW_ARGS(r.test), VIEW_ARGS(r.run), VIEW_ARGS(r.metric),
		 VIEW_ARGS(r.unit), VIEW_ARGS(r.text));
	return true;
}

static bool
read_bytes(const char *text, size_t n, struct seen *seen)
{
	const struct table_kind *kinds[] = {&record_kind};
	FILE *in = check_input(text, n);

	memset(seen, 0, sizeof(*seen));
	bool ok = table_read(in, "in", kinds, 1, take, seen, &seen->why);
	fclose(in);
	return ok;
}

static bool
read_text(const char *text, struct seen *seen)
{
	return read_bytes(text, strlen(text), seen);
}

Test(record, reads_by_name_whatever_the_order)
{
	struct seen seen;

	cr_assert(read_text("extra,value,high,low,end,start,unit,metric,run,test,commit\n"
			    "x,7,,,,,iops,read.iops,r,t,c\n",
			    &seen));
	check_int(seen.n, 1);
	check_text(seen.last, "c|t|r|read.iops|iops|");
	check_close(seen.sum, 7, 0, "value");
}

Test(record, accepts_what_tools_do_to_csv)
{
	static const struct {
		const char *name, *text;
		size_t n, last_line;
	} cases[] = {
	    {"empty", "", 0, 0},
	    {"header alone", HEADER, 0, 0},
	    {"one row", HEADER "c,t,r,m,1,,,,,1\n", 1, 2},
	    {"CRLF", "commit,test,run,metric,unit,start,end,low,high,value\r\nc,t,r,m,1,,,,,1\r\n",
	     1, 2},
	    {"byte order mark", "\xEF\xBB\xBF" HEADER "c,t,r,m,1,,,,,1\n", 1, 2},
	    {"header repeated", HEADER "c,t,r,m,1,,,,,1\n" HEADER "c,t,r,m,1,,,,,1\n", 2, 4},
	    {"blank lines", HEADER "\n\nc,t,r,m,1,,,,,1\n\n", 1, 4},
	    {"columns without a name",
	     "commit,test,run,metric,unit,start,end,low,high,value,,\nc,t,r,m,1,,,,,1,,\n", 1, 2},
	    {"quotes", HEADER "\"c\",t,r,m,1,,,,,\"1\"\n", 1, 2},
	    {"another order in the second table",
	     HEADER "c,t,r,m,1,,,,,1\nvalue,commit,test,run,metric,unit,start,end,low,high\n"
		    "1,c,t,r,m,1,,,,\n",
	     2, 4},
	    {"newline in a field", HEADER "\"c\nd\",t,r,m,1,,,,,1\nc,t,r,m,1,,,,,1\n", 2, 4},
	};
	struct seen seen;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_expect(read_text(cases[i].text, &seen), "%s: %s", cases[i].name, seen.why.why);
		cr_expect(seen.n == cases[i].n, "%s: %zu rows", cases[i].name, seen.n);
		cr_expect(seen.last_line == cases[i].last_line, "%s: line %zu", cases[i].name,
			  seen.last_line);
		check_close(seen.sum, (double)cases[i].n, 0, cases[i].name);
	}
}

Test(record, keeps_blanks_quotes_and_commas)
{
	struct seen seen;

	cr_assert(read_text(HEADER "\" a, \"\"b\"\" \",t,r,meta.x,text,,,,,\"x,y\"\n", &seen));
	check_text(seen.last, " a, \"b\" |t|r|meta.x|text|x,y");
}

Test(record, refuses_with_line_and_reason)
{
	static const struct {
		const char *text, *why;
		size_t line;
	} cases[] = {
	    {HEADER "c,t,r,m,1,,,,,abc\n", "value 'abc' is not a number", 2},
	    {HEADER "c,t,r,m,1,,,,,nan\n", "value 'nan' is not a number", 2},
	    {HEADER "c,t,r,m,1,,,,,\n", "no value", 2},
	    {HEADER "c,t,r,,1,,,,,1\n", "no metric", 2},
	    {HEADER "c,t,r,m,,,,,,1\n", "no unit", 2},
	    {HEADER "c,t,r,m,1,x,1,,,1\n", "start 'x' is not a number", 2},
	    {HEADER "c,t,r,m,1,1,,,,1\n", "start and end must be filled together", 2},
	    {HEADER "c,t,r,m,1,,,1,,1\n", "low and high must be filled together", 2},
	    {HEADER "c,t,r,m,1,2,1,,,1\n", "the interval's end is not after its start", 2},
	    {HEADER "c,t,r,m,1,,,2,2,1\n", "the bucket's high is not above its low", 2},
	    {HEADER "c,t,r,m,1,,,1,2,-1\n", "a bucket's count is negative", 2},
	    {HEADER "c,t,r,read.iops,iops,,,,,-1\n", "'read.iops' is negative", 2},
	    {HEADER "c,t,r,write.bw,B/s,0,1,,,-5e-324\n", "'write.bw' is negative", 2},
	    {HEADER "c,t,r,read.clat.p99.9,ns,,,,,-2\n", "'read.clat.p99.9' is negative", 2},
	    {HEADER "c,t,r,trim.bytes,B,,,,,-2\n", "'trim.bytes' is negative", 2},
	    {HEADER "c,t,r,lag.end,ns,,,,,-2\n", "'lag.end' is negative", 2},
	    {HEADER "c,t,r,errors.EIO,1,,,,,-1\n", "'errors.EIO' is negative", 2},
	    {HEADER "c,t,r,cpu.run_delay,s,,,,,-1\n", "'cpu.run_delay' is negative", 2},
	    {HEADER "c,t,r,read.lat,ns,,,-1,2,1\n", "'read.lat' has a bucket below 0", 2},
	    {HEADER "c,t,r,read.iops,iops,-1,0,,,1\n",
	     "'read.iops' has an interval that starts before 0", 2},
	    {HEADER "c,t,r,m,1,,,,1\n", "9 fields where the header has 10", 2},
	    {HEADER "c,t,r,m,1,,,,,1\nc,t,r,m,1,,,,,1",
	     "the last line has no newline: the stream is truncated", 3},
	    {HEADER "c,t,r,m,1,,,,,\"1\n", "a quoted field is not closed: the stream is truncated",
	     2},
	    {HEADER "c,t,r,m,1,,,,,1\"2\n", "a quote where none may stand", 2},
	    /* A bare carriage return ends a row, but no line. */
	    {HEADER "c,t,r,m,1,,,,,1\rc,t,r,m,1,,,,1\n", "9 fields where the header has 10", 2},
	    {HEADER "c,t,r,m,1,,,,,1\rc,t,r,m,1,,,,,abc\n", "value 'abc' is not a number", 2},
	    {HEADER "c,t,r,m,1,,,,,1\r\"c\nd\",t,r,m,1,,,,\n", "9 fields where the header has 10",
	     2},
	    {HEADER "c,t,r,m,1,,,,,1\r\"c\n",
	     "a quoted field is not closed: the stream is "
	     "truncated",
	     2},
	    {HEADER "c,t,r,m,1,,,,,1\r\r\n\nc,t,r,m,1,,,,1\n", "9 fields where the header has 10",
	     4},
	    {"\ra,b\r1,2\n", "no header of a record table (commit,test,...)", 1},
	    {"a,b\n1,2\n", "no header of a record table (commit,test,...)", 1},
	    {"commit,test,run,metric,unit,start,end,low,high,value,value\nc,t,r,m,1,,,,,1,2\n",
	     "the record header has column 'value' twice", 1},
	    {HEADER "x,commit,test,run,metric,unit,start,end,low,high,value,x\n",
	     "the record header has column 'x' twice", 2},
	    {"commit,test,run,metric,unit,start,end,low,value\n",
	     "the record header lacks column 'high'", 1},
	};
	struct seen seen;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_expect(read_text(cases[i].text, &seen) == false, "accepted: %s", cases[i].text);
		check_text(seen.why.why, cases[i].why);
		cr_expect(seen.why.line == cases[i].line, "%s: line %zu", cases[i].why,
			  seen.why.line);
		check_text(seen.why.file, "in");
	}
}

Test(record, refuses_nul_bytes_and_huge_fields)
{
	static const char nul[] = HEADER "c,t,r,m,1,,,,,1\0\n";
	size_t n = TABLE_FIELD_MAX + 4096;
	char *huge = malloc(n);
	struct seen seen;

	cr_expect(read_bytes(nul, sizeof(nul) - 1, &seen) == false);
	check_text(seen.why.why, "a NUL byte: this is no text");
	memset(huge, 'x', n);
	cr_expect(read_bytes(huge, n, &seen) == false);
	check_text(seen.why.why, "a field of more than 1 MiB");
	free(huge);
}

/* Every prefix of a stream is either read or refused in one line, and never gives a row that is not
 * there. */
Test(record, survives_a_cut_at_any_byte)
{
	static const char text[] = HEADER "c1,t,r,read.iops,iops,,,,,123456\n" HEADER
					  "\"c,2\",t,r,read.clat,ns,0,1,11264,11392,270\n"
					  "c,,r,meta.kernel,text,,,,,\"a \"\"b\"\"\nc\"\n";
	struct seen seen;

	for (size_t n = 0; n < sizeof(text); n++) {
		bool ok = read_bytes(text, n, &seen);
		cr_expect(ok == (n == 0 || (text[n - 1] == '\n' && n != sizeof(text) - 4)),
			  "cut at %zu: %s", n, ok ? "accepted" : seen.why.why);
		cr_expect(ok || seen.why.why[0] != '\0', "cut at %zu: no reason", n);
		cr_expect(seen.sum == 0 || seen.sum == 123456 || seen.sum == 123726,
			  "cut at %zu: a wrong number", n);
	}
}

Test(record, what_is_written_reads_back_equal)
{
	struct record wild = {.commit = view_of("a,\"b\""),
			      .test = view_of("nvme/4k \n"),
			      .run = view_of(" r "),
			      .metric = view_of("read.clat"),
			      .unit = view_of("ns"),
			      .start = 0.1,
			      .end = 1.0 / 3,
			      .low = 1e-300,
			      .high = 0x1p64,
			      .value = 9007199254740991.0,
			      .text = {"", 0}};
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	struct seen seen;

	record_write_header(out);
	record_write(out, &wild);
	fclose(out);
	cr_assert(read_bytes(text, n, &seen), "%s", seen.why.why);
	check_text(seen.last, "a,\"b\"|nvme/4k \n| r |read.clat|ns|");
	check_close(seen.sum, wild.value, 0, "value");
	free(text);
}

Test(record, shape_follows_from_the_filled_ranges)
{
	struct record r = {.start = NAN, .end = NAN, .low = NAN, .high = NAN};

	check_int(record_shape(&r), RECORD_SCALAR);
	r.start = 0;
	r.end = 1;
	check_int(record_shape(&r), RECORD_SAMPLE);
	r.low = 1;
	r.high = 2;
	check_int(record_shape(&r), RECORD_CELL);
	r.start = r.end = NAN;
	check_int(record_shape(&r), RECORD_BUCKET);
}

/* What others measure may have a sign, and settings are texts that look like numbers. */
Test(record, takes_the_sign_of_what_is_not_ours)
{
	struct seen seen;

	cr_assert(read_text(HEADER "c,t,r,temperature,C,-5,-1,,,-11\n"
				   "c,t,r,reading.iops,iops,,,,,-1\n"
				   "c,t,r,cpus,1,,,-3,-2,1\n"
				   "c,t,r,meta.engine.clock_drift,ppm,,,,,-4\n"
				   "c,t,r,read.iops,iops,,,,,-0\n",
			    &seen),
		  "%s", seen.why.why);
	check_int(seen.n, 5);
	check_close(seen.sum, -15, 0, "values");
}
