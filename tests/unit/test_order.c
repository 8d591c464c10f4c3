/* Summary rows put together by test, commit and run. */
#include "render/model/order.h"

#include "tests/unit/check.h"

/* The names in the order of their rows; equal texts have equal pointers, as the input has them. */
static struct finding_summary
row_of(struct view test, struct view commit, struct view run)
{
	return (struct finding_summary){.test = test, .commit = commit, .run = run};
}

Test(order, scattered_rows_come_together_as_they_first_appear)
{
	struct view t1 = view_of("t1"), t2 = view_of("t2"), a = view_of("a"), b = view_of("b");
	struct view none = view_of(""), x = view_of("x"), y = view_of("y");
	struct finding_summary rows[] = {row_of(t2, b, x),    row_of(t1, a, none), row_of(t2, a, y),
					 row_of(t2, b, none), row_of(t1, a, x),    row_of(t2, b, y),
					 row_of(t2, a, none), row_of(t2, b, x)};
	static const size_t want[] = {3, 0, 7, 5, 6, 2, 1, 4};
	struct input input = {.summary = rows, .n_summary = sizeof(rows) / sizeof(rows[0])};
	struct order order;

	order_init(&order, &input);
	check_int(order.n, 8);
	for (size_t i = 0; i < order.n; i++)
		check_int(order.row[i].f - rows, want[i]);
	check_int(order.n_tests, 2);
	check_int(order.n_commits, 2);
	check_int(order.n_runs, 2);
	cr_expect(order_same_block(&order.row[0], &order.row[3]) == true);
	cr_expect(order_same_block(&order.row[3], &order.row[4]) == false);
	order_free(&order);
}
