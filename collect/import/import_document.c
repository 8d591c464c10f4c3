/* Results of one file as records of commits, tests and runs. */
#include <stdlib.h>
#include <string.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/fio/contradiction.h"
#include "collect/fio/emit.h"
#include "collect/fio/fold.h"
#include "collect/fio/sanity.h"
#include "collect/import/importer.h"
#include "collect/import/naming.h"
#include "collect/import/owner.h"

/* One result on its way out. */
struct issue {
	struct importer *importer;
	const char *file;   /* as messages call it */
	const char *source; /* the same as records can have it */
	const struct fio_result *result;
	const char *commit;
	const char *name;  /* that the run has where it is the first of it */
	size_t number;     /* of the run among those of the name */
	char *run;         /* its name with the number */
	UT_array *tests;   /* lines.h: of each job */
	UT_array rows;     /* struct view on the heap: the records of each job */
	uint64_t *digest;  /* of each job's records under the name alone */
	bool nameless;     /* the name is the path's: nothing tells runs apart but their numbers */
	uint64_t *content; /* where nameless: of each job's records without a run's name */
	UT_array *thin;    /* lines.h: fio_emit's remark on each job's percentiles, or "" */
	struct owner *owner; /* of logs; NULL = there are none among the inputs */
};

static const UT_icd view_icd = {sizeof(struct view), NULL, NULL, NULL};

static struct view
rows_of(const struct issue *issue, size_t job)
{
	return ((const struct view *)list_data(&issue->rows))[job];
}

static void
drop_rows(struct issue *issue)
{
	for (size_t i = 0; i < list_n(&issue->rows); i++)
		free((char *)(uintptr_t)rows_of(issue, i).p);
	list_done(&issue->rows);
	list_init(&issue->rows, &view_icd);
}

static void
ignore(void *ctx, const struct where *what)
{
	(void)ctx;
	(void)what;
}

/* The records of each job into memory: whether they may be written shows when all are there. */
static void
make_rows(struct issue *issue, bool quiet)
{
	struct importer *importer = issue->importer;
	const struct sink sink = {issue->file, NULL, quiet ? ignore : importer_note, importer};
	struct where thin = {.why = ""};

	drop_rows(issue);
	for (size_t i = 0; i < issue->result->n_jobs; i++) {
		char *text = NULL;
		size_t n = 0;
		const struct rows rows = {mem_stream(&text, &n), issue->commit, issue->run,
					  lines_at(issue->tests, i)};
		/* What we exported says so itself. */
		if (!issue->result->job[i].extra)
			rows_scalar(&rows, "meta.format", "1", 1);
		if (!issue->result->job[i].extra && importer->config->tool)
			rows_text(&rows, "meta.tool", importer->config->tool);
		fio_emit(&rows, issue->result, &issue->result->job[i], issue->source, &sink,
			 quiet ? NULL : &thin);
		fclose(rows.out);
		if (!quiet)
			lines_add(issue->thin, thin.why);
		const struct view made = {text, n};
		list_push(&issue->rows, &made);
	}
}

static enum seen_before
job_before(const struct issue *issue, size_t job, const char **file)
{
	return seen_run(&issue->importer->seen, issue->commit, lines_at(issue->tests, job),
			issue->name, issue->digest[job], file);
}

/* Stands for the run's name where copies of nameless ones are looked for; no run has it. */
static const char any_run[] = "\n";

/* Whether another file gave the same records under its own name: *file. */
static bool
is_copy(const struct issue *issue, size_t job, const char **file)
{
	return issue->nameless &&
	       seen_run(&issue->importer->seen, issue->commit, lines_at(issue->tests, job), any_run,
			issue->content[job], file) == SEEN_SAME &&
	       strcmp(*file, issue->file) != 0;
}

static bool
any_other(const struct issue *issue, const char **file)
{
	for (size_t i = 0; i < issue->result->n_jobs; i++)
		if (job_before(issue, i, file) == SEEN_OTHER)
			return true;
	return false;
}

/* The largest number that a run of this name has among all jobs. */
static size_t
number_of(const struct issue *issue, const char *run)
{
	size_t most = 0;

	for (size_t i = 0; i < issue->result->n_jobs; i++) {
		size_t number = seen_number(&issue->importer->seen, issue->commit,
					    lines_at(issue->tests, i), run);
		if (most < number)
			most = number;
	}
	return most;
}

