/* Display lists and their back-ends. */
#include "collect/base/where.h"
#include "render/draw/dump.h"
#include "render/draw/pdf.h"
#include "render/draw/png.h"
#include "render/draw/svg.h"
#include "tests/unit/check.h"

static const struct type plain = {FACE_SANS, 11, COLOUR_INK};

static void
sample(struct draw_list *list, const struct font *font)
{
	const struct point corner[] = {{1, 1}, {3, 1}, {2, 4.004}};

	draw_list_init(list, font, "finding \u2212 <1>", "base a, new b", 1700000000);
	list->width = 200;
	list->height = 100;
	draw_group(list, "row & \"more\"\nsecond line");
	draw_line(list, (struct point){0.123456, 2}, (struct point){10.005, 2}, COLOUR_GRID, 1);
	draw_rect(list, (struct point){-0.001, 0}, (struct point){5, 6}, COLOUR_NONE);
	draw_circle(list, (struct point){50, 50}, 4.5, COLOUR_PAPER, COLOUR_BASE, 1.75);
	draw_polygon(list, corner, 3, COLOUR_BAD);
	draw_group_end(list);
	draw_textf(list, (struct point){100, 20}, ANCHOR_END, plain, "%s", "-4.1 % <a&b>");
	draw_text(list, (struct point){100, 40}, ANCHOR_START, plain,
		  "a\x01"
		  "b");
}

/* What a writer writes, on the heap. */
static char *
written(void (*write)(FILE *, const struct draw_list *), const struct draw_list *list)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	write(out, list);
	fclose(out);
	return text;
}

static void
write_light_svg(FILE *out, const struct draw_list *list)
{
	svg_write(out, list, &themes[0]);
}

Test(draw, coordinates_are_rounded_to_a_hundredth)
{
	struct font *font = font_open();
	struct draw_list list;

	sample(&list, font);
	char *dump = written(dump_write, &list);
	check_text(dump, "picture 200.00x100.00\n"
			 "title \"finding - <1>\"\n"
			 "source \"base a, new b\"\n"
			 "group \"row & \"more\"\\nsecond line\"\n"
			 "line 0.12,2.00 10.01,2.00 stroke=grid 1.00\n"
			 "rect 0.00,0.00 5.00x6.00\n"
			 "circle 50.00,50.00 r 4.50 fill=paper stroke=base 1.75\n"
			 "polygon 1.00,1.00 3.00,1.00 2.00,4.00 fill=bad\n"
			 "end\n"
			 "text 100.00,20.00 end sans 11.00 ink \"\u22124.1 % <a&b>\"\n"
			 "text 100.00,40.00 start sans 11.00 ink \"a?b\"\n");
	free(dump);
	draw_list_free(&list);
	font_free(font);
}

Test(draw, svg_escapes_and_has_no_ids)
{
	struct font *font = font_open();
	struct draw_list list;

	sample(&list, font);
	char *svg = written(write_light_svg, &list);
	cr_expect(strstr(svg, "<title>finding - &lt;1&gt;</title>") != NULL);
	cr_expect(strstr(svg, "<g><title>row &amp; &quot;more&quot;\nsecond line</title>") != NULL);
	cr_expect(
	    strstr(svg,
		   "text-anchor=\"end\" fill=\"#16181D\">\u22124.1 % &lt;a&amp;b&gt;</text>") !=
	    NULL);
	cr_expect(strstr(svg, "fill=\"none\" pointer-events=\"all\"") != NULL);
	cr_expect(strstr(svg, " id=") == NULL);
	free(svg);
	draw_list_free(&list);
	font_free(font);
}

static void
escape_sample(FILE *out, const struct draw_list *list)
{
	(void)list;
	svg_escape(out, "<&>\"'\n\x02\xff\u00e9");
}

Test(draw, svg_escape_leaves_nothing_that_xml_forbids)
{
	char *text = written(escape_sample, NULL);

	check_text(text, "&lt;&amp;&gt;&quot;'\n\uFFFD\uFFFD\u00e9");
	free(text);
}

static bool
png_2x(FILE *out, const struct draw_list *list, const struct theme *theme, struct where *why)
{
	return png_write(out, list, theme, 2, why);
}

static bool
png_1x(FILE *out, const struct draw_list *list, const struct theme *theme, struct where *why)
{
	return png_write(out, list, theme, 1, why);
}

static bool
pdf_page(FILE *out, const struct draw_list *list, const struct theme *theme, struct where *why)
{
	return pdf_write(out, list, 1, theme, why);
}

/* The picture in one format; the caller frees it. */
static char *
picture(bool (*write)(FILE *, const struct draw_list *, const struct theme *, struct where *),
	const struct draw_list *list, size_t *size)
{
	char *bytes = NULL;
	struct where why = {0};
	FILE *out = open_memstream(&bytes, size);

	cr_expect(write(out, list, &themes[0], &why) == true, "%s", why.why);
	fclose(out);
	return bytes;
}

