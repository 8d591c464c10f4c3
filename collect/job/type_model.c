/* Options whose value is a word and a number behind a colon. */
#include <stdio.h>
#include <string.h>

#include "collect/base/num.h"
#include "collect/base/view.h"
#include "collect/job/option.h"
#include "collect/job/type.h"

enum { WORD = 32 }; /* bytes of the word with its NUL */

/* "zipf" of "zipf:1.2" into word, and what stands behind the colon; NULL = no colon. A word that is
 * too long is cut: it is none that is known. */
static const char *
split(const char *value, char word[WORD])
{
	const char *colon = strchr(value, ':');
	int n = colon ? (int)(colon - value) : (int)strlen(value);

	snprintf(word, WORD, "%.*s", n, value);
	return colon ? colon + 1 : NULL;
}

/* What fio takes where there is no number, and which numbers it takes: options.c and
 * lib/zipf.c. Far beyond the limit of zipf all I/Os go to one block. */
static bool
parameter_fits(enum job_distribution distribution, double number)
{
	switch (distribution) {
	case JOB_DISTRIBUTION_ZIPF:
		return number > 0 && number <= 100 && number != 1;
	case JOB_DISTRIBUTION_PARETO:
		return number > 0 && number < 1;
	case JOB_DISTRIBUTION_NORMAL:
		return number >= 0 && number < 100;
	case JOB_DISTRIBUTION_RANDOM:
		break;
	}
	return number == 0;
}

static const char *const parameter_limits[] = {
    [JOB_DISTRIBUTION_RANDOM] = "random takes no number",
    [JOB_DISTRIBUTION_ZIPF] = "theta is above 0, at most 100, and not 1",
    [JOB_DISTRIBUTION_PARETO] = "h is between 0 and 1",
    [JOB_DISTRIBUTION_NORMAL] = "the deviation is from 0 to below 100 percent",
};

static const double parameter_preset[] = {[JOB_DISTRIBUTION_RANDOM] = 0,
					  [JOB_DISTRIBUTION_ZIPF] = 1.1,
					  [JOB_DISTRIBUTION_PARETO] = 0.2,
					  [JOB_DISTRIBUTION_NORMAL] = 0};

bool
type_distribution(const struct job_option *option, const char *value, void *out,
		  struct option_reply *reply)
{
	struct job *job = out;
	char word[WORD];
	const char *text = split(value, word);
	int distribution = 0;

	if (!type_find_word(option, word, &distribution, reply))
		return false;
	if (strchr(value, ','))
		return type_refuse(reply,
				   "%s '%s' differs between reads, writes and trims: not "
				   "supported",
				   option->name, value);
	if (text && strchr(text, ':'))
		return type_refuse(reply, "%s '%s' has a center, which is not supported",
				   option->name, value);
	double number = parameter_preset[distribution];
	if (text && (!num_parse(view_of(text), &number) ||
		     !parameter_fits((enum job_distribution)distribution, number)))
		return type_refuse(reply, "%s '%s': %s", option->name, value,
				   parameter_limits[distribution]);
	job->random_distribution = (enum job_distribution)distribution;
	job->random_parameter = number;
	return true;
}

bool
type_steadystate(const struct job_option *option, const char *value, void *out,
		 struct option_reply *reply)
{
	struct job_steadystate *steady = out;
	char word[WORD];
	const char *text = split(value, word);
	struct view limit = view_of(text ? text : "");
	double number;
	int kind = 0;

	if (!type_find_word(option, word, &kind, reply))
		return false;
	bool percent = view_ends(limit, "%");
	limit.n -= percent;
	if (!num_parse(limit, &number) || number < 0)
		return type_refuse(reply, "%s '%s' needs a limit behind the colon (%s:2%%, %s:100)",
				   option->name, value, word, word);
	steady->metric = (enum job_steady)(kind % TYPE_SLOPE);
	steady->slope = kind >= TYPE_SLOPE;
	steady->limit = number;
	steady->percent = percent;
	return true;
}