/* Another run of the same name gets a number: ".2", ".3". */
static void
make_unique(struct issue *issue)
{
	const struct sink sink = {issue->file, NULL, importer_note, issue->importer};
	const char *file = NULL;

	for (size_t i = 0; i < issue->result->n_jobs; i++)
		issue->digest[i] = seen_digest(rows_of(issue, i));
	if (!any_other(issue, &file))
		return;
	sink_note(&sink, issue->result->line,
		  "a run of the name '%s' is in '%s', too: this one has a number behind it",
		  issue->name, file);
	issue->number = number_of(issue, issue->name);
	do {
		free(issue->run);
		issue->run = mem_format("%s.%zu", issue->name, ++issue->number);
	} while (number_of(issue, issue->run) > 0);
	make_rows(issue, true);
}

/* Two settings of one test would be compared as runs of the same. */
static void
remember_parameters(const struct issue *issue, size_t job)
{
	const struct fio_job *from = &issue->result->job[job];
	struct fio_parameters parameters = fio_parameters_of(from);

	seen_parameters(&issue->importer->seen, issue->commit, lines_at(issue->tests, job),
			&parameters, from->options_known, issue->file);
	fio_parameters_free(&parameters);
}

static void
remember_run(const struct issue *issue, size_t job)
{
	struct seen *seen = &issue->importer->seen;
	const char *test = lines_at(issue->tests, job);

	seen_add_run(seen, issue->commit, test, issue->name, issue->digest[job], issue->number,
		     issue->file);
	if (issue->nameless)
		seen_add_run(seen, issue->commit, test, any_run, issue->content[job], 1,
			     issue->file);
	if (issue->number > 1)
		seen_add_run(seen, issue->commit, test, issue->run, issue->digest[job], 1,
			     issue->file);
}

/* That many tests have percentiles that rest on few I/Os is one note. */
static void
note_thin(const struct issue *issue, size_t job)
{
	const char *why = lines_at(issue->thin, job);
	struct where what;

	if (!why[0])
		return;
	where_set(&what, issue->file, issue->result->job[job].line, "%s", why);
	notes_add_often(&issue->importer->notes, "thin percentiles", lines_at(issue->tests, job),
			&what);
}

/* Whether the job's records were written before; that is noted. */
static bool
was_written(const struct issue *issue, size_t job)
{
	const struct sink sink = {issue->file, NULL, importer_note, issue->importer};
	const char *file = NULL;
	enum seen_before before = job_before(issue, job, &file);

	if (before == SEEN_RECORDS)
		sink_note(&sink, issue->result->line,
			  "left out: test '%s', run '%s' is among the records of '%s'",
			  lines_at(issue->tests, job), issue->name, file);
	else if (before == SEEN_SAME || is_copy(issue, job, &file))
		sink_note(&sink, issue->result->line,
			  "left out: test '%s', run '%s' was the same in '%s'",
			  lines_at(issue->tests, job), issue->name, file);
	else
		return false;
	return true;
}

/* Whether there were any that are not written yet. */
static bool
write_rows(struct issue *issue)
{
	bool any = false;
	struct importer *importer = issue->importer;

	for (size_t i = 0; i < issue->result->n_jobs; i++) {
		const struct view rows = rows_of(issue, i);
		if (was_written(issue, i))
			continue;
		note_thin(issue, i);
		remember_parameters(issue, i);
		remember_run(issue, i);
		if (issue->owner)
			owner_name(issue->owner, &issue->result->job[i], lines_at(issue->tests, i));
		importer_begin(importer);
		fwrite(rows.p, 1, rows.n, importer->config->out);
		importer->n_written++;
		any = true;
	}
	return any;
}

/* What the label or the result says, else when it was printed, else where it is from (*nameless);
 * number counts those of a file. */
static char *
run_of(const struct fio_result *result, const struct label *label, const char *file, size_t number,
       bool *nameless)
{
	*nameless = false;
	if (label->run || result->run)
		return mem_dup(label->run ? label->run : result->run);
	char *time = naming_time(result);
	if (time)
		return time;
	*nameless = true;
	return number > 1 ? mem_format("%s#%zu", file, number) : mem_dup(file);
}

