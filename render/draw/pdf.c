/* The PDF back-end. */
#include "render/draw/pdf.h"

#include <cairo-pdf.h>
#include <time.h>

#include "collect/base/where.h"
#include "render/draw/paint.h"

/* Without these cairo would write the time of drawing, and no two files would be equal. */
static void
set_metadata(cairo_surface_t *surface, const struct draw_list *list)
{
	time_t seconds = (time_t)list->time_s;
	struct tm utc = {0};
	char date[64] = "1970-01-01T00:00:00Z";

	if (gmtime_r(&seconds, &utc))
		strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &utc);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, list->title);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, list->source);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Ringside");
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, date);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, date);
}

bool
pdf_write(FILE *out, const struct draw_list *list, size_t n, const struct theme *theme,
	  struct where *why)
{
	cairo_surface_t *surface =
	    cairo_pdf_surface_create_for_stream(paint_put, out, list->width, list->height);

	set_metadata(surface, list);
	cairo_t *cr = cairo_create(surface);
	for (size_t i = 0; i < n; i++) {
		cairo_pdf_surface_set_size(surface, list[i].width, list[i].height);
		paint_list(cr, &list[i], theme, 0);
		cairo_show_page(cr);
	}
	cairo_status_t status = cairo_status(cr);
	cairo_destroy(cr);
	cairo_surface_finish(surface);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	return status == CAIRO_STATUS_SUCCESS ||
	       where_set(why, NULL, 0, "cannot draw the PDF: %s", cairo_status_to_string(status));
}
