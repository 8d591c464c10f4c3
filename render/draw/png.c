/* The PNG back-end. cairo writes no resolution and no text, so its stream is taken apart after the
 * first chunk and these are put in (PNG specification, ISO/IEC 15948). */
#include "render/draw/png.h"

#include <cairo.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "render/draw/paint.h"

enum {
	SIDE_MAX = 32767, /* cairo's own limit */
	/* Signature, then IHDR: length, type, 13 bytes, checksum. */
	HEAD = 8 + 4 + 4 + 13 + 4,
};

/* CRC-32 of IEEE 802.3, as PNG asks for, bit by bit: these chunks are short. */
static uint32_t
checksum(const unsigned char *data, size_t n)
{
	uint32_t crc = 0xFFFFFFFF;

	for (size_t i = 0; i < n; i++) {
		crc ^= data[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
	}
	return ~crc;
}

static void
put_big_endian(unsigned char *to, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		to[i] = (unsigned char)(value >> (24 - 8 * i));
}

static void
write_chunk(FILE *out, const char *type, const unsigned char *data, size_t n)
{
	unsigned char *chunk = mem_alloc(n + 12, 1);

	put_big_endian(chunk, (uint32_t)n);
	memcpy(chunk + 4, type, 4);
	memcpy(chunk + 8, data, n);
	put_big_endian(chunk + 8 + n, checksum(chunk + 4, n + 4));
	fwrite(chunk, 1, n + 12, out);
	free(chunk);
}

static void
write_text_chunk(FILE *out, const char *key, const char *text)
{
	char *data = mem_format("%s%c%s", key, '\0', text);

	write_chunk(out, "tEXt", (const unsigned char *)data, strlen(key) + 1 + strlen(text));
	free(data);
}

static void
write_spliced(FILE *out, const char *png, size_t n, const struct draw_list *list, size_t scale)
{
	unsigned char density[9];
	/* A point is 1/72 inch of 25.4 mm: 72 dpi are 2835 pixels a metre, 144 dpi 5669. */
	uint32_t per_metre = (uint32_t)lround((double)scale * 72 / 0.0254);

	put_big_endian(density, per_metre);
	put_big_endian(density + 4, per_metre);
	density[8] = 1; /* the unit is the metre */
	fwrite(png, 1, HEAD, out);
	write_chunk(out, "pHYs", density, sizeof(density));
	write_text_chunk(out, "Title", list->title);
	write_text_chunk(out, "Source", list->source);
	write_text_chunk(out, "Software", "Ringside");
	fwrite(png + HEAD, 1, n - HEAD, out);
}

bool
png_write(FILE *out, const struct draw_list *list, const struct theme *theme, size_t scale,
	  struct where *why)
{
	double pixels = (double)scale;
	double width = ceil(list->width * pixels), height = ceil(list->height * pixels);
	char *png = NULL;
	size_t n = 0;

	if (width > SIDE_MAX || height > SIDE_MAX)
		return where_set(why, NULL, 0,
				 "a PNG of %.0f x %.0f pixels is too large (%d a side): "
				 "write SVG or PDF instead",
				 width, height, SIDE_MAX);

	cairo_surface_t *surface =
	    cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
	cairo_t *cr = cairo_create(surface);

	cairo_scale(cr, pixels, pixels);
	paint_list(cr, list, theme, pixels);
	cairo_status_t status = cairo_status(cr);
	cairo_destroy(cr);
	FILE *stream = mem_stream(&png, &n);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_write_to_png_stream(surface, paint_put, stream);
	cairo_surface_destroy(surface);
	fclose(stream);
	if (status == CAIRO_STATUS_SUCCESS)
		write_spliced(out, png, n, list, scale);
	free(png);
	return status == CAIRO_STATUS_SUCCESS ||
	       where_set(why, NULL, 0, "cannot draw the PNG: %s", cairo_status_to_string(status));
}
