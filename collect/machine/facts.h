/* What is known about a machine, a device, a run: metrics of the meta family with their values. */
#ifndef COLLECT_MACHINE_FACTS_H
#define COLLECT_MACHINE_FACTS_H

struct fact {
	char *metric;             /* "meta.kernel" */
	const char *unit;         /* "text", or the unit of the number that value holds */
	char *value;              /* never empty */
	struct fact *prev, *next; /* of utlist.h; a list is its first fact, NULL when empty */
};

/* Appends a text by printf's rules. An empty one is left out: absent is not "". */
void facts_add(struct fact **facts, const char *metric, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends a number of that unit (a literal), unless it is NaN or infinite. */
void facts_add_number(struct fact **facts, const char *metric, const char *unit, double value);

/* Sorts by metric; equal ones keep their order. */
void facts_sort(struct fact **facts);

/* Frees them all and leaves an empty list. */
void facts_free(struct fact **facts);

#endif