Test(draw, png_carries_resolution_title_and_source)
{
	struct font *font = font_open();
	struct draw_list list;
	size_t n, m;

	sample(&list, font);
	char *png = picture(png_2x, &list, &n), *again = picture(png_2x, &list, &m);
	cr_assert(n == m && n > 100);
	cr_expect(memcmp(png, again, n) == 0, "the same list gives the same bytes");
	cr_expect(memcmp(png + 33 + 4, "pHYs\0\0\x16\x25\0\0\x16\x25\1", 13) == 0, "144 dpi");
	/* The checksum that the specification asks for, computed by zlib.crc32 of Python. */
	cr_expect(memcmp(png + 33 + 17, "\x49\x52\x24\xf0", 4) == 0, "checksum of pHYs");
	cr_expect(memmem(png, n, "tEXtTitle\0finding - <1>", 23) != NULL);
	cr_expect(memmem(png, n, "tEXtSource\0base a, new b", 24) != NULL);
	free(again);
	free(png);
	png = picture(png_1x, &list, &n);
	cr_expect(memcmp(png + 33 + 4, "pHYs\0\0\x0b\x13\0\0\x0b\x13\1", 13) == 0, "72 dpi");
	cr_expect(memcmp(png + 16, "\0\0\0\xc8\0\0\0\x64", 8) == 0, "a pixel a point");
	free(png);
	list.height = 20000;
	struct where why = {0};
	cr_expect(png_2x(stdout, &list, &themes[0], &why) == false);
	cr_expect(strstr(why.why, "too large") != NULL, "%s", why.why);
	draw_list_free(&list);
	font_free(font);
}

Test(draw, pdf_carries_the_date_of_the_data)
{
	struct font *font = font_open();
	struct draw_list list;
	size_t n, m;

	sample(&list, font);
	char *pdf = picture(pdf_page, &list, &n), *again = picture(pdf_page, &list, &m);
	cr_assert(n == m);
	cr_expect(memcmp(pdf, again, n) == 0, "the same list gives the same bytes");
	cr_expect(memmem(pdf, n, "20231114221320Z", 15) != NULL, "1700000000 s");
	free(again);
	free(pdf);
	draw_list_free(&list);
	font_free(font);
}

Test(draw, pdf_notices_a_full_disk)
{
	struct font *font = font_open();
	struct draw_list list;
	struct where why = {0};
	FILE *full = fopen("/dev/full", "w");

	cr_assert(full != NULL);
	setvbuf(full, NULL, _IONBF, 0);
	sample(&list, font);
	cr_expect(pdf_page(full, &list, &themes[0], &why) == false);
	fclose(full);
	draw_list_free(&list);
	font_free(font);
}

Test(draw, widths_do_not_depend_on_hinting)
{
	struct font *font = font_open();

	if (!font_has_signs(font)) {
		font_free(font);
		cr_skip_test("needs DejaVu Sans");
	}
	/* Digits of DejaVu Sans: 1303 of 2048 units each. */
	check_close(font_width(font, FACE_SANS, 14, "0123456789"), 10 * 14 * 1303.0 / 2048, 1e-4,
		    "ten digits");
	check_close(font_width(font, FACE_SANS, 11, "\u2212"), 11 * 1716.0 / 2048, 1e-3, "minus");
	font_free(font);
}

/* Relative luminance and contrast as WCAG 2.1 defines them. */
static double
luminance(unsigned rgb)
{
	static const double weight[] = {0.2126, 0.7152, 0.0722};
	double sum = 0;

	for (int i = 0; i < 3; i++) {
		double c = (rgb >> (16 - 8 * i) & 255) / 255.0;
		sum += weight[i] * (c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
	}
	return sum;
}

static double
contrast(unsigned a, unsigned b)
{
	double x = luminance(a), y = luminance(b);

	return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

Test(draw, text_colours_can_be_read)
{
	static const enum colour texts[] = {COLOUR_INK, COLOUR_SECOND, COLOUR_MUTED, COLOUR_BASE,
					    COLOUR_NEW, COLOUR_BAD,    COLOUR_GOOD};

	for (size_t t = 0; t < n_themes; t++) {
		for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
			double c = contrast(themes[t].rgb[texts[i]], themes[t].rgb[COLOUR_PAPER]);
			cr_expect(c >= 4.5, "%s %s: %.2f", themes[t].name, colour_name[texts[i]],
				  c);
		}
	}
	cr_expect(theme_find("light") == &themes[0]);
	cr_expect(theme_find("sepia") == NULL);
}
