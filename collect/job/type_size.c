/* Options that hold sizes, one or one per direction. */
#include <stdio.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/view.h"
#include "collect/job/option.h"
#include "collect/job/type.h"
#include "collect/job/value.h"

enum { WORD = 48 }; /* bytes of a single number with its NUL */

bool
type_size(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	uint64_t bytes;
	bool thousand;

	if (value[0] && strpbrk(value + 1, ",-:"))
		return type_refuse(reply, "%s '%s' is more than one size: not supported",
				   option->name, value);
	if (!value_size(value, &bytes, &thousand))
		return type_refuse_number(
		    option, value,
		    value[0] >= '0' && value[0] <= '9' && strchr(value, '.')
			? "a whole number: fio itself would read no further than the point"
			: "a size (512, 4k, 1m, 2g)",
		    reply);
	if (bytes < option->min || bytes > option->max)
		return type_refuse(reply, "%s '%s' is not between %llu and %llu bytes",
				   option->name, value, (unsigned long long)option->min,
				   (unsigned long long)option->max);
	if (thousand)
		snprintf(reply->note, sizeof(reply->note),
			 "%s '%s' is %llu bytes, as in fio: kib, mib ... are powers of 1000 there, "
			 "k, m ... of 1024",
			 option->name, value, (unsigned long long)bytes);
	*(uint64_t *)out = bytes;
	return true;
}

/* Bytes or a percentage of the target; the other one is taken back. */
bool
type_amount(const struct job_option *option, const char *value, void *out,
	    struct option_reply *reply)
{
	struct job_amount *amount = out;
	size_t n = strlen(value);

	if (n && value[n - 1] == '%') {
		if (!value_percent(value, &amount->percent))
			return type_refuse(reply, "%s '%s' is not between 1%% and 100%%",
					   option->name, value);
		amount->bytes = 0;
		return true;
	}
	if (!type_size(option, value, &amount->bytes, reply))
		return false;
	amount->percent = 0;
	return true;
}

/* Takes the text of one direction, which is not empty, into out, which is that direction's own. */
typedef bool direction_fn(const struct job_option *option, struct view text, void *out,
			  struct option_reply *reply);

/* Takes value into the DIRECTIONS elements of size bytes at out, by fio's rule. They are all as
 * they were on an error if take changes nothing then and the caller gives copies. */
static bool
take_directions(const struct job_option *option, const char *value, direction_fn *take, void *out,
		size_t size, struct option_reply *reply)
{
	struct view part[DIRECTIONS];
	size_t n = 0;
	const char *p = value;

	for (;; p++) {
		if (n == DIRECTIONS)
			return type_refuse(reply,
					   "%s '%s' has more than %d values, read,write,trim",
					   option->name, value, DIRECTIONS);
		part[n] = (struct view){p, strcspn(p, ",")};
		p += part[n++].n;
		if (!*p)
			break;
	}
	if (strspn(value, ",") == strlen(value))
		return type_refuse(reply, "%s '%s' holds no value", option->name, value);
	for (size_t d = 0; d < DIRECTIONS; d++) {
		const struct view text = part[d < n ? d : n - 1];
		if (text.n && !take(option, text, (char *)out + d * size, reply))
			return false;
	}
	return true;
}

/* A single size that stands somewhere in a value. */
static bool
take_size(const struct job_option *option, struct view text, void *out, struct option_reply *reply)
{
	char word[WORD];

	if (text.n >= sizeof(word))
		return type_refuse(reply, "%s '%.*s' is not a size (512, 4k, 1m, 2g)", option->name,
				   VIEW_ARGS(text));
	memcpy(word, text.p, text.n);
	word[text.n] = '\0';
	return type_size(option, word, out, reply);
}

/* Says that the value is passed over for one that fio prefers. */
static bool
pass_over(const struct job_option *option, const char *preferred, struct option_reply *reply)
{
	snprintf(reply->note, sizeof(reply->note), "%s has no effect where %s is given, as in fio",
		 option->name, preferred);
	return true;
}

static bool
take_bs(const struct job_option *option, struct view text, void *out, struct option_reply *reply)
{
	struct job_sizes *sizes = out;
	uint64_t bytes = 0;

	if (memchr(text.p, '-', text.n) && text.p[0] != '-')
		return type_refuse(reply, "%s '%.*s' is a range, for which there is bsrange",
				   option->name, VIEW_ARGS(text));
	if (!take_size(option, text, &bytes, reply))
		return false;
	if (sizes->n_splits)
		return pass_over(option, "bssplit", reply);
	if (sizes->min != sizes->max)
		return pass_over(option, "bsrange", reply);
	sizes->min = sizes->max = bytes;
	return true;
}

