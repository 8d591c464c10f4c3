/* What the name of a log says; the names are those of fio's iolog.c and HOWTO. */
#include "collect/log/log.h"

static const char *const kind_suffix[LOG_KINDS] = {
    [LOG_BW] = "_bw",     [LOG_IOPS] = "_iops", [LOG_LAT] = "_lat",
    [LOG_SLAT] = "_slat", [LOG_CLAT] = "_clat", [LOG_HIST] = "_clat_hist",
};

bool
log_kind_parse(const char *word, enum log_kind *out)
{
	for (size_t kind = 0; kind < LOG_KINDS; kind++) {
		*out = (enum log_kind)kind;
		if (strcmp(word, kind_suffix[kind] + 1) == 0)
			return true;
	}
	return false;
}

const char *
log_kind_name(enum log_kind kind)
{
	return kind_suffix[kind] + 1;
}

/* Takes ".N" off the end of text. */
static size_t
take_number(struct view *text)
{
	size_t at = text->n, number = 0;

	while (at > 0 && text->p[at - 1] >= '0' && text->p[at - 1] <= '9')
		at--;
	/* No run has so many jobs; then it is part of the prefix. */
	if (at == text->n || at == 0 || text->p[at - 1] != '.' || text->n - at > 9)
		return 0;
	for (size_t i = at; i < text->n; i++)
		number = number * 10 + (size_t)(text->p[i] - '0');
	text->n = at - 1;
	return number;
}

/* What stands behind ".log": nothing, or a host, and ".fz". */
static bool
take_host(struct view behind, struct view *host)
{
	if (view_ends(behind, ".fz"))
		behind.n -= strlen(".fz");
	*host = (struct view){behind.p + behind.n, 0};
	if (behind.n == 0)
		return true;
	if (behind.n == 1 || behind.p[0] != '.')
		return false;
	*host = (struct view){behind.p + 1, behind.n - 1};
	return true;
}

/* The parts of a path around the ".log" at position at. */
static bool
parse_at(struct view path, size_t folder, size_t at, struct log_name *out)
{
	size_t behind = at + strlen(".log");
	struct view stem = {path.p, at};

	if (!take_host((struct view){path.p + behind, path.n - behind}, &out->host))
		return false;
	out->number = take_number(&stem);
	for (size_t kind = 0; kind < LOG_KINDS; kind++) {
		size_t n = strlen(kind_suffix[kind]);
		if (!view_ends(stem, kind_suffix[kind]) || stem.n - n < folder)
			continue;
		out->kind = (enum log_kind)kind;
		out->prefix = (struct view){path.p, stem.n - n};
		return true;
	}
	return false;
}

bool
log_name_parse(const char *path, struct log_name *out)
{
	struct view text = view_of(path);
	const char *slash = strrchr(path, '/');
	size_t folder = slash ? (size_t)(slash - path) + 1 : 0, n = strlen(".log");
	struct log_name name;

	/* The last ".log" that makes sense: prefixes, and hosts too, may have one of their own. */
	for (size_t at = text.n; at-- > folder;) {
		if (text.n - at < n || memcmp(text.p + at, ".log", n) != 0)
			continue;
		if (!parse_at(text, folder, at, &name))
			continue;
		*out = name;
		return true;
	}
	return false;
}
