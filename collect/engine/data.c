/* The contents of written buffers. */
#include "collect/engine/data.h"

#include <string.h>

#include "collect/base/scatter.h"

/* wyrand (Wang Yi 2019, wyhash): a counter, and one multiplication of 64 by 64 bits whose halves
 * are folded. No word waits for the one before, which makes it 3 to 4 times as fast as a generator
 * whose state is its output. */
static inline uint64_t
next_word(uint64_t *state)
{
	__extension__ typedef unsigned __int128 wide;
	uint64_t x = *state += 0xA0761D6478BD642FU;
	wide product = (wide)x * (x ^ 0xE7037ED1A0B428DBU);

	return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static void
fill_random(struct data *data, unsigned char *p, uint64_t n)
{
	uint64_t state = data->state, word;

	for (; n >= sizeof(word); n -= sizeof(word), p += sizeof(word)) {
		word = next_word(&state);
		memcpy(p, &word, sizeof(word));
	}
	if (n) {
		word = next_word(&state);
		memcpy(p, &word, n);
	}
	data->state = state;
}

void
data_init(struct data *data, const struct job *job, unsigned clone)
{
	unsigned percent = job->buffer_compress_percentage;

	*data = (struct data){.kind = DATA_WORDS, .percent = percent};
	if (percent || job->refill_buffers)
		data->kind = DATA_NEW;
	if (percent >= 100 || job->zero_buffers)
		data->kind = DATA_ZEROS;
	/* One step more than for offsets, so that data and offsets do not follow each other. */
	data->state = scatter(scatter(scatter(job->randseed) + clone));
}

void
data_fill(struct data *data, void *buffer, uint64_t n)
{
	unsigned char *p = buffer;

	if (data->kind == DATA_ZEROS) {
		memset(p, 0, n);
		return;
	}
	if (data->percent == 0) {
		fill_random(data, p, n);
		return;
	}
	while (n) {
		uint64_t chunk = n < DATA_CHUNK ? n : DATA_CHUNK;
		uint64_t filled = chunk * (100 - data->percent) / 100;
		fill_random(data, p, filled);
		memset(p + filled, 0, chunk - filled);
		p += chunk;
		n -= chunk;
	}
}

static void
change_words(struct data *data, unsigned char *p, uint64_t n)
{
	for (uint64_t i = 0; i + sizeof(uint64_t) <= n; i += DATA_PAGE) {
		uint64_t word = next_word(&data->state);
		memcpy(p + i, &word, sizeof(word));
	}
}

void
data_renew(struct data *data, void *buffer, uint64_t n, uint64_t *fresh)
{
	unsigned char *p = buffer;

	if (data->kind == DATA_NEW) {
		data_fill(data, p, n);
	} else {
		/* What a read left is replaced, else the device would get its own data back. */
		if (*fresh < n)
			data_fill(data, p + *fresh, n - *fresh);
		if (data->kind == DATA_WORDS)
			change_words(data, p, n);
	}
	if (*fresh < n)
		*fresh = n;
}
