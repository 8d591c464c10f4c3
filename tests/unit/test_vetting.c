/* Records of a run that was measured elsewhere: what must not be between them. */
#include "collect/campaign/vetting.h"

#include "collect/base/record.h"
#include "collect/base/where.h"
#include "collect/machine/facts.h"
#include "tests/unit/check.h"

#define HEADER "commit,test,run,metric,unit,start,end,low,high,value\n"

TestSuite(vetting, .timeout = 60);

static bool
take_row(void *ctx, const struct table_row *row, struct where *why)
{
	struct record record;

	return record_parse(row, &record, why) && vetting_take(ctx, &record, why);
}

/* The reason why the rows are refused, "" = they are not. */
static const char *
vet(struct vetting *vetting, const char *text, size_t *line)
{
	static struct where why;
	const struct table_kind *const kinds[] = {&record_kind};
	FILE *in = check_input(text, strlen(text));

	why = (struct where){.line = 0};
	bool good = table_read(in, "records", kinds, 1, take_row, vetting, &why);
	fclose(in);
	*line = good ? 0 : why.line;
	return good ? "" : why.why;
}

Test(vetting, rows_beside_each_other)
{
	static const struct {
		const char *rows;
		size_t line;
		const char *why;
	} rows[] = {
	    {"", 0, ""},
	    {",t,,read.ios,1,,,,,1\n", 0, ""},
	    {",t,,read.ios,1,,,,,1\n,u,,read.ios,1,,,,,1\n", 0, ""},
	    {",t,,read.ios,1,,,,,1\n,t,,read.ios,1,,,,,1\n", 3,
	     "'read.ios' repeats what was there before"},
	    {",,,meta.kernel,text,,,,,6\n,,,x,1,,,,,1\n,,,meta.kernel,text,,,,,7\n", 4,
	     "'meta.kernel' repeats what was there before"},
	    /* Samples. */
	    {",t,,read.iops,iops,,,,,1\n,t,,read.iops,iops,0,1,,,1\n,t,,read.iops,iops,1,2,,,1\n",
	     0, ""},
	    {",t,,read.iops,iops,0,1,,,1\n,t,,read.iops,iops,0,1,,,2\n", 3,
	     "'read.iops' repeats what was there before"},
	    {",t,,read.iops,iops,0,1,,,1\n,t,,read.iops,iops,0,2,,,1\n", 0, ""},
	    {",t,,read.iops,iops,1,2,,,1\n,t,,read.iops,iops,0,1,,,1\n", 3,
	     "'read.iops' repeats what was there before"},
	    /* Buckets must not overlap. */
	    {",t,,read.lat,ns,,,0,8,1\n,t,,read.lat,ns,,,8,9,1\n", 0, ""},
	    {",t,,read.lat,ns,,,0,8,1\n,t,,read.lat,ns,,,0,8,1\n", 3,
	     "'read.lat' repeats what was there before"},
	    {",t,,read.lat,ns,,,0,8,1\n,t,,read.lat,ns,,,7,9,1\n", 3,
	     "'read.lat' repeats what was there before"},
	    /* Cells: buckets of one interval, and of the next. */
	    {",t,,read.lat,ns,0,1,0,8,1\n,t,,read.lat,ns,0,1,8,9,1\n,t,,read.lat,ns,1,2,0,8,1\n", 0,
	     ""},
	    {",t,,read.lat,ns,0,1,0,8,1\n,t,,read.lat,ns,0,1,0,8,1\n", 3,
	     "'read.lat' repeats what was there before"},
	    {",t,,read.lat,ns,1,2,0,8,1\n,t,,read.lat,ns,0,1,8,9,1\n", 3,
	     "'read.lat' repeats what was there before"},
	    /* Units: of the metric, and one for all tests; settings have any. */
	    {",t,,read.lat,us,,,0,8,1\n", 2, "the unit of 'read.lat' is 'us', it must be 'ns'"},
	    {",t,,guest.exits,1,,,,,1\n,u,,guest.exits,s,,,,,1\n", 3,
	     "the unit of 'guest.exits' is 's', it was '1'"},
	    {",t,,meta.x,1,,,,,1\n,u,,meta.x,text,,,,,1\n", 0, ""},
	    /* Below nothing. */
	    {",t,,read.ios,1,,,,,-1\n", 2, "'read.ios' is negative"},
	    {",t,,read.iops,iops,0,1,,,-1e-300\n", 2, "'read.iops' is negative"},
	    {",t,,meta.x,1,,,,,-1\n,t,,read.ios,1,,,,,-0\n", 0, ""},
	    /* Two ends. */
	    {",,,meta.interrupted,text,,,,,EIO\n,,,meta.complete,1,,,,,0\n", 0, ""},
	    {",,,meta.interrupted,text,,,,,EIO\n,,,meta.complete,1,,,,,1\n", 3,
	     "the run is both complete and interrupted"},
	    {",,,meta.complete,1,,,,,1\n,,,meta.interrupted,text,,,,,EIO\n", 3,
	     "the run is both complete and interrupted"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct vetting vetting = {.n_series = 0};
		char text[400];
		size_t line;

		snprintf(text, sizeof(text), HEADER "%s", rows[i].rows);
		check_text(vet(&vetting, text, &line), rows[i].why);
		cr_expect(line == rows[i].line, "row %zu: line %zu", i, line);
		vetting_free(&vetting);
	}
}

Test(vetting, errors_are_of_a_test_and_a_number_of_the_run)
{
	struct vetting vetting = {.n_series = 0};
	size_t line;

	cr_expect(vetting_has_errors(&vetting, "t") == false);
	check_text(vet(&vetting, HEADER ",u,,errors,1,,,,,0\n,t,,errors,1,0,1,,,0\n", &line), "");
	cr_expect(vetting_has_errors(&vetting, "u") == true);
	cr_expect(vetting_has_errors(&vetting, "t") == false);
	cr_expect(vetting_has_errors(&vetting, "") == false);
	vetting_free(&vetting);
}

Test(vetting, our_own_facts_are_ours)
{
	const struct record on = {.metric = view_of("meta.on"), .test = view_of("")};
	const struct record other = {.metric = view_of("meta.once"), .test = view_of("")};
	const struct record test = {.metric = view_of("meta.on"), .test = view_of("t")};
	struct where why = {.why = ""};
	struct fact *facts = NULL;

	cr_expect(vetting_is_new(facts, &on, &why) == true);
	facts_add(&facts, "meta.block", "1");
	facts_add(&facts, "meta.on", "x");
	cr_expect(vetting_is_new(facts, &other, &why) == true);
	cr_expect(vetting_is_new(facts, &test, &why) == true);
	cr_expect(vetting_is_new(facts, &on, &why) == false);
	check_text(why.why, "'meta.on' is said here, and not there");
	facts_free(&facts);
}
