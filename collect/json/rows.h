/* Records that stand in a job of fio's JSON because fio's own keys have no place for them. */
#ifndef COLLECT_JSON_ROWS_H
#define COLLECT_JSON_ROWS_H

#include <jansson.h>
#include <stdbool.h>

/* Rows [metric, unit, start, end, low, high, value], null where a field is empty, the value a
 * number or a text, as CSV on the heap (struct fio_job's extra). NULL where there are none. *wrong
 * becomes true where a row is of another shape; such rows are left out. */
char *json_rows_read(const json_t *rows, bool *wrong);

#endif
