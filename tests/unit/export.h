/* For tests of exports: records as short texts. */
#ifndef TESTS_UNIT_EXPORT_H
#define TESTS_UNIT_EXPORT_H

#include "collect/base/where.h"
#include "collect/export/store.h"
#include "tests/unit/check.h"

#define EXPORT_HEADER "commit,test,run,metric,unit,start,end,low,high,value\n"

/* A store of the rows, which have no header and must be right. Free with export_store_free. */
struct export_store export_store_of(const char *rows);

/* Run and test of the first rows. */
const struct export_run *export_first_run(const struct export_store *store);
const struct export_test *export_first_test(const struct export_store *store);

#endif
