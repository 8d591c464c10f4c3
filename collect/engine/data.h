/* What buffers hold that are written: zeros, or what does not compress, or as much of both as the
 * job asks for. */
#ifndef COLLECT_ENGINE_DATA_H
#define COLLECT_ENGINE_DATA_H

#include <stdint.h>

#include "collect/job/job.h"

enum data_kind {
	DATA_ZEROS,
	DATA_WORDS, /* filled once; each write changes a word of each page */
	DATA_NEW    /* each write has new data */
};

struct data {
	enum data_kind kind;
	uint64_t state;   /* of the generator */
	unsigned percent; /* of each chunk is zeros, 0 .. 99 */
};

enum {
	DATA_PAGE = 4096, /* bytes; of each so many a word changes */
	DATA_CHUNK = 512  /* bytes; fio's default of buffer_compress_chunk */
};

/* Clones of one job write different data, the same in each run. As in fio, a job with
 * buffer_compress_percentage has new data in each write, and zero_buffers wins over all. */
void data_init(struct data *data, const struct job *job, unsigned clone);

/* Fills n bytes: first of each chunk what does not compress, then zeros. */
void data_fill(struct data *data, void *buffer, uint64_t n);

/* Makes the first n bytes of the buffer ready for the next write. *fresh tells how many bytes from
 * its start hold what data_fill or an earlier call left there: 0 after a read into it. It is never
 * less than n afterwards. */
void data_renew(struct data *data, void *buffer, uint64_t n, uint64_t *fresh);

#endif
