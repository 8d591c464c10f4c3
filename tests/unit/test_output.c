/* Files are complete or not there. */
#include "render/output.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/check.h"

static char folder[] = "/tmp/ringside-output-XXXXXX";
static char name[sizeof(folder) + 16];

static void
set_up(void)
{
	cr_assert(mkdtemp(folder) != NULL);
	snprintf(name, sizeof(name), "%s/file.txt", folder);
}

/* What is in the folder besides the file itself. */
static int
left_behind(void)
{
	int n = 0;
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	while ((entry = readdir(dir)) != NULL)
		n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
		     strcmp(entry->d_name, "file.txt") != 0;
	closedir(dir);
	return n;
}

static void
tear_down(void)
{
	unlink(name);
	rmdir(folder);
}

static void
check_content(const char *want)
{
	char text[64] = "";
	FILE *in = fopen(name, "r");

	cr_assert(in != NULL);
	text[fread(text, 1, sizeof(text) - 1, in)] = '\0';
	fclose(in);
	check_text(text, want);
}

Test(output, appears_when_it_is_complete, .init = set_up, .fini = tear_down)
{
	struct output output;
	struct stat st;

	umask(022);
	check_int(output_open(&output, name), 0);
	fputs("text", output.file);
	cr_expect(access(name, F_OK) != 0, "not before it is closed");
	check_int(output_close(&output), 0);
	check_content("text");
	cr_assert(stat(name, &st) == 0);
	check_int(st.st_mode & 0777, 0644);
	check_int(left_behind(), 0);
}

Test(output, leaves_the_old_file_when_writing_failed, .init = set_up, .fini = tear_down)
{
	struct output output;

	check_int(output_open(&output, name), 0);
	fputs("old", output.file);
	check_int(output_close(&output), 0);
	check_int(output_open(&output, name), 0);
	fputs("new", output.file);
	output_discard(&output);
	check_content("old");
	check_int(left_behind(), 0);
}

Test(output, full_disk_is_an_error_and_the_device_stays, .init = set_up, .fini = tear_down)
{
	struct output output;
	struct stat st;

	/* Neither the link nor what it leads to may be replaced by a file. */
	cr_assert(symlink("/dev/full", name) == 0);
	/* One byte, and more than a stream keeps back until it is closed. */
	for (int n = 1; n < 1 << 20; n *= 1000) {
		check_int(output_open(&output, name), 0);
		fprintf(output.file, "%*s", n, "");
		check_int(output_close(&output), -ENOSPC);
	}
	cr_assert(lstat(name, &st) == 0);
	check_int(st.st_mode & S_IFMT, S_IFLNK);
	cr_assert(stat("/dev/full", &st) == 0);
	check_int(st.st_mode & S_IFMT, S_IFCHR);
	check_int(left_behind(), 0);
}

Test(output, a_link_leads_to_the_file_that_is_written, .init = set_up)
{
	char real[sizeof(name) + 8];
	struct output output;
	struct stat st;

	snprintf(real, sizeof(real), "%s/real.txt", folder);
	fclose(fopen(real, "w"));
	cr_assert(symlink(real, name) == 0);
	check_int(output_open(&output, name), 0);
	fputs("text", output.file);
	check_int(output_close(&output), 0);
	cr_assert(lstat(name, &st) == 0);
	check_int(st.st_mode & S_IFMT, S_IFLNK);
	check_content("text");
	unlink(real);
	tear_down();
}

Test(output, no_folder_is_an_error)
{
	struct output output;

	check_int(output_open(&output, "/nonexistent/file.txt"), -ENOENT);
}
