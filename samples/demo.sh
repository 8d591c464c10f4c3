#!/bin/sh
# From nothing to a mail, two pictures and a page: demo.sh BIN OUT. Measures two ways of taking completions from
# the AIO ring as if they were two commits, on files that it makes and removes in OUT.
set -eu

bin=$(cd "$1" && pwd)
samples=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
cd "$2"
rm -f records.csv findings.csv mail.txt forest.png ring.svg report.html

# Eight randomised blocks, both sides in each. "capped" takes at most an eighth of the queue at once, which is
# the default; "drain" takes all that stands in the ring, and so makes convoys.
"$bin/collect" run "$samples/demo.fio" --runs 8 --interval 100ms \
	--commit capped --commit drain --set drain:iodepth_batch_complete_max=32 >records.csv

# The findings come first, the records behind them: one stream feeds all of render. A regression is what the
# demonstration shows, so it is no failure here.
"$bin/analyze" compare --keep --exit-zero records.csv >findings.csv
"$bin/render" mail -o mail.txt findings.csv
"$bin/render" forest -o forest.png findings.csv
"$bin/render" ring -o ring.svg findings.csv
"$bin/render" report -o report.html findings.csv

cat mail.txt
printf '\nLeft in %s: report.html mail.txt forest.png ring.svg records.csv findings.csv\n' "$(pwd)"
