/* Documents in a text, and what stands around them. */
#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/json_text.h"

/* The least that is a document of fio, with a job of this name. */
#define DOCUMENT(name)                                                                             \
	"{\n  \"fio version\" : \"fio-3.33\",\n  \"jobs\" : [\n    {\n      \"jobname\" : \"" name \
	"\"\n    }\n  ]\n}\n"

Test(json, a_document_is_found_wherever_it_stands)
{
	static const struct {
		const char *text;
		size_t line;
	} rows[] = {
	    {DOCUMENT("a"), 1},
	    {"text {\n { not this\n\n" DOCUMENT("a") "more\n", 4},
	    {"> {\n> \"fio version\" : \"fio-3.1\",\n> \"jobs\" : [ {\n>> \"jobname\" : \"a\"\n> "
	     "} ]\n> }\n",
	     1},
	    {"```\n    {\r\n \"fio version\":\"fio-3.1\",\"jobs\":[{\"jobname\":\"a\"}]}\n```\n",
	     2},
	    {"x\n{\"jobs\":[{\"jobname\":\"a\"}],\"fio version\":\"fio-3.1\"}", 2},
	    {"[{\"fio version\":\"fio-3.1\",\"jobs\":[{\"jobname\":\"a\"}]}]", 1},
	    {"{\"wrapped\" : [\n" DOCUMENT("a") "]}\n", 2},
	    {"{\n\"other\" : { }\n}\n" DOCUMENT("a"), 4},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct json_text out = json_text_read(rows[i].text);
		cr_assert(out.found == JSON_SOME && out.n == 1, "row %zu: %d, %s", i, out.found,
			  out.why.why);
		check_int(out.result[0].line, rows[i].line);
		check_int(out.result[0].n_jobs, 1);
		check_text(out.result[0].job[0].name, "a");
		check_text(out.notes, "");
		json_text_free(&out);
	}
}

Test(json, several_documents_are_several_results)
{
	static const char *const texts[] = {
	    DOCUMENT("a") DOCUMENT("b"),
	    "[\n" DOCUMENT("a") ",\n" DOCUMENT("b") "]\n",
	    "[{\"fio version\":\"fio-3.1\",\"jobs\":[{\"jobname\":\"a\"}]},"
	    "{\"fio version\":\"fio-3.1\",\"jobs\":[{\"jobname\":\"b\"}]}]",
	};

	for (size_t i = 0; i < countof(texts); i++) {
		struct json_text out = json_text_read(texts[i]);
		cr_assert(out.n == 2, "row %zu: %zu", i, out.n);
		check_text(out.result[0].job[0].name, "a");
		check_text(out.result[1].job[0].name, "b");
		json_text_free(&out);
	}
}

Test(json, text_without_a_document_of_fio_is_none_and_says_nothing)
{
	static const char *const texts[] = {"",
					    "\n",
					    "{",
					    "{}",
					    "[",
					    "[]",
					    "{\n}\n",
					    "{ \"a\" : [1, 2] }\n",
					    "fio: error\n{\n\"fio\" : 1\n}\n",
					    "{\"a\" : \"\\\"fio version\\\"\"}",
					    "{\"fio version\" : 3}\n",
					    "\"fio version\"\n",
					    "[global]\nrw=read\n",
					    "{\"throughput\" : 1, \"iops_sec\" : 2}\n"};

	for (size_t i = 0; i < countof(texts); i++) {
		struct json_text out = json_text_read(texts[i]);
		cr_expect(out.found == JSON_NONE, "%s: %d", texts[i], out.found);
		check_text(out.notes, "");
		check_text(out.others, "");
		json_text_free(&out);
	}
}

Test(json, what_cannot_be_read_names_its_lines)
{
	static const struct {
		const char *text;
		size_t line;
		const char *why;
	} rows[] = {
	    {"x\n{\n\"fio version\" : \"fio-3.1\",\n\"jobs\" : [\n", 4,
	     "the file ends in the document that begins on line 2"},
	    {"{\n\"fio version\" : \"fio-3.1", 2,
	     "the file ends in the document that begins on line 1"},
	    {"{\n\"fio version\" : \"fio-3.1\",\n\"jobs\" : [ ]\n}\n", 1,
	     "the document holds no job: fio ended before any began"},
	    {"client: host=a disconnected\n{\n\"fio version\" : \"fio-3.1\",\n\"client_stats\" : "
	     "[ ]\n}\n",
	     2,
	     "the document holds no client's results: the servers were gone before they sent any"},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct json_text out = json_text_read(rows[i].text);
		cr_expect(out.found == JSON_BROKEN, "row %zu: %d", i, out.found);
		check_int(out.why.line, rows[i].line);
		check_text(out.why.why, rows[i].why);
		check_text(out.why.file, "a.json");
		json_text_free(&out);
	}
	struct json_text out =
	    json_text_read("\n{\n\"fio version\" : \"fio-3.1\",\n\"jobs\" [\n]\n}");
	cr_expect(out.found == JSON_BROKEN && out.why.line == 4);
	cr_expect(strstr(out.why.why, "the document that begins on line 2 is no JSON: ") != NULL);
	json_text_free(&out);
}

