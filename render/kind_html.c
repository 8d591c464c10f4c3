/* Kinds that are pages. */
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/html/report.h"
#include "render/kind_part.h"

bool
kind_html_open(const struct kind_request *r, struct html *html)
{
	if (r->arguments->link && !html_check_link(r->arguments->link, r->why))
		return false;
	*html = (struct html){.out = r->out,
			      .input = r->input,
			      .link = r->arguments->link,
			      .time_s = picture_time(r->input, r->epoch),
			      .font = font_open()};
	return true;
}

void
kind_html_close(struct html *html)
{
	font_free((struct font *)html->font);
}

bool
kind_report(const struct kind_request *r)
{
	struct report_chart *charts = mem_alloc(n_kinds, sizeof(*charts));
	struct html html;
	size_t n = 0;

	if (!kind_html_open(r, &html)) {
		free(charts);
		return false;
	}
	for (size_t i = 0; i < n_kinds; i++) {
		if (kinds[i].chart)
			charts[n++] = (struct report_chart){kinds[i].name, kinds[i].chart,
							    kinds[i].options & ARGUMENT_TEST};
	}
	const struct report_request request = {.html = &html,
					       .base = r->arguments->base,
					       .commit = r->arguments->commit,
					       .charts = charts,
					       .n_charts = n,
					       .why = r->why};
	bool ok = report_write(&request);
	kind_html_close(&html);
	free(charts);
	return ok;
}
