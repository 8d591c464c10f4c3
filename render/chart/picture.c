/* What stands around every chart. */
#include "render/chart/picture.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/base/mem.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"

const struct type picture_row = {FACE_SANS, 11, COLOUR_INK};
const struct type picture_row_second = {FACE_SANS, 11, COLOUR_SECOND};
const struct type picture_head_type = {FACE_SANS, 10, COLOUR_MUTED};
const struct type picture_strong = {FACE_BOLD, 11, COLOUR_INK};
static const struct type title_type = {FACE_BOLD, 17, COLOUR_INK};
static const struct type subtitle_type = {FACE_SANS, 11, COLOUR_SECOND};
static const struct type sha_type = {FACE_MONO, 11, COLOUR_INK};
static const struct type foot_type = {FACE_SANS, 9, COLOUR_MUTED};

/* Where a cut at text + i may be made: not within the bytes of one character. */
static size_t
boundary(const char *text, size_t i)
{
	while (i && ((unsigned char)text[i] & 0xC0) == 0x80)
		i--;
	return i;
}

char *
picture_cut(const struct draw_list *list, struct type type, double width, const char *text)
{
	enum { LONGEST = 400 }; /* bytes; no line has room for more */
	size_t n = strlen(text);
	char *cut = mem_copy(text, n > LONGEST ? LONGEST : n);

	for (size_t kept = n > LONGEST ? LONGEST : n;
	     kept > 2 && (kept < n || draw_width(list, type, cut) > width); kept--) {
		/* More of the end: that is where names of tests differ. */
		size_t head = boundary(text, kept * 2 / 5);
		size_t tail = boundary(text, n - (kept - 1 - kept * 2 / 5));

		free(cut);
		cut = mem_format("%.*s\u2026%s", (int)head, text, text + tail);
		if (draw_width(list, type, cut) <= width)
			break;
	}
	return cut;
}

static void
draw_cut_line(struct draw_list *list, struct point at, double width, struct type type,
	      const char *line)
{
	char *cut = picture_cut(list, type, width, line);

	draw_textf(list, at, ANCHOR_START, type, "%s", cut);
	free(cut);
}

double
picture_wrap(struct draw_list *list, struct point at, double width, struct type type,
	     double line_height, const char *text)
{
	char *line = mem_alloc(strlen(text) + 1, 1);
	size_t n = 0, blank = 0;

	for (const char *p = text;; p++) {
		if (*p && *p != ' ') {
			line[n++] = *p;
			continue;
		}
		line[n] = '\0';
		/* The word that ends here is too much: break before it. */
		if (blank && draw_width(list, type, line) > width) {
			line[blank] = '\0';
			draw_cut_line(list, at, width, type, line);
			at.y += line_height;
			n -= blank + 1;
			memmove(line, line + blank + 1, n + 1);
		}
		if (!*p)
			break;
		blank = n;
		line[n++] = ' ';
	}
	draw_cut_line(list, at, width, type, line);
	free(line);
	return at.y + line_height;
}

static double
draw_side(struct draw_list *list, const struct input *input, const struct picture_side *side,
	  double x, double y)
{
	struct type role = {FACE_BOLD, 11, side->colour};
	struct view subject = commit_subject(input, side->commit);
	char *name = commit_short(side->commit), *full = commit_full(input, side->commit);
	double room = list->width - PICTURE_MARGIN - x;
	char *shown = picture_cut(list, sha_type, room, name);

	draw_group(list, full);
	draw_textf(list, (struct point){PICTURE_MARGIN, y}, ANCHOR_START, role, "%s", side->role);
	draw_text(list, (struct point){x, y}, ANCHOR_START, sha_type, shown);
	x += draw_width(list, sha_type, shown) + 12;
	room = list->width - PICTURE_MARGIN - x;
	if (subject.n && room > 60) {
		char *cut = picture_cut(list, subtitle_type, room, subject.p);
		draw_text(list, (struct point){x, y}, ANCHOR_START, subtitle_type, cut);
		free(cut);
	}
	draw_group_end(list);
	free(shown);
	free(full);
	free(name);
	return y + 17;
}

double
picture_top(struct draw_list *list, const struct input *input, const char *title,
	    const struct picture_side sides[2], const char *subtitle)
{
	double width = list->width - 2 * PICTURE_MARGIN, role = 0;

	if (list->bare)
		return picture_wrap(list, (struct point){PICTURE_MARGIN, 14}, width, subtitle_type,
				    16, subtitle);
	double y =
	    picture_wrap(list, (struct point){PICTURE_MARGIN, 44}, width, title_type, 24, title);

	y += 1;
	for (int i = 0; i < 2; i++)
		role = fmax(role, draw_width(list, picture_strong, sides[i].role));
	for (int i = 0; i < 2; i++) {
		if (sides[i].commit.n)
			y = draw_side(list, input, &sides[i], PICTURE_MARGIN + role + 12, y);
	}
	return picture_wrap(list, (struct point){PICTURE_MARGIN, y + 5}, width, subtitle_type, 16,
			    subtitle);
}

void
picture_bottom(struct draw_list *list, const char *foot, double y)
{
	if (*foot && !list->bare)
		y = picture_wrap(list, (struct point){PICTURE_MARGIN, y},
				 list->width - 2 * PICTURE_MARGIN, foot_type, 13, foot);
	list->height = ceil(y + 7);
}

char *
picture_source(const struct picture_side sides[2])
{
	if (sides[1].commit.n == 0)
		return mem_format("%s %.*s", sides[0].role, VIEW_ARGS(sides[0].commit));
	return mem_format("%s %.*s, %s %.*s", sides[0].role, VIEW_ARGS(sides[0].commit),
			  sides[1].role, VIEW_ARGS(sides[1].commit));
}

long long
picture_time(const struct input *input, const char *epoch)
{
	struct view none = {"", 0};
	struct view start = input_fact(input, none, none, "meta.start");
	struct tm utc = {0};
	char *end;

	if (epoch && *epoch) {
		errno = 0;
		long long seconds = strtoll(epoch, &end, 10);
		if (!errno && !*end && seconds >= 0)
			return seconds;
	}
	if (start.n && strptime(start.p, "%Y-%m-%dT%H:%M:%S", &utc))
		return timegm(&utc);
	return 0;
}
