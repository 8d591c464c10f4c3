/* Finding the jobs in a log. */
#ifndef COLLECT_LOG_SURVEY_H
#define COLLECT_LOG_SURVEY_H

#include "collect/log/input.h"

/* Fills in the segments, the window of histogram logs, and whether the times are those of a clock,
 * by the first column of each row; what stands in the others is checked when it is read. false with
 * *why. */
bool log_survey(struct log_input *input, struct where *why);

#endif
