/* Heat map and jitter as two of the charts. */
#include "render/chart/flow.h"

static void *
make_heatmap(const struct chart_request *request)
{
	return flow_new(request, true);
}

static void *
make_jitter(const struct chart_request *request)
{
	return flow_new(request, false);
}

static void
free_self(void *self)
{
	flow_free(self);
}

const struct chart heatmap_chart = {
    .make = make_heatmap,
    .free = free_self,
    .finding = flow_heat_finding,
    .sides = flow_sides,
    .draw = heatmap_draw,
    .text = heatmap_text,
    .numbers = flow_heat_numbers,
};

const struct chart jitter_chart = {
    .make = make_jitter,
    .free = free_self,
    .finding = flow_jitter_finding,
    .sides = flow_sides,
    .draw = jitter_draw,
    .text = jitter_text,
    .numbers = flow_jitter_numbers,
};
