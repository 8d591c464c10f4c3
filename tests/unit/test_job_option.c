/* The tables of options: complete, without doubles, with defaults that can be read. */
#include "collect/job/option.h"

#include "collect/job/foreign.h"
#include "collect/job/option_name.h"
#include "tests/unit/check.h"

Test(job_option, each_name_has_one_row)
{
	for (size_t i = 0; i < option_count; i++) {
		const struct job_option *option = &option_table[i];
		cr_assert(option->name && option->type && option->help, "row %zu", i);
		cr_expect(option_find(option->name) == option, "%s", option->name);
		cr_expect(foreign_find(option->name) == NULL, "%s", option->name);
		if (option->alias)
			cr_expect(option_find(option->alias) == option, "%s", option->alias);
	}
	for (size_t i = 0; i < foreign_count; i++) {
		const struct foreign *foreign = &foreign_table[i];
		cr_expect(foreign_find(foreign->name) == foreign, "%s", foreign->name);
		cr_expect(option_find(foreign->name) == NULL, "%s", foreign->name);
		if (foreign->alias)
			cr_expect(foreign_find(foreign->alias) == foreign, "%s", foreign->alias);
		bool has_reason = foreign->why != NULL;
		bool matters =
		    foreign->matters != FOREIGN_NEVER && foreign->matters != FOREIGN_REPORT;
		cr_expect(has_reason == matters, "%s: a reason where it matters, and only there",
			  foreign->name);
	}
}

Test(job_option, defaults_are_values_of_their_options)
{
	for (size_t i = 0; i < option_count; i++) {
		struct option_values values = {0};
		struct option_reply reply;
		const char *preset = option_table[i].preset;
		if (preset)
			cr_expect(option_set(&option_table[i], preset, &values, &reply), "%s",
				  reply.why);
	}
}

/* Written as the table writes it, each default is read back as itself. */
Test(job_option, defaults_are_shown_as_values_of_their_options)
{
	struct option_values defaults = {0};
	struct option_reply reply;

	option_preset(&defaults);
	for (size_t i = 0; i < option_count; i++) {
		const struct job_option *option = &option_table[i];
		struct show_text text = {.n = 0}, again = {.n = 0};
		struct option_values values = {0};
		if (!option->show)
			continue;
		option_preset(&values);
		option->show(option, &defaults.job, &text);
		if (!text.n)
			continue;
		cr_expect(option_set(option, text.at, &values, &reply), "%s", reply.why);
		option->show(option, &values.job, &again);
		check_text(again.at, text.at);
	}
}

/* Not one of its options is called unknown. */
Test(job_option, every_option_of_fio_has_an_answer)
{
	FILE *fio = popen("fio --cmdhelp=all 2>/dev/null", "r");
	char line[512], name[64];
	int n = 0;

	cr_assert(fio != NULL);
	while (fgets(line, sizeof(line), fio)) {
		if (sscanf(line, " %63[^ :]", name) != 1)
			continue;
		n++;
		cr_expect(option_name_known(name), "fio has '%s'", name);
	}
	pclose(fio);
	if (n == 0)
		cr_skip_test("needs fio");
}
