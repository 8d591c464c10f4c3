/* The types of options: how a value becomes a field of a job. */
#include "collect/job/type.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/job/option.h"
#include "collect/job/value.h"

bool
type_refuse(struct option_reply *reply, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(reply->why, sizeof(reply->why), format, ap);
	va_end(ap);
	return false;
}

bool
type_refuse_number(const struct job_option *option, const char *value, const char *what,
		   struct option_reply *reply)
{
	if (errno == ERANGE)
		return type_refuse(reply, "%s '%s' is too large", option->name, value);
	return type_refuse(reply, "%s '%s' is not %s", option->name, value, what);
}

bool
type_unsigned_64(const struct job_option *option, const char *value, void *out,
		 struct option_reply *reply)
{
	uint64_t number;

	if (!value_unsigned(value, &number))
		return type_refuse_number(option, value, "a whole number", reply);
	if (number < option->min || number > option->max)
		return type_refuse(reply, "%s '%s' is not between %llu and %llu", option->name,
				   value, (unsigned long long)option->min,
				   (unsigned long long)option->max);
	*(uint64_t *)out = number;
	return true;
}

bool
type_unsigned(const struct job_option *option, const char *value, void *out,
	      struct option_reply *reply)
{
	uint64_t number = 0;

	if (!type_unsigned_64(option, value, &number, reply))
		return false;
	*(unsigned *)out = (unsigned)number;
	return true;
}

/* The share of writes, kept as the share of reads. */
bool
type_rest(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	if (!type_unsigned(option, value, out, reply))
		return false;
	*(unsigned *)out = 100 - *(unsigned *)out;
	return true;
}

bool
type_bool(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
		return type_refuse(reply, "%s '%s' is neither 0 nor 1", option->name, value);
	*(bool *)out = value[0] == '1';
	return true;
}

bool
type_inverse(const struct job_option *option, const char *value, void *out,
	     struct option_reply *reply)
{
	if (!type_bool(option, value, out, reply))
		return false;
	*(bool *)out = !*(bool *)out;
	return true;
}

bool
type_time(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	if (value_time_ns(value, out))
		return true;
	return type_refuse_number(option, value, "a time (30, 30s, 500ms, 5m)", reply);
}

bool
type_time_us(const struct job_option *option, const char *value, void *out,
	     struct option_reply *reply)
{
	if (value_time_unit_ns(value, 1000, out))
		return true;
	return type_refuse_number(option, value, "a time (30, 30us, 5ms, 1s)", reply);
}

bool
type_choice(const struct job_option *option, const char *value, void *out,
	    struct option_reply *reply)
{
	bool on = false;

	if (!type_bool(option, value, &on, reply))
		return false;
	*(enum job_choice *)out = on ? JOB_CHOICE_ON : JOB_CHOICE_OFF;
	return true;
}

/* What a word that was found means. */
static bool
take_word(const struct job_option *option, const struct option_word *word, int *out,
	  struct option_reply *reply)
{
	if (word->why)
		return type_refuse(reply, "%s '%s' is not supported: %s", option->name, word->word,
				   word->why);
	if (word->as) {
		reply->replaced = true;
		snprintf(reply->note, sizeof(reply->note), "%s %s runs as %s", option->name,
			 word->word, word->as);
	}
	*out = word->value;
	return true;
}

bool
type_find_word(const struct job_option *option, const char *value, int *out,
	       struct option_reply *reply)
{
	enum { WORDS_MAX = 32 };
	const char *words[WORDS_MAX];
	char all[256] = "", hint[NEAREST_HINT];
	size_t n = 0;

	for (const struct option_word *w = option->words; w->word; w++) {
		if (strcmp(value, w->word) == 0)
			return take_word(option, w, out, reply);
		if (w->why || w->as || n == WORDS_MAX)
			continue;
		words[n++] = w->word;
		size_t used = strlen(all);
		snprintf(all + used, sizeof(all) - used, "%s %s", n > 1 ? "," : "", w->word);
	}
	return type_refuse(reply, "%s '%s' is not one of%s%s", option->name, value, all,
			   nearest_hint("", nearest_word(value, words, n), hint));
}

bool
type_word(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	return type_find_word(option, value, out, reply);
}

bool
type_word_bool(const struct job_option *option, const char *value, void *out,
	       struct option_reply *reply)
{
	int number = 0;

	if (!type_find_word(option, value, &number, reply))
		return false;
	*(bool *)out = number != 0;
	return true;
}

/* fio takes a step or a number of I/Os behind the word: "read:8k", "randread:8". */
bool
type_rw(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	if (strchr(value, ':'))
		return type_refuse(reply,
				   "%s '%s' is not supported: offsets follow one another, "
				   "or each is random",
				   option->name, value);
	return type_find_word(option, value, out, reply);
}

bool
type_text(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	char **text = out;

	if (!value[0])
		return type_refuse(reply, "%s needs a value", option->name);
	free(*text);
	*text = mem_dup(value);
	return true;
}

/* What a person wants to say about the job. */
bool
type_note(const struct job_option *option __attribute__((unused)),
	  const char *value __attribute__((unused)), void *out __attribute__((unused)),
	  struct option_reply *reply __attribute__((unused)))
{
	return true;
}
