/* Text in which fio only says that it failed, or that it begins. */
#include <ctype.h>

#include "collect/base/mem.h"
#include "collect/text/normal.h"
#include "collect/text/normal_line.h"
#include "collect/text/scan.h"

/* What fio says without having failed. */
static bool
is_harmless(struct view line)
{
	static const char *const beginnings[] = {
	    "fio: terminating on signal", "fio: this platform does not support process shared",
	    "fio: file "}; /* ... exceeds 32-bit tausworthe random generator */

	for (size_t i = 0; i < countof(beginnings); i++)
		if (view_starts(line, beginnings[i]))
			return true;
	return false;
}

/* "fio: engine nosuch not loadable". Of init.c's messages, two begin without fio's name. */
static bool
is_error(struct view line)
{
	return (view_starts(line, "fio: ") && !is_harmless(line)) ||
	       view_starts(line, "error: maximum number of jobs") ||
	       view_starts(line, "error: failed to setup shm segment");
}

/* The first error holds; one with an error number rather than without. */
bool
normal_only_error(struct view text, struct view *out_line, size_t *out_number)
{
	struct view best = {NULL, 0};
	size_t best_number = 0;

	for (size_t number = 1; text.n; number++) {
		struct normal_head head;
		struct view line = scan_line(&text);
		if (normal_head(line, &head))
			return false;
		if (!is_error(line))
			continue;
		if (!best.p || (scan_find(line, ", err=") && !scan_find(best, ", err="))) {
			best = line;
			best_number = number;
		}
	}
	if (!best.p)
		return false;
	*out_line = best;
	*out_number = best_number;
	return true;
}

bool
normal_only_banner(struct view text, size_t *out_number)
{
	bool found = false;

	for (size_t number = 1; text.n; number++) {
		struct normal_head head;
		struct normal_banner banner;
		struct view line = scan_line(&text);
		if (normal_head(line, &head))
			return false;
		if (!found && normal_banner(line, &banner)) {
			*out_number = number;
			found = true;
		}
	}
	return found;
}
