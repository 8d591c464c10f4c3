/* Options that hold sizes per direction: fio's rules for what is missing, and their limits. What
 * fio 3.33 itself makes of such values was read off its report of a job ("bs=(R) 4096B-4096B, (W)
 * ..."). */
#include "collect/job/option.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

/* Sets name to value in values; the reason of a refusal, or "". */
static const char *
set(struct option_values *values, const char *name, const char *value)
{
	static struct option_reply reply;

	option_set(option_find(name), value, values, &reply);
	return reply.why;
}

static struct option_values
defaults(void)
{
	struct option_values values = {0};

	option_preset(&values);
	return values;
}

static void
check_sizes(const char *row, const struct option_values *values, const uint64_t want[DIRECTIONS][2])
{
	for (enum direction d = 0; d < DIRECTIONS; d++) {
		const struct job_sizes *sizes = &values->job.bs[d];
		cr_expect(sizes->min == want[d][0] && sizes->max == want[d][1],
			  "%s: %s is %llu-%llu", row, direction_name[d],
			  (unsigned long long)sizes->min, (unsigned long long)sizes->max);
	}
}

Test(option_size, missing_values_are_those_before)
{
	static const struct {
		const char *name, *value;
		uint64_t want[DIRECTIONS][2];
	} rows[] = {
	    {"bs", "8k", {{8192, 8192}, {8192, 8192}, {8192, 8192}}},
	    {"bs", "8k,16k", {{8192, 8192}, {16384, 16384}, {16384, 16384}}},
	    {"bs", "8k,16k,32k", {{8192, 8192}, {16384, 16384}, {32768, 32768}}},
	    {"bs", "8k,16k,", {{8192, 8192}, {16384, 16384}, {4096, 4096}}},
	    {"bs", ",8k", {{4096, 4096}, {8192, 8192}, {8192, 8192}}},
	    {"bs", ",,1", {{4096, 4096}, {4096, 4096}, {1, 1}}},
	    {"bsrange", "1k-4k", {{1024, 4096}, {1024, 4096}, {1024, 4096}}},
	    {"bsrange", "1k:4k", {{1024, 4096}, {1024, 4096}, {1024, 4096}}},
	    {"bsrange", "16k-4k", {{4096, 16384}, {4096, 16384}, {4096, 16384}}},
	    {"bsrange", "4k-8k,", {{4096, 8192}, {4096, 4096}, {4096, 4096}}},
	    {"bsrange", ",4k-8k", {{4096, 4096}, {4096, 8192}, {4096, 8192}}},
	    {"bssplit", "4k/50:8k/50,16k", {{4096, 8192}, {16384, 16384}, {16384, 16384}}},
	    {"bssplit", ",64k/:512/", {{4096, 4096}, {512, 65536}, {512, 65536}}},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct option_values values = defaults();
		check_text(set(&values, rows[i].name, rows[i].value), "");
		check_sizes(rows[i].value, &values, rows[i].want);
	}
}

