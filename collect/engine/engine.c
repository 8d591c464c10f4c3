/* Which engine has which name. */
#include "collect/engine/engine.h"

const struct engine *
engine_of(enum job_engine engine)
{
	switch (engine) {
	case JOB_ENGINE_LIBAIO:
		return &engine_libaio;
	case JOB_ENGINE_IO_URING:
		return &engine_io_uring;
	case JOB_ENGINE_NULL:
		return &engine_null;
	case JOB_ENGINE_PSYNC:
		break;
	}
	return &engine_psync;
}
