/* The table of metrics and what the user may change in it. */
#include "analyze/metric.h"

#include "collect/base/record_unit.h"
#include "tests/unit/check.h"

static const struct metric *
find(const struct metric_list *list, const char *name)
{
	size_t i = 0;

	while (i < list->n && strcmp(list->at[i].name, name) != 0)
		i++;
	cr_assert(i < list->n, "no metric %s", name);
	return &list->at[i];
}

Test(metric, directions_and_thresholds)
{
	static const struct {
		const char *name;
		double theta;
		enum better better;
		bool primary;
	} rows[] = {
	    {"read.iops", 0.02, BETTER_HIGHER, true},
	    {"write.bw", 0.02, BETTER_HIGHER, true},
	    {"read.lat.mean", 0.02, BETTER_LOWER, false},
	    {"read.lat.p50", 0.02, BETTER_LOWER, false},
	    {"read.lat.p90", 0.05, BETTER_LOWER, false},
	    {"read.lat.p99", 0.05, BETTER_LOWER, true},
	    {"trim.clat.p99", 0.05, BETTER_LOWER, true},
	    {"read.lat.p99.9", 0.10, BETTER_LOWER, false},
	    {"read.clat.p99.99", 0.10, BETTER_LOWER, false},
	    {"mixed.iops", 0.02, BETTER_HIGHER, true},
	    {"mixed.bw", 0.02, BETTER_HIGHER, true},
	    {"mixed.clat.p99", 0.05, BETTER_LOWER, true},
	    {"sync.lat.p50", 0.02, BETTER_LOWER, false},
	    {"sync.lat.p99", 0.05, BETTER_LOWER, true},
	    {"read.iops.asked", 0.02, BETTER_NEITHER, false},
	    {"mixed.bw.asked", 0.02, BETTER_NEITHER, false},
	    {"lag.mean", 0.02, BETTER_LOWER, false},
	    {"lag.p99", 0.05, BETTER_LOWER, false},
	    {"cpu.per_io", 0.02, BETTER_LOWER, false},
	    {"errors", 0, BETTER_LOWER, false},
	};
	struct metric_list list = metric_list_new();

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct metric *m = find(&list, rows[i].name);
		check_int(m->better, rows[i].better);
		check_close(m->theta, rows[i].theta, 0, rows[i].name);
		cr_expect(m->primary == rows[i].primary, "%s", rows[i].name);
	}
	metric_list_free(&list);
}

/* A flush has no rate, and no completion latency that could stand in. */
Test(metric, flushes_have_one_latency)
{
	struct metric_list list = metric_list_new();
	size_t n = 0;

	for (size_t i = 0; i < list.n; i++) {
		if (strcmp(list.at[i].direction, "sync") != 0)
			continue;
		check_text(list.at[i].of, "sync.lat");
		check_int(list.at[i].instead, METRIC_NO_OTHER);
		n++;
	}
	check_int(n, 6);
	metric_list_free(&list);
}

Test(metric, clat_and_bw_stand_in_for_their_own_direction_and_statistic)
{
	struct metric_list list = metric_list_new();

	for (size_t i = 0; i < list.n; i++) {
		const struct metric *m = &list.at[i];
		if (!strstr(m->name, ".clat."))
			continue;
		char *lat = strdup(m->name);
		char *c = strstr(lat, ".clat.") + 1;
		memmove(c, c + 1, strlen(c));
		cr_assert(m->instead != METRIC_NO_OTHER);
		check_text(list.at[m->instead].name, lat);
		free(lat);
	}
	check_int(find(&list, "read.lat.p99")->instead, METRIC_NO_OTHER);
	check_int(find(&list, "read.iops")->instead, METRIC_NO_OTHER);
	check_text(list.at[find(&list, "write.bw")->instead].name, "write.iops");
	metric_list_free(&list);
}

Test(metric, the_user_may_set_thresholds_and_directions)
{
	struct metric_list list = metric_list_new();
	size_t n = list.n;

	cr_expect(metric_list_theta(&list, view_of("read.iops"), 0.07) == true);
	check_close(find(&list, "read.iops")->theta, 0.07, 0, "one");
	check_close(find(&list, "write.iops")->theta, 0.02, 0, "the others");
	cr_expect(metric_list_theta(&list, view_of("lat.p99"), 0.2) == true);
	check_close(find(&list, "trim.lat.p99")->theta, 0.2, 0, "all directions");
	check_close(find(&list, "trim.clat.p99")->theta, 0.05, 0, "another latency");
	cr_expect(metric_list_theta(&list, view_of("iop"), 0.2) == false);
	cr_expect(metric_list_theta(&list, view_of(""), 0.2) == false);
	metric_list_better(&list, view_of("iops"), BETTER_NEITHER);
	check_int(find(&list, "write.iops")->better, BETTER_NEITHER);
	check_int(list.n, n);
	metric_list_better(&list, view_of("guest.exits"), BETTER_LOWER);
	check_int(list.n, n + 1);
	check_int(find(&list, "guest.exits")->better, BETTER_LOWER);
	cr_expect(find(&list, "guest.exits")->named == true);
	cr_expect(metric_list_theta(&list, view_of("guest.exits"), 0.5) == true);
	metric_list_free(&list);
}

Test(metric, what_values_are_made_from_has_one_unit)
{
	static const struct {
		const char *name, *unit;
	} rows[] = {
	    {"read.iops", "iops"},
	    {"write.bw", "B/s"},
	    {"trim.ios", "1"},
	    {"read.lat", "ns"},
	    {"write.clat", "ns"},
	    {"read.slat", "ns"},
	    {"read.lat.n", "1"},
	    {"read.lat.mean", "ns"},
	    {"read.clat.min", "ns"},
	    {"read.slat.max", "ns"},
	    {"trim.lat.stdev", "ns"},
	    {"read.lat.p50", "ns"},
	    {"read.clat.p99.99", "ns"},
	    {"read.iops.n", "1"},
	    {"write.iops.stdev", "iops"},
	    {"mixed.bw.n", "1"},
	    {"mixed.bw.mean", "B/s"},
	    {"mixed.clat", "ns"},
	    {"sync.ios", "1"},
	    {"sync.lat.p99.9", "ns"},
	    {"read.iops.asked", "iops"},
	    {"write.bw.asked", "B/s"},
	    {"lag", "ns"},
	    {"lag.n", "1"},
	    {"lag.p99", "ns"},
	    {"cpu.user", "s"},
	    {"cpu.system", "s"},
	    {"runtime", "s"},
	    {"ring.reaped", "1"},
	    {"errors", "1"},
	    {"errors.EIO", "1"},
	    /* Not ours. */
	    {"read", NULL},
	    {"read.", NULL},
	    {"readiops", NULL},
	    {"iops", NULL},
	    {"read.latency", NULL},
	    {"read.iops.p99", NULL},
	    {"synchronous.lat", NULL},
	    {"read.lat.p", NULL},
	    {"read.lat.peak", NULL},
	    {"errorsome", NULL},
	    {"lag.end", NULL},
	    {"lagging", NULL},
	    {"ring", NULL},
	    {"guest.exits", NULL},
	    {"", NULL},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *unit = record_required_unit(view_of(rows[i].name));
		cr_expect(unit ? rows[i].unit && strcmp(unit, rows[i].unit) == 0 : !rows[i].unit,
			  "%s: %s", rows[i].name, unit ? unit : "any");
	}
}