Test(option_size, values_that_cannot_be_are_refused_and_change_nothing)
{
	static const uint64_t same[DIRECTIONS][2] = {{4096, 4096}, {4096, 4096}, {4096, 4096}};
	static const struct {
		const char *name, *value, *why;
	} rows[] = {
	    {"bs", "", "bs '' holds no value"},
	    {"bs", ",,", "bs ',,' holds no value"},
	    {"bs", "1,2,3,4", "bs '1,2,3,4' has more than 3 values, read,write,trim"},
	    {"bs", "8k,x", "bs 'x' is not a size (512, 4k, 1m, 2g)"},
	    {"bs", "8k,0", "bs '0' is not between 1 and 1073741824 bytes"},
	    {"bs", "1025m", "bs '1025m' is not between 1 and 1073741824 bytes"},
	    {"bs", "1,1025m", "bs '1025m' is not between 1 and 1073741824 bytes"},
	    {"bs", "000000000000000000000000000000000000000000000000001",
	     "bs '000000000000000000000000000000000000000000000000001' is not a size (512, 4k, 1m, "
	     "2g)"},
	    {"bsrange", "4k", "bsrange '4k' is not a range (4k-64k)"},
	    {"bsrange", "-", "bsrange '' is not a size (512, 4k, 1m, 2g)"},
	    {"bsrange", "4k-8k-16k", "bsrange '8k-16k' is more than one size: not supported"},
	    {"bssplit", "4k/60:8k/30", "the percentages of bssplit add up to 90, not to 100"},
	    {"bssplit", "4k/60:8k/60", "the percentages of bssplit add up to 120, not to 100"},
	    {"bssplit", "4k/60:8k/60:1k/", "the percentages of bssplit add up to 120, not to 100"},
	    {"bssplit", "4k/101", "bssplit '4k/101' is not a size with a percentage (4k/60)"},
	    {"bssplit", "4k/-1", "bssplit '4k/-1' is not a size with a percentage (4k/60)"},
	    {"bssplit", "4k/1/2", "bssplit '4k/1/2' is not a size with a percentage (4k/60)"},
	    {"bssplit", "4k/50:", "bssplit '' is not a size (512, 4k, 1m, 2g)"},
	    {"bssplit", "0/100", "bssplit '0' is not between 1 and 1073741824 bytes"},
	    {"bssplit", "4k/100,8k/1", "the percentages of bssplit add up to 1, not to 100"},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct option_values values = defaults();
		check_text(set(&values, rows[i].name, rows[i].value), rows[i].why);
		check_sizes(rows[i].value, &values, same);
		check_int(values.job.bs[0].n_splits, 0);
	}
}

/* Blanks share what is left; the last one takes what cannot be divided; 0 % never comes. */
Test(option_size, splits_add_up_to_100)
{
	static const struct {
		const char *value;
		unsigned n, percent[4];
	} rows[] = {
	    {"4k", 1, {100}},
	    {"4k/100", 1, {100}},
	    {"4k/50:1k/:32k/", 3, {50, 25, 25}},
	    {"4k:8k:16k", 3, {33, 33, 34}},
	    {"4k/:8k/:16k/1", 3, {49, 50, 1}},
	    {"4k/100:8k/", 1, {100}},
	    {"4k/0:8k/100:1k/0", 1, {100}},
	    {"4k/1:8k/2:16k/3:32k/94", 4, {1, 2, 3, 94}},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct option_values values = defaults();
		const struct job_sizes *sizes = &values.job.bs[DIRECTION_TRIM];
		check_text(set(&values, "bssplit", rows[i].value), "");
		cr_assert(sizes->n_splits == rows[i].n, "%s: %u", rows[i].value, sizes->n_splits);
		for (unsigned j = 0; j < rows[i].n; j++)
			cr_expect(sizes->split[j].percent == rows[i].percent[j], "%s: %u is %u",
				  rows[i].value, j, sizes->split[j].percent);
	}
}

Test(option_size, a_split_has_64_sizes_at_most)
{
	char text[1024] = "512/37", *p = text + strlen(text);
	struct option_values values = defaults();

	for (unsigned i = 1; i < JOB_SPLIT_MAX; i++)
		p += sprintf(p, ":%u/1", 512 * (i + 1));
	check_text(set(&values, "bssplit", text), "");
	check_int(values.job.bs[0].n_splits, 64);
	check_int(values.job.bs[0].max, 32768);
	check_int(values.job.bs[0].split[0].percent, 37);
	strcpy(p, ":1/");
	check_text(set(&values, "bssplit", text), "bssplit has more than 64 sizes");
}

/* As fio has it, whichever stands first. */
Test(option_size, split_is_before_range_is_before_one_size)
{
	static const char *const names[] = {"bs", "bsrange", "bssplit"};
	static const char *const values_of[] = {"1k", "2k-4k", "8k/50:16k/50"};
	static const struct {
		size_t first, second;
		uint64_t min, max;
		const char *note;
	} rows[] = {
	    {0, 1, 2048, 4096, ""},
	    {1, 0, 2048, 4096, "bs has no effect where bsrange is given, as in fio"},
	    {0, 2, 8192, 16384, ""},
	    {2, 0, 8192, 16384, "bs has no effect where bssplit is given, as in fio"},
	    {1, 2, 8192, 16384, ""},
	    {2, 1, 8192, 16384, "bsrange has no effect where bssplit is given, as in fio"},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct option_values values = defaults();
		struct option_reply reply;
		check_text(set(&values, names[rows[i].first], values_of[rows[i].first]), "");
		cr_expect(option_set(option_find(names[rows[i].second]), values_of[rows[i].second],
				     &values, &reply));
		check_text(reply.note, rows[i].note);
		check_int(values.job.bs[1].min, rows[i].min);
		check_int(values.job.bs[1].max, rows[i].max);
	}
}

