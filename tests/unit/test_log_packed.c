/* Compressed logs. */
#include <zlib.h>

#include "tests/unit/log_trial.h"

/* fio 3.33, rw=randrw, bs=4k, io_size=48k, psync, log_store_compressed=1; what fio --inflate-log
 * says of it stands below. */
static const char fio_packed[] =
    "\x78\x9c\x63\x60\x80\x80\xed\x21\x2c\x0c\x28\x40\x00\x95\x1b\x75\x9a\x11\xaf\xbc"
    "\xbd\x2b\x7e\x79\x09\x65\x08\xcd\x88\x43\x7e\x3d\x0f\x13\x5e\xfd\x9d\x16\xf8\xcd"
    "\x57\x17\xc2\x6f\x3e\x07\x37\x76\x79\x18\x7f\x35\x3b\x7e\xf9\xe8\x02\xec\xf6\xc3"
    "\x44\xa5\xf8\xf1\xeb\x97\x55\xc1\xae\x1f\x00\xc0\x1a\x07\x73";

/* 0, 283831, 0, 4096, 0 / 0, 117594, 0 / 0, 83263, 0 / 0, 8984, 1 / 0, 134319, 0 / 0, 80009, 0 /
 * 0, 4647, 1 / 0, 2824, 1 / 1, 1963, 1 / 1, 94299, 0 / 1, 3866, 1 / 1, 74781, 0 */
Test(log_packed, says_what_fio_inflates)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_text log = {LOG_CLAT, fio_packed, sizeof(fio_packed) - 1};
	struct log_trial trial = log_trial_run(&log, 1, &options);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_text(trial.notes, "");
	check_close(log_trial_value(&trial, "read.clat.n,1,,,,,"), 7, 0, "n");
	check_close(log_trial_value(&trial, "read.clat.max,ns,,,,,"), 283831, 0, "max");
	check_close(log_trial_value(&trial, "read.clat.min,ns,,,,,"), 74781, 0, "min");
	check_close(log_trial_value(&trial, "read.clat.mean,ns,,,,,"), 868096 / 7.0, 1e-12, "mean");
	check_close(log_trial_value(&trial, "write.bytes,B,,,,,"), 5 * 4096, 0, "bytes");
	check_int(log_sniff((struct view){log.text, log.n}), LOG_PACKED);
	check_int(log_sniff((struct view){log.text, 20}), LOG_PACKED);
	log_trial_free(&trial);
}

/* The structs of fio's versions, filled in by their definitions in iolog.h. */
struct sample_2 {
	uint64_t time, value;
	uint32_t direction, bs;
};

struct sample_2_offset {
	uint64_t time, value;
	uint32_t direction, bs;
	uint64_t offset;
};

struct sample_3 {
	uint64_t time, value;
	uint32_t direction;
	uint16_t priority;
	uint64_t bs;
};

struct sample_337 {
	uint64_t time, value, max;
	uint32_t direction;
	uint16_t priority;
	uint64_t bs;
};

struct sample_offset {
	uint64_t time, value;
	uint32_t direction;
	uint16_t priority;
	uint64_t bs, offset;
};

struct sample_337_offset {
	uint64_t time, value, max;
	uint32_t direction;
	uint16_t priority;
	uint64_t bs, offset;
};

struct sample_338_issue {
	uint64_t time, value, max;
	uint32_t direction;
	uint16_t priority;
	uint64_t bs, offset, issued;
};

/* Compresses the halves as two streams, as fio does with each chunk. Returns the bytes. */
static size_t
pack(const void *bytes, size_t n, char *out, size_t room)
{
	size_t half = n / 2, used = 0;

	for (size_t i = 0; i < 2; i++) {
		uLongf got = room - used;
		cr_assert(compress((Bytef *)out + used, &got, (const Bytef *)bytes + i * half,
				   i ? n - half : half) == Z_OK);
		used += got;
	}
	return used;
}

/* Three rows, in each of the forms, of an averaged log. */
static void
expect_three(const void *bytes, size_t n, const char *name, bool max)
{
	const struct log_options options = {.interval_s = 1};
	char packed[1024];
	size_t used = pack(bytes, n, packed, sizeof(packed));
	const struct log_text log = {LOG_LAT, packed, used};
	struct log_trial trial = log_trial_run(&log, 1, &options);

	cr_assert(trial.ok == true, "%s: %s", name, trial.why.why);
	check_close(log_trial_value(&trial, "read.lat.mean,ns,0,0.1,,,"), 7000, 0, name);
	check_close(log_trial_value(&trial, "write.lat.mean,ns,0,0.1,,,"), 8000, 0, name);
	check_close(log_trial_value(&trial, "read.lat.mean,ns,0.1,0.2,,,"), 9000, 0, name);
	if (max)
		check_close(log_trial_value(&trial, "read.lat.max,ns,0.1,0.2,,,"), 9999, 0, name);
	check_int(log_trial_count(&trial, "read.lat.max"), max ? 3 : 0);
	log_trial_free(&trial);
}

