#!/bin/sh
# For collect's --prepare: while the commit "bursts" is measured, dd writes to the same disk for 0.3 s of every
# 1.5 s. It ends by itself after five bursts, and so leaves nothing behind but burst.data.
set -eu

[ "$RINGSIDE_COMMIT" = bursts ] || exit 0
bursts() {
	for _ in 1 2 3 4 5; do
		sleep 1.2
		timeout 0.3 dd if=/dev/zero of=burst.data bs=1M count=4096 oflag=direct conv=notrunc || true
	done
}
bursts >/dev/null 2>&1 &
