/* Made trees of files, to stand for /proc and /sys. */
#ifndef TESTS_UNIT_TREE_H
#define TESTS_UNIT_TREE_H

/* A new empty folder in $TMPDIR or /tmp, its name on the heap and without links. */
char *tree_new(void);

/* Writes a file below the tree, with the folders that it needs; an old one is overwritten. */
void tree_file(const char *tree, const char *path, const char *text);

/* A link below the tree to another place in it. */
void tree_link(const char *tree, const char *path, const char *to);

/* A disk or partition of that number, "8:1", whose folder is path below /sys/devices, with a size
 * in sectors. */
void tree_device(const char *tree, const char *number, const char *path, const char *sectors);

/* Removes it all. */
void tree_free(char *tree);

#endif
