#!/bin/sh
# Runs the command-line cases: golden.sh BUILD [WORD]. With WORD only the cases whose path holds it.
#
# A case is a folder tests/golden/PROGRAM/NAME with
#   cmd     a shell script, run in an empty temporary folder with the built programs first in PATH;
#           CASE, SAMPLES and TOP name the case's folder, samples/ and the repository
#   stdout, stderr, exit   what must come out (missing: nothing, nothing, 0)
#   needs   words that must hold on this machine, else the case is skipped by name
# GOLDEN_UPDATE=1 writes what came out into the cases instead of failing: read the diff before you commit.
set -u

top=$(cd "$(dirname "$0")/.." && pwd)
build=$1
word=${2:-}
case $build in /*) ;; *) build=$top/$build ;; esac
work=$build/golden
passed=0 failed=0 skipped=0

have() {
	case $1 in
	root) [ "$(id -u)" -eq 0 ] ;;
	loop) [ -e /dev/loop-control ] && losetup -f >/dev/null 2>&1 ;;
	ext4) command -v mkfs.ext4 >/dev/null && grep -qw ext4 /proc/filesystems ;;
	tmpfs | ramfs) grep -qw "$1" /proc/filesystems ;;
	zram) [ -r /sys/class/zram-control/hot_add ] ;;
	dm) command -v dmsetup >/dev/null && dmsetup version >/dev/null 2>&1 ;;
	sysctl) [ -w /proc/sys/kernel/io_uring_disabled ] && [ -w /proc/sys/fs/aio-max-nr ] ;;
	mountns) unshare --mount true 2>/dev/null ;;
	swap) command -v mkswap >/dev/null && [ -e /proc/swaps ] ;;
	direct) dd if=/dev/zero of="$work/direct" bs=4096 count=1 oflag=direct 2>/dev/null ;;
	io_uring) [ "$(cat /proc/sys/kernel/io_uring_disabled 2>/dev/null || echo 2)" = 0 ] ;;
	*) command -v "$1" >/dev/null ;;
	esac
}

# The first need of the case that this machine does not meet.
missing() {
	[ -f "$1/needs" ] || return 0
	while read -r need; do
		have "$need" || { echo "$need" && return 0; }
	done <"$1/needs"
}

differs() { # case, part, default text
	want=$work/want
	if [ -f "$1/$2" ]; then cp "$1/$2" "$want"; else printf '%s' "$3" >"$want"; fi
	if cmp -s "$want" "$work/$2"; then return 1; fi
	if [ -n "${GOLDEN_UPDATE:-}" ]; then
		cp "$work/$2" "$1/$2"
		return 1
	fi
	echo "FAILED ${1#"$top"/}: $2"
	diff -u --label "$2 wanted" --label "$2 seen" "$want" "$work/$2" | head -n 40
	return 0
}

run_case() {
	rm -rf "$work/cwd"
	mkdir -p "$work/cwd"
	(
		cd "$work/cwd" || exit 1
		CASE=$1 SAMPLES=$top/samples TOP=$top PATH=$build/bin:$PATH LC_ALL=C
		export CASE SAMPLES TOP PATH LC_ALL
		timeout 120 sh "$1/cmd" >"$work/stdout" 2>"$work/stderr" </dev/null
	)
	echo $? >"$work/exit"
	# How busy this machine is, is no part of what a case wants.
	sed -i '/: warning: \(there: \)*unsteady: /d' "$work/stdout" "$work/stderr"
	bad=
	for part in stdout stderr exit; do
		default=
		[ $part = exit ] && default='0
'
		differs "$1" "$part" "$default" && bad=1
	done
	if [ -n "$bad" ]; then failed=$((failed + 1)); else passed=$((passed + 1)); fi
}

mkdir -p "$work"
for cmd in "$top"/tests/golden/*/*/cmd; do
	folder=$(dirname "$cmd")
	case $folder in *"$word"*) ;; *) continue ;; esac
	need=$(missing "$folder")
	if [ -n "$need" ]; then
		echo "skipped ${folder#"$top"/}: needs $need"
		skipped=$((skipped + 1))
		continue
	fi
	run_case "$folder"
done
rm -rf "$work/cwd"

echo "golden: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$((passed + skipped))" -gt 0 ]
