/* Text measuring by cairo's scaled fonts with all hinting off: hinted advances differ between a
 * PNG, a PDF and the numbers in a layout. */
#include "render/draw/font.h"

#include <fontconfig/fontconfig.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/draw/sign.h"

const char *const face_family[FACES] = {
    [FACE_SANS] = "DejaVu Sans", [FACE_BOLD] = "DejaVu Sans", [FACE_MONO] = "DejaVu Sans Mono"};
const char *const face_name[FACES] = {
    [FACE_SANS] = "sans", [FACE_BOLD] = "bold", [FACE_MONO] = "mono"};

struct font {
	cairo_font_face_t *face[FACES];
	cairo_scaled_font_t *unit[FACES]; /* at size 1: advances without hinting are proportional */
	cairo_font_options_t *options;
	bool has_signs;
};

/* The glyph of the one character at text; 0 when the face has none. */
static unsigned long
glyph_of(cairo_scaled_font_t *scaled, const char *text, size_t n)
{
	cairo_glyph_t *glyph = NULL;
	int count = 0;
	unsigned long index = 0;

	if (cairo_scaled_font_text_to_glyphs(scaled, 0, 0, text, (int)n, &glyph, &count, NULL, NULL,
					     NULL) == CAIRO_STATUS_SUCCESS &&
	    count > 0)
		index = glyph[0].index;
	cairo_glyph_free(glyph);
	return index;
}

static bool
all_signs(cairo_scaled_font_t *scaled)
{
	static const char *const needed[] = {"0", "\u00b5", "\u00b1", "\u2212", "\u2192", "\u00b7"};

	for (size_t i = 0; i < countof(needed); i++) {
		if (glyph_of(scaled, needed[i], strlen(needed[i])) == 0)
			return false;
	}
	return true;
}

struct font *
font_open(void)
{
	struct font *font = mem_alloc(1, sizeof(*font));
	cairo_matrix_t one;

	cairo_matrix_init_identity(&one);
	font->options = cairo_font_options_create();
	cairo_font_options_set_hint_metrics(font->options, CAIRO_HINT_METRICS_OFF);
	cairo_font_options_set_hint_style(font->options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_antialias(font->options, CAIRO_ANTIALIAS_GRAY);
	for (int i = 0; i < FACES; i++) {
		font->face[i] = cairo_toy_font_face_create(
		    face_family[i], CAIRO_FONT_SLANT_NORMAL,
		    i == FACE_BOLD ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
		font->unit[i] = cairo_scaled_font_create(font->face[i], &one, &one, font->options);
	}
	font->has_signs = all_signs(font->unit[FACE_SANS]);
	return font;
}

void
font_free(struct font *font)
{
	if (!font)
		return;
	for (int i = 0; i < FACES; i++) {
		cairo_scaled_font_destroy(font->unit[i]);
		cairo_font_face_destroy(font->face[i]);
	}
	cairo_font_options_destroy(font->options);
	free(font);
	cairo_debug_reset_static_data();
	FcFini();
}

bool
font_has_signs(const struct font *font)
{
	return font->has_signs;
}

double
font_width(const struct font *font, enum face face, double size, const char *text)
{
	cairo_text_extents_t extents;

	cairo_scaled_font_text_extents(font->unit[face], text, &extents);
	return extents.x_advance * size;
}

char *
font_drawable(const struct font *font, enum face face, const char *text)
{
	if (!font->has_signs)
		return sign_plain(text);

	size_t n = strlen(text), used = 0;
	char *out = mem_alloc(n + 1, 1);

	for (size_t i = 0; i < n;) {
		unsigned code_point;
		size_t length = sign_decode(text + i, n - i, &code_point);

		if (code_point == 0xFFFD || glyph_of(font->unit[face], text + i, length) == 0) {
			out[used++] = '?';
		} else {
			memcpy(out + used, text + i, length);
			used += length;
		}
		i += length;
	}
	return out;
}

void
font_select(const struct font *font, cairo_t *cr, enum face face, double size)
{
	cairo_set_font_face(cr, font->face[face]);
	cairo_set_font_size(cr, size);
	cairo_set_font_options(cr, font->options);
}
