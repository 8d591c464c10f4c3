#!/bin/sh
# Pages in a real browser: html.sh BUILD. Needs npm, Chromium, and once the network for two packages; says
# so and passes where one of them is missing.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=$1
case $build in /*) ;; *) build=$top/$build ;; esac
work=$build/html

skip() {
	echo "html: skipped: $*"
	exit 0
}

command -v npm >/dev/null || skip "no npm"
command -v node >/dev/null || skip "no Node.js"
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || skip "no chromium"
mkdir -p "$work"
cd "$work"
# Versions that run on Node.js 18, which Debian 12 has.
[ -f node_modules/axe-core/axe.min.js ] ||
	timeout 120 npm install --no-audit --no-fund --silent playwright-core@1.40.1 axe-core@4.8.2 >npm.log 2>&1 ||
	skip "npm could not fetch playwright-core and axe-core"
"$top/samples/gallery.sh" "$build/bin" "$work/gallery" >/dev/null
"$build/bin/render" report -o "$work/gallery/sweep.html" "$work/gallery/sweep-findings.csv"
cp "$top/tests/axe.js" .
# Charts' pages are made alike: two of them, one with a heat map, stand for all.
timeout 300 node axe.js "$chromium" "$work/gallery/report.html" "$work/gallery/sweep.html" \
	"$work/gallery/heatmap.html" "$work/gallery/dist.html"
