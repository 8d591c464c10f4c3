/* The colour tokens. Text colours keep a contrast of 4.5 : 1 to the paper; the four verdict colours
 * are alike in grey print, so a shape always goes with them. */
#include "render/draw/theme.h"

#include <string.h>

#include "collect/base/mem.h"

const char *const colour_name[COLOURS] = {
    [COLOUR_NONE] = "none",       [COLOUR_PAPER] = "paper",     [COLOUR_INK] = "ink",
    [COLOUR_SECOND] = "second",   [COLOUR_MUTED] = "muted",     [COLOUR_BASE] = "base",
    [COLOUR_NEW] = "new",         [COLOUR_BAD] = "bad",         [COLOUR_GOOD] = "good",
    [COLOUR_GRID] = "grid",       [COLOUR_BAND] = "band",       [COLOUR_SERIES3] = "series3",
    [COLOUR_SERIES4] = "series4", [COLOUR_SERIES5] = "series5", [COLOUR_SERIES6] = "series6",
    [COLOUR_HEAT1] = "heat1",     [COLOUR_HEAT2] = "heat2",     [COLOUR_HEAT3] = "heat3",
    [COLOUR_HEAT4] = "heat4",     [COLOUR_HEAT5] = "heat5",     [COLOUR_HEAT6] = "heat6",
    [COLOUR_HEAT7] = "heat7",     [COLOUR_HEAT8] = "heat8",
};

const struct theme themes[] = {
    {"light",
     {[COLOUR_PAPER] = 0xFFFFFF,   [COLOUR_INK] = 0x16181D,     [COLOUR_SECOND] = 0x59616C,
      [COLOUR_MUTED] = 0x6E7681,   [COLOUR_BASE] = 0x6B7380,    [COLOUR_NEW] = 0x0072B2,
      [COLOUR_BAD] = 0xC04E00,     [COLOUR_GOOD] = 0x00805C,    [COLOUR_GRID] = 0xE7E9ED,
      [COLOUR_BAND] = 0xF1F3F6,    [COLOUR_SERIES3] = 0xCC79A7, [COLOUR_SERIES4] = 0xE69F00,
      [COLOUR_SERIES5] = 0x56B4E9, [COLOUR_SERIES6] = 0x000000, [COLOUR_HEAT1] = 0xFDE737,
      [COLOUR_HEAT2] = 0xD9C55C,   [COLOUR_HEAT3] = 0xB3A772,   [COLOUR_HEAT4] = 0x8F8C77,
      [COLOUR_HEAT5] = 0x6F7074,   [COLOUR_HEAT6] = 0x50566C,   [COLOUR_HEAT7] = 0x273D6D,
      [COLOUR_HEAT8] = 0x00224E}},
    {"dark", {[COLOUR_PAPER] = 0x111418,   [COLOUR_INK] = 0xE6E8EB,     [COLOUR_SECOND] = 0xA9B1BC,
	      [COLOUR_MUTED] = 0x7C8591,   [COLOUR_BASE] = 0x9AA3AF,    [COLOUR_NEW] = 0x56B4E9,
	      [COLOUR_BAD] = 0xF28A3C,     [COLOUR_GOOD] = 0x2FBF93,    [COLOUR_GRID] = 0x262B31,
	      [COLOUR_BAND] = 0x1A1F25,    [COLOUR_SERIES3] = 0xCC79A7, [COLOUR_SERIES4] = 0xE69F00,
	      [COLOUR_SERIES5] = 0x8C7CF0, [COLOUR_SERIES6] = 0xFFFFFF, [COLOUR_HEAT1] = 0xFEE838,
	      [COLOUR_HEAT2] = 0xDCC85A,   [COLOUR_HEAT3] = 0xB8AB70,   [COLOUR_HEAT4] = 0x969178,
	      [COLOUR_HEAT5] = 0x78787A,   [COLOUR_HEAT6] = 0x5C6270,   [COLOUR_HEAT7] = 0x41507A,
	      [COLOUR_HEAT8] = 0x2F4480}},
    /* For grey printers: what means different things differs in lightness. */
    {"print",
     {[COLOUR_PAPER] = 0xFFFFFF,   [COLOUR_INK] = 0x000000,     [COLOUR_SECOND] = 0x404040,
      [COLOUR_MUTED] = 0x595959,   [COLOUR_BASE] = 0x767676,    [COLOUR_NEW] = 0x1A1A1A,
      [COLOUR_BAD] = 0x7A2E00,     [COLOUR_GOOD] = 0x00805C,    [COLOUR_GRID] = 0xDDDDDD,
      [COLOUR_BAND] = 0xEEEEEE,    [COLOUR_SERIES3] = 0x8C8C8C, [COLOUR_SERIES4] = 0x5E5E5E,
      [COLOUR_SERIES5] = 0x3C3C3C, [COLOUR_SERIES6] = 0x000000, [COLOUR_HEAT1] = 0xB8B8B8,
      [COLOUR_HEAT2] = 0xA0A0A0,   [COLOUR_HEAT3] = 0x8A8A8A,   [COLOUR_HEAT4] = 0x747474,
      [COLOUR_HEAT5] = 0x5E5E5E,   [COLOUR_HEAT6] = 0x484848,   [COLOUR_HEAT7] = 0x2E2E2E,
      [COLOUR_HEAT8] = 0x000000}},
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

void
theme_css(FILE *out, const struct theme *theme)
{
	for (enum colour colour = COLOUR_NONE + 1; colour < COLOURS; colour++)
		fprintf(out, "--%s:#%06x;", colour_name[colour], theme->rgb[colour]);
}
