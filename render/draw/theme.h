/* Colours by role: a chart names what a thing is, the theme says how that looks. */
#ifndef RENDER_DRAW_THEME_H
#define RENDER_DRAW_THEME_H

#include <stddef.h>
#include <stdio.h>

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
	COLOUR_SERIES3, /* third to sixth series: lines and dots, not text */
	COLOUR_SERIES4,
	COLOUR_SERIES5,
	COLOUR_SERIES6,
	COLOUR_HEAT1, /* of a heat map: 1 is what is rarest, and must be seen best; 8 the most */
	COLOUR_HEAT2,
	COLOUR_HEAT3,
	COLOUR_HEAT4,
	COLOUR_HEAT5,
	COLOUR_HEAT6,
	COLOUR_HEAT7,
	COLOUR_HEAT8,
	COLOURS,
};

enum { COLOUR_HEATS = COLOUR_HEAT8 - COLOUR_HEAT1 + 1 };

/* The roles as words, for the dump of a display list and the classes of an inline SVG. */
extern const char *const colour_name[COLOURS];

struct theme {
	const char *name;
	unsigned rgb[COLOURS]; /* 0xRRGGBB; that of COLOUR_NONE means nothing */
};

/* All themes; the first is the default. */
extern const struct theme themes[];
extern const size_t n_themes;

/* The colours as variables of a style sheet: "--ink:#16181d;--second:..." */
void theme_css(FILE *out, const struct theme *theme);

/* The theme of that name, or NULL. */
const struct theme *theme_find(const char *name);

#endif
