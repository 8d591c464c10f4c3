/* Logs that fio compressed (log_store_compressed): zlib streams of the structs it has in memory. */
#ifndef COLLECT_LOG_PACKED_H
#define COLLECT_LOG_PACKED_H

#include "collect/log/log.h"

/* Whether bytes begin like such a file: a zlib stream whose content can be rows. */
bool log_packed_probe(struct view beginning);

/* Reads the file descriptor in from its beginning and returns an unlinked file (log_spool_new) with
 * the same rows as text. -1 with *why: no zlib, no layout of fio's structs fits (with a hint), or
 * the content is larger than any log's would be. name is how messages call the file. */
int log_unpack(int in, const char *name, struct where *why);

#endif
