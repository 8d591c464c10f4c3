/* Times for people. What is said of targets has cases of the command line. */
#include "collect/campaign/explain.h"

#include "tests/unit/check.h"

Test(explain, times)
{
	static const struct {
		double s;
		const char *want;
	} rows[] = {{0, "0 s"},          {0.5, "0.5 s"},
		    {299, "299 s"},      {300, "5 min"},
		    {7199, "120 min"},   {7200, "2 h 0 min"},
		    {7259, "2 h 0 min"}, {45000, "12 h 30 min"},
		    {1e308, NULL},       {NAN, "until its size is done"}};
	char text[EXPLAIN_TIME];

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		explain_time(rows[i].s, text);
		cr_expect(rows[i].want == NULL || strcmp(text, rows[i].want) == 0, "row %zu: %s", i,
			  text);
		cr_expect(strlen(text) < EXPLAIN_TIME, "row %zu", i);
	}
}
