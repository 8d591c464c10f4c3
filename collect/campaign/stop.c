/* The flags of the process that its signals set. */
#include "collect/campaign/stop.h"

#include <unistd.h>

static volatile sig_atomic_t stop, typed;

static void
on_signal(int signal, siginfo_t *info, void *context)
{
	(void)context;
	if (stop)
		_exit(128 + signal);
	typed = info->si_code == SI_KERNEL;
	stop = signal;
}

/* The write itself returns the error. */
static void
on_failed_write(int signal)
{
	(void)signal;
}

const volatile sig_atomic_t *
stop_catch(void)
{
	/* Without SA_RESTART, so that waiting for a command ends. */
	struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* Under nohup(1) it stays ignored. */
	struct sigaction before;
	if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
	/* A handler, not SIG_IGN, which programs that are started would inherit. */
	action = (struct sigaction){.sa_handler = on_failed_write};
	sigaction(SIGPIPE, &action, NULL);
	sigaction(SIGXFSZ, &action, NULL);
	return &stop;
}

bool
stop_was_typed(void)
{
	return typed != 0;
}
