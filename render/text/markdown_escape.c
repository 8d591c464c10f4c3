/* Text inside Markdown. */
#include "render/text/markdown_escape.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/draw/sign.h"

/* Signs that a backslash takes the meaning from, where they have one. */
static const char slashed[] = "\\`*_{}[]|~";

/* Signs that begin a reference when a letter or digit follows: people, issues, merge requests,
 * snippets, epics, milestones, labels. */
static const char referring[] = "@#!$&%~";

static bool
begins_reference(const char *p)
{
	return strchr(referring, *p) && (isalnum((unsigned char)p[1]) || p[1] == '"');
}

static const char *
entity_of(char c)
{
	switch (c) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	default:
		return NULL;
	}
}

/* "GH-12" is an issue, too, and "://" or "www." make a link. */
static bool
joins_reference(const char *text, const char *p)
{
	if (*p == '-' && isdigit((unsigned char)p[1]))
		return p - text >= 2 && tolower((unsigned char)p[-1]) == 'h' &&
		       tolower((unsigned char)p[-2]) == 'g';
	if (*p == ':')
		return p[1] == '/';
	return *p == '.' && p - text >= 3 && tolower((unsigned char)p[-1]) == 'w' &&
	       tolower((unsigned char)p[-2]) == 'w' && tolower((unsigned char)p[-3]) == 'w';
}

char *
markdown_prose(const char *text)
{
	char *plain = sign_text(text), *out = NULL;
	size_t size;
	FILE *stream = mem_stream(&out, &size);

	for (const char *p = plain; *p; p++) {
		const char *entity = entity_of(*p);

		if (entity)
			fputs(entity, stream);
		else
			fprintf(stream, "%s%c", strchr(slashed, *p) ? "\\" : "", *p);
		if (begins_reference(p) || joins_reference(plain, p))
			fputs("&#8203;", stream);
	}
	fclose(stream);
	free(plain);
	return out;
}

char *
markdown_code(const char *text)
{
	char *plain = sign_text(text), *out = NULL;
	size_t size, n = strlen(plain);

	if (n == 0)
		return plain;
	if (!strpbrk(plain, "`|\\") && plain[0] != ' ' && plain[n - 1] != ' ') {
		out = mem_format("`%s`", plain);
		free(plain);
		return out;
	}
	FILE *stream = mem_stream(&out, &size);
	fputs("<code>", stream);
	for (const char *p = plain; *p; p++) {
		if (ispunct((unsigned char)*p))
			fprintf(stream, "&#%d;", *p);
		else
			putc(*p, stream);
	}
	fputs("</code>", stream);
	fclose(stream);
	free(plain);
	return out;
}

char *
markdown_fence(const char *text)
{
	enum { LEAST = 3 };
	size_t longest = 0, n = 0;

	for (const char *p = text; *p; p++) {
		n = *p == '`' ? n + 1 : 0;
		longest = n > longest ? n : longest;
	}
	n = longest >= LEAST ? longest + 1 : LEAST;
	char *fence = mem_alloc(n + 1, 1);
	memset(fence, '`', n);
	return fence;
}
