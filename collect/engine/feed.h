/* Feeds the engine of a worker: prepares what is due in the free slots and submits it. */
#ifndef COLLECT_ENGINE_FEED_H
#define COLLECT_ENGINE_FEED_H

struct worker;

/* Gives the free slots I/Os, as far as the job allows now, and submits them in batches. What the
 * kernel does not take now stays queued and goes first the next time. A worker that was taken
 * within a submission ends there. Sets wake_ns where free slots have to wait for their time.
 * Returns 0, or -errno when nothing could be submitted. */
int feed_fill(struct worker *worker);

/* Ends the preparing for good, and notes how far the rates are behind. */
void feed_end(struct worker *worker);

/* Another n of the job's reads, writes or trims have completed by now: thinktime counts them. */
void feed_think(struct worker *worker, unsigned n);

#endif
