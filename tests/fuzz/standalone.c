/* Gives each file named on the command line to the fuzz target once: replays kept inputs with any
 * compiler. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int
replay(const char *path)
{
	FILE *in = fopen(path, "rb");
	uint8_t *data = NULL;
	size_t n = 0, size = 0;

	if (!in) {
		perror(path);
		return 1;
	}
	do {
		size = size * 2 + 4096;
		uint8_t *larger = realloc(data, size);
		if (!larger)
			abort();
		data = larger;
		n += fread(data + n, 1, size - n, in);
	} while (n == size);
	fclose(in);
	LLVMFuzzerTestOneInput(data, n);
	free(data);
	return 0;
}

int
main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc; i++)
		failed += replay(argv[i]);
	printf("%s: %d passed, %d failed\n", "replay", argc - 1 - failed, failed);
	return failed != 0;
}