Test(option_size, rates_are_per_direction)
{
	static const struct {
		const char *name, *value;
		uint64_t want[DIRECTIONS];
		const char *note;
	} rows[] = {
	    {"rate", "1m", {1048576, 1048576, 1048576}, ""},
	    {"rate", ",500k", {0, 512000, 512000}, ""},
	    {"rate", "500k,", {512000, 0, 0}, ""},
	    {"rate", "0", {0, 0, 0}, ""},
	    {"rate_iops", "100,200,300", {100, 200, 300}, ""},
	    {"rate_iops", "3k", {3072, 3072, 3072}, "rate_iops '3k' is 3072, as in fio: k is 1024"},
	    {"rate_iops", "0x10", {16, 16, 16}, ""},
	};
	struct option_values values;

	for (size_t i = 0; i < countof(rows); i++) {
		struct option_reply reply;
		values = defaults();
		cr_expect(option_set(option_find(rows[i].name), rows[i].value, &values, &reply));
		check_text(reply.note, rows[i].note);
		for (enum direction d = 0; d < DIRECTIONS; d++)
			check_int(rows[i].name[4] ? values.job.rate_iops[d] : values.job.rate[d],
				  rows[i].want[d]);
	}
	check_text(set(&values, "rate", "8192p"), "rate '8192p' is too large");
	check_text(set(&values, "rate_iops", "-5"), "rate_iops '-5' is not a whole number");
	check_text(set(&values, "rate_iops", "1.5"), "rate_iops '1.5' is not a whole number");
	check_text(set(&values, "number_ios", ""), "number_ios needs a value");
	check_text(set(&values, "number_ios", "1m"), "");
	check_int(values.job.number_ios, 1048576);
}

Test(option_size, what_is_one_for_all_may_be_said_for_each)
{
	struct option_values values = defaults();

	check_text(set(&values, "blockalign", "4k,4k"), "");
	check_int(values.job.blockalign, 4096);
	check_text(set(&values, "ba", "4k,8k"),
		   "blockalign '4k,8k' differs between reads, writes and trims: not supported");
	check_text(set(&values, "ba", "8k,"),
		   "blockalign '8k,' differs between reads, writes and trims: not supported");
	check_int(values.job.blockalign, 4096);
	check_text(set(&values, "percentage_random", "0"), "");
	check_int(values.job.percentage_random, 0);
	check_text(set(&values, "percentage_random", "85,85,85"), "");
	check_int(values.job.percentage_random, 85);
	check_text(set(&values, "percentage_random", "101"),
		   "percentage_random '101' is not between 0 and 100");
	check_text(
	    set(&values, "percentage_random", "50,60"),
	    "percentage_random '50,60' differs between reads, writes and trims: not supported");
}

Test(option_size, amounts_are_bytes_or_percent)
{
	static const char *const names[] = {"size", "offset", "offset_increment", "io_size"};
	struct option_values values = defaults();
	struct job_amount *amounts[] = {&values.job.size, &values.job.offset,
					&values.job.offset_increment, &values.job.io_size};

	for (size_t i = 0; i < countof(names); i++) {
		check_text(set(&values, names[i], "100%"), "");
		check_int(amounts[i]->percent, 100);
		check_text(set(&values, names[i], "9223372036854775807"), "");
		cr_expect(amounts[i]->bytes == INT64_MAX);
		check_int(amounts[i]->percent, 0);
		cr_expect(set(&values, names[i], "0%")[0] != '\0');
		cr_expect(set(&values, names[i], "101%")[0] != '\0');
		cr_expect(set(&values, names[i], "5z")[0] != '\0');
		cr_expect(set(&values, names[i], "1-2")[0] != '\0');
		cr_expect(amounts[i]->bytes == INT64_MAX);
	}
}
