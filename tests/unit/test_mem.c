/* What is said when there is no memory, by whom. */
#include "collect/base/mem.h"

#include <errno.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/check.h"

/* AddressSanitizer ends the program itself. */
#ifndef __SANITIZE_ADDRESS__
TestSuite(mem, .timeout = 30);

Test(mem, the_program_ends_and_says_its_name)
{
	char said[200] = "", want[200];
	int ends[2], status;

	cr_assert(pipe(ends) == 0);
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		free(mem_alloc(SIZE_MAX / 4, 2));
		_exit(0);
	}
	close(ends[1]);
	cr_assert(child > 0 && read(ends[0], said, sizeof(said) - 1) > 0);
	cr_assert(waitpid(child, &status, 0) == child);
	bool exited = WIFEXITED(status);
	cr_expect(exited, "status %d", status);
	check_int(WEXITSTATUS(status), 2);
	snprintf(want, sizeof(want), "%s: out of memory\n", program_invocation_short_name);
	check_text(said, want);
	close(ends[0]);
}
#endif
