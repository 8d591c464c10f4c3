#!/bin/sh
# The static collect alone in an empty root: static.sh BUILD. It measures a file there and reads back its own
# records. Skipped by name where nobody may change the root, or where there is no static collect.
set -eu

collect=$1/static/collect
if [ ! -x "$collect" ]; then
	echo 'static: skipped, this build has no static collect'
	exit 0
fi
if ! chroot / true 2>/dev/null; then
	echo 'static: skipped, chroot is not allowed'
	exit 0
fi
root=$(mktemp -d "${TMPDIR:-/tmp}/ringside-static-XXXXXX")
trap 'rm -rf "$root"' EXIT
cp "$collect" "$root/collect"
cat >"$root/job.fio" <<'J'
[read]
rw=randread
size=1m
ioengine=libaio
iodepth=4
J
chroot "$root" /collect run --quiet /job.fio >"$root/records" 2>"$root/messages" || {
	cat "$root/messages" >&2
	echo 'static: FAILED, no run in an empty root' >&2
	exit 1
}
chroot "$root" /collect import - <"$root/records" >"$root/again"
for row in 'job/read,.*,read.ios,1,,,,,256' '.*,meta.complete,1,,,,,1'; do
	grep -q ",$row\$" "$root/again" || {
		echo "static: FAILED, the records have no row $row" >&2
		exit 1
	}
done
echo 'static: collect runs in an empty root: passed'