/* fio takes "64k-4k" for "4k-64k". */
static bool
take_range(const struct job_option *option, struct view text, void *out, struct option_reply *reply)
{
	struct job_sizes *sizes = out;
	uint64_t a = 0, b = 0;
	size_t n = 0;

	while (n < text.n && !strchr("-:", text.p[n]))
		n++;
	if (n == text.n)
		return type_refuse(reply, "%s '%.*s' is not a range (4k-64k)", option->name,
				   VIEW_ARGS(text));
	if (!take_size(option, (struct view){text.p, n}, &a, reply) ||
	    !take_size(option, (struct view){text.p + n + 1, text.n - n - 1}, &b, reply))
		return false;
	if (sizes->n_splits)
		return pass_over(option, "bssplit", reply);
	sizes->min = a < b ? a : b;
	sizes->max = a < b ? b : a;
	return true;
}

/* A split while it is read: entries without a percentage share what the others leave. */
struct split {
	struct job_split entry[JOB_SPLIT_MAX];
	bool blank[JOB_SPLIT_MAX];
	unsigned n, blanks, sum;
};

/* "4k/60", "4k/" or "4k". */
static bool
take_entry(const struct job_option *option, struct view text, struct split *split,
	   struct option_reply *reply)
{
	const char *slash = memchr(text.p, '/', text.n);
	size_t n = slash ? (size_t)(slash - text.p) : text.n;
	struct job_split *entry = &split->entry[split->n];
	char percent[WORD];
	uint64_t number = 0;

	if (!take_size(option, (struct view){text.p, n}, &entry->bytes, reply))
		return false;
	split->blank[split->n] = n + 1 >= text.n;
	if (!split->blank[split->n]) {
		snprintf(percent, sizeof(percent), "%.*s", (int)(text.n - n - 1), slash + 1);
		if (!value_unsigned(percent, &number) || number > 100)
			return type_refuse(reply,
					   "%s '%.*s' is not a size with a percentage (4k/60)",
					   option->name, VIEW_ARGS(text));
	}
	entry->percent = (unsigned)number;
	split->sum += entry->percent;
	split->blanks += split->blank[split->n];
	split->n++;
	return true;
}

/* Shares the rest, of which the last one takes what cannot be divided, and drops sizes that never
 * come. */
static bool
settle_split(const struct job_option *option, struct split *split, struct option_reply *reply)
{
	unsigned n = 0, rest = 100 - split->sum, share = 0;

	if (split->sum > 100 || (!split->blanks && split->sum != 100))
		return type_refuse(reply, "the percentages of %s add up to %u, not to 100",
				   option->name, split->sum);
	if (split->blanks)
		share = rest / split->blanks;
	for (unsigned i = 0, left = split->blanks; i < split->n; i++) {
		struct job_split *entry = &split->entry[i];
		if (split->blank[i])
			entry->percent = --left ? share : rest - share * (split->blanks - 1);
		if (entry->percent)
			split->entry[n++] = *entry;
	}
	split->n = n;
	return true;
}

static bool
take_split(const struct job_option *option, struct view text, void *out, struct option_reply *reply)
{
	struct job_sizes *sizes = out;
	struct split split = {.n = 0};

	for (size_t i = 0; i <= text.n;) {
		const char *colon = memchr(text.p + i, ':', text.n - i);
		size_t n = (colon ? (size_t)(colon - text.p) : text.n) - i;
		if (split.n == JOB_SPLIT_MAX)
			return type_refuse(reply, "%s has more than %d sizes", option->name,
					   JOB_SPLIT_MAX);
		if (!take_entry(option, (struct view){text.p + i, n}, &split, reply))
			return false;
		i += n + 1;
	}
	if (!settle_split(option, &split, reply))
		return false;
	memcpy(sizes->split, split.entry, sizeof(sizes->split));
	sizes->n_splits = split.n;
	sizes->min = UINT64_MAX;
	sizes->max = 0;
	for (unsigned i = 0; i < split.n; i++) {
		uint64_t bytes = split.entry[i].bytes;
		sizes->min = bytes < sizes->min ? bytes : sizes->min;
		sizes->max = bytes > sizes->max ? bytes : sizes->max;
	}
	return true;
}

