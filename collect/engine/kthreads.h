/* The threads that the kernel makes in this process for io_uring: those that submit (SQPOLL,
 * "iou-sqp-TID") and those that do what cannot be done without blocking (io-wq, "iou-wrk-TID"). TID
 * is the thread that set up the ring, or the submitting thread of its ring. */
#ifndef COLLECT_ENGINE_KTHREADS_H
#define COLLECT_ENGINE_KTHREADS_H

#include <sys/types.h>

struct measure_result;

struct kthreads {
	unsigned sqpoll, iowq; /* how many there are now */
	double cpu_s;          /* processor time that they have taken so far, in seconds; NaN = the
				* kernel does not say */
};

/* Those that work for the calling thread's rings. They live as long as the ring, those of io-wq
 * only while they have something to do and five seconds more: look before it is closed. Opens some
 * files below /proc: not for the measuring loop itself. */
void kthreads_own(struct kthreads *out);

/* For the measured part of a clone on the calling thread, at its begin and at its end: what such
 * threads took in between is added to result->cpu_system_s, and result->engine.iowq says whether
 * some did I/O. Nothing is looked at for engines other than io_uring. */
void kthreads_begin(struct kthreads *at_start, const struct measure_result *result);
void kthreads_end(const struct kthreads *at_start, struct measure_result *result);

/* kthreads_own from a folder of the form of /proc/self/task, for the thread tid. Where none of the
 * threads there is called after a thread that is there (in a pid namespace the kernel calls them by
 * numbers of the outermost one) all count. */
void kthreads_look(const char *folder, pid_t tid, struct kthreads *out);

#endif
