/* The colour tokens. Text colours keep a contrast of 4.5 : 1 to the paper; the four verdict colours
 * are alike in grey print, so a shape always goes with them. */
#include "render/draw/theme.h"

#include <string.h>

#include "collect/base/mem.h"

const char *const colour_name[COLOURS] = {
    [COLOUR_NONE] = "none",     [COLOUR_PAPER] = "paper", [COLOUR_INK] = "ink",
    [COLOUR_SECOND] = "second", [COLOUR_MUTED] = "muted", [COLOUR_BASE] = "base",
    [COLOUR_NEW] = "new",       [COLOUR_BAD] = "bad",     [COLOUR_GOOD] = "good",
    [COLOUR_GRID] = "grid",     [COLOUR_BAND] = "band",
};

const struct theme themes[] = {
    {"light",
     {[COLOUR_PAPER] = 0xFFFFFF,
      [COLOUR_INK] = 0x16181D,
      [COLOUR_SECOND] = 0x59616C,
      [COLOUR_MUTED] = 0x6E7681,
      [COLOUR_BASE] = 0x6B7380,
      [COLOUR_NEW] = 0x0072B2,
      [COLOUR_BAD] = 0xC04E00,
      [COLOUR_GOOD] = 0x00805C,
      [COLOUR_GRID] = 0xE7E9ED,
      [COLOUR_BAND] = 0xF1F3F6}},
    {"dark",
     {[COLOUR_PAPER] = 0x111418,
      [COLOUR_INK] = 0xE6E8EB,
      [COLOUR_SECOND] = 0xA9B1BC,
      [COLOUR_MUTED] = 0x7C8591,
      [COLOUR_BASE] = 0x9AA3AF,
      [COLOUR_NEW] = 0x56B4E9,
      [COLOUR_BAD] = 0xF28A3C,
      [COLOUR_GOOD] = 0x2FBF93,
      [COLOUR_GRID] = 0x262B31,
      [COLOUR_BAND] = 0x1A1F25}},
};
const size_t n_themes = countof(themes);

const struct theme *
theme_find(const char *name)
{
	for (size_t i = 0; i < n_themes; i++) {
		if (strcmp(themes[i].name, name) == 0)
			return &themes[i];
	}
	return NULL;
}
