/* A stream of the first bytes of another one. */
#ifndef COLLECT_CAMPAIGN_PART_H
#define COLLECT_CAMPAIGN_PART_H

#include <stddef.h>
#include <stdio.h>

struct part {
	FILE *in;    /* borrowed */
	size_t left; /* bytes that may still be read */
};

/* A stream that ends when part->left bytes of part->in were read, or with it; NULL with errno where
 * there can be none. part must outlive it; part->in stays open when it is closed. */
FILE *part_open(struct part *part);

#endif
