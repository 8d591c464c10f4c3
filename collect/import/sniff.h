/* What a file is, by its content. */
#ifndef COLLECT_IMPORT_SNIFF_H
#define COLLECT_IMPORT_SNIFF_H

#include "collect/base/view.h"

enum sniffed {
	SNIFFED_EMPTY,    /* nothing, or blanks alone */
	SNIFFED_RECORDS,  /* our own */
	SNIFFED_LOG,      /* fio's logs, packed too */
	SNIFFED_GZIP,     /* or another packer: sniff_other names it */
	SNIFFED_OTHER,    /* what is near fio's output and is none: sniff_other names it */
	SNIFFED_DOCUMENT, /* may be output of fio: to be read whole */
};

/* beginning is all of a short file; NULs are fine. */
enum sniffed sniff(struct view beginning);

/* In words, for "this is %s": what a file is of which sniff said GZIP or OTHER, or in which no
 * output of fio was found: "a job file", "binary data", "CSV". */
const char *sniff_other(struct view beginning);

#endif