/* NULL = nobody says. */
static const char *
commit_of(const struct import_item *item, const struct label *label,
	  const struct fio_result *result)
{
	if (item->commit)
		return item->commit;
	if (label->commit)
		return label->commit;
	return result->commit && result->commit[0] ? result->commit : NULL;
}

/* The result, whose jobs are not folded yet, as an owner of logs beside it. Our own exports have
 * all samples themselves. NULL = not needed. */
static struct owner *
owner_of(const struct importer *importer, const struct import_item *item,
	 const struct fio_result *result)
{
	bool exported = false;

	for (size_t i = 0; i < result->n_jobs; i++)
		exported = exported || result->job[i].extra;
	if (!importer->has_logs || exported || strcmp(item->path, "-") == 0)
		return NULL;
	struct owner *owner = mem_alloc(1, sizeof(*owner));
	struct view folder = owner_folder(view_of(item->path));
	owner_init(owner, result);
	owner->folder = mem_copy(folder.p, folder.n);
	owner->asked = item->commit;
	return owner;
}

static void
remember_owner(struct issue *issue)
{
	struct owner *owner = issue->owner;

	if (!owner)
		return;
	owner->file = mem_dup(issue->file);
	owner->commit = mem_dup(issue->commit);
	owner->run = mem_dup(issue->run);
	list_push(&issue->importer->owners, owner);
	free(owner);
}

/* The records under the run's name, and the digests of those without one. */
static void
make_named_rows(struct issue *issue)
{
	issue->run = mem_dup(issue->nameless ? "" : issue->name);
	make_rows(issue, false);
	if (!issue->nameless)
		return;
	for (size_t i = 0; i < issue->result->n_jobs; i++)
		issue->content[i] = seen_digest(rows_of(issue, i));
	free(issue->run);
	issue->run = mem_dup(issue->name);
	make_rows(issue, true);
}

/* issue says where the result is from, its commit and its run's name. Whether anything was written.
 */
static bool
issue_result(struct issue issue, const char *test, struct fio_result *result)
{
	struct importer *importer = issue.importer;
	const struct import_config *config = importer->config;
	const struct sink sink = {issue.file, NULL, importer_note, importer};
	const struct naming_by by = {config->by, config->n_by, importer->by_had};

	issue.result = result;
	issue.number = 1;
	issue.tests = lines_new();
	issue.thin = lines_new();
	list_init(&issue.rows, &view_icd);
	fio_contradiction_note(result, &sink);
	fio_fold(result, config->per_job, &sink);
	issue.digest = mem_alloc(result->n_jobs + 1, sizeof(*issue.digest));
	issue.content = mem_alloc(result->n_jobs + 1, sizeof(*issue.content));
	size_t repeated = naming_tests(result, test, &by, issue.tests);
	if (repeated)
		sink_note(&sink, result->line,
			  "%zu job%s of one name in several groups: the further ones have # and a "
			  "number behind it",
			  repeated, repeated > 1 ? "s are" : " is");
	make_named_rows(&issue);
	make_unique(&issue);
	bool any = write_rows(&issue);
	remember_owner(&issue);
	drop_rows(&issue);
	list_done(&issue.rows);
	lines_free(issue.tests);
	lines_free(issue.thin);
	free(issue.run);
	free(issue.digest);
	free(issue.content);
	return any;
}

bool
import_document(struct importer *importer, const struct import_item *item,
		struct document *document, struct where *why)
{
	struct label label;

	if (!importer_label(importer, item, &label, why))
		return false;
	const struct sink sink = {document->file, NULL, importer_note, importer};
	char *source = importer_text(importer, document->file, document->file);
	for (size_t i = 0; i < list_n(&document->results); i++) {
		struct fio_result *result = document_result(document, i);
		const char *commit = commit_of(item, &label, result);
		if (import_told(importer, item, document->file, result))
			continue;
		fio_sanity(result, &sink);
		bool nameless;
		char *run = run_of(result, &label, source, i + 1, &nameless);
		char *name = importer_text(importer, document->file, commit ? commit : "unnamed");
		const struct issue issue = {.importer = importer,
					    .file = document->file,
					    .source = source,
					    .commit = name,
					    .name = run,
					    .nameless = nameless,
					    .owner = owner_of(importer, item, result)};
		if (issue_result(issue, label.test, result) && !commit)
			importer_count_unnamed(importer, item);
		free(name);
		free(run);
	}
	free(source);
	label_free(&label);
	return true;
}
