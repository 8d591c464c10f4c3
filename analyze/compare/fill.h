/* From a tested cell to what its row says. */
#ifndef ANALYZE_COMPARE_FILL_H
#define ANALYZE_COMPARE_FILL_H

struct contrast;
struct row;

/* Fills the row of a contrast whose result is there: values, test, grade, and what is to be said of
 * them. Verdicts that need a correction are left to family_decide. */
void fill_row(struct row *row, const struct contrast *contrast);

#endif
