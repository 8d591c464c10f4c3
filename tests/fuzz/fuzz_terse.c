/* The reader of fio's terse output on any bytes. */
#include <stdint.h>

#include "collect/text/terse.h"
#include "tests/fuzz/check_result.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_reader(terse_read, (struct view){(const char *)data, size});
	return 0;
}
