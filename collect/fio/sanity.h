/* What no run can have given: numbers and texts of results that were edited, or that fio or what
 * passed its output on got wrong. */
#ifndef COLLECT_FIO_SANITY_H
#define COLLECT_FIO_SANITY_H

#include "collect/fio/sink.h"

enum {
	SANITY_NAME_MAX = 1000,    /* bytes of a name */
	SANITY_VALUE_MAX = 1 << 16 /* bytes of any other text; readers take 1 MiB a field */
};

/* Takes numbers of the result, before it is folded, that cannot be as not said, with one note that
 * names the first of them: those below zero or from 2^63 on; all moments of a latency whose mean
 * lies beyond min or max by more than fio rounds; buckets with parts of I/Os; the n of a latency
 * that is not the sum of its buckets. Texts become UTF-8, with '?' for each byte that is none, and
 * those that are too long end in the hash of what is cut off, which keeps them apart; a note tells
 * each kind. */
void fio_sanity(struct fio_result *result, const struct sink *sink);

#endif
