/* Whether the colours can be read and told apart. */
#include <math.h>

#include "render/draw/theme.h"
#include "tests/unit/check.h"

/* sRGB to linear light (IEC 61966-2-1). */
static double
linear(unsigned channel)
{
	double c = channel / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* Relative luminance, and the contrast ratio, as WCAG 2.1 defines them. */
static double
luminance(unsigned rgb)
{
	return 0.2126 * linear(rgb >> 16 & 255) + 0.7152 * linear(rgb >> 8 & 255) +
	       0.0722 * linear(rgb & 255);
}

static double
contrast(unsigned a, unsigned b)
{
	double x = luminance(a), y = luminance(b);

	return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

Test(theme, contrast_is_that_of_the_definition)
{
	/* WCAG 2.1: 21 of black on white; 3.87 of Okabe and Ito's vermillion on it. */
	check_close(contrast(0x000000, 0xFFFFFF), 21, 1e-12, "black on white");
	cr_expect(fabs(contrast(0xD55E00, 0xFFFFFF) - 3.87) < 0.005, "%g",
		  contrast(0xD55E00, 0xFFFFFF));
}

Test(theme, texts_can_be_read)
{
	static const enum colour texts[] = {COLOUR_INK, COLOUR_SECOND, COLOUR_MUTED, COLOUR_BASE,
					    COLOUR_NEW, COLOUR_BAD,    COLOUR_GOOD};

	for (size_t t = 0; t < n_themes; t++) {
		for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
			double seen =
			    contrast(themes[t].rgb[texts[i]], themes[t].rgb[COLOUR_PAPER]);

			cr_expect(seen >= 4.5, "%s of %s: %.2f", colour_name[texts[i]],
				  themes[t].name, seen);
			/* Pages put texts on the band, too. */
			if (texts[i] == COLOUR_INK || texts[i] == COLOUR_SECOND)
				cr_expect(contrast(themes[t].rgb[texts[i]],
						   themes[t].rgb[COLOUR_BAND]) >= 4.5);
		}
	}
}

Test(theme, steps_of_a_heat_map_get_steadily_darker_or_lighter)
{
	for (size_t t = 0; t < n_themes; t++) {
		const unsigned *rgb = themes[t].rgb;

		for (enum colour c = COLOUR_HEAT1; c < COLOUR_HEAT8; c++)
			cr_expect(luminance(rgb[c]) > luminance(rgb[c + 1]) * 1.1, "%s of %s",
				  colour_name[c], themes[t].name);
	}
}

/* CIE 1976 L*a*b* under D65. */
static void
lab_of(const double rgb[3], double lab[3])
{
	static const double white[3] = {0.95047, 1, 1.08883};
	double x[3] = {0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2],
		       0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2],
		       0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]};

	for (int i = 0; i < 3; i++) {
		double t = x[i] / white[i];
		x[i] = t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
	}
	lab[0] = 116 * x[1] - 16;
	lab[1] = 500 * (x[0] - x[1]);
	lab[2] = 200 * (x[1] - x[2]);
}

/* What dichromats see, in linear RGB: Machado, Oliveira and Fernandes 2009, severity 1. */
static const double seen_by[3][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}}, /* deuteranopia */
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}}, /* protanopia */
};

static double
distance(unsigned a, unsigned b, int eye)
{
	double lab[2][3], sum = 0;
	const unsigned both[2] = {a, b};

	for (int k = 0; k < 2; k++) {
		double in[3] = {linear(both[k] >> 16 & 255), linear(both[k] >> 8 & 255),
				linear(both[k] & 255)},
		       out[3];

		for (int i = 0; i < 3; i++)
			out[i] = fmin(1, fmax(0, seen_by[eye][i][0] * in[0] +
						     seen_by[eye][i][1] * in[1] +
						     seen_by[eye][i][2] * in[2]));
		lab_of(out, lab[k]);
	}
	for (int i = 0; i < 3; i++)
		sum += (lab[0][i] - lab[1][i]) * (lab[0][i] - lab[1][i]);
	return sqrt(sum);
}

Test(theme, worse_and_better_differ_for_colour_blind_eyes)
{
	/* Black and white are 100 apart in L*. */
	cr_expect(fabs(distance(0x000000, 0xFFFFFF, 0) - 100) < 0.1);
	for (size_t t = 0; t < n_themes; t++) {
		const unsigned *rgb = themes[t].rgb;

		for (int eye = 0; eye < 3; eye++)
			cr_expect(distance(rgb[COLOUR_BAD], rgb[COLOUR_GOOD], eye) > 25,
				  "%s, eye %d: %g", themes[t].name, eye,
				  distance(rgb[COLOUR_BAD], rgb[COLOUR_GOOD], eye));
	}
}

Test(theme, print_differs_in_grey)
{
	const unsigned *rgb = theme_find("print")->rgb;

	cr_expect(contrast(rgb[COLOUR_BASE], rgb[COLOUR_NEW]) > 2);
	cr_expect(contrast(rgb[COLOUR_BAD], rgb[COLOUR_GOOD]) > 1.5);
}

Test(theme, every_colour_has_a_name_and_every_theme_each_colour)
{
	for (enum colour c = COLOUR_NONE; c < COLOURS; c++)
		cr_expect(colour_name[c] != NULL, "%d", (int)c);
	cr_expect(theme_find("sepia") == NULL);
	for (size_t t = 0; t < n_themes; t++)
		cr_expect(themes[t].rgb[COLOUR_HEAT8] != 0 || themes[t].rgb[COLOUR_INK] == 0);
}
