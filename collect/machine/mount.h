/* Lines of /proc/self/mountinfo. */
#ifndef COLLECT_MACHINE_MOUNT_H
#define COLLECT_MACHINE_MOUNT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* One mount. The strings point into the line that was parsed. */
struct mount {
	dev_t dev;           /* of the files in it; anonymous (major 0) on btrfs, tmpfs, ... */
	const char *point;   /* where it is mounted */
	const char *options; /* of the mount: "rw,relatime" */
	const char *type;    /* "ext4" */
	const char *source;  /* "/dev/sda1", or any word */
	const char *super_options; /* of the file system: "rw,data=ordered" */
};

/* Undoes the kernel's octal escapes (\040 for a blank) in place and returns text. */
char *mount_unescape(char *text);

/* Cuts line (its newline is optional) into *out. Returns false, with line spoilt, when it is no
 * mountinfo line. */
bool mount_parse(char *line, struct mount *out);

/* The mount of in, a mountinfo file, that holds the absolute path without symbolic links: of the
 * longest mount points above it the last one. *line is getline's buffer that out points into; the
 * caller frees it also on failure. Returns false where there is none. */
bool mount_holding(FILE *in, const char *path, struct mount *out, char **line);

#endif
