/* The reader of fio's normal output, and of pieces of it, on any bytes. */
#include <stdint.h>

#include "collect/text/normal.h"
#include "tests/fuzz/check_result.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct view text = {(const char *)data, size}, line;
	size_t number = 0;

	check_reader(normal_read, text);
	if (normal_only_error(text, &line, &number) && (number == 0 || line.n == 0))
		abort();
	return 0;
}
