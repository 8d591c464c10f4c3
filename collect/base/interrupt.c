/* A reader of a pipe outlives the interruption of its writer. */
#include "collect/base/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

static void
on_interrupt(int number)
{
	(void)number;
}

void
interrupt_outlive_writer(void)
{
	struct sigaction action = {.sa_handler = on_interrupt,
				   .sa_flags = (int)(SA_RESTART | SA_RESETHAND)};
	struct sigaction now;
	struct stat in;

	if (fstat(STDIN_FILENO, &in) != 0 || !S_ISFIFO(in.st_mode))
		return;
	/* Who ignores it, as background jobs of a script do, goes on ignoring it. */
	if (sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
		sigaction(SIGINT, &action, NULL);
}
