#!/bin/sh
# Prints some columns of a table of findings: columns.sh NAME... <FINDINGS. Numbers are rounded to three
# digits, so that no expectation hangs on the last bit of a machine's arithmetic. The table must not have
# quoted fields; rows of other tables behind it are left out.
exec awk -F, '
BEGIN { n = ARGC - 1; for (i = 1; i <= n; i++) want[i] = ARGV[i]; ARGC = 1 }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; fields = NF }
NF != fields { exit }
{
	line = ""
	for (i = 1; i <= n; i++) {
		field = $(at[want[i]])
		if (field ~ /^-?[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?$/)
			field = sprintf("%.3g", field)
		line = line (i > 1 ? "," : "") field
	}
	print line
}' "$@"
