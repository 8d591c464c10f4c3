/* What the names and the first bytes of logs say. */
#include "collect/log/log.h"
#include "tests/unit/check.h"

Test(log_name, takes_names_apart)
{
	static const struct {
		const char *path, *prefix, *host;
		enum log_kind kind;
		size_t number;
	} cases[] = {
	    {"a_bw.1.log", "a", "", LOG_BW, 1},
	    {"a_iops.log", "a", "", LOG_IOPS, 0},
	    {"dir/sub.d/a_lat.12.log", "dir/sub.d/a", "", LOG_LAT, 12},
	    {"a_slat.1.log.node-1.net", "a", "node-1.net", LOG_SLAT, 1},
	    {"a_clat.1.log.fz", "a", "", LOG_CLAT, 1},
	    {"a_clat.3.log.host.fz", "a", "host", LOG_CLAT, 3},
	    {"a_clat_hist.2.log", "a", "", LOG_HIST, 2},
	    {"a_bw.log_bw.1.log", "a_bw.log", "", LOG_BW, 1},
	    {"agg-read_bw.log", "agg-read", "", LOG_BW, 0},
	    {"a_bw.1.log.my.log", "a", "my.log", LOG_BW, 1},
	    {"_lat.1.log", "", "", LOG_LAT, 1},
	    {"a_lat.1234567890.log", "a_lat.1234567890", "", LOG_KINDS, 0},
	};
	struct log_name name;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bool known = cases[i].kind != LOG_KINDS;
		cr_expect(log_name_parse(cases[i].path, &name) == known, "%s", cases[i].path);
		if (!known)
			continue;
		cr_expect(view_is(name.prefix, cases[i].prefix), "%s", cases[i].path);
		cr_expect(view_is(name.host, cases[i].host), "%s", cases[i].path);
		cr_expect(name.kind == cases[i].kind, "%s", cases[i].path);
		cr_expect(name.number == cases[i].number, "%s", cases[i].path);
	}
}

Test(log_name, refuses_other_names)
{
	static const char *const paths[] = {"",
					    ".log",
					    "a.log",
					    "bw.1.log",
					    "a_bw.1.txt",
					    "a_bw.1.log.",
					    "a_bw.1.logx",
					    "a_bww.log",
					    "a_bw.1.log/x",
					    "a_bw.1.log/a.log",
					    "a_disk.1.log"};
	struct log_name name;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		cr_expect(log_name_parse(paths[i], &name) == false, "%s", paths[i]);
}

/* 1216 >> 6 and 1856 >> 6 counts, as the coarsest logs of fio 2.x and 3.x have. */
#define ZEROS_19 "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
#define ZEROS_29 ZEROS_19 ",0,0,0,0,0,0,0,0,0,0"

Test(log_name, tells_logs_by_what_they_hold)
{
	static const struct {
		const char *text;
		enum log_content want;
	} cases[] = {
	    {"500, 22, 0, 4096\n", LOG_LINES},
	    {"500, 22, 0, 4096\n501, 23, 1, 4", LOG_LINES},
	    {"500,22,2,0\n", LOG_LINES},
	    {"500, 22, 0, 4096, 0x4004\r\n", LOG_LINES},
	    {"9, 442160, 0, 4096, 8192000, 0, 8764574\n", LOG_LINES},
	    {"100, 90417, 566814, 0, 0, 0\n", LOG_LINES},
	    {"252, 0, 4096, " ZEROS_29 "\n", LOG_HISTOGRAM},
	    {"252, 0, 4096, " ZEROS_19 "\n", LOG_HISTOGRAM},
	    {"252, 0, 4096, " ZEROS_19 ", 0", LOG_HISTOGRAM},
	    {"252, 0, 4096, " ZEROS_19 ", 0\n", LOG_NO},
	    {"252, 3, 4096, " ZEROS_29 "\n", LOG_NO},
	    {"", LOG_NO},
	    {"\n", LOG_NO},
	    {"fio version 2 iolog\n/data/a add\n", LOG_NO},
	    {"time,value,ddir,bs\n500, 22, 0, 4096\n", LOG_NO},
	    {"500, 22, 3, 4096\n", LOG_NO},
	    {"500, 22, 0\n", LOG_NO},
	    {"1,2,1,4\n", LOG_NO},
	    {"1,2,0,0\n3,4,5,6\n", LOG_NO},
	    {"500, 22, 0, 4096\n501, 22, 0, 4096, 0\n", LOG_NO},
	    {"500, -22, 0, 4096\n", LOG_NO},
	    {"500, 2.5, 0, 4096\n", LOG_NO},
	    {"{ \"fio version\" : \"fio-3.33\" }\n", LOG_NO},
	    {"x^ab and other text that begins like zlib's", LOG_NO},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		enum log_content got = log_sniff(view_of(cases[i].text));
		cr_expect(got == cases[i].want, "'%s': got %d", cases[i].text, (int)got);
	}
}

Test(log_name, knows_the_words_of_the_kinds)
{
	const struct {
		const char *word;
		enum log_kind kind;
	} good[] = {{"bw", LOG_BW},     {"iops", LOG_IOPS}, {"lat", LOG_LAT},
		    {"slat", LOG_SLAT}, {"clat", LOG_CLAT}, {"clat_hist", LOG_HIST}};
	const char *const bad[] = {"", "_bw", "BW", "bw ", "hist", "latency"};
	enum log_kind kind;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		cr_expect(log_kind_parse(good[i].word, &kind), "%s", good[i].word);
		cr_expect(kind == good[i].kind, "%s", good[i].word);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		cr_expect(log_kind_parse(bad[i], &kind) == false, "'%s'", bad[i]);
}