static bool
take_all_sizes(const struct job_option *option, const char *value, direction_fn *take, void *out,
	       struct option_reply *reply)
{
	struct job_sizes sizes[DIRECTIONS];

	memcpy(sizes, out, sizeof(sizes));
	if (!take_directions(option, value, take, sizes, sizeof(sizes[0]), reply))
		return false;
	memcpy(out, sizes, sizeof(sizes));
	return true;
}

bool
type_bs(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	return take_all_sizes(option, value, take_bs, out, reply);
}

bool
type_bsrange(const struct job_option *option, const char *value, void *out,
	     struct option_reply *reply)
{
	return take_all_sizes(option, value, take_range, out, reply);
}

bool
type_bssplit(const struct job_option *option, const char *value, void *out,
	     struct option_reply *reply)
{
	return take_all_sizes(option, value, take_split, out, reply);
}

/* A number of I/Os that fio reads like a size. */
static bool
take_count(const struct job_option *option, struct view text, void *out, struct option_reply *reply)
{
	uint64_t count = 0;
	char word[WORD];
	bool thousand;

	if (text.n >= sizeof(word))
		return type_refuse(reply, "%s '%.*s' is not a whole number", option->name,
				   VIEW_ARGS(text));
	snprintf(word, sizeof(word), "%.*s", VIEW_ARGS(text));
	if (!value_size(word, &count, &thousand))
		return type_refuse_number(option, word, "a whole number", reply);
	if (count < option->min || count > option->max)
		return type_refuse(reply, "%s '%s' is not between %llu and %llu", option->name,
				   word, (unsigned long long)option->min,
				   (unsigned long long)option->max);
	if (text.p[text.n - 1] > '9' && text.p[1] != 'x')
		snprintf(reply->note, sizeof(reply->note),
			 "%s '%.*s' is %llu, as in fio: k is 1024", option->name, VIEW_ARGS(text),
			 (unsigned long long)count);
	*(uint64_t *)out = count;
	return true;
}

static bool
take_all_numbers(const struct job_option *option, const char *value, direction_fn *take, void *out,
		 struct option_reply *reply)
{
	uint64_t number[DIRECTIONS];

	memcpy(number, out, sizeof(number));
	if (!take_directions(option, value, take, number, sizeof(number[0]), reply))
		return false;
	memcpy(out, number, sizeof(number));
	return true;
}

bool
type_rates(const struct job_option *option, const char *value, void *out,
	   struct option_reply *reply)
{
	return take_all_numbers(option, value, take_size, out, reply);
}

bool
type_counts(const struct job_option *option, const char *value, void *out,
	    struct option_reply *reply)
{
	return take_all_numbers(option, value, take_count, out, reply);
}

bool
type_count(const struct job_option *option, const char *value, void *out,
	   struct option_reply *reply)
{
	return value[0] ? take_count(option, view_of(value), out, reply)
			: type_refuse(reply, "%s needs a value", option->name);
}

/* One number that fio would take per direction; out are all of them, each old before. */
static bool
agree(const struct job_option *option, const char *value, const uint64_t number[DIRECTIONS],
      struct option_reply *reply)
{
	for (size_t d = 1; d < DIRECTIONS; d++)
		if (number[d] != number[0])
			return type_refuse(reply,
					   "%s '%s' differs between reads, writes and trims: "
					   "not supported",
					   option->name, value);
	return true;
}

bool
type_one_size(const struct job_option *option, const char *value, void *out,
	      struct option_reply *reply)
{
	const uint64_t old = *(const uint64_t *)out;
	uint64_t number[DIRECTIONS] = {old, old, old};

	if (!take_all_numbers(option, value, take_size, number, reply) ||
	    !agree(option, value, number, reply))
		return false;
	*(uint64_t *)out = number[0];
	return true;
}

static bool
take_percent(const struct job_option *option, struct view text, void *out,
	     struct option_reply *reply)
{
	char word[WORD];

	snprintf(word, sizeof(word), "%.*s", VIEW_ARGS(text));
	return type_unsigned_64(option, word, out, reply);
}

bool
type_percent(const struct job_option *option, const char *value, void *out,
	     struct option_reply *reply)
{
	const uint64_t old = *(const unsigned *)out;
	uint64_t number[DIRECTIONS] = {old, old, old};

	if (!take_all_numbers(option, value, take_percent, number, reply) ||
	    !agree(option, value, number, reply))
		return false;
	*(unsigned *)out = (unsigned)number[0];
	return true;
}
