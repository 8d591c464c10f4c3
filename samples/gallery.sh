#!/bin/sh
# Draws every kind from the samples, in each form that it has, with a page that shows them all:
# gallery.sh BIN OUT.
set -eu

bin=$(cd "$1" && pwd)
samples=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
cd "$2"
rm -f ./*.csv ./*.png ./*.svg ./*.pdf ./*.txt ./*.md ./*.html kinds messages
SOURCE_DATE_EPOCH=$(date -u -d 2026-12-01 +%s 2>/dev/null || echo 1796083200)
export SOURCE_DATE_EPOCH

# What each kind is drawn from.
for name in sweep heat; do
	gzip -dc "$samples/$name.csv.gz" >"$name.csv"
	"$bin/analyze" compare --keep --exit-zero "$name.csv" >"$name-findings.csv"
done
cat "$samples/reap-capped.csv" "$samples/reap-drain.csv" >reap.csv
"$bin/analyze" compare --keep --exit-zero reap.csv >reap-findings.csv
"$bin/analyze" summary sweep.csv >summary.csv
"$bin/analyze" plan --effect 5% sweep.csv >aa.csv
"$bin/analyze" selfcheck sweep.csv >>aa.csv

input() { # of a kind
	case $1 in
	heatmap | jitter | report) echo heat-findings.csv ;;
	ring) echo reap-findings.csv ;;
	summary) echo summary.csv ;;
	aa) echo aa.csv ;;
	*) echo sweep-findings.csv ;;
	esac
}

# "name shows (txt png ...)" begins the lines of "render list" that are not indented.
"$bin/render" list | sed -n 's/^\([a-z][a-z]*\)  *\(.*\) (\([a-z ]*\))$/\1|\3|\2/p' >kinds
{
	echo '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Gallery</title>'
	echo '<style>body{font:15px sans-serif;max-width:1000px;margin:2em auto;padding:0 1em}img{max-width:100%}'
	echo 'pre{overflow-x:auto;background:#f1f3f6;padding:1em}</style><h1>Gallery</h1>'
} >index.html
while IFS='|' read -r kind formats shows; do
	from=$(input "$kind")
	echo "<h2>$kind</h2><p>$shows:" >>index.html
	for format in $formats; do
		"$bin/render" "$kind" -o "$kind.$format" "$from" 2>>messages
		echo " <a href=\"$kind.$format\">$format</a>" >>index.html
	done
	case " $formats " in
	*" png "*)
		"$bin/render" "$kind" --scale 1 -o "$kind-1x.png" "$from" 2>>messages
		"$bin/render" "$kind" --theme dark -o "$kind-dark.png" "$from" 2>>messages
		"$bin/render" "$kind" --theme print -o "$kind-print.png" "$from" 2>>messages
		printf ' <a href="%s-1x.png">1x</a> <a href="%s-dark.png">dark</a> <a href="%s-print.png">print</a></p>\n' \
			"$kind" "$kind" "$kind" >>index.html
		echo "<p><img src=\"$kind.png\" alt=\"$kind\"></p>" >>index.html
		;;
	*)
		echo '</p>' >>index.html
		[ -f "$kind.txt" ] && {
			echo '<pre>' && sed 's/&/\&amp;/g; s/</\&lt;/g' "$kind.txt" && echo '</pre>'
		} >>index.html
		;;
	esac
done <kinds
echo '</html>' >>index.html
echo "Left in $(pwd): index.html and $(wc -l <kinds) kinds"
