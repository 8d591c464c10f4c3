/* Results that contradict themselves: edited by hand, joined from several, or fio was wrong. */
#ifndef COLLECT_FIO_CONTRADICTION_H
#define COLLECT_FIO_CONTRADICTION_H

#include "collect/fio/sink.h"

/* Notes the first rate of the result, before it is folded, that differs from what it is the
 * quotient of, ios or bytes by runtime, by more than rounding and by 1 % at least. fio's text for
 * people has three digits, of which some versions lose a carry, so there it is 10 %. */
void fio_contradiction_note(const struct fio_result *result, const struct sink *sink);

#endif
