/* One document of fio as a result. */
#ifndef COLLECT_JSON_DOCUMENT_H
#define COLLECT_JSON_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>

#include "collect/base/list.h"
#include "collect/fio/sink.h"

/* Reads the document that begins on line; job_lines (size_t) are the lines of its jobs. Remarks go
 * to sink. false with *why, and result not filled, where it holds no job. Free the result with
 * fio_result_free. */
bool json_document_read(const json_t *root, size_t line, const UT_array *job_lines,
			const struct sink *sink, struct fio_result *result, const char **why);

#endif
