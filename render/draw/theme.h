/* Colours by role: a chart names what a thing is, the theme says how that looks. */
#ifndef RENDER_DRAW_THEME_H
#define RENDER_DRAW_THEME_H

#include <stddef.h>

enum colour {
	COLOUR_NONE,  /* drawn by nobody, but an area that shows its group's title on hover */
	COLOUR_PAPER, /* the ground; always drawn, since a transparent picture is unreadable on dark
		       */
	COLOUR_INK,
	COLOUR_SECOND,
	COLOUR_MUTED,
	COLOUR_BASE,
	COLOUR_NEW,
	COLOUR_BAD,
	COLOUR_GOOD,
	COLOUR_GRID,
	COLOUR_BAND,
	COLOURS,
};

/* The roles as words, for the dump of a display list. */
extern const char *const colour_name[COLOURS];

struct theme {
	const char *name;
	unsigned rgb[COLOURS]; /* 0xRRGGBB; that of COLOUR_NONE means nothing */
};

/* All themes; the first is the default. */
extern const struct theme themes[];
extern const size_t n_themes;

/* The theme of that name, or NULL. */
const struct theme *theme_find(const char *name);

#endif