Test(json, a_bad_document_beside_a_good_one_is_a_note)
{
	struct json_text out = json_text_read("{\n\"fio version\" : \"fio-3.1\",\n\"jobs\" : [ {\n"
					      "\"jobname\" : \"cut off he\n" DOCUMENT("b"));

	cr_assert(out.found == JSON_SOME && out.n == 1);
	check_text(out.result[0].job[0].name, "b");
	check_int(out.result[0].line, 5);
	check_text(out.notes, "1: the document is cut off: another begins on line 5\n");
	json_text_free(&out);
}

Test(json, no_prefix_of_a_document_is_taken_for_a_whole_one)
{
	static const char text[] = "fio: x\n" DOCUMENT("a");

	for (size_t n = 0; n + 2 < sizeof(text); n++) {
		struct json_text out = json_text_read_n(text, n);
		enum json_found want =
		    n < strlen("fio: x\n{\n  \"fio version\"") ? JSON_NONE : JSON_BROKEN;
		cr_expect(out.found == want, "%zu bytes: %d", n, out.found);
		json_text_free(&out);
	}
}

Test(json, text_outside_is_passed_on_with_its_line)
{
	struct json_text out =
	    json_text_read("one\ntwo\n" DOCUMENT("a") "three\n" DOCUMENT("b") "\n"
									      "\nfour");

	check_text(out.others, "1: one\ntwo\n10: \nthree\n19: \n\n\nfour");
	json_text_free(&out);
}

Test(json, lines_that_speak_of_errors_become_notes)
{
	struct json_text out = json_text_read(
	    "fio: file /dev/sda exceeds 32-bit tausworthe random generator.\n"
	    "fio: Switching to tausworthe64. Use the random_generator= option to get rid of this "
	    "warning.\n"
	    "Jobs: 1 (f=1)\rJobs: 1 (f=0)\r<host> fio: pid=7, err=5/file:io_u.c:1896, "
	    "error=Input/output error\n"
	    "an error of somebody else\n" DOCUMENT(
		"a") "fio: failed once\nfio: failed twice\n"
		     "fio: failed three times\nfio: failed again\n");

	check_text(out.notes, "1: fio said: fio: file /dev/sda exceeds 32-bit tausworthe random "
			      "generator.\n"
			      "3: fio said: fio: pid=7, err=5/file:io_u.c:1896, error=Input/output "
			      "error\n"
			      "13: fio said: fio: failed once\n14: fio said: fio: failed twice\n"
			      "0: 2 more lines of that kind are not shown\n");
	json_text_free(&out);
}

Test(json, a_signal_interrupts_the_document_that_follows)
{
	struct json_text out = json_text_read(
	    DOCUMENT("a") "\nfio: terminating on signal 2\n" DOCUMENT("b") DOCUMENT("c"));

	cr_assert(out.n == 3);
	for (size_t i = 0; i < 3; i++)
		check_int(out.result[i].interrupted, i == 1);
	check_text(out.notes, "10: fio said: fio: terminating on signal 2\n");
	json_text_free(&out);
}

Test(json, what_is_no_json_is_mended_with_one_note)
{
	struct json_text out = json_text_read(
	    "{\n\"fio version\" : \"fio-3.33\",\n\"jobs\" : [\n{\n\"jobname\" : \"t\tb\xff\",\n"
	    "\"error\" : 5, \"error\" : 28, \"ctx\" : 18446744073709551615, \"usr_cpu\" : -nan,\n"
	    "\"sys_cpu\" : 1e999\n}\n],\n\"disk_util\" : [ { \"name\" : \"sda\", \"util\" : inf, "
	    "\"read_ios\" : 7 } ]\n}\n");

	cr_assert(out.n == 1);
	const struct fio_job *job = &out.result[0].job[0];
	check_text(job->name, "t\tb\xEF\xBF\xBD");
	check_int(job->error, 28);
	check_close(job->switches, 18446744073709551615.0, 0, "ctx");
	check_nan(job->cpu_user, "usr_cpu");
	check_nan(job->cpu_system, "sys_cpu");
	cr_assert(out.result[0].n_disks == 1);
	check_text(out.result[0].disk[0].name, "sda");
	check_close(out.result[0].disk[0].read_ios, 7, 0, "read_ios");
	check_nan(out.result[0].disk[0].util, "util");
	check_text(out.notes,
		   "1: 5 places that are no JSON were mended: control characters, bytes "
		   "that are no UTF-8, and numbers such as nan, which count as not said\n");
	json_text_free(&out);
}

Test(json, a_single_place_is_mended)
{
	struct json_text out =
	    json_text_read("{\n\"fio version\" : \"fio-3.33\",\n\"jobs\" : [\n{\n\"jobname\" : "
			   "\"a\", \"sys_cpu\" : nan\n}\n]\n}\nfio: failed 1\nfio: failed 2\n"
			   "fio: failed 3\nfio: failed 4\n");

	cr_expect(strstr(out.notes, "1: 1 place that is no JSON was mended: ") != NULL, "%s",
		  out.notes);
	cr_expect(strstr(out.notes, "0: 1 more line of that kind is not shown\n") != NULL, "%s",
		  out.notes);
	json_text_free(&out);
}

Test(json, nesting_that_no_document_has_is_refused)
{
	char text[4096] = "{\n\"fio version\" : \"fio-3.1\",\n\"jobs\" : ";

	memset(text + strlen(text), '[', 1000);
	struct json_text out = json_text_read(text);
	cr_expect(out.found == JSON_BROKEN);
	check_int(out.why.line, 1);
	check_text(out.why.why, "the document is nested more than 64 levels deep");
	json_text_free(&out);
}
