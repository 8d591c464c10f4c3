/* Handing over what was found. */
#include "collect/fio/sink.h"

void
sink_result(const struct sink *sink, struct fio_result *result)
{
	sink->result(sink->ctx, result);
}

void
sink_note(const struct sink *sink, size_t line, const char *format, ...)
{
	struct where what;
	va_list ap;

	va_start(ap, format);
	where_vset(&what, sink->file, line, format, ap);
	va_end(ap);
	sink->note(sink->ctx, &what);
}