Test(log_packed, tells_the_structs_of_all_versions)
{
	const uint32_t offset = 1U << 31;
	const struct sample_2 two[] = {{100, 7000, 0, 0}, {100, 8000, 1, 0}, {200, 9000, 0, 0}};
	const struct sample_337 new[] = {
	    {100, 7000, 0, 0, 0, 0}, {100, 8000, 0, 1, 0, 0}, {200, 9000, 0, 0, 0, 0}};
	const struct sample_337 both[] = {
	    {100, 7000, 7777, 0, 0, 0}, {100, 8000, 8888, 1, 0, 0}, {200, 9000, 9999, 0, 0, 0}};
	const struct sample_offset with[] = {{100, 7000, offset, 0, 0, 0},
					     {100, 8000, offset | 1, 0, 0, 0},
					     {200, 9000, offset, 0, 0, 0}};

	check_int(sizeof(two[0]), 24);
	check_int(sizeof(new[0]), 40);
	check_int(sizeof(with[0]), 40);
	expect_three(two, sizeof(two), "24 bytes", false);
	expect_three(new, sizeof(new), "40 bytes", false);
	expect_three(both, sizeof(both), "both values", true);
	expect_three(with, sizeof(with), "offset", false);
}

Test(log_packed, tells_the_structs_with_columns_behind)
{
	const uint32_t offset = 1U << 31;
	const struct sample_2_offset two[] = {{100, 7000, offset, 0, 512},
					      {100, 8000, offset | 1, 0, 1024},
					      {200, 9000, offset, 0, 65536}};
	const struct sample_3 three[] = {
	    {100, 7000, 0, 1, 0}, {100, 8000, 1, 0, 0}, {200, 9000, 0, 1, 0}};
	const struct sample_337_offset both[] = {{100, 7000, 7777, offset, 0, 0, 512},
						 {100, 8000, 8888, offset | 1, 0, 0, 1024},
						 {200, 9000, 9999, offset, 0, 0, 65536}};
	const struct sample_338_issue issue[] = {{100, 7000, 7777, offset, 0, 0, 512, 99000000},
						 {100, 8000, 8888, offset | 1, 0, 0, 512, 99000001},
						 {200, 9000, 9999, offset, 0, 0, 512, 199000000}};

	check_int(sizeof(two[0]), 32);
	check_int(sizeof(three[0]), 32);
	check_int(sizeof(both[0]), 48);
	check_int(sizeof(issue[0]), 56);
	expect_three(two, sizeof(two), "2.x with offset", false);
	expect_three(three, sizeof(three), "32 bytes", false);
	expect_three(both, sizeof(both), "both values with offset", true);
	expect_three(issue, sizeof(issue), "with offset and issue time", true);
}

/* 24 bytes are of fio 2 or of the first of 3, which --fio2 tells; longer ones are not of fio 2. */
Test(log_packed, takes_24_bytes_for_microseconds_when_told)
{
	const struct log_options fio2 = {.interval_s = 1, .fio2 = true};
	const struct sample_2 two[] = {{100, 7000, 0, 0}, {200, 9000, 0, 0}};
	const struct sample_3 three[] = {{100, 7000, 0, 0, 0}, {200, 9000, 0, 0, 0}};
	char packed[2][1024];
	const struct log_text old = {LOG_LAT, packed[0],
				     pack(two, sizeof(two), packed[0], sizeof(packed[0]))};
	const struct log_text new = {LOG_LAT, packed[1],
				     pack(three, sizeof(three), packed[1], sizeof(packed[1]))};
	struct log_trial us = log_trial_run(&old, 1, &fio2);
	struct log_trial ns = log_trial_run(&new, 1, &fio2);

	check_close(log_trial_value(&us, "read.lat.mean,ns,,,,,"), 8e6, 1e-12, "us");
	check_close(log_trial_value(&ns, "read.lat.mean,ns,,,,,"), 8000, 1e-12, "ns");
	log_trial_free(&us);
	log_trial_free(&ns);
}

Test(log_packed, refuses_what_is_none)
{
	const struct log_options options = {.interval_s = 1};
	static const char text[] = "100, 7000, 0, 0\n200, 7000, 0, 0\n and other text, packed\n";
	char packed[1024];
	size_t n = pack(text, sizeof(text), packed, sizeof(packed));
	const struct log_text log = {LOG_LAT, packed, n};
	const struct log_text hist = {LOG_HIST, fio_packed, sizeof(fio_packed) - 1};

	check_int(log_sniff((struct view){packed, n}), LOG_NO);
	struct log_trial trial = log_trial_run(&log, 1, &options);
	cr_expect(trial.ok == false);
	log_trial_free(&trial);
	trial = log_trial_run(&hist, 1, &options);
	cr_expect(trial.ok == false);
	check_text(trial.why.why,
		   "a compressed histogram log; 'fio --inflate-log=FILE' may read it");
	log_trial_free(&trial);
}

Test(log_packed, survives_a_cut_at_any_byte)
{
	const struct log_options options = {.interval_s = 1};

	for (size_t n = 1; n < sizeof(fio_packed) - 1; n++) {
		struct log_text log = {LOG_CLAT, fio_packed, n};
		struct log_trial trial = log_trial_run(&log, 1, &options);
		cr_expect(trial.ok == false, "cut at %zu", n);
		log_trial_free(&trial);
	}
}
