/* Signals that end a campaign in good order. */
#ifndef COLLECT_CAMPAIGN_STOP_H
#define COLLECT_CAMPAIGN_STOP_H

#include <signal.h>
#include <stdbool.h>

/* From now on the first SIGINT, SIGTERM or SIGHUP sets the flag that is returned to its number, a
 * second one ends the process at once (status 128 + signal), and SIGPIPE and SIGXFSZ do nothing:
 * writing then fails with EPIPE or EFBIG. Programs that are started from here have the default
 * actions. */
const volatile sig_atomic_t *stop_catch(void);

/* Whether the signal that set the flag was typed at the terminal, which sends it to the programs
 * that we have started, too: sent on, it would be their second one. */
bool stop_was_typed(void);

#endif
