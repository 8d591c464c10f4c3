/* What a job says of its reads, its writes, its trims, or all of them. */
#ifndef COLLECT_JSON_DIRECTION_H
#define COLLECT_JSON_DIRECTION_H

#include "collect/fio/result.h"
#include "collect/json/field.h"

/* Reads a direction's object; one that is NULL says nothing. asked: the job was to do this. */
void json_direction_read(const json_t *object, bool asked, struct json_context *context,
			 struct fio_direction *out);

#endif
